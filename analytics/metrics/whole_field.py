"""Metrics of all archetypes together: shares of the field, and models that are fitted to every deck.

A filter by archetype chooses which of their rows are told; what these are shares of, or fitted to, stays the
field. Not here: the metrics (``definitions``), and who asks for them (``ask``).
"""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from analytics.metrics.both_seats import SIDES
from analytics.metrics.cell_estimates import ITEM
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.grouped import Of
from analytics.query.filters import FilterError, Filters

ARCHETYPE = SIDES[0]


def of_whole(metric: Metric, filters: Filters) -> Filters:
    """The filters of what the metric is computed over."""
    whole = metric.per_item and ARCHETYPE in metric.by
    return replace(filters, archetype="") if whole else filters


def is_about(keys: Sequence[str], archetype: str) -> pl.Expr:
    """Whether a row of the whole field, by these keys, is about this archetype."""
    return pl.col(ARCHETYPE if ARCHETYPE in keys else ITEM) == archetype


def check_field(metric: Metric, by: Sequence[str], filters: Filters) -> None:
    """Raises ``FilterError`` for how mixed a field of one archetype is."""
    if isinstance(metric.estimator, Of) and ARCHETYPE in metric.by and (ARCHETYPE in by or filters.archetype):
        raise FilterError(
            f"{metric.id} is 1 by itself: a field of one archetype is not mixed;"
            " accepted: every other column and filter, or meta_share for one archetype"
        )
