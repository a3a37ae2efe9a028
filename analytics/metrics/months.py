"""A game month by month: how many matches, how many of them nobody won, and what going first was worth.

Not here: cards and decks.
"""

from typing import NamedTuple

import polars as pl

from analytics.metrics.filters import Filters
from analytics.metrics.measured import measured
from analytics.metrics.rate import Draws, Rate
from analytics.metrics.records import records
from analytics.metrics.registry import METRICS
from analytics.store import Store

TIES, FIRST = METRICS["tie_rate"], METRICS["first_win_rate"]
UNDATED = "undated"


class Course(NamedTuple):
    """A number over all matches (``whole``), and ``by_month``: columns ``month value``, oldest first, of the
    months in which there was one. Matches without a day are in the whole alone."""

    whole: Rate
    by_month: pl.DataFrame


def matches(store: Store, filters: Filters) -> Course:
    """How many matches came to a result of play. Filters must not choose a seat."""
    found = _matches(store, filters).with_columns(value=pl.sum_horizontal(*TIES.sums))
    n = int(found["value"].sum())
    return Course(Rate(n, n), _dated(found))


def ties(store: Store, filters: Filters) -> Course:
    """The share of matches that nobody won. Filters must not choose a seat."""
    found = _matches(store, filters)
    values = [TIES.of(row).value for row in found.select(TIES.sums).iter_rows(named=True)]
    whole = TIES.of(found.select(pl.col(TIES.sums).sum()).row(0, named=True))
    return Course(whole, _dated(found.with_columns(pl.Series("value", values, pl.Float64))))


def first_wins(store: Store, filters: Filters, *, draws: Draws = "exclude") -> Course:
    """The win rate of who went first, over games of which that is known."""
    found = measured(store, FIRST, ("month",), filters, draws=draws)
    value, n, low, high = measured(store, FIRST, (), filters, draws=draws).row(0)
    return Course(Rate(value, n, low, high), _dated(found.drop_nulls("value")))


def _matches(store: Store, filters: Filters) -> pl.DataFrame:
    """Results by month, each match once: its two seats tell the same."""
    found = records(store, ("month",), filters)
    won = pl.min_horizontal("wins", "losses")
    return found.select("month", wins=won, losses=pl.lit(0, pl.Int64), ties=pl.col("ties") // 2)


def _dated(found: pl.DataFrame) -> pl.DataFrame:
    return found.filter(pl.col("month") != UNDATED).select("month", "value").sort("month")
