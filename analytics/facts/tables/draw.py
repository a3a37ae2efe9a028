"""One row a card drawn from a library after the first turn began.

``k`` counts the draws of the seat. ``library`` is the number of cards in random order before the draw;
``clean``: whether the card drawn was the top one of these. ``drawn_by`` is the card that made the seat draw,
null if the rules did. Not here: which other cards it could have been (``library``).
"""

from typing import NamedTuple

from analytics.facts.columns import Bit, Count, Flag, Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seat: Word
    seq: Count
    k: Count
    turn: Number
    library: Count
    clean: Flag
    card: Word | None
    drawn_by: Word | None
    deck: Word | None
    archetype: Word | None
    went_first: Flag | None
    won: Bit
    lost: Bit
    tied: Bit


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every draw, in order."""
    if not (facts.movements.draws and facts.by_events):
        return []
    (game,) = facts.games
    of_seat = {
        seat: (
            facts.decks[seat].digest if seat in facts.decks else None,
            facts.archetypes.get(seat),
            seat == game.first_seat if game.first_seat else None,
            *game.result(seat),
        )
        for seat in facts.movements.libraries
    }
    return [
        Row(
            facts.match,
            game.number,
            draw.seat,
            draw.seq,
            draw.k,
            draw.turn,
            draw.library,
            draw.clean,
            draw.card[0] or None,
            draw.by[0] or None,
            *of_seat[draw.seat],
        )
        for draw in facts.movements.draws
    ]
