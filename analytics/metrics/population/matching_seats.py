"""The seats that filters choose, a row each: what cannot be added up is counted over these.

Not here: what is counted (``census``, ``archetypes``, ``games``), nor where rows are kept
(``analytics.query.cubes.seats``).
"""

from collections.abc import Collection, Iterator, Sequence

import polars as pl

from analytics.query.asking import COLUMNS, asking
from analytics.query.cubes.answer import UNREADABLE, shelf_of
from analytics.query.cubes.months import months_of
from analytics.query.cubes.rows import rows_of
from analytics.query.cubes.seats import KINDS, SEATS, of_seats
from analytics.query.filters import Filters, seats_where
from analytics.store.reader import Store


def matching_seats(
    store: Store,
    filters: Filters,
    columns: Sequence[str],
    *also: pl.Expr,
    grades: bool = True,
    months: Collection[str] | None = None,
) -> pl.DataFrame:
    """These ``columns`` of ``seat`` (``analytics.query.cubes.seats.of_seats``), a row for each seat under
    filters that were checked, words as plain text.

    ``also`` are further conditions on the ``columns``. Without ``grades`` matches of every grade pass; only
    these ``months`` are looked into, where they are given. Raises ``DamagedStore``.
    """
    if not filters.card:  # which is told by another table
        holds = (*_holds(filters, grades=grades), *also)
        there = _months(store, filters, months)
        found = rows_of(store, SEATS, columns, *holds, game=filters.game, months=there)
        if found is not None:
            return found
    where, parameters = seats_where(filters, grades=grades)
    if months is not None:
        where, parameters = f"{where} AND list_contains($months, s.month)", parameters | {"months": [*months]}
    listed = ", ".join(f"s.{column}" for column in columns)
    return of_seats(store, f"SELECT {listed} FROM seat s WHERE {where}", parameters).filter(*also)


def _months(store: Store, filters: Filters, months: Collection[str] | None) -> Collection[str] | None:
    """Those of the months in which there is what the filters name."""
    try:
        there = months_of(store.folder, shelf_of(store), asking((), (), filters).where)
    except UNREADABLE:
        return months
    return months if there is None else there if months is None else there.intersection(months)


def _holds(filters: Filters, *, grades: bool) -> Iterator[pl.Expr]:
    """What ``seats_where`` says, but for games, which lie in files of their own."""
    for column in COLUMNS:
        if column != "game" and (value := getattr(filters, column)):
            yield pl.col(column) == value
    if filters.simulated != "any":
        yield pl.col("simulated") == (filters.simulated == "only")
    if filters.since is not None:
        yield pl.col("day") >= filters.since
    if filters.until is not None:
        yield pl.col("day") <= filters.until
    if grades:
        yield pl.col("kind") & sum(KINDS[grade] for grade in {*filters.grades}) != 0
