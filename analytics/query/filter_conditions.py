"""The one translation of filters: conditions on columns, which any engine applies to rows.

The conditions are Narwhals expressions, so cubes, facts read by Polars and views of DuckDB take the same
ones. A filter by ``card`` is no condition on a column: it asks another table (``SumQuery.deck_cards``,
``analytics.metrics.population.matching_seats``). Not here: the filters and their check (``filters``).
"""

from collections.abc import Iterable

from analytics.query.deck_card import DeckCard
from analytics.query.filters import FilterError, Filters
from analytics.query.measures import facts_of
from analytics.query.measures.relation import reaches
from analytics.query.sum_query import Condition, SumQuery, among, days, equal

COLUMNS = {
    "game": "game",
    "edition": "edition",
    "player": "player",
    "archetype": "archetype",
    "opponent_archetype": "opponent_archetype",
    "format": "cards",
    "stage": "stage",
}
"""Filter → the column that it wants to have its value."""
FILTERED = {**COLUMNS, "tournament": "tournament", "rounds": "round"}
"""Filter → the column that rows need for it, where some rows have none."""
ALWAYS = ("simulated", "grades", "since", "until", "weeks", "card", "without")
"""Filters that every number takes."""


def column_conditions(filters: Filters) -> tuple[Condition, ...]:
    """Everything that filters ask of the columns of a seat and its match, except for grade and day."""
    if filters.weeks:
        raise ValueError("the last weeks are not a range of days yet: the filters were not checked")
    found = [equal(column, value) for name, column in COLUMNS.items() if (value := getattr(filters, name))]
    tournaments = filters.tournaments
    if tournaments:
        one = len(tournaments) == 1
        found.append(equal("tournament", tournaments[0]) if one else among("tournament", tournaments))
    if filters.rounds:
        found.append(among("round", filters.rounds))
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


def deck_cards(filters: Filters) -> tuple[DeckCard, ...]:
    """What filters that were checked ask of the decks of seats."""
    with_card = (DeckCard(filters.card, filters.board),) if filters.card else ()
    without = (DeckCard(filters.without, filters.board, there=False),) if filters.without else ()
    return (*with_card, *without)


def check_taken(sums: Iterable[str], filters: Filters) -> None:
    """Raises ``FilterError`` for a filter by what none of these sums has, naming those that it takes."""
    facts = facts_of(sums)
    if not facts:
        return
    taken = [name for name, column in FILTERED.items() if any(reaches(column, fact) for fact in facts)]
    for name in FILTERED:
        if name not in taken and getattr(filters, name):
            raise FilterError(
                f"what is counted here cannot be chosen by {name};"
                f" accepted filters: {', '.join((*taken, *ALWAYS))}"
            )


def sum_query(sums: Iterable[str], by: Iterable[str], filters: Filters) -> SumQuery:
    """The query for these sums by these columns, over the matches of filters that were checked. Raises
    ``FilterError`` for a filter that none of the sums can take."""
    sums = tuple(dict.fromkeys(sums))
    check_taken(sums, filters)
    return SumQuery(
        sums,
        tuple(by),
        (*column_conditions(filters), among("grade", filters.grades)),
        since=filters.since,
        until=filters.until,
        deck_cards=deck_cards(filters),
    )
