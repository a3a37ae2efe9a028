"""How many matches a metric of named decks leaves out, because a deck has no name there.

Not here: what else is left out (``summary``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.metrics.both_seats import MATCH_RESULTS, SIDES
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.grouped import Different
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import Filters
from analytics.query.measures import facts_of
from analytics.query.measures.relation import OF_DECKS
from analytics.store.reader import Store


def unnamed_matches(store: Store, metric: Metric, by: Sequence[str], filters: Filters) -> int:
    """The matches under filters that were checked in which no seat has the names that the metric wants; 0 for
    one that is no metric of whole matches, or tells decks without a name as well."""
    columns = metric.by[:1] if isinstance(metric.estimator, Different) else metric.by
    names = [name for name in columns if name in SIDES and (name not in by or metric.per_item)]
    if not names or metric.estimator.covers_all or not set(MATCH_RESULTS) <= set(metric.sums):
        return 0
    seats = answer(store, sum_query(MATCH_RESULTS, ("match", *names), filters))
    named = pl.all_horizontal(pl.col(names).is_not_null())
    of_match = (
        seats.filter(pl.sum_horizontal(MATCH_RESULTS) > 0).group_by("match").agg(named.any().alias("named"))
    )
    return int((~of_match["named"]).sum())


def unnamed_decks(store: Store, metric: Metric, by: Sequence[str], filters: Filters) -> int:
    """The decks without a name that a metric of named decks leaves out; 0 for any other one."""
    facts = facts_of(metric.sums)
    of_named = SIDES[0] in metric.by and SIDES[0] not in by and not metric.estimator.covers_all
    if not (of_named and facts and facts.issubset(OF_DECKS)):
        return 0
    found = answer(store, sum_query(metric.sums, SIDES[:1], filters))
    return int(found.filter(pl.col(SIDES[0]).is_null()).select(pl.sum_horizontal(metric.sums).sum()).item())
