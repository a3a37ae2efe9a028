"""From a written act to an act on the table: which instances it means.

Copies that lie in the same place are interchangeable: the first legal one is taken, cards whose face
the record knows before unknown ones that could be it. Not here: the words of the line (``wish``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from engine.kernel.game import Game
from engine.kernel.legality import Refused, check
from engine.kernel.table import UNKNOWN
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.parsed_act import ParsedAct, Slot
from engine.record.notation.problem import Misread
from events.model.changes import CardRef, Know, Place
from events.model.kinds import AnyAct, Derived

Found = tuple[CardRef, Know | None]
"""An instance, and the face that the record learns with the act."""


def play(game: Game, wish: ParsedAct) -> list[Derived]:
    """Do what ``wish`` asks for. Raises ``Refused``, or ``Misread`` if no card on the table fits."""
    refusals = []
    for act in acts(game, wish):
        try:
            return game.act(act)
        except Refused as refused:
            refusals.append(refused)
    raise _told(game, wish, refusals)


def resolve(game: Game, wish: ParsedAct) -> AnyAct:
    """The act that ``wish`` means at the open ask, without doing it. Raises as ``play`` does."""
    refusals = []
    for act in acts(game, wish):
        try:
            judge(game, act)
            return act
        except Refused as refused:
            refusals.append(refused)
    raise _told(game, wish, refusals)


def answers(game: Game, wish: ParsedAct) -> bool:
    """Whether ``wish`` is a legal answer to the open ask."""
    try:
        resolve(game, wish)
    except (Refused, Misread):
        return False
    return True


def fits(game: Game, seat: str, verb: str) -> bool:
    """Whether the open ask is put to that seat and has that verb, be the act legal or not."""
    ask = game.ask
    return ask is not None and seat == ask.seat and verb in ask.verbs


def acts(game: Game, wish: ParsedAct) -> Iterator[AnyAct]:
    """Every act that the words may mean, the likeliest first; none is judged yet."""
    cards = _choices(game, wish.seat, wish.cards)
    named = [target for target in wish.targets if isinstance(target, Slot)]
    if not named:
        for chosen in cards:
            yield _act(wish, chosen, ())
        return
    for chosen, aimed in product(cards, _choices(game, wish.seat, named)):
        yield _act(wish, chosen, aimed)


def _act(wish: ParsedAct, cards: Sequence[Found], aimed: Sequence[Found]) -> AnyAct:
    instances = iter(aimed)
    targets = (next(instances)[0] if isinstance(target, Slot) else target for target in wish.targets)
    return wish.verb.event(
        wish.seat,
        wish.verb.name,
        tuple(card for card, _ in cards),
        tuple(targets),
        wish.number,
        wish.words,
        wish.spent,
        tuple(know for _, know in (*cards, *aimed) if know is not None),
    )


def _told(game: Game, wish: ParsedAct, refusals: list[Refused]) -> Exception:
    """What to say if nothing was legal: of several reasons one that is about more than the place."""
    if refusals:
        return next((refused for refused in refusals if "place" not in refused.facts), refusals[0])
    clause = game.ask.clause if game.ask else game.rules.end_clause
    slots = [*wish.cards, *(target for target in wish.targets if isinstance(target, Slot))]
    for slot in slots:
        asked = sum(other[:2] == slot[:2] for other in slots)
        there = sum(1 for _ in _instances(game, wish.seat, slot, ()))
        if there < asked and slot.word is not None:
            word, column = slot.word.text, slot.word.column
            key = "too-few-copies" if there else "no-such-card"
            facts = {"seat": wish.seat, "word": word, "asked": asked, "there": there}
            return Misread(column, key, clause=clause, **facts)
    return Misread(wish.line.tokens[0].column, "cards-elsewhere", clause=clause, seat=wish.seat)


# --- choosing instances ------------------------------------------------------------------------------


def _choices(game: Game, seat: str, slots: Sequence[Slot]) -> Iterator[tuple[Found, ...]]:
    """Instances for all ``slots``: together in one place, where there are several, before mixed."""
    if not slots:
        yield ()
    elif len(slots) == 1:
        for found in _instances(game, seat, slots[0], ()):
            yield (found,)
    else:
        words = glossary_of(game)
        for place in (*words.own[seat], *words.other[seat]):
            if len(game.table.at(place)) >= len(slots):
                together = _fill(game, seat, slots, (place,))
                if together is not None:
                    yield together
        mixed = _fill(game, seat, slots, ())
        if mixed is not None:
            yield mixed


def _fill(
    game: Game, seat: str, slots: Sequence[Slot], places: tuple[Place, ...]
) -> tuple[Found, ...] | None:
    """The first instance for each slot, no instance twice; None if one is left without."""
    taken: dict[CardRef, Found] = {}
    for slot in slots:
        found = next((one for one in _instances(game, seat, slot, places) if one[0] not in taken), None)
        if found is None:
            return None
        taken[found[0]] = found
    return tuple(taken.values())


def _instances(game: Game, seat: str, slot: Slot, places: tuple[Place, ...]) -> Iterator[Found]:
    """Instances that a slot may mean: own ones known by their face, own unknown ones, those of others."""
    if slot.card:
        know = Know(slot.card, slot.face) if slot.face else None
        yield slot.card, know
        return
    words = glossary_of(game)
    for side in (places,) if places else (words.own[seat], words.other[seat]):
        if slot.face:
            yield from _known(game, side, slot.face)
        yield from _unknown(game, side, slot.face)


def _known(game: Game, places: Iterable[Place], face: str) -> Iterator[Found]:
    faces = game.table.face
    for place in places:
        for card in game.table.at(place):
            if faces[card] == face:
                yield card, None


def _unknown(game: Game, places: Iterable[Place], face: str) -> Iterator[Found]:
    """Unknown instances, the most restricted first: that leaves most open for the others."""
    table, knowledge = game.table, game.knowledge
    for place in places:
        unknown = [card for card in table.at(place) if table.face[card] == UNKNOWN]
        if not unknown:
            continue
        unknown.sort(key=knowledge.restrictions, reverse=True)
        for card in unknown:
            if not face:
                yield card, None
            elif knowledge.could_be(table, card, face):
                yield card, Know(card, face)


def judge(game: Game, act: AnyAct) -> None:
    """Raise ``Refused`` if ``act`` is not legal now, with the faces that it would make known."""
    faces, learned = game.table.face, []
    try:
        for change in act.changes:
            card, face = change.card, change.face
            if not game.knowledge.could_be(game.table, card, face):
                facts = {"card": card, "face": face}
                raise Refused(act, game.rules.copies_clause, "cannot-be", facts)
            faces[card] = face
            learned.append(card)
        check(game, act)
    finally:
        for card in learned:
            faces[card] = UNKNOWN
