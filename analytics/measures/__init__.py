"""Named additive sums over the facts, written once for every engine.

``MEASURES`` lists them; a metric names the ones it is made of. Not here: quotients of sums
(``analytics.metrics``) and sums that are kept (``analytics.cubes``).
"""

from collections.abc import Mapping

from analytics.measures.acts import ACTS
from analytics.measures.cards import CARDS
from analytics.measures.chances import CHANCES
from analytics.measures.measure import Measure, by_name
from analytics.measures.seats import SEATS

MEASURES: Mapping[str, Measure] = by_name(*SEATS, *CARDS, *CHANCES, *ACTS)
"""Name → measure."""

__all__ = ["MEASURES", "Measure"]
