"""Printed cards as the rules read them: their values, abilities and sets.

Not here: instances of cards in a match (``table``), the language of their text (``effect``), or what
makes a card file wrong (``effect.lint``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from engine.effect.grammar import parse, parse_condition
from engine.effect.lint import lint, lint_last
from engine.effect.print import show
from engine.effect.problem import CardErrors
from engine.effect.shape import is_playable
from engine.effect.source import Source, with_extended
from engine.effect.tree import Condition, Effect
from engine.effect.vocabulary import Vocabulary
from engine.kernel.bilingual import Bilingual
from engine.kernel.identity_cache import cached_by_identity
from engine.kernel.known_card import KnownCard, lacking
from events.model.changes import FaceId


class Ability(msgspec.Struct, frozen=True):
    """What happens at one moment.

    ``on`` is a moment of the ruleset, ``do`` happens in that order. An ability that is an action of its
    own has a ``symbol``, and a ``name`` where one is printed. What it asks for is its header: the ``zone``
    in which its card must lie (``""``: any), a ``cost``, the condition ``needs``, its printed
    ``keywords``, the ``targets`` to be named beforehand, and the ``price`` to be paid beside the cost.
    """

    on: str
    do: tuple[Effect, ...] = ()
    symbol: str = ""
    name: Bilingual | None = None
    zone: str = ""
    cost: int = 0
    needs: Condition | None = None
    keywords: tuple[str, ...] = ()
    targets: tuple[Effect, ...] = ()
    price: tuple[Effect, ...] = ()


class _Acting(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A struct with abilities, and tables to look them up by moment."""

    abilities: tuple[Ability, ...] = ()

    @cached_property
    def _all(self) -> dict[str, tuple[Ability, ...]]:
        moments = dict.fromkeys(ability.on for ability in self.abilities)
        return {on: tuple(ability for ability in self.abilities if ability.on == on) for on in moments}

    @cached_property
    def _effects(self) -> dict[str, tuple[Effect, ...]]:
        return {on: tuple(e for ability in found for e in ability.do) for on, found in self._all.items()}

    def on(self, moment: str) -> tuple[Effect, ...]:
        """The effects at ``moment``, in printed order."""
        return self._effects.get(moment, ())

    def all(self, moment: str) -> tuple[Ability, ...]:
        """The abilities at ``moment``, in printed order."""
        return self._all.get(moment, ())


class Card(_Acting, frozen=True, kw_only=True, dict=True):
    """One printed card.

    ``cost`` is ``None`` for an X; ``cost_setting`` names a setting of the ruleset that decides it, ``""``
    if none does. ``answers`` are the symbols of the actions that a response may answer. ``stats`` are
    other printed numbers, ``diagrams`` printed patterns of squares by name, row by row as drawn. ``text`` is
    the gist in own words. ``note`` says where the facts are weak.
    """

    id: str
    name: Bilingual
    kind: str
    cost: int | None
    text: Bilingual
    number: int | None = None
    cost_setting: str = ""
    limited: bool = False
    keywords: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    stats: dict[str, int] = {}
    diagrams: dict[str, tuple[str, ...]] = {}
    invented: bool = False
    note: str = ""

    def __hash__(self) -> int:
        return hash(self.id)


class Role(_Acting, frozen=True, kw_only=True, dict=True):
    """What a card is while it lies attached. ``stats_at``: state of the game (a time of the
    ruleset) → the numbers that replace those of ``stats`` while it lasts."""

    id: str
    name: Bilingual
    kind: str
    tags: tuple[str, ...] = ()
    stats: dict[str, int] = {}
    stats_at: dict[str, dict[str, int]] = {}

    def __hash__(self) -> int:
        return hash(self.id)


class Deck(msgspec.Struct, frozen=True):
    """A deck that comes with a card set; ``cards``: card id → copies."""

    id: str
    name: Bilingual
    cards: dict[str, int]


