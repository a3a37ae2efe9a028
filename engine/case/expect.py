"""Comparing the table that a case expects at its end with the one that there is.

Not here: events, acts and questions (``expect_course``), and how a single card lies (``lying``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.case import expect_course, lying
from engine.case.card_spec import CardSpec, read_card_spec
from engine.case.course import Course, Touch
from engine.case.file import Case
from engine.case.lasting import expect_effects
from engine.case.problem import Place, failed, message
from engine.case.shape import SOMEWHERE, by_holder, by_place, list_of, table_of
from engine.effect.context import Context
from engine.effect.value import effective
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.record.notation.glossary import glossary_of
from events.model.changes import CardRef, Holder


def expect(case: Case, game: Game, course: Course) -> Iterator[Bilingual]:
    """Yield what differs from what the case expects. Raises ``CaseErrors`` for what cannot be read."""
    tracks = {track.id for track in game.rules.tracks}
    zones = {zone.id for zone in game.rules.zones}
    for name, value in case.then.items():
        here = case.at / "then" / name
        if name in FIELDS:
            yield from FIELDS[name](game, course, value, here)
        elif name in tracks:
            yield from _track(game, course, value, here)
        elif name in zones:
            for place, seat, cards, at in by_place(game.rules, name, value, here):
                yield from _place(game, course, cards, at, place=place, seat=seat)
        else:
            raise here.unknown(name, "then", [*FIELDS, *tracks, *zones], of_key=True)


# --- tracks and zones ----------------------------------------------------------------------------------


def _track(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``life.B = 6``: the printed value."""
    track = str(at.path[-1])
    for seat, expected, here in by_holder(game.rules, track, value, at):
        if type(expected) is not int:
            raise here.wrong("shape", field=track, accepts="0, 1, 2 …")
        found = game.table.track(track, seat)
        if found != expected:
            yield _instead(course, here, expected, found, Touch(track=track, of=seat))


def _place(
    game: Game, course: Course, value: Any, at: Place, *, place: str, seat: str
) -> Iterator[Bilingual]:
    """Compare the cards of a place, in any order, and how they lie."""
    words, cards = glossary_of(game), game.card_set
    texts = list_of(value, at)
    specs = [read_card_spec(text, words, cards, at / index) for index, text in enumerate(texts)]
    pairs, missing, left = lying.paired(game, specs, game.table.at(place))
    if missing or left:
        expected = ", ".join(str(texts[index]) for index in missing) or "–"
        found = ", ".join(lying.described(game, card) for card in left) or "–"
        what = message("instead", expected=expected, found=found)
        since = _moved(game, course, place, left, missing=[specs[index] for index in missing])
        yield failed(at, message("and-since", what=what, since=since))
    for index, card in pairs:
        name = game.faces[game.table.face[card]].name.ja
        for differing in lying.differences(game, card, specs[index]):
            what = message("instead", expected=differing.expected, found=differing.found)
            since = course.brought(differing.touch)
            yield failed(at / index, message("card", card=name, what=what, since=since))


def _moved(
    game: Game, course: Course, place: str, left: Sequence[CardRef], *, missing: Sequence[CardSpec]
) -> Bilingual:
    """Say what brought a wrong card here, or where a missing one lies since when; for several cards, which
    event last moved one here or away."""
    if len(left) == 1 and not missing:
        return course.brought(Touch(place=place, card=left[0]))
    if len(missing) == 1 and not left:
        lie = (card for card in game.table.place if lying.is_card(game, card, missing[0]))
        for card in lie:
            there = game.table.place[card]
            since = course.brought(Touch(place=there, card=card))
            name = game.faces[game.table.face[card]].name.ja
            return message("lies-elsewhere", card=name, place=there.replace(".", " "), since=since)
    return course.brought(Touch(place=place))


