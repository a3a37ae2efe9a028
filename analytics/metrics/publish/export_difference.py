"""A metric of one choice of matches minus that of another, with what both are about.

Not here: the difference itself (``reports.difference``), how an export is written (``export``).
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.models import MODELS
from analytics.metrics.population.summary import population
from analytics.metrics.publish.export import Export, Other, check_metric, check_one_field, counted, told_of
from analytics.metrics.publish.row_order import in_order
from analytics.metrics.question import Intervals
from analytics.metrics.reports.difference import difference
from analytics.metrics.whole_field import of_whole
from analytics.query.filters import FilterError, Filters, checked
from analytics.store.reader import Store


def export_difference(
    store: Store,
    metric: Metric,
    by: Sequence[str],
    filters: Filters,
    versus: Filters,
    *,
    draws: Draws = "exclude",
    intervals: Intervals = "fitting",
) -> Export:
    """The difference of ``filters`` minus ``versus`` for each combination of the columns ``by``. Raises
    ``FilterError``, ``ValueError``."""
    one, other = checked(store, filters), checked(store, versus)
    if metric.id in MODELS:
        raise FilterError(
            f"{metric.id} comes from a model of all games together: it has no difference of two"
        )
    for side in (one, other):
        check_metric(metric, by, side)
        check_one_field(store, metric, by, side)
    rows_by = (*by, *(metric.by if metric.per_item else ()))
    if own := [name for name in rows_by if getattr(one, name, "") != getattr(other, name, "")]:
        raise FilterError(f"the two sides differ in {own[0]}, so no row by it has both")
    rows = in_order(difference(store, metric, by, one, other, draws=draws, intervals=intervals), by)
    about, against = (
        told_of(metric, population(store, side, draws=draws, counted=counted(metric)))
        for side in (of_whole(metric, one), of_whole(metric, other))
    )
    return Export(
        metric.id,
        rows,
        about,
        one,
        store.manifest.root,
        tuple(by),
        intervals,
        Other(other, against),
    )


def split(filters: Filters, day: date) -> tuple[Filters, Filters]:
    """The matches of the filters from this day on, and those before it. Raises ``FilterError`` for a day
    outside of the range that the filters have."""
    since, until = filters.since or date.min, filters.until or date.max
    if filters.weeks:
        raise FilterError("the last weeks have no matches before a day: give --since and --until instead")
    if not since < day <= until:
        raise FilterError(f"the range of days {since} to {until} is not split by {day}")
    return replace(filters, since=day), replace(filters, until=day - timedelta(days=1))
