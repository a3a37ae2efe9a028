"""Metrics: each one defined once, and tables of them over a stated population.

``table`` and ``population`` for a page, ``METRICS`` for its legend, ``games`` for the matches behind it.
"""

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.registry import DEFINITIONS, FAMILIES, METRICS
from analytics.metrics.estimators.estimate import DRAWS, Draws, Estimate
from analytics.metrics.population.match_list import games
from analytics.metrics.population.summary import Population, population
from analytics.metrics.reports.table import VIEWS, table
from analytics.query.filters import FilterError, Filters

__all__ = [
    "DEFINITIONS",
    "DRAWS",
    "FAMILIES",
    "METRICS",
    "VIEWS",
    "Draws",
    "Estimate",
    "FilterError",
    "Filters",
    "Metric",
    "Population",
    "games",
    "population",
    "table",
]
