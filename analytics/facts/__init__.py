"""From the events of one match to rows: the facts that every statistic is summed from.

``FACTS`` lists the tables. Not here: storing rows (``analytics.projection``) or summing them
(``analytics.metrics``).
"""

from analytics.facts import (
    card_seat_game,
    declaration,
    match,
    payment,
    resolution,
    response,
    seat_game,
)
from analytics.facts.fact import Fact

FACTS: dict[str, Fact] = {
    "match": match.rows,
    "seat_game": seat_game.rows,
    "card_seat_game": card_seat_game.rows,
    "declaration": declaration.rows,
    "payment": payment.rows,
    "response": response.rows,
    "resolution": resolution.rows,
}
"""Table → the function that gives its rows for one match."""
