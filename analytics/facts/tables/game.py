"""One row a game of a match: its winner, the reason, and the number of turns.

A match recorded by events is one game. An imported result has a row for each game whose winner and number are
known; its score stands in ``seat_match``. Not here: the seats.
"""

from typing import NamedTuple

from analytics.facts.columns import Flag, Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    finished: Flag
    winner: Word | None
    reason: Word
    turns: Number
    first_seat: Word | None


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every game, in order."""
    return [
        Row(
            facts.match,
            game.number,
            game.finished,
            game.winner or None,
            game.reason,
            game.turns,
            game.first_seat or None,
        )
        for game in facts.games
    ]
