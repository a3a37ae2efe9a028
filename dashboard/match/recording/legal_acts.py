"""The legal answers to the open question as plain data, for the table on which they are tapped; the act that
was tapped; and why something else is not legal.

All of it is asked of the engine: what it does not list is not offered, and what was tapped is judged by the
session like any other act. Not here: tapping (``board/web/taps.js``), recording
(``engine.record.live_recording``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import comb
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel.ask import TABLE, Ask
from engine.kernel.game import Game
from engine.kernel.legality import FACE_NEEDED, ActType, Refused, options
from engine.kernel.table import UNKNOWN
from engine.record.notation.choice import has_subject, marked_cards, told_apart
from engine.text.label import Labels
from events.model.changes import CardRef, FaceId, Know
from events.model.kinds import AnyAct, Chose, Shuffled

Told = list[Any]
"""An act: seat, verb, cards, targets, words, number."""
FEW = 100
"""So many acts of one verb are listed one by one, though they be all choices of so many of the same cards."""
NOT_NOW = "not-now"
"""Why an act is refused that is not asked for."""
NAMELESS = (FACE_NEEDED, "face-unknown")
"""Why an act is refused of which the record would have to know what its card is."""
Met = tuple[int, Refused]
"""Why an act is refused, behind how many requirements it met before."""
NOT_SEEN = ""
"""The face of a card that nobody saw."""


class Tapped(Struct, frozen=True, forbid_unknown_fields=True):
    """An act as it was tapped: one that was offered, and its cards and targets in the order of the taps.
    ``unknown`` is a card of which the act shows that it is ``face``."""

    seat: str
    verb: str
    cards: tuple[CardRef, ...] = ()
    targets: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    number: int | None = None
    order: tuple[str, ...] = ()
    unknown: CardRef = ""
    face: FaceId = NOT_SEEN


# --- what is offered -----------------------------------------------------------------------------------


def offered(game: Game, language: str) -> dict[str, Any]:
    """Every legal answer to the open question, and what may be done at any time; nothing where chance is
    asked. Of what takes so many of the same cards, whichever they be, one entry of ``subsets`` tells it."""
    ask = game.ask if game.ask is not None and game.ask.seat != TABLE else None
    acts, subsets = _listed(game) if ask is not None else ([], [])
    anytime = [_told(act) for act in _anytime(game)] if ask is not None else []
    labels, asked = Labels(game.rules, language), ask.verbs if ask is not None else ()
    verbs: list[ActType] = [game.rules.verbs[name] for name in (*asked, *game.rules.anytime_acts)]
    words = dict.fromkeys(word for verb in verbs for word in verb.words)
    return {
        "acts": acts,
        "subsets": subsets,
        "anytime": anytime,
        "verbs": {verb.name: _verb(verb, labels) for verb in verbs},
        "words": {word: labels.term("word", word) for word in words},
    }


def _listed(game: Game) -> tuple[list[Told], list[dict[str, Any]]]:
    acts: list[Told] = []
    subsets: list[dict[str, Any]] = []
    by_verb: dict[str, list[AnyAct]] = {}
    for act in options(game):
        by_verb.setdefault(act.verb, []).append(act)
    for verb, same in by_verb.items():
        subset = _subset(game, same) if len(same) > FEW else None
        if subset is None:
            acts += map(_told, same)
        else:
            subsets.append({"seat": same[0].seat, "verb": verb, **subset})
    return acts, subsets


def _subset(game: Game, acts: Sequence[AnyAct]) -> dict[str, Any] | None:
    """From which cards how many are taken, if these acts are all the choices of so many of them."""
    cards = list(dict.fromkeys(card for act in acts for card in act.cards))
    if any(act.targets or act.words or act.number is not None for act in acts):
        return None
    sizes = sorted({len(act.cards) for act in acts})
    if len({frozenset(act.cards) for act in acts}) != sum(comb(len(cards), size) for size in sizes):
        return None
    table = game.table
    alike = len({(table.place[card], table.face[card]) for card in cards}) == 1
    return {"cards": cards, "sizes": sizes, "alike": alike and table.face[cards[0]] == UNKNOWN}


def _anytime(game: Game) -> Iterator[AnyAct]:
    """The acts that the rules allow at any time."""
    ask = game.ask
    if ask is None:
        return
    for name in game.rules.anytime_acts:
        verb: ActType = game.rules.verbs[name]
        for act in verb.options(game, ask):
            if _allowed(game, act):
                yield act


def _told(act: AnyAct) -> Told:
    return [act.seat, act.verb, act.cards, act.targets, act.words, act.number]


def _verb(verb: ActType, labels: Labels) -> dict[str, Any]:
    """What a verb is called; all its names; whether it answers a question; whether its first card does the
    rest, so that it is tapped first; whether its target is who wins, and none a draw."""
    return {
        "label": labels.verb(verb.name),
        "names": " ".join((verb.name, *verb.japanese)),
        "answer": verb.event is Chose,
        "subject": has_subject(verb),
        "winner": "WINNER" in verb.shape,
    }


def unseen(game: Game, card: CardRef) -> dict[FaceId, tuple[CardRef, list[Told]]]:
    """What may be done with a card that the record does not know, by the face that it then has, and with
    which of the cards like it: the one that has shown most, which leaves most possibilities open."""
    table, knowledge = game.table, game.knowledge
    if game.ask is None or game.ask.seat == TABLE or table.face.get(card) != UNKNOWN:
        return {}
    there = sorted(_alike(game, card), key=lambda one: (-knowledge.restrictions(one), one != card))
    found: dict[FaceId, tuple[CardRef, list[Told]]] = {}
    blind: dict[str, AnyAct] = {}
    for face in game.faces:
        one = next((one for one in there if knowledge.could_be(table, one, face)), None)
        if one is None:
            continue
        acts = _with_face(game, one, face)
        legal = [act for act in acts if _allowed(game, replace(act, changes=(Know(one, face),)))]
        if legal:
            found[face] = one, [_told(act) for act in legal]
        same = (_exchanged(act, {one: there[0], there[0]: one}) for act in acts)
        blind |= {str(_told(act)): act for act in same}
    if legal := [act for act in blind.values() if _allowed(game, act)]:
        found[NOT_SEEN] = there[0], [_told(act) for act in legal]
    return found


def _alike(game: Game, card: CardRef) -> list[CardRef]:
    """The cards that nobody can tell from one whose face the record does not know: those of a hand. What
    lies face down on the table is seen to be this card and no other, and so is a card of a pile."""
    table, marked = game.table, marked_cards(game)
    place = table.place[card]
    if game.rules.zone(place).look == "pile" or told_apart(game, card, marked):
        return [card]
    return [
        one for one in table.at(place) if table.face[one] == UNKNOWN and not told_apart(game, one, marked)
    ]


def _exchanged(act: AnyAct, cards: Mapping[str, CardRef]) -> AnyAct:
    """The same act with other cards."""
    return replace(
        act,
        cards=tuple(cards.get(one, one) for one in act.cards),
        targets=tuple(cards.get(one, one) for one in act.targets),
    )


def unseen_cards(game: Game) -> list[CardRef]:
    """The cards of the seat that is asked with which something may be done, though the record does not know
    them."""
    ask, table = game.ask, game.table
    if ask is None or ask.seat == TABLE:
        return []
    own = [f"{zone.id}.{ask.seat}" for zone in game.rules.zones if not zone.shared and zone.look != "pile"]
    usable: dict[CardRef, bool] = {}
    for card in (card for place in own for card in table.at(place) if table.face[card] == UNKNOWN):
        if card not in usable:
            usable |= dict.fromkeys(_alike(game, card), bool(unseen(game, card)))
    named = {(*act.cards, *act.targets) for act in options(game)}
    for card in sorted(one[0] for one in named if len(one) == 1):
        if table.face.get(card) == UNKNOWN and not usable.get(card):
            usable[card] = bool(unseen(game, card))
    return [card for card, may in usable.items() if may]


def _with_face(game: Game, card: CardRef, face: FaceId) -> list[AnyAct]:
    """What would be offered with a card if it had this face."""
    with _taken_for(game, card, face):
        return [act for act in options(game) if card in (*act.cards, *act.targets)]


@contextmanager
def _taken_for(game: Game, card: CardRef, face: FaceId) -> Iterator[None]:
    """As long as this lasts an unknown card has this face."""
    table = game.table
    shows = table.place[card] not in table.aside  # then nothing remembered holds for it, nor afterwards
    table.face[card] = face
    table.layout_version += shows
    try:
        yield
    finally:
        table.face[card] = UNKNOWN
        table.layout_version += shows


# --- what was tapped -----------------------------------------------------------------------------------


def act_of(game: Game, tapped: Tapped) -> AnyAct:
    """The act that was tapped, with a verb that the rules have: its cards in the order of the taps where the
    rules allow that. Raises ``Refused`` for one that they do not allow."""
    verb: ActType = game.rules.verbs[tapped.verb]
    changes = (Know(tapped.unknown, tapped.face),) if tapped.unknown and tapped.face else ()
    named = tapped.seat, tapped.verb, tapped.cards, tapped.targets, tapped.number, tapped.words
    act = verb.event(*named, None, changes)
    place = {word: index for index, word in enumerate(tapped.order)}
    cards, targets = (
        tuple(sorted(some, key=lambda one: place.get(one, len(place)))) for some in (act.cards, act.targets)
    )
    in_order = replace(act, cards=cards, targets=targets)
    if in_order != act and _allowed(game, in_order):
        return in_order
    game.check(act)
    return act


def _allowed(game: Game, act: AnyAct) -> bool:
    try:
        game.check(act)
    except (Refused, KeyError):
        return False
    return True


# --- why not -------------------------------------------------------------------------------------------


def why_not(game: Game, card: CardRef, *, first: CardRef = "", verb: str = "") -> Refused | None:
    """Why a card cannot be tapped, after ``first`` and ``verb`` where they were: of what it could be meant
    for, the refusal that comes last in the list of requirements. None if something is legal with it."""
    refused = _refusals(game, card, first=first, verb=verb)
    if not refused:
        return None
    nearest = max(refused, key=_met_first)
    if nearest[1].why in NAMELESS and game.table.face[card] == UNKNOWN:
        return _whatever_it_is(game, card, nearest, first=first, verb=verb)
    return nearest[1]


def _whatever_it_is(game: Game, card: CardRef, nameless: Met, *, first: CardRef, verb: str) -> Refused:
    """Of a card that was refused because its name is missing: what forbids it whatever it is, such as that
    nothing is left to pay with, where the refusal comes later in the list; of costs the least."""
    told: list[list[Met]] = []
    for face in game.faces:
        if game.knowledge.could_be(game.table, card, face):
            with _taken_for(game, card, face):
                told.append(_refusals(game, card, first=first, verb=verb))
    if not told or not all(told):
        return nameless[1]
    always = set[str].intersection(*({one.why for _, one in some} for some in told))
    shared = [one for some in told for one in some if one[1].why in always]
    last = max(shared, key=_met_first, default=nameless)
    if last[0] <= nameless[0]:
        return nameless[1]
    return min((one for _, one in shared if one.why == last[1].why), key=_missing)


def _refusals(game: Game, card: CardRef, *, first: CardRef, verb: str) -> list[Met]:
    """Why a card is refused in whatever it could be meant for; nothing if something is legal with it."""
    ask, place = game.ask, game.table.place.get(card)
    if ask is None or place is None:
        return []
    owner = place.partition(".")[2]
    seat = owner if owner in game.rules.seats and not first else ask.seat
    asked = [verb] if verb in game.rules.verbs else [*ask.verbs]
    refused: list[Met] = []
    for name in [*asked, *(other for other in game.rules.verbs if other not in ask.verbs)]:
        kind: ActType = game.rules.verbs[name]
        if name not in asked and (refused or name in game.rules.anytime_acts):
            continue
        for act in _meant(kind, seat, card, first):
            try:
                game.check(act)
            except Refused as error:
                told = _misplaced(game, ask, kind, error) if name in asked else error
                refused.append((_met(kind, told), told))
            else:
                return []
    return refused


def _met_first(refused: Met) -> int:
    return refused[0]


def _missing(refused: Refused) -> int:
    """How much is missing to pay, where that is why."""
    missing = refused.facts.get("missing")
    return missing if isinstance(missing, int) else 0


def _misplaced(game: Game, ask: Ask, verb: ActType, refused: Refused) -> Refused:
    """Of an act for which it is not the moment: that it could not take this card at its moment either, such
    as a unit on the board where cards of the hand are played, which is the first requirement of a verb."""
    act = refused.act
    if refused.why != NOT_NOW or not verb.requirements or isinstance(act, Shuffled):
        return refused
    first = verb.requirements[0]
    if first.holds(game, ask, act):
        return refused
    return Refused(act, first.clause, first.why, first.facts(game, ask, act))


def _meant(verb: ActType, seat: str, card: CardRef, first: CardRef) -> Iterator[AnyAct]:
    """What somebody may mean who taps a card, or that card after a first one: with each word and number that
    such an act may have."""
    cards: tuple[CardRef, ...] = (card,) if verb.cards[1] else ()
    if first and verb.cards[1]:
        cards = (first, card) if verb.cards[1] > 1 and not verb.targets[1] else (first,)
    targets = (card,) if verb.targets[1] and card not in cards else ()
    if not cards and not targets:
        return
    numbers: tuple[int | None, ...] = {False: (None,), True: (1,), None: (None, 0, 1)}[verb.numbered]
    for number in numbers:
        for words in ((), *((word,) for word in verb.words)):
            yield verb.event(seat, verb.name, cards, targets, number, words)


def _met(verb: ActType, refused: Refused) -> int:
    """How many requirements an act met before the one for which it was refused; −1 if not even its shape is
    right."""
    for number, requirement in enumerate(verb.requirements):
        if (requirement.clause, requirement.why) == (refused.clause, refused.why):
            return number
    return -1
