"""Points of a game that counts them: of matches and rounds, what they are given for, what going on was worth.

Not here: the metrics themselves (``registry``).
"""

import polars as pl

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.reports.measured import measured
from analytics.query.filters import Filters
from analytics.store.reader import Store

SHARED, OWN, BEGAN, ACHIEVED, CALL = (
    METRICS[name]
    for name in ("shared_score", "own_score", "round_first_rate", "achievement_rate", "call_gain")
)
TOTALS = (SHARED, BEGAN, CALL)


def totals(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """One row with each of ``TOTALS`` as ``ID ID_n ID_low ID_high ID_over``. Raises ``FilterError``."""
    return pl.concat([_named(store, metric, filters, draws) for metric in TOTALS], how="horizontal")


def _named(store: Store, metric: Metric, filters: Filters, draws: Draws) -> pl.DataFrame:
    found = measured(store, metric, (), filters, draws=draws)
    columns = {"value": metric.id} | {name: f"{metric.id}_{name}" for name in ("n", "low", "high", "over")}
    return found.select(pl.col(name).alias(new) for name, new in columns.items())


def scores(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """The mean score of each player, or of those who share one: ``player value n low high over``, most
    matches first. Raises ``FilterError``."""
    kinds = [measured(store, metric, ("player",), filters, draws=draws) for metric in (SHARED, OWN)]
    found = pl.concat(kinds)
    return found.drop_nulls("player").filter(pl.col("n") > 0).sort("n", "player", descending=[True, False])


def achieved(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """How often a seat had what gives points, of all its rounds: ``what value n low high over``, the most
    frequent first. Raises ``FilterError``."""
    found = measured(store, ACHIEVED, ("what",), filters, draws=draws)
    return found.drop_nulls(("what", "value")).sort("value", "what", descending=[True, False])
