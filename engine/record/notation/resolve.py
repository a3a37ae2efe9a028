"""From a written act to an act on the table: which instances it means.

Copies that lie in the same place are interchangeable: the first legal one is taken, cards whose face the
record knows before unknown ones that could be it. Not here: the words of the line (``line.parsed_act``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product

from engine.kernel.game import Checked, Game
from engine.kernel.legality import Refused, check
from engine.kernel.table import UNKNOWN
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.parsed_act import ParsedAct, Slot
from engine.record.notation.problem import Misread
from events.model.changes import CardRef, Know, Place
from events.model.kinds import AnyAct

Found = tuple[CardRef, Know | None]
"""An instance, and the face that the record learns with the act."""


def resolve(game: Game, parsed: ParsedAct) -> Checked:
    """Return the act that was written, checked at the open ask. The game stays as it is.

    Raises ``Refused``, or ``Misread`` if no card on the table fits, or if another seat comes first by the
    order of the notation alone.
    """
    if game.ask is not None and parsed.seat in game.ask.then and parsed.verb.name in game.ask.verbs:
        verbs = ", ".join(game.ask.verbs)
        raise Misread(parsed.line.tokens[0].column, "seats-in-order", asked=game.ask.seat, verbs=verbs)
    refusals: list[Refused] = []
    for act in acts(game, parsed):
        if any(act == refused.act for refused in refusals):
            continue  # several ways to choose the instances can end at the same ones
        try:
            return game.check(act)
        except Refused as refused:
            refusals.append(refused)
    raise _refusal(game, parsed, refusals)


def is_asked(game: Game, seat: str, verb: str) -> bool:
    """Whether the open ask is put to that seat and has that verb, be the act legal or not."""
    ask = game.ask
    return ask is not None and seat == ask.seat and verb in ask.verbs


def acts(game: Game, parsed: ParsedAct) -> Iterator[AnyAct]:
    """Yield every act that the words may mean, the likeliest first, unchecked."""
    cards = _choices(game, parsed.seat, parsed.cards)
    named = [target for target in parsed.targets if isinstance(target, Slot)]
    if not named:
        for chosen in cards:
            yield _act(parsed, chosen, ())
        return
    targets = chain(_choices(game, parsed.seat, named), _one_card_for_a_name(game, parsed, named))
    for chosen, aimed in product(cards, targets):
        yield _act(parsed, chosen, aimed)


def _one_card_for_a_name(game: Game, parsed: ParsedAct, slots: list[Slot]) -> Iterator[tuple[Found, ...]]:
    """Yield instances where a name that stands twice means one card, for an act that may aim at it twice."""
    names = {slot[:2]: slot for slot in slots}
    if not parsed.verb.repeats or len(names) == len(slots):
        return
    for chosen in _choices(game, parsed.seat, tuple(names.values())):
        found = dict(zip(names, chosen, strict=True))
        yield tuple(found[slot[:2]] for slot in slots)


def _act(parsed: ParsedAct, cards: Sequence[Found], aimed: Sequence[Found]) -> AnyAct:
    instances = iter(aimed)
    targets = (next(instances)[0] if isinstance(target, Slot) else target for target in parsed.targets)
    return parsed.verb.event(
        parsed.seat,
        parsed.verb.name,
        tuple(card for card, _ in cards),
        tuple(targets),
        parsed.number,
        parsed.words,
        parsed.spent,
        tuple(know for _, know in (*cards, *aimed) if know is not None),
    )


def _refusal(game: Game, parsed: ParsedAct, refusals: list[Refused]) -> Exception:
    """Return what to raise if no act was legal: what is wrong with the copy that comes nearest to being
    legal; before a copy that lies elsewhere, that no card of the seat can be the one that was named."""
    if refusals:
        nearest = min(refusals, key=lambda refused: _distance(game, parsed, refused))
        if _lies_elsewhere(game, nearest) and (impossible := _impossible(game, parsed)) is not None:
            return impossible
        return nearest
    clause = (parsed.verb.clause or game.ask.clause) if game.ask else game.rules.end_clause
    slots = [*parsed.cards, *(target for target in parsed.targets if isinstance(target, Slot))]
    for slot in slots:
        asked = sum(other[:2] == slot[:2] for other in slots)
        there = sum(1 for _ in _instances(game, parsed.seat, slot, ()))
        if there < asked and slot.word is not None:
            word, column = slot.word.text, slot.word.column
            key = "too-few-copies" if there else "no-such-card"
            facts = {"seat": parsed.seat, "word": word, "asked": asked, "there": there}
            return Misread(column, key, clause=clause, **facts)
    return Misread(parsed.line.tokens[0].column, "cards-elsewhere", clause=clause, seat=parsed.seat)


def _distance(game: Game, parsed: ParsedAct, refused: Refused) -> tuple[bool, int, bool]:
    """How far a refused copy is from being legal: it lies elsewhere; then by the requirements that it meets;
    it is another player's. The first of equal ones is taken."""
    cards = getattr(refused.act, "cards", ())
    own = not cards or game.table.place.get(cards[0], "").endswith(f".{parsed.seat}")
    return _lies_elsewhere(game, refused), -requirements_met(game, parsed, refused), not own


