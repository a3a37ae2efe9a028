"""From the events of one match to rows: the facts that every statistic is summed from.

``FACTS`` lists the tables, ``SCHEMAS`` their columns. Not here: storing rows
(``analytics.store.projection``) or summing them (``analytics.metrics``).
"""

from analytics.facts.columns import Schema, schema_of
from analytics.facts.fact import Fact, FactTable
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
    side_card,
)
from analytics.facts.tables.rounds import achievement, call, score

_TABLES: tuple[FactTable, ...] = (
    match,
    seat_match,
    entrant,
    game,
    seat_game,
    card_seat_game,
    deck_card,
    side_card,
    draw,
    shuffle,
    library,
    holding,
    life,
    declaration,
    payment,
    budget,
    reversal,
    response_window,
    response,
    resolution,
    score,
    achievement,
    call,
)

FACTS: dict[str, Fact] = {table.__name__.rpartition(".")[2]: table.rows for table in _TABLES}
"""Table → the function that gives its rows for one match."""
SCHEMAS: dict[str, Schema] = {name: schema_of(table.Row) for name, table in zip(FACTS, _TABLES, strict=True)}
"""Table → its columns. Every table also has ``game`` and ``month`` (``2026-05``, or
``undated``), which stand in the names of the folders."""