class CardSet(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The cards that a match is played with.

    ``cards`` and ``roles`` by id, those of the sets it extends included; ``pool``: card id → copies
    of what a match deals to everybody, ``decks`` by id those that a player can bring; ``path``: the file it
    was read from. ``held`` are cards that are known by some facts alone and cannot be played, by id.
    """

    id: str
    name: Bilingual
    cards: dict[str, Card]
    roles: dict[str, Role]
    pool: dict[str, int]
    path: Path
    decks: dict[str, Deck] = {}
    held: dict[str, KnownCard] = {}

    @cached_property
    def sha256(self) -> str:
        """Digest (hex) of ``pinned``: what a match pins of its cards."""
        return hashlib.sha256(self.pinned).hexdigest()

    @cached_property
    def faces_by_moment(self) -> Mapping[str, frozenset[FaceId]]:
        """The cards that have a text for a moment, by moment; most have none."""
        found: dict[str, set[FaceId]] = {}
        for card in self.cards.values():
            for ability in card.abilities:
                found.setdefault(ability.on, set()).add(card.id)
        return {moment: frozenset(faces) for moment, faces in found.items()}

    @property
    def pinned(self) -> bytes:
        """Everything that the rules read, as JSON. Translations, gists and notes are left out, so that they
        can be corrected without changing the digest that old matches pin."""
        content = {
            "cards": [_content(card, "text", "note", "invented") for card in self.cards.values()],
            "roles": [_content(role) for role in self.roles.values()],
            "pool": self.pool,
        }
        return msgspec.json.encode(content, order="deterministic")


def _content(thing: Card | Role, *unread: str) -> dict[str, object]:
    fields = {name: getattr(thing, name) for name in thing.__struct_fields__ if name not in unread}
    if not fields.get("diagrams"):  # a later field: sets without it keep their digest
        fields.pop("diagrams", None)
    abilities = [
        [
            *(ability.on, [show(effect) for effect in ability.do], ability.symbol, _printed(ability.name)),
            *_header(ability),
        ]
        for ability in thing.abilities
    ]
    return fields | {"name": _printed(thing.name), "abilities": abilities}


def _header(ability: Ability) -> list[object]:
    """The header of an ability as JSON; empty if all of its fields have defaults."""
    needs = show(ability.needs) if ability.needs is not None else ""
    asked = [ability.zone, ability.cost, needs]
    more = [
        list(ability.keywords),
        *([show(line) for line in lines] for lines in (ability.targets, ability.price)),
    ]
    if any(more):
        return [*asked, *more]
    return asked if any(asked) else []


def _printed(name: Bilingual | None) -> str:
    return name.ja if name else ""


# --- loading -----------------------------------------------------------------------------------------


def load_set(path: Path, vocabulary: Vocabulary) -> CardSet:
    """The card set in a TOML file, with the sets in the same folder that it extends.

    Raises ``CardErrors`` with every problem in these files, ``OSError`` if the file cannot be opened.
    """
    sources = with_extended(path)
    problems = lint([source.path for source in sources], vocabulary)
    if problems:
        raise CardErrors(problems)
    return _set(sources, vocabulary)


def extended(cards: CardSet, added: Sequence[Source], vocabulary: Vocabulary) -> CardSet:
    """``cards`` with those of the sources added, one after another, which need not be files of their own.

    Raises ``CardErrors`` with every problem in the first of them that has one.
    """
    sources = [*_sources_of(cards)]
    for source in added:
        sources.append(source)
        if problems := lint_last(sources, vocabulary):
            raise CardErrors(problems)
    return _set(sources, vocabulary)


@cached_by_identity
def _sources_of(cards: CardSet) -> list[Source]:
    """The files of a card set, read again once, however many cases add cards to it."""
    return with_extended(cards.path)


def _set(sources: list[Source], vocabulary: Vocabulary) -> CardSet:
    own = sources[-1]
    tables = [table for source in sources for table in source.data.get("card", ())]
    cards = [_card(table) for table in tables if is_playable(table)]
    roles = [_role(table) for source in sources for table in source.data.get("role", ())]
    return CardSet(
        id=own.data["id"],
        name=_name(own.data["name"]),
        cards={card.id: card for card in cards},
        roles={role.id: role for role in roles},
        pool=own.data.get("pool", {}),
        path=own.path,
        decks={table["id"]: _deck(table) for source in sources for table in source.data.get("deck", ())},
        held={table["id"]: _known(table, vocabulary) for table in tables if not is_playable(table)},
    )


def _known(table: dict[str, Any], vocabulary: Vocabulary) -> KnownCard:
    given = _fields(table)
    for field in ("playable", "abilities"):
        given.pop(field, None)
    diagrams = {name: tuple(rows) for name, rows in table.get("diagrams", {}).items()}
    text = _name(table["text"]) if "text" in table else None
    return KnownCard(**given | {"text": text, "diagrams": diagrams, "lacks": lacking(table, vocabulary)})


def _card(table: dict[str, Any]) -> Card:
    given = {field: value for field, value in _fields(table).items() if field != "playable"}
    given |= {"cost": None if table["cost"] == "X" else table["cost"]}
    diagrams = {name: tuple(rows) for name, rows in table.get("diagrams", {}).items()}
    return Card(**given | {"text": _name(table["text"]), "diagrams": diagrams})


def _role(table: dict[str, Any]) -> Role:
    return Role(**_fields(table))


def _deck(table: dict[str, Any]) -> Deck:
    return Deck(table["id"], _name(table["name"]), table["cards"])


def _fields(table: dict[str, Any]) -> dict[str, Any]:
    """The fields as the structs have them: lists as tuples, the name and the abilities as structs."""
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    abilities = tuple(_ability(ability) for ability in fields.pop("ability", ()))
    return fields | {"name": _name(table["name"]), "abilities": abilities}


def _ability(table: dict[str, Any]) -> Ability:
    return Ability(
        on=table["on"],
        do=tuple(parse(line) for line in table.get("do", ())),
        symbol=table.get("symbol", ""),
        name=_name(table["name"]) if "name" in table else None,
        zone=table.get("zone", ""),
        cost=table.get("cost", 0),
        needs=parse_condition(table["needs"]) if "needs" in table else None,
        keywords=tuple(table.get("keywords", ())),
        targets=tuple(parse(line) for line in table.get("targets", ())),
        price=tuple(parse(line) for line in table.get("price", ())),
    )


def _name(table: dict[str, str]) -> Bilingual:
    return Bilingual(ja=table["ja"], en=table["en"])
