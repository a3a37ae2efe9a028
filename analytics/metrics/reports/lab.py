"""What to bring to a field: the expected score of every archetype there, and which mix no deck beats.

Not here: the pairings behind it (``records``), nor the model (``analytics.stats``).
"""

from collections.abc import Mapping

import polars as pl

from analytics.metrics.both_seats import SIDES
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimators.estimate import Draws, Estimate
from analytics.metrics.reports.records import NAMES, outcomes
from analytics.query.filters import Filters
from analytics.store.reader import Store

SCORE, SUPPORT = METRICS["field_score"], METRICS["nash_support"]
WEIGHTS = "decks_against"
"""The sum of the weights of the opponents' archetypes."""
DRAWS: Draws = "half"
"""What one side wins the other loses, so a draw is half a win for both."""
SCHEMA = {"archetype": pl.String, "score": pl.Float64, "n": pl.Int64, "low": pl.Float64, "high": pl.Float64}


def pairings(store: Store, filters: Filters) -> pl.DataFrame:
    """Who met whom with which outcome: ``archetype opponent_archetype wins losses ties``, from both sides.

    No rows if no two different archetypes have met. Raises ``FilterError``.
    """
    met = outcomes(store, SIDES, filters)
    met = met.filter(pl.col(SIDES[0]).is_in(met[SIDES[1]].implode()))
    return met if (met[SIDES[0]] != met[SIDES[1]]).any() else met.clear()


def scores(met: pl.DataFrame, field: Mapping[str, float], *, draws: Draws = DRAWS) -> pl.DataFrame:
    """A row an archetype, the best by the lower end first: ``archetype``, the expected ``score`` against the
    ``field`` (archetype → weight) with ``low`` and ``high``, and ``n``, its matches against other decks
    of the field.

    Archetypes without a weight count 0; a field without any weight gives no row.
    """
    weights = pl.Series(WEIGHTS, [field.get(name, 0.0) for name in met[SIDES[1]]], pl.Float64)
    if not weights.sum():
        return pl.DataFrame(schema=SCHEMA)
    found = SCORE.estimate_items(_sums(met.with_columns(weights)), draws=draws)
    rows = [(name, *rate) for name, rate in found.items()]
    return pl.DataFrame(rows, SCHEMA, orient="row").sort("low", "archetype", descending=[True, False])


def supports(met: pl.DataFrame) -> dict[str, Estimate]:
    """Archetype → the chance that it is a part of the mix that no deck beats, given the known pairings."""
    return SUPPORT.estimate_items(_sums(met), draws=DRAWS)


def _sums(met: pl.DataFrame) -> dict[str, list[float]]:
    """The columns under the names of the sums that metrics know."""
    plain = {plain: name for name, plain in NAMES.items()}
    return met.rename(plain).to_dict(as_series=False)