def requirements_met(game: Game, parsed: ParsedAct, refused: Refused) -> int:
    """How many requirements of its verb an act met before the one for which it was refused."""
    asked = is_asked(game, parsed.seat, parsed.verb.name)
    requirements = parsed.verb.requirements if asked else parsed.verb.elsewhere
    for number, requirement in enumerate(requirements):
        if (requirement.clause, requirement.why) == (refused.clause, refused.why):
            return number
    return 0


def _lies_elsewhere(game: Game, refused: Refused) -> bool:
    """Whether an act was refused for the place in which its card lies."""
    card, place = refused.facts.get("card"), refused.facts.get("place")
    return isinstance(card, str) and place is not None and game.table.place.get(card) == place


def _impossible(game: Game, parsed: ParsedAct) -> Refused | None:
    """Return the refusal of an act with an unknown card of the seat that lies where the act takes its card
    from, but cannot be the one named; None if there is none."""
    if len(parsed.cards) != 1 or parsed.targets or not is_asked(game, parsed.seat, parsed.verb.name):
        return None
    slot, table = parsed.cards[0], game.table
    if not slot.face or slot.card:
        return None
    for place in glossary_of(game).own[parsed.seat]:
        for card in table.at(place):
            if table.face[card] != UNKNOWN or game.knowledge.could_be(table, card, slot.face):
                continue
            act = _act(parsed, ((card, Know(card, slot.face)),), ())
            if not fits_if(game, act):
                continue
            if copies := game.knowledge.known_copies(table, card, slot.face):
                places = " ".join(table.place[copy] for copy in copies)
                facts = {"face": slot.face, "copies": len(copies), "places": places}
                return Refused(act, game.rules.copies_clause, "no-copy-left", facts)
    return None


def fits_if(game: Game, act: AnyAct) -> bool:
    """Whether the act would be legal, or fail at something else than the place of its card, if its unknown
    cards were what it says, be that possible or not."""
    face = game.table.face
    for change in act.changes:
        face[change.card] = change.face
    try:
        check(game, act)
    except Refused as refused:
        return not _lies_elsewhere(game, refused)
    finally:
        for change in act.changes:
            face[change.card] = UNKNOWN
    return True


# --- choosing instances ------------------------------------------------------------------------------


def _choices(game: Game, seat: str, slots: Sequence[Slot]) -> Iterator[tuple[Found, ...]]:
    """Yield instances for all ``slots``; several that lie in one place come before those of several
    places. Where none of these is legal, each name may mean a copy in another place: what is paid with may
    lie in hand and on the field."""
    if not slots:
        yield ()
    elif len(slots) == 1:
        for found in _instances(game, seat, slots[0], ()):
            yield (found,)
    else:
        glossary = glossary_of(game)
        for place in (*glossary.own[seat], *glossary.other[seat]):
            if len(game.table.at(place)) >= len(slots):
                together = _fill(game, seat, slots, [(place,)] * len(slots))
                if together is not None:
                    yield together
        mixed = _fill(game, seat, slots, [()] * len(slots))
        if mixed is not None:
            yield mixed
        places = [_places(game, seat, slot) for slot in slots]
        for several in islice(product(*places), MOST_PLACES):
            if (elsewhere := _fill(game, seat, slots, several)) is not None:
                yield elsewhere


MOST_PLACES = 64
"""So many ways to take several names from several places are tried."""


def _places(game: Game, seat: str, slot: Slot) -> list[tuple[Place, ...]]:
    """The places in which a slot finds a card, the likeliest first."""
    found = dict.fromkeys(game.table.place.get(card, "") for card, _ in _instances(game, seat, slot, ()))
    return [(place,) for place in found]


def _fill(
    game: Game, seat: str, slots: Sequence[Slot], places: Sequence[tuple[Place, ...]]
) -> tuple[Found, ...] | None:
    """Return the first instance for each slot in its places (none: anywhere), no instance twice; None if a
    slot finds none."""
    taken: dict[CardRef, Found] = {}
    for slot, there in zip(slots, places, strict=True):
        found = next((one for one in _instances(game, seat, slot, there) if one[0] not in taken), None)
        if found is None:
            return None
        taken[found[0]] = found
    return tuple(taken.values())


def _instances(game: Game, seat: str, slot: Slot, places: tuple[Place, ...]) -> Iterator[Found]:
    """Yield instances that a slot may mean: the seat's own, then others; known faces before unknown ones."""
    if slot.card:
        know = Know(slot.card, slot.face) if slot.face else None
        yield slot.card, know
        return
    glossary = glossary_of(game)
    for side in (places,) if places else (glossary.own[seat], glossary.other[seat]):
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
    """Yield unknown instances, the most restricted first: that leaves the most possibilities open."""
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
