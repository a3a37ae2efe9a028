"""How many intervals of a metric hold the truth of their world.

Not here: the worlds (``worlds``), and what is true in them (``truths``).
"""

from collections.abc import Sequence
from typing import NamedTuple

import narwhals as nw
import numpy as np
import polars as pl

from analytics.metrics import Filters, Metric
from analytics.metrics.both_seats import as_in_rows, as_summed, once, wanted
from analytics.metrics.cell_estimates import NUMBERS, estimate, named
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.match_intervals import MATCH, is_of_matches, over_matches, ratios_of
from analytics.query.measures import MEASURES
from analytics.query.measures.relation import reaches, relation
from analytics.query.measures.sources import collected
from analytics.query.measures.sums import summed
from tests.support.known_truth.leagues import Tables
from tests.support.known_truth.worlds import WORLD

ENOUGH = 100
"""The fewest observations of an interval that is looked at: with few, a discrete law cannot hold 95 %."""
TRUTH = "truth"
RARE = 0.02
"""A share closer to 0 or 1 than this is left out, for the same reason."""


class Held(NamedTuple):
    """So many ``intervals``, of which so many ``held`` the truth."""

    intervals: int
    held: int

    @property
    def share(self) -> float:
        """NaN without intervals."""
        return self.held / self.intervals if self.intervals else float("nan")

    def __add__(self, other: object) -> "Held":
        assert isinstance(other, Held)
        return Held(self.intervals + other.intervals, self.held + other.held)


NONE = Held(0, 0)


def estimates(tables: Tables, metric: Metric, per: Sequence[str], draws: Draws = "exclude") -> pl.DataFrame:
    """The rows of a metric, as ``analytics.metrics.ask`` makes them with games as independent."""
    asked, every = [name for name in per if name != WORLD], Filters()
    in_rows = as_in_rows(metric, asked, every, ())
    sums = _sums(tables, in_rows, (*per, *metric.by, *wanted(metric, asked, every)))
    sums = named(
        in_rows.estimator, once(in_rows, sums, asked, every, *(name for name in per if name == WORLD)), per
    )
    found = estimate(as_summed(in_rows, sums), sums, per, draws=draws)
    if found.is_empty() or not is_of_matches(metric, per):
        return found
    by_match = _by_fact(tables, metric, (*per, *metric.by, MATCH))
    ratios = ratios_of(metric.estimator, by_match, per, draws=draws)
    return over_matches(metric, found, sums, ratios, per, draws=draws, lent=WORLD)


def held(rows: pl.DataFrame, *, enough: int = ENOUGH) -> Held:
    """``rows`` have the columns ``truth n low high``; an end that is null is that of no interval, or lies
    beyond all that was observed. Where nothing varies an interval has no length, and shows nothing."""
    some = rows.filter(
        pl.col("n") >= enough,
        pl.any_horizontal(pl.col("low", "high").is_not_null()),
        pl.col(TRUTH).is_finite(),
        (pl.col("low") != pl.col("high")).fill_null(True) | (pl.col("low") != pl.col(TRUTH)),
    )
    low, high = pl.col("low").fill_null(-np.inf), pl.col("high").fill_null(np.inf)
    return Held(some.height, some.filter(low <= pl.col(TRUTH), pl.col(TRUTH) <= high).height)


def with_truth(rows: pl.DataFrame, league: pl.DataFrame, metric: Metric) -> pl.DataFrame:
    """The rows of worlds with the value that the league has by the same keys."""
    keys = [name for name in league.columns if name not in NUMBERS]
    true = league.select(*keys, pl.col("value").alias(TRUTH))
    found = rows.join(true, on=keys, nulls_equal=True) if keys else rows.join(true, how="cross")
    return found.filter(pl.col(TRUTH).is_between(RARE, 1 - RARE)) if metric.unit == "share" else found


def _sums(tables: Tables, metric: Metric, columns: Sequence[str]) -> pl.DataFrame:
    """The sums of a metric by the columns, as far as the facts of each have them."""
    first, *others = sorted(_by_fact(tables, metric, columns).values(), key=lambda rows: -rows.width)
    found, sums = first, set(metric.sums)
    for rows in others:
        own = [name for name in rows.columns if name not in sums]
        if own:
            found = found.join(rows, on=own, how="left", nulls_equal=True)
        else:
            found = found.join(rows, how="cross")
    return found.with_columns(pl.col(metric.sums).fill_null(0))


def _by_fact(tables: Tables, metric: Metric, columns: Sequence[str]) -> dict[str, pl.DataFrame]:
    """Fact table → the sums of a metric over it, by those of the columns that its rows have."""
    frames = {name: nw.from_native(rows.lazy()) for name, rows in tables.items()}
    keys = tuple(dict.fromkeys(columns))
    by_fact: dict[str, list[str]] = {}
    for name in metric.sums:
        by_fact.setdefault(MEASURES[name].fact, []).append(name)
    found = {}
    for fact, names in by_fact.items():
        measures = [MEASURES[name] for name in names]
        own = [key for key in keys if reaches(key, fact)]
        borrowed = (column for measure in measures for column in measure.borrows)
        rows = collected(summed(relation(frames, fact, (*own, *borrowed)), own, measures))
        found[fact] = rows.select(*own, *names)
    return found
