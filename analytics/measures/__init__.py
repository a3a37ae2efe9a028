"""Named additive sums over the facts, written once for every engine.

``MEASURES`` lists them; a metric names the ones it is made of. Not here: quotients of sums
(``analytics.metrics``) and sums that are kept (``analytics.cubes``).
"""

from collections.abc import Mapping

from analytics.measures.cards import CARDS
from analytics.measures.measure import Measure, by_name
from analytics.measures.seats import SEATS

MEASURES: Mapping[str, Measure] = by_name(*SEATS, *CARDS)
"""Name → measure."""

__all__ = ["MEASURES", "Measure"]
