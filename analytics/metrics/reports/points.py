"""Points of a game that counts them: of matches and rounds, what they are given for, what going on was worth.

Not here: the metrics themselves (``registry``).
"""

import polars as pl

from analytics.metrics.ask import ask
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import Estimates
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.question import Question
from analytics.metrics.reports.measured import measured
from analytics.query.filters import Filters
from analytics.query.measures import MEASURES
from analytics.query.measures.derived import stored_as
from analytics.store.reader import Store

SHARED, OWN, BEGAN, ACHIEVED, CALL = (
    METRICS[name]
    for name in ("shared_score", "own_score", "round_first_rate", "achievement_rate", "call_gain")
)
TOTALS = (SHARED, BEGAN, CALL)


def counts_points(store: Store, game: str) -> bool:
    """Whether any match of a game has points, whatever filters choose: most games count none."""
    tables = {stored_as(MEASURES[name].fact) for metric in (*TOTALS, OWN) for name in metric.sums}
    parts = (part for part in store.manifest.parts if part.game == game)
    return any(part.rows.get(table) for part in parts for table in tables)


def totals(store: Store, filters: Filters, *, draws: Draws = "exclude") -> Estimates:
    """``TOTALS`` over all matches. Raises ``FilterError``."""
    return ask(store, Question(TOTALS, (), filters, draws))


def scores(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """The mean score of each player, or of those who share one: ``player value n low high basis``, most
    matches first. Raises ``FilterError``."""
    kinds = [measured(store, metric, ("player",), filters, draws=draws) for metric in (SHARED, OWN)]
    found = pl.concat(kinds)
    return found.drop_nulls("player").filter(pl.col("n") > 0).sort("n", "player", descending=[True, False])


def achieved(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """How often a seat had what gives points, of all its rounds: ``what value n low high basis``, the most
    frequent first. Raises ``FilterError``."""
    found = measured(store, ACHIEVED, ("what",), filters, draws=draws)
    return found.drop_nulls(("what", "value")).sort("value", "what", descending=[True, False])
