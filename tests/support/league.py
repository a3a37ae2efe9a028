"""A small league with everything that a population is made of, as events by match, and its grades.

Four players, two tournaments, three months and undated matches; simulated and real ones, draws, matches
without an end, hands that are known in part, and matches that depart from the rules.
"""

from functools import cache
from typing import NamedTuple

import msgspec

from engine.audit.verdict import Grade
from events.log.contract import Log
from events.model.changes import Create
from events.model.kinds import Chose, Declared, Derived, Happened
from tests.support.play import append, opened, random_match

PLAYERS = ("Aoi", "Ren", "Mio", "Kenji")
DAYS = ("2026-03-01T10:00:00+09:00", "2026-04-30", '"2026-05-01"', "")
TOURNAMENTS = ('"Spring Cup"', '"月見杯"', "")
AGREED = Declared("table", "agreed-end")


class Played(NamedTuple):
    """One match of the league."""

    id: str
    derived: list[Derived]
    grade: Grade


@cache
def league(size: int = 36) -> tuple[Played, ...]:
    """``size`` matches, always the same."""
    return tuple(_match(number) for number in range(size))


def _match(number: int) -> Played:
    first = PLAYERS[number % 4]
    second = [player for player in PLAYERS if player != first][number // 4 % 3]
    head = {"played": DAYS[number % 4], "tournament.name": TOURNAMENTS[number % 3]}
    opening = opened(
        players={"A": first, "B": second},
        head={key: value for key, value in head.items() if value},
        simulated=number % 2 == 0,
    )
    if number % 9 == 4:
        derived = random_match(number, opening, acts=40, then=[AGREED])
    elif number % 9 == 7:
        derived = random_match(number, opening, acts=30)
    else:
        derived = random_match(number, opening)
    if number % 5 == 3:
        derived = _partly_known(derived)
    grade: Grade = "DIVERGED" if number % 11 == 5 else "CONSISTENT" if number % 5 == 3 else "EXACT"
    return Played(f"league-{number:03d}", derived, grade)


def _partly_known(derived: list[Derived]) -> list[Derived]:
    """The same match, written by somebody who never saw one card that B kept and one that B laid aside."""
    (kept,) = (
        event.cards
        for event, _ in derived
        if isinstance(event, Chose) and event.seat == "B" and event.verb == "keep"
    )
    shown = {
        card
        for event, _ in derived
        for card in getattr(event, "cards", ())
        if getattr(event, "verb", "") != "keep"
    }
    dealt = {f"B.{number}" for number in range(1, 16)}
    unseen = {min(set(kept) - shown, default=""), min(dealt - set(kept))}
    found: list[Derived] = []
    for event, cause in derived:
        if isinstance(event, Happened) and event.what == "dealt":
            changes = tuple(
                msgspec.structs.replace(change, face="")
                if isinstance(change, Create) and change.card in unseen
                else change
                for change in event.changes
            )
            event = msgspec.structs.replace(event, changes=changes)
        found.append((event, cause))
    return found


def write(log: Log, *, size: int = 36) -> None:
    """Append the league to a log."""
    for match in league(size):
        append(log, match.id, match.derived)


def judge(match: str, derived: object) -> Grade:
    """The grade of a match of the league; ``EXACT`` for any other."""
    return next((played.grade for played in league() if played.id == match), "EXACT")
