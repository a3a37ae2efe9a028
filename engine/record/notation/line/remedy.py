"""What a ruling does to the table: it sets a value or moves a card, with what the rules tie to it.

Not here: the line that says it (``rulings``).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.effect.select import taken_away
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.table_limit import Broken, TableLimit
from engine.record.notation.glossary import Glossary, glossary_of
from engine.record.notation.line.term import Tokens, number_of, seat_of, zone_of
from engine.record.notation.problem import Misread, nearest
from engine.text.messages import impossible
from events.model.changes import AnyChange, Set
from events.model.kinds import Ruled

Limits = dict[tuple[TableLimit, str], Broken]


def changes_of(game: Game, remedy: Tokens) -> tuple[AnyChange, ...]:
    """The changes that a ruling makes: ``life B 7`` sets a value, ``斬撃剣 to hand A`` moves a card; words in
    quotation marks are for people and change nothing.

    Raises ``Misread`` for other words, since a slip in the name of a track would make a ruling that changes
    nothing, and for a table that the rules do not know.
    """
    words = glossary_of(game)
    if remedy[0].kind == "quoted":
        return ()
    changes: Sequence[AnyChange]
    if (track := words.tracks.get(remedy[0].text.casefold())) is not None:
        changes = _set(game, remedy, track)
    elif any(token.text == "to" for token in remedy):
        changes = _moved(game, remedy, words)
    else:
        near = nearest(remedy[0].text, words.tracks)
        raise Misread(remedy[0].column, "ruling-remedy", *near, word=remedy[0].text)
    if (flaw := _flaw(game, changes)) is not None:
        clause, what = flaw
        raise Misread(remedy[0].column, "ruling-impossible", clause=clause, what=what)
    return tuple(changes)


def _set(game: Game, remedy: Tokens, track: str) -> list[Set]:
    """A value; what is counted in two tracks together goes from one to the other."""
    limits = game.rules.track(track)
    if len(remedy) != 3 - limits.shared:
        raise Misread(remedy[0].column, "ruling-value")
    of, value = TABLE if limits.shared else seat_of(game.rules, remedy[1]), number_of(remedy[-1])
    other = _other_part(game, track)
    together = game.table.track(track, of) + game.table.track(other, of)
    most = min(limits.most, together) if other else limits.most
    if not limits.least <= value <= most:
        key = "ruling-parts" if other else "ruling-limits"
        facts = {"given": value, "least": limits.least, "most": most, "of": of}
        names = {name: game.rules.track(id).name for name, id in (("track", track), ("other", other)) if id}
        raise Misread(remedy[-1].column, key, clause=limits.clause, **facts, **names)
    return [Set(track, of, value), *([Set(other, of, together - value)] if other else [])]


def _other_part(game: Game, track: str) -> str:
    """The track that holds what is missing from ``track``; ``""`` for a number of its own."""
    tracks = {known.id for known in game.rules.tracks}
    for whole in game.rules.tracks:
        parts = [whole.id, *(name for name in whole.less if name in tracks)]
        if track in parts and len(parts) == 2:
            return parts[1 - parts.index(track)]
    return ""


def _moved(game: Game, remedy: Tokens, words: Glossary) -> Sequence[AnyChange]:
    at = next(index for index, token in enumerate(remedy) if token.text == "to")
    if at == 0 or len(remedy) - at not in (2, 3):
        raise Misread(remedy[0].column, "ruling-move")
    zone = zone_of(words, remedy[at + 1])
    shared = game.rules.zone(zone).shared
    if not shared and len(remedy) - at == 2:
        raise Misread(remedy[at + 1].column, "one-seat", *game.rules.seats)
    name = " ".join(token.text for token in remedy[:at])
    face = None if name in game.table.place else words.face(name, remedy[0].column)
    cards = [name] if name in game.table.place else [c for c, f in game.table.face.items() if f and f == face]
    seat = seat_of(game.rules, remedy[at + 2]) if len(remedy) - at == 3 else ""
    if seat and len(cards) > 1:
        cards = [card for card in cards if card.startswith(f"{seat}.")]
    if len(cards) != 1:
        raise Misread(remedy[0].column, "ruling-card", *cards, word=name)
    place, removal = zone if shared else f"{zone}.{seat}", game.rules.removal
    together = removal(game, cards[0], place) if removal is not None else ()
    return together or taken_away(game, cards[0], place)


def _flaw(game: Game, changes: Sequence[AnyChange]) -> tuple[str, Bilingual] | None:
    """The clause that forbids the table as it would be after ``changes``, and why; None where it is as
    possible as before."""
    table, before = game.table, _broken(game)
    game.table = table.copy()
    try:
        game.table.apply(Ruled("", "", changes=tuple(changes)))
        for (limit, at), broken in _broken(game).items():
            if (limit, at) not in before:
                return limit.clause, impossible(game, limit.why, broken.facts)
    finally:
        table.layout_version = game.table.layout_version + 1  # nothing remembered holds for the real table
        game.table = table
    return None


def _broken(game: Game) -> Limits:
    """The limits that the table exceeds, by limit and place; those that unknown cards decide are left out."""
    found: Limits = {}
    for limit in game.rules.table_limits:
        try:
            found |= {(limit, broken.at): broken for broken in limit.broken(game)}
        except LookupError:  # a card whose face the record does not know
            continue
    return found
