"""The head of a record as text, keys in a fixed order.

Not here: reading it (``head``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.audit.pin import pin
from engine.kernel.game import Game
from engine.record.notation.glossary import UNKNOWN, glossary_of
from engine.record.notation.head.head import FENCE, VERSION
from engine.record.notation.head.toml import bare, literal, parted, readable
from engine.shuffle.provable import DECLARED, SIMULATED
from events.model.kinds import Opened

FIRST = ("played", "written")
"""Keys of the writer's own that are printed first, below the players."""


def title(
    opened: Opened, match: str, known: Mapping[str, tuple[str, ...]], how: str, game: Game
) -> Iterator[str]:
    """The lines of the head, its fences included; ``known`` maps parts of the deal to faces, ``how`` names
    the evidence for shuffles (``""``: none was made)."""
    rules = game.rules
    yield FENCE
    yield f"kfd = {VERSION}"
    yield f"match = {literal(match)}"
    yield f"ruleset = {literal(rules.id)}"
    yield f"cards = {literal(opened.cards)}"
    yield f"players = {literal([opened.players.get(seat, '') for seat in rules.seats])}"
    if opened.simulated:
        yield "simulated = true"
    if how not in ("", SIMULATED if opened.simulated else DECLARED):
        yield f"shuffle = {literal(how)}"
    yield from _others(opened.head)
    defaults = rules.default_settings()
    changed = {key: value for key, value in opened.settings.items() if value != defaults.get(key)}
    yield from _table("settings", {bare(key): literal(value) for key, value in sorted(changed.items())})
    if opened.digests != pin(rules, opened.cards):
        yield from _table("digests", {bare(key): literal(value) for key, value in opened.digests.items()})
    yield from _table("decks", {seat: _deck(deck, game) for seat, deck in opened.decks.items()})
    yield from _table("known", {key: literal(_names(faces, game)) for key, faces in known.items()})
    yield FENCE


def _deck(deck: Mapping[str, int], game: Game) -> str:
    """A deck by its id if the card set has it, else card by card."""
    decks = game.card_set.decks
    for known in decks.values():
        if known.cards == deck:
            return literal(known.id)
    words = glossary_of(game)
    copies = (f"{readable(bare(words.short_name(face)))} = {number}" for face, number in deck.items())
    return f"{{ {', '.join(copies)} }}"


def _names(faces: tuple[str, ...], game: Game) -> list[str]:
    words = glossary_of(game)
    return [words.short_name(face) if face else UNKNOWN for face in faces]


def _others(head: Mapping[str, str]) -> Iterator[str]:
    """The lines of the writer's own keys: plain keys, then tables."""
    order = sorted(head, key=lambda key: (FIRST.index(key) if key in FIRST else len(FIRST), key))
    tables: dict[str, dict[str, str]] = {}
    for key in order:
        table, rest = parted(key)
        if rest:
            tables.setdefault(table, {})[rest] = head[key]
        else:
            yield f"{readable(key)} = {head[key]}"
    for name, values in tables.items():
        yield from _table(name, values)


def _table(name: str, values: Mapping[str, str]) -> Iterator[str]:
    if values:
        yield ""
        yield f"[{readable(name)}]"
        for key, value in values.items():
            yield f"{readable(key)} = {value}"
