"""How a match or a game came out, for each seat: the one place that says which results are those of play.

Not here: points and tiebreakers (``analytics.tournaments``).
"""

from typing import NamedTuple

UNFINISHED = "unfinished"
"""The outcome, and the reason, of what has no end."""
WIN, LOSS, TIE = "win", "loss", "tie"
SHARED = "shared"
"""All players have one result together, a score."""
PLAYED = frozenset({WIN, TIE})
"""Outcomes that are results of play; who concedes a match that is played loses it by a ``win``. Byes,
intentional draws, no-shows, forfeits, double losses and unfinished matches are none: they count in standings,
not in what a deck or a card is worth."""
OUTCOMES = (
    *sorted(PLAYED), "bye", "double-loss", "forfeit", "intentional-draw", "no-show", SHARED, UNFINISHED,
)  # fmt: skip


class Result(NamedTuple):
    """0 or 1 each; all 0 where there is no result of play."""

    won: int
    lost: int
    tied: int


NO_RESULT = Result(0, 0, 0)


def result(outcome: str, winner: str, seat: str) -> Result:
    """The result of ``seat``, if ``winner`` (``""``: nobody) won in this way."""
    if outcome not in PLAYED:
        return NO_RESULT
    if not winner:
        return Result(0, 0, 1)
    return Result(1, 0, 0) if winner == seat else Result(0, 1, 0)


def outcome_of_seat(outcome: str, winner: str, seat: str) -> str:
    """The outcome of a match as one seat has it: a ``win`` is a ``loss`` to the others."""
    return LOSS if outcome == WIN and winner != seat else outcome
