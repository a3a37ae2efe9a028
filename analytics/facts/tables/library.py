"""One row a card and a span of draws of a seat in which the number of its copies in the random part of the
library stayed the same.

At the draws ``first_k`` to ``last_k`` there were ``copies`` of the card in that part of the library; draws
without a row had none. A library with unknown cards has no rows. Not here: the draws (``draw``).
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Number, Word
from analytics.facts.extract.match_facts import MatchFacts
from analytics.facts.extract.shuffled_library import copies_of


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seat: Word
    card: Word
    copies: Count
    first_k: Count
    last_k: Count


def rows(facts: MatchFacts) -> list[Row]:
    """The spans of every card, in order of seats and cards."""
    return [
        Row(facts.match, 1, seat, span.face, span.copies, span.first, span.last)
        for seat, shuffled_part in sorted(facts.movements.libraries.items())
        for span in copies_of(shuffled_part.spans)
    ]
