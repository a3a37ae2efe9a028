"""Filters as a question for sums, which cubes or facts answer.

Not here: the filters themselves (``filters``), nor where the answer comes from (``analytics.query.cubes``).
"""

from collections.abc import Iterable

from analytics.query.cubes.sum_query import Ask, Condition, among, equal
from analytics.query.filters import Filters

COLUMNS = ("game", "player", "tournament", "archetype", "opponent_archetype")
"""Filters that want a column to have one value."""


def asking(sums: Iterable[str], by: Iterable[str], filters: Filters) -> Ask:
    """The question for these sums by these columns, over the matches of a filter that was checked."""
    where: list[Condition] = [
        equal(column, value) for column in COLUMNS if (value := getattr(filters, column))
    ]
    if filters.simulated != "any":
        where.append(equal("simulated", filters.simulated == "only"))
    where.append(among("grade", filters.grades))
    return Ask(
        tuple(dict.fromkeys(sums)),
        tuple(by),
        tuple(where),
        since=filters.since,
        until=filters.until,
        holding=filters.card,
    )
