"""One row a stay of a card in a hand: when and how it entered the hand, when and how it left.

``came``: ``open`` (in hand when the first turn began; since turn 0) · ``drawn`` · ``tutored`` (from the
library in any other way) · ``other``. ``became``: ``played`` (by its holder) · ``left`` (discarded, paid,
moved by a text) · ``held`` (still in hand at the end, up to which the stay is counted). ``card`` is null if
its face never became known. Not here: hands before the first turn.
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seat: Word
    seq: Count
    card: Word | None
    came: Word
    since_turn: Number
    until_turn: Number
    became: Word


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every stay, in the order in which they began."""
    return [
        Row(
            facts.match,
            1,
            stay.seat,
            stay.seq,
            stay.card[0] or None,
            stay.came,
            stay.since,
            stay.until,
            stay.became,
        )
        for stay in facts.movements.stays
    ]
