"""Metrics that sums do not give: models of single games, and what looks at both seats of a match.

Not here: the models (``reports.effects``, ``reports.ratings``, ``reports.archetypes``), and whoever asks for
them (``ask``).
"""

from collections.abc import Callable, Mapping

import polars as pl

from analytics.metrics.cell_estimates import ITEM, NUMBERS
from analytics.metrics.estimates import METRIC, Estimates
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.reports.archetypes import MET, decks
from analytics.metrics.reports.effects import METRIC as EFFECT
from analytics.metrics.reports.effects import effects
from analytics.metrics.reports.ratings import ratings
from analytics.query.filters import FilterError, Filters
from analytics.store.reader import Store

RATING = "player_rating"


def _adjusted_effects(store: Store, filters: Filters, draws: Draws) -> Estimates:
    return _estimates(EFFECT.id, effects(store, filters, draws=draws), "key", "game")


def _player_ratings(store: Store, filters: Filters, draws: Draws) -> Estimates:
    """Ratings have their own worth of a draw. Raises ``FilterError`` for filters by one side of a match."""
    if given := [name for name in ("player", "card", "without") if getattr(filters, name)]:
        raise FilterError(f"ratings follow everybody through all matches: no {given[0]} can be chosen")
    return _estimates(RATING, ratings(store, filters).players, "player")


def _shares_met(store: Store, filters: Filters, draws: Draws) -> Estimates:
    """Shares of decks, which do not depend on the worth of a draw."""
    shares = decks(store, filters).of(MET.id).rename({"archetype": ITEM}).sort(ITEM, nulls_last=True)
    return _estimates(MET.id, shares.select(ITEM, *NUMBERS), ITEM)


def _estimates(id: str, found: pl.DataFrame, *keys: str) -> Estimates:
    """The rows of a model; what stands beside keys and numbers are labels."""
    rows = found.select(*keys, pl.lit(id).alias(METRIC), *NUMBERS, pl.lit(None, pl.String).alias(BASIS))
    return Estimates(keys, (id,), rows, found.select(*keys, pl.exclude(*keys, *NUMBERS)))


MODELS: Mapping[str, Callable[[Store, Filters, Draws], Estimates]] = {
    EFFECT.id: _adjusted_effects,
    RATING: _player_ratings,
    MET.id: _shares_met,
}
"""Id → what gives its estimates for filters that were checked."""
