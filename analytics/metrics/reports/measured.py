"""One metric of the registry over the matches of a filter: as a whole, or for each card, player, deck.

Not here: several metrics of the same keys (``ask``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.metrics.ask import ask
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.question import Intervals, Question
from analytics.query.filters import Filters
from analytics.store.reader import Store


def measured(
    store: Store,
    metric: Metric,
    per: Sequence[str] = (),
    filters: Filters | None = None,
    *,
    draws: Draws = "exclude",
    intervals: Intervals = "fitting",
) -> pl.DataFrame:
    """The rows of the answer to a question about one metric: its keys, and ``value n low high basis``. Raises
    what ``ask`` raises."""
    question = Question((metric,), tuple(per), filters or Filters(), draws=draws, intervals=intervals)
    return ask(store, question).of(metric.id)
