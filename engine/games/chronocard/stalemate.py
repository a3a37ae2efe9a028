"""Repeated rounds: the position at the start of each, and what was declared in it (CC-base-9-6, CC-OP-21).

A round is a turn of the first player and the turn of the second that follows it. Computed from the record
whenever somebody claims it. Not here: the claim (``verbs.ending``).
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.games.chronocard.board import SEATS
from engine.kernel.game import Game
from engine.kernel.table import Table
from events.model.changes import CardRef
from events.model.kinds import ACTS, AnyEvent, Began, Ended

Course = list[tuple[object, ...]]
"""What was declared in a turn, in order."""
Describe = Callable[[CardRef], str]


@dataclass(slots=True)
class Round:
    """A round: ``begins`` is the number of its first event, ``courses`` the course of each turn, ``over`` how
    many of its turns are over."""

    begins: int
    courses: dict[str, Course] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    over: int = 0


def repeats(game: Game) -> int:
    """How often in a row the same course has come, up to the last one. By the rule it is the first player who
    has to change, so that the last one counts as soon as that player's turn is over; by the setting ``round``
    only a whole round does (CC-base-9-6, CC-OP-21).

    Positions are computed only where the declarations agree: it takes all events of the match."""
    found = [one for one in rounds(game) if one.over >= _turns_that_count(game)]
    if not found:
        return 0
    last, earlier = found[-1], found[-2::-1]
    same = 1
    positions: dict[int, object] = {}
    for one in earlier:
        if not _same_course(game, one, last, same == 1):
            break
        positions = positions or _positions(game, {one.begins for one in found})
        if positions[one.begins] != positions[last.begins]:
            break
        last, same = one, same + 1
    return same


def rounds(game: Game) -> list[Round]:
    """The rounds of the match so far; the last one may not be over."""
    face, found, seat = _namer(game), list[Round](), ""
    for number, event in enumerate(game.history):
        if type(event) is Began and event.span == "turn":
            seat = event.seat
            if seat == SEATS[0]:
                found.append(Round(number))
        elif type(event) is Ended and event.span == "turn" and found:
            found[-1].over += 1
        elif isinstance(event, ACTS) and found and event.verb != "stalemate":
            found[-1].courses[seat].append(_said(event, face))
    return found


def _turns_that_count(game: Game) -> int:
    return 1 if game.settings["stalemate_moment"] == "first_player" else len(SEATS)


def _same_course(game: Game, one: Round, other: Round, is_last: bool) -> bool:
    """Whether two rounds took the same course; of the last one the setting says which turns matter."""
    seats = SEATS[: _turns_that_count(game)] if is_last else SEATS
    return one.over == len(SEATS) and all(one.courses[seat] == other.courses[seat] for seat in seats)


def _said(act: AnyEvent, face: Describe) -> tuple[object, ...]:
    """An act by the cards that it names, of which one copy is like another."""
    assert isinstance(act, ACTS)
    cards, targets = tuple(map(face, act.cards)), tuple(map(face, act.targets))
    return act.seat, act.verb, cards, targets, act.number, act.words


def _namer(game: Game) -> Describe:
    """Names a card by its face; one whose face the record does not know by itself."""
    faces = game.table.face

    def face(card: CardRef) -> str:
        return faces.get(card, "") or card

    return face


def _positions(game: Game, starts: set[int]) -> dict[int, object]:
    """The table before each of some events, by their numbers."""
    table, found, face = Table(), dict[int, object](), _namer(game)
    for number, event in enumerate(game.history):
        if number in starts:
            found[number] = _position(table, face)
        table.apply(event)
    return found


def _position(table: Table, face: Describe) -> object:
    """What lies in each zone and how, in no order, and all numbers; without the number of the turn, and
    without what makes copies of a card different."""
    effects = defaultdict[str, list[object]](list)
    for one in table.grants.values():
        source = face(one.source) if one.source in table.face else one.source
        effects[one.on].append((one.quantity, one.operation, one.amount, one.text, source))

    def lies(card: CardRef) -> str:
        host, role = table.host.get(card, ("", ""))
        state = (face(card), card in table.down, table.quarter.get(card, 0), role, face(host) if host else "")
        return repr((state, sorted(map(repr, effects[card]))))

    zones = tuple((place, sorted(map(lies, cards))) for place, cards in sorted(table.zones.items()) if cards)
    seats = tuple(sorted(map(repr, effects[seat])) for seat in SEATS)
    return zones, seats, sorted(table.tracks.items())
