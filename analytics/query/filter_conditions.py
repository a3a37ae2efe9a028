"""The one translation of filters: conditions on columns, which any engine applies to rows.

The conditions are Narwhals expressions, so cubes, facts read by Polars and views of DuckDB take the same
ones. A filter by ``card`` is no condition on a column: it asks another table (``SumQuery.deck_card``,
``analytics.metrics.population.matching_seats``). Not here: the filters and their check (``filters``).
"""

from collections.abc import Iterable

from analytics.query.filters import Filters
from analytics.query.sum_query import Condition, SumQuery, among, days, equal

COLUMNS = ("game", "player", "tournament", "archetype", "opponent_archetype")
"""Filters that want the column of this name to have one value."""


def column_conditions(filters: Filters) -> tuple[Condition, ...]:
    """Everything that filters ask of the columns of a seat and its match, except for grade and day."""
    found = [equal(column, value) for column in COLUMNS if (value := getattr(filters, column))]
    if filters.simulated != "any":
        found.append(equal("simulated", filters.simulated == "only"))
    return tuple(found)


def conditions(filters: Filters) -> tuple[Condition, ...]:
    """Everything that filters ask of the columns of a seat and its match."""
    return (
        *column_conditions(filters),
        among("grade", filters.grades),
        *days(since=filters.since, until=filters.until),
    )


def sum_query(sums: Iterable[str], by: Iterable[str], filters: Filters) -> SumQuery:
    """The query for these sums by these columns, over the matches of filters that were checked."""
    return SumQuery(
        tuple(dict.fromkeys(sums)),
        tuple(by),
        (*column_conditions(filters), among("grade", filters.grades)),
        since=filters.since,
        until=filters.until,
        deck_card=filters.card,
    )
