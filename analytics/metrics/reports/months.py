"""A game month by month: the number of matches, the share of draws, and the win rate of going first.

Not here: cards and decks.
"""

from datetime import date
from typing import NamedTuple

import polars as pl

from analytics.metrics.cell_estimates import NUMBERS
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimators.estimate import Draws, Estimate
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.population import census
from analytics.metrics.population.census import of_kind, simulated_as_chosen
from analytics.metrics.reports.measured import measured
from analytics.query.filters import Filters, checked
from analytics.store.manifest import UNDATED
from analytics.store.reader import Store

TIES, FIRST = METRICS["tie_rate"], METRICS["first_win_rate"]


class Course(NamedTuple):
    """A number over all matches (``whole``), and ``by_month``: columns ``month value``, oldest first, of the
    months that have one; ``basis`` of the interval, if it was computed. Matches without a day count
    only in the whole."""

    whole: Estimate
    by_month: pl.DataFrame
    basis: str | None = None


def matches(store: Store, filters: Filters) -> Course:
    """The number of matches that were played to a result."""
    found = _matches(store, filters).with_columns(value=pl.col("matches").cast(pl.Float64))
    n = int(found["matches"].sum())
    return Course(Estimate(n, n), _dated(found))


def ties(store: Store, filters: Filters) -> Course:
    """The share of matches that nobody won."""
    found = _matches(store, filters).rename({"matches": "n"})
    values = [_of_ties(tied, n).value for tied, n in found.select("ties", "n").iter_rows()]
    whole = _of_ties(int(found["ties"].sum()), int(found["n"].sum()))
    return Course(whole, _dated(found.with_columns(pl.Series("value", values, pl.Float64))))


def first_wins(store: Store, filters: Filters, *, draws: Draws = "exclude") -> Course:
    """The win rate of the first player, over games in which that is known."""
    found = measured(store, FIRST, ("month",), filters, draws=draws)
    value, n, low, high, basis = (
        measured(store, FIRST, (), filters, draws=draws).select(*NUMBERS, BASIS).row(0)
    )
    return Course(Estimate(value, n, low, high), _dated(found.drop_nulls("value")), basis)


def last_day(store: Store, filters: Filters) -> date | None:
    """The day of the latest match that has one."""
    day: date | None = _ended(store, filters).select(pl.col("last_day").max()).item()
    return day


def _matches(store: Store, filters: Filters) -> pl.DataFrame:
    """``month matches ties``; a match counts once, however many seats it has."""
    played = _ended(store, filters).filter(of_kind("matches_played"))
    ties = pl.col("matches").filter(of_kind("matches_drawn")).sum().alias("ties")
    return played.group_by("month").agg(pl.col("matches").sum(), ties).sort("month")


def _ended(store: Store, filters: Filters) -> pl.DataFrame:
    """The matches that came to an end, counted by month and kind."""
    chosen = checked(store, filters)
    ended = simulated_as_chosen(chosen) & of_kind(*chosen.grades) & of_kind("finished")
    return census.matches(store, chosen).filter(ended)


def _of_ties(ties: int, n: int) -> Estimate:
    """The tie rate of matches; who won the others does not matter."""
    return TIES.estimate({"ties": ties, "wins": n - ties, "losses": 0})


def _dated(found: pl.DataFrame) -> pl.DataFrame:
    return found.filter(pl.col("month") != UNDATED).select("month", "value").sort("month")
