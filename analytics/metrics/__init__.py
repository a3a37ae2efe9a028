"""What the facts mean: every metric defined once, and tables of them over a population that is named.

``table`` and ``population`` for a page, ``METRICS`` for its legend, ``games`` for the matches behind it.
"""

from analytics.metrics.filters import FilterError, Filters
from analytics.metrics.games import games
from analytics.metrics.metric import Metric
from analytics.metrics.population import Population, population
from analytics.metrics.rate import DRAWS, Draws, Rate
from analytics.metrics.registry import DEFINITIONS, FAMILIES, METRICS
from analytics.metrics.table import VIEWS, table

__all__ = [
    "DEFINITIONS",
    "DRAWS",
    "FAMILIES",
    "METRICS",
    "VIEWS",
    "Draws",
    "FilterError",
    "Filters",
    "Metric",
    "Population",
    "Rate",
    "games",
    "population",
    "table",
]
