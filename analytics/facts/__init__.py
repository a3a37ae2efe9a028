"""From the events of one match to rows: the facts that every statistic is summed from.

``FACTS`` lists the tables. Not here: storing rows (``analytics.store.projection``) or summing them
(``analytics.metrics``).
"""

from analytics.facts.fact import Fact
from analytics.facts.tables import (
    budget,
    card_seat_game,
    deck_card,
    declaration,
    draw,
    entrant,
    game,
    holding,
    library,
    life,
    match,
    payment,
    resolution,
    response,
    response_window,
    reversal,
    seat_game,
    seat_match,
    shuffle,
)

FACTS: dict[str, Fact] = {
    "match": match.rows,
    "seat_match": seat_match.rows,
    "entrant": entrant.rows,
    "game": game.rows,
    "seat_game": seat_game.rows,
    "card_seat_game": card_seat_game.rows,
    "deck_card": deck_card.rows,
    "draw": draw.rows,
    "shuffle": shuffle.rows,
    "library": library.rows,
    "holding": holding.rows,
    "life": life.rows,
    "declaration": declaration.rows,
    "payment": payment.rows,
    "budget": budget.rows,
    "reversal": reversal.rows,
    "response_window": response_window.rows,
    "response": response.rows,
    "resolution": resolution.rows,
}
"""Table → the function that gives its rows for one match."""
