"""Comparing what a case expects at its end with what happened.

Not here: the events that it looks for (``pattern``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.case.attempt import not_legal, not_refused_under
from engine.case.card_spec import CardSpec, read_card_spec
from engine.case.file import Case
from engine.case.pattern import Pattern, read_pattern
from engine.case.problem import Place, message
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.parsed_act import ParsedAct, read_act
from engine.record.notation.line.tokens import read_line
from engine.record.notation.problem import Misread
from events.model.changes import CardRef
from events.model.kinds import AnyEvent

DRAW, OPEN = "draw", "open"
"""Values of ``winner`` beside a seat: nobody won, or the match goes on."""

OTHER_FIELDS = ("events", "never", "count", "legal", "refused", "asked", "seen", "winner")
"""The fields of ``then`` beside tracks and zones."""


def expect(case: Case, game: Game, events: Sequence[AnyEvent]) -> Iterator[Bilingual]:
    """Yield what differs from what the case expects. Raises ``CaseErrors`` for what cannot be read."""
    for name, value in case.then.items():
        here = case.at / "then" / name
        if name in _SPECIAL:
            yield from _SPECIAL[name](game, events, value, here)
        elif name in (track.id for track in game.rules.tracks):
            yield from _track(game, name, value, here)
        elif name in (zone.id for zone in game.rules.zones):
            yield from _zone(game, name, value, here)
        else:
            known = [*OTHER_FIELDS, *(t.id for t in game.rules.tracks), *(z.id for z in game.rules.zones)]
            raise here.unknown(name, "then", known, of_key=True)


def _failed(at: Place, what: Bilingual) -> Bilingual:
    return message(
        "then", line=at.line, field=".".join(map(str, at.path[at.path.index("then") + 1 :])), what=what
    )


def _seats(game: Game, value: Any, at: Place) -> Iterator[tuple[str, Any, Place]]:
    if not isinstance(value, dict):
        accepts = "{ " + ", ".join(f"{seat} = …" for seat in game.rules.seats) + " }"
        raise at.wrong("shape", field=str(at.path[-1]), accepts=accepts)
    for seat, inner in value.items():
        if seat not in game.rules.seats:
            raise (at / seat).unknown(seat, "seat", game.rules.seats, of_key=True)
        yield seat, inner, at / seat


def _list(value: Any, at: Place) -> list[Any]:
    if not isinstance(value, list):
        raise at.wrong("shape", field=str(at.path[-1]), accepts='["…"]')
    return value


# --- the table ---------------------------------------------------------------------------------------


def _track(game: Game, track: str, value: Any, at: Place) -> Iterator[Bilingual]:
    for seat, expected, here in _seats(game, value, at):
        if type(expected) is not int:
            raise here.wrong("shape", field=track, accepts="0, 1, 2 …")
        found = game.table.track(track, seat)
        if found != expected:
            yield _failed(here, message("instead", expected=expected, found=found))


def _zone(game: Game, zone: str, value: Any, at: Place) -> Iterator[Bilingual]:
    if game.rules.zone(zone).shared:
        yield from _place(game, zone, "", value, at)
        return
    for seat, cards, here in _seats(game, value, at):
        yield from _place(game, f"{zone}.{seat}", seat, cards, here)


def _place(game: Game, place: str, seat: str, value: Any, at: Place) -> Iterator[Bilingual]:
    """Compare the cards of a place, in any order, and how they lie."""
    words, cards = glossary_of(game), game.card_set
    left = list(game.table.at(place))
    missing = []
    for index, text in enumerate(_list(value, at)):
        spec = read_card_spec(text, words, cards, at / index)
        found = next((card for card in left if _lies_so(game, card, spec, seat)), None)
        if found is None:
            missing.append(str(text))
        else:
            left.remove(found)
    if missing or left:
        there = ", ".join(_described(game, card) for card in game.table.at(place)) or "–"
        expected = ", ".join(map(str, value)) or "–"
        yield _failed(at, message("instead", expected=expected, found=there))


def _lies_so(game: Game, card: CardRef, spec: CardSpec, seat: str) -> bool:
    table = game.table
    if table.face[card] != spec.face or (spec.owner and card.partition(".")[0] != spec.owner):
        return False
    if spec.down != (card in table.down) or spec.quarter != table.quarter.get(card, 0):
        return False
    for name in dict.fromkeys(name for name, _ in spec.marks):
        wanted = sum(number for other, number in spec.marks if other == name)
        if sum(grant.amount for grant in table.effects(card, name)) != wanted:
            return False
    host, role = table.host.get(card, ("", ""))
    if spec.role and role != spec.role:
        return False
    return not spec.host or table.face.get(host) == spec.host


def _described(game: Game, card: CardRef) -> str:
    """Return a card as a case would write it."""
    table = game.table
    _, role = table.host.get(card, ("", ""))
    parts = [game.faces[table.face[card]].name.ja, f"of {card.partition('.')[0]}"]
    parts += [f"as {role}"] if role else []
    parts += ["(down)"] if card in table.down else []
    return " ".join(parts)


# --- events, acts, people ----------------------------------------------------------------------------


def _events(game: Game, events: Sequence[AnyEvent], value: Any, at: Place) -> Iterator[Bilingual]:
    """``[{ Happened = "damage" }]``: these happened in this order, perhaps with others between them."""
    left = iter(events)
    for pattern in _patterns(game, value, at):
        if not any(pattern.fits(game, event) for event in left):
            ever = any(pattern.fits(game, event) for event in events)
            yield _failed(pattern.at, message("too-early" if ever else "no-event", event=pattern.text))
            return


def _never(game: Game, events: Sequence[AnyEvent], value: Any, at: Place) -> Iterator[Bilingual]:
    for pattern in _patterns(game, value, at):
        for seq, event in enumerate(events):
            if pattern.fits(game, event):
                yield _failed(pattern.at, message("happened", event=pattern.text, seq=seq))
                break


def _count(game: Game, events: Sequence[AnyEvent], value: Any, at: Place) -> Iterator[Bilingual]:
    """``{ Determined = "damage", times = 2 }``: it happened exactly so often."""
    for index, table in enumerate(_list(value, at)):
        here = at / index
        if not isinstance(table, dict) or type(table.get("times")) is not int:
            raise here.wrong("shape", field="count", accepts='{ Determined = "damage", times = 2 }')
        times = table["times"]
        pattern = read_pattern(game, {name: table[name] for name in table if name != "times"}, here)
        found = sum(pattern.fits(game, event) for event in events)
        if found != times:
            yield _failed(here, message("times", event=pattern.text, expected=times, found=found))


def _patterns(game: Game, value: Any, at: Place) -> list[Pattern]:
    return [read_pattern(game, table, at / index) for index, table in enumerate(_list(value, at))]


def _parsed(game: Game, text: Any, at: Place) -> ParsedAct:
    try:
        line = read_line(str(text), at.line)
        if line is not None and line.kind == "act":
            return read_act(line, glossary_of(game))
    except Misread as misread:
        raise at.wrong("no-act", text=str(text), what=misread.what) from None
    raise at.wrong("shape", field=str(text), accepts="SEAT VERB …")


def _legal(game: Game, events: Sequence[AnyEvent], value: Any, at: Place) -> Iterator[Bilingual]:
    for index, text in enumerate(_list(value, at)):
        parsed = _parsed(game, text, at / index)
        try:
            wrong = not_legal(game, parsed)
        except Misread as misread:
            wrong = misread.what
        if wrong:
            yield _failed(at / index, wrong)


def _refused(game: Game, events: Sequence[AnyEvent], value: Any, at: Place) -> Iterator[Bilingual]:
    if not isinstance(value, dict):
        raise at.wrong("shape", field="refused", accepts='{ "SEAT VERB …" = "CLAUSE" }')
    for text, clause in value.items():
        parsed = _parsed(game, text, at / text)
        if clause not in game.rules.clauses:
            raise (at / text).unknown(str(clause), "clause", game.rules.clauses)
        if wrong := not_refused_under(game, parsed, clause):
            yield _failed(at / text, wrong)


def _asked(game: Game, events: Sequence[AnyEvent], value: Any, at: Place) -> Iterator[Bilingual]:
    """``SEAT``, or ``SEAT VERB …``: who is asked now, and for what."""
    found = " ".join((game.ask.seat, *game.ask.verbs)) if game.ask else "–"
    if value not in (found, found.partition(" ")[0]):
        yield _failed(at, message("instead", expected=str(value), found=found))


def _seen(game: Game, events: Sequence[AnyEvent], value: Any, at: Place) -> Iterator[Bilingual]:
    """``{ "月光のルチル in play B" = ["B"] }``: who may know the face of a card; ``public`` is everybody."""
    accepts = '{ "CARD in ZONE SEAT" = ["A", "B", "public"] }'
    if not isinstance(value, dict):
        raise at.wrong("shape", field="seen", accepts=accepts)
    table, rules = game.table, game.rules
    for text, expected in value.items():
        name, _, where = text.rpartition(" in ")
        place = where.replace(" ", ".", 1)
        if place.partition(".")[0] not in (zone.id for zone in rules.zones):
            raise (at / text).wrong("shape", field=text, accepts=accepts)
        spec = read_card_spec(name, glossary_of(game), game.card_set, at / text)
        card = next((card for card in table.at(place) if table.face[card] == spec.face), None)
        if card is None:
            yield _failed(at / text, message("not-there", card=name, place=where))
            continue
        down = card in table.down
        viewers = [("public", ""), *((seat, seat) for seat in rules.seats)]
        found = [said for said, viewer in viewers if rules.sees(place, viewer, down=down)]
        if sorted(found) != sorted(_list(expected, at / text)):
            listed = ", ".join(found) or "–"
            yield _failed(at / text, message("instead", expected=", ".join(expected) or "–", found=listed))


def _winner(game: Game, events: Sequence[AnyEvent], value: Any, at: Place) -> Iterator[Bilingual]:
    accepted = (*game.rules.seats, DRAW, OPEN)
    if value not in accepted:
        raise at.unknown(str(value), "winner", accepted)
    result = game.table.result
    found = OPEN if result is None else result.winner or DRAW
    if value != found:
        yield _failed(at, message("instead", expected=value, found=found))


_SPECIAL = {
    "events": _events,
    "never": _never,
    "count": _count,
    "legal": _legal,
    "refused": _refused,
    "asked": _asked,
    "seen": _seen,
    "winner": _winner,
}
