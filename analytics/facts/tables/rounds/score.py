"""One row a seat of a round or a match that gave points; one for all if they share, with the seat ``table``.

``player`` are all of them then, in the order of their names. ``number`` is that of the round, 0 for the
match; ``began`` whether the seat began the round; ``paid`` how much it, or everybody, paid in that time. Not
here: what the points were given for (``achievement``).
"""

from typing import NamedTuple

from analytics.facts.columns import Bit, Count, Flag, Number, Word
from analytics.facts.extract.match_facts import MatchFacts
from engine.kernel.ask import TABLE


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seat: Word
    player: Word | None
    seq: Count
    span: Word
    number: Number
    began: Flag | None
    points: Number
    paid: Number
    won: Bit
    lost: Bit
    tied: Bit


def rows(facts: MatchFacts) -> list[Row]:
    """A row for each seat with points, span after span."""
    return [
        Row(
            facts.match,
            1,
            seat,
            _player(facts, seat),
            span.end,
            span.name,
            span.number,
            span.first_seat == seat if span.first_seat and seat != TABLE else None,
            points,
            span.paid.total() if seat == TABLE else span.paid[seat],
            *span.result(seat),
        )
        for span in facts.rounds.spans
        for seat, points in sorted(span.scores.items())
    ]


def _player(facts: MatchFacts, seat: str) -> str | None:
    """The name of the player; of all that have one, where all share the points."""
    named = facts.opened.players
    return (" + ".join(sorted(filter(None, named.values()))) if seat == TABLE else named.get(seat)) or None
