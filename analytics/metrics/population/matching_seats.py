"""The seats that filters select, a row each, for counts that cannot be added up from sums.

Not here: what is counted (``census``, ``archetypes``, ``games``), nor where rows are kept
(``analytics.query.cubes.seats``).
"""

from collections.abc import Collection, Sequence
from contextlib import suppress

import polars as pl

from analytics.query.cubes.answer import UNREADABLE, cube_index
from analytics.query.cubes.rows import rows_of
from analytics.query.cubes.seats import KINDS, SEATS, select_seats
from analytics.query.filter_conditions import column_conditions, deck_cards, sum_query
from analytics.query.filters import Filters
from analytics.query.measures.frame import Frame, Tables
from analytics.query.selection.months import months_of
from analytics.query.selection.part_set import PartSet
from analytics.query.selection.seats_with_card import seats_with_cards
from analytics.query.sum_query import among, days, filtered
from analytics.store.reader import Store


def matching_seats(
    store: Store,
    filters: Filters,
    columns: Sequence[str],
    *also: pl.Expr,
    grades: bool = True,
    months: Collection[str] | None = None,
) -> pl.DataFrame:
    """These ``columns`` of ``seat`` (``analytics.query.cubes.seats.select_seats``), a row for each seat under
    filters that were checked, words as plain text.

    ``also`` are further conditions on the ``columns``. Without ``grades`` matches of every grade pass; only
    these ``months`` are looked into, where they are given. Raises ``DamagedStore``.
    """
    where = [*column_conditions(filters), *days(since=filters.since, until=filters.until)]
    there = months_under(store, filters, months)
    graded = [_graded(filters)] if grades else []
    with suppress(*UNREADABLE):
        only = _with_card(store, filters)
        found = rows_of(
            store, SEATS, columns, *graded, *also, where=where, game=filters.game, months=there, only=only
        )
        if found is not None:
            return found
    if grades:
        where.append(among("grade", filters.grades))
    if months is not None:
        where.append(among("month", months))

    def chosen(tables: Tables) -> Frame:
        rows = filtered(tables["seat"], where)
        return rows.select(*dict.fromkeys((*columns, *(("match", "seat") if by_deck else ()))))

    by_deck = bool(deck_cards(filters))
    chosen_rows = select_seats(store, chosen)
    only = _with_card(store, filters)
    if only is not None:
        chosen_rows = chosen_rows.join(only.cast(pl.String), on=["match", "seat"], how="semi").select(
            *columns
        )
    return chosen_rows.filter(*also)


def _with_card(store: Store, filters: Filters) -> pl.DataFrame | None:
    """The seats (``match seat``) whose deck is as filters want it; None where they name no card."""
    wanted = deck_cards(filters)
    if not wanted:
        return None
    parts = [part for part in store.manifest.parts if filters.game in ("", part.game)]
    return seats_with_cards(PartSet(store.folder, parts), wanted).select("match", "seat")


def months_under(
    store: Store, filters: Filters, months: Collection[str] | None = None
) -> Collection[str] | None:
    """Those of the months, None for all, in which there is what filters that were checked name."""
    try:
        there = months_of(store.folder, cube_index(store), sum_query((), (), filters).where)
    except UNREADABLE:
        return months
    return months if there is None else there if months is None else there.intersection(months)


def _graded(filters: Filters) -> pl.Expr:
    """``grade`` is one of those of the filters. A number is compared in a third of the time of a word."""
    return pl.col("kind") & sum(KINDS[grade] for grade in {*filters.grades}) != 0