def _order(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``order.underworld.A = ["…"]``: these cards lie there in this order, bottom first."""
    zones = [zone.id for zone in game.rules.zones]
    for zone, inner in table_of(value, at, '{ ZONE = { A = ["…"] } }').items():
        if zone not in zones:
            raise (at / zone).unknown(zone, "zone", zones, of_key=True)
        for place, _, texts, here in by_place(game.rules, zone, inner, at / zone):
            yield from _sequence(game, course, texts, here, place)


def _sequence(game: Game, course: Course, value: Any, at: Place, place: str) -> Iterator[Bilingual]:
    words, cards = glossary_of(game), game.card_set
    texts, lie = list_of(value, at), game.table.at(place)
    specs = [read_card_spec(text, words, cards, at / index) for index, text in enumerate(texts)]
    same = len(specs) == len(lie)
    for number, (spec, card) in enumerate(zip(specs, lie, strict=False), start=1):
        if not lying.is_card(game, card, spec) or any(lying.differences(game, card, spec)):
            said = message("in-order", number=number, expected=texts[number - 1])
            found = lying.described(game, card)
            touch = Touch(place=place, card=card)
            yield _instead(course, at / (number - 1), said, found, touch)
            return
    if not same:
        yield _instead(course, at, len(specs), len(lie), Touch(place=place))


# --- values now ----------------------------------------------------------------------------------------


def _numbers(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``numbers = { "若き飛龍 in front A" = { attack = 3 }, A = { ATK = 5 } }``: with everything that changes
    them."""
    for text, wanted in table_of(value, at, '{ "CARD in ZONE SEAT" = { NUMBER = 3 } }').items():
        here = at / text
        of = text if text in (*game.rules.seats, TABLE) else (yield from _found(game, text, here))
        if of:
            yield from _compared(game, course, table_of(wanted, here, "{ NUMBER = 3 }"), here, of=of)


def _compared(
    game: Game, course: Course, wanted: dict[str, Any], at: Place, *, of: Holder
) -> Iterator[Bilingual]:
    known = dict(game.rules.numbers(game, of))
    if of in game.rules.seats:
        known |= {track.id: effective(game, track.id, of) for track in game.rules.tracks}
    if not known:
        raise at.wrong("no-numbers", card=str(at.path[-1]), of_key=True)
    for name, expected in wanted.items():
        if name not in known:
            raise (at / name).unknown(name, "number", known, of_key=True)
        if type(expected) is not int:
            raise (at / name).wrong("shape", field=name, accepts="0, 1, 2 …")
        if known[name] != expected:
            touch = Touch(track=name, of=of) if of in game.rules.seats else Touch(card=of, quantity=name)
            if of not in game.rules.seats and course.last(touch) is None:
                touch = Touch(card=of)
            yield _instead(course, at / name, expected, known[name], touch)


def _found(game: Game, text: str, at: Place) -> Any:
    """The card that is meant by ``CARD in ZONE SEAT``, after a failure for one that is not there."""
    card, place = lying.card_at(game, text, at)
    if card:
        return card
    where = place.replace(".", " ") or message("the-table")
    yield failed(at, message("not-there", card=text.partition(" in ")[0], place=where))
    return ""


def _seen(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``{ "月光のルチル in play B" = ["B"] }``: who may know the face of a card, or the value of a track;
    ``public`` is everybody."""
    accepts = f'{{ {SOMEWHERE} = ["A", "B", "public"] }}'
    rules = game.rules.under(game.settings)
    for text, expected in table_of(value, at, accepts).items():
        here = at / text
        viewers = [("public", ""), *((seat, seat) for seat in rules.seats)]
        if _is_track(game, text):
            found = [said for said, _ in viewers]
        else:
            card = yield from _found(game, text, here)
            if not card:
                continue
            place, down = game.table.place[card], card in game.table.down
            found = [said for said, viewer in viewers if rules.sees(place, viewer, down=down)]
        if sorted(found) != sorted(list_of(expected, here)):
            listed = ", ".join(found) or "–"
            yield failed(here, message("instead", expected=", ".join(expected) or "–", found=listed))


def _is_track(game: Game, text: str) -> bool:
    """Whether ``TRACK SEAT`` is written, or ``TRACK`` for one of the table. Every value is open to all, drawn
    on a board or not."""
    name, _, of = text.partition(" ")
    known = {track.id: game.rules.holders(track) for track in game.rules.tracks}
    return (of or TABLE) in known.get(name, ())


def _time(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``time = "night"``: the named state holds now, for the player whose turn it is."""
    times = game.rules.times
    for name in value if isinstance(value, list) else [value]:
        if name not in times:
            raise at.unknown(str(name), "time", times)
        if not times[name](game, Context(game.table.seat or game.rules.seats[0], "", ())):
            yield failed(at, message("not-the-time", time=name))


def _instead(course: Course, at: Place, expected: object, found: object, touch: Touch) -> Bilingual:
    what = message("instead", expected=expected, found=found)
    return failed(at, message("and-since", what=what, since=course.brought(touch)))


FIELDS = {
    "order": _order,
    "numbers": _numbers,
    "seen": _seen,
    "time": _time,
    "effects": expect_effects,
    **expect_course.FIELDS,
}
"""The fields of ``then`` beside tracks and zones."""
