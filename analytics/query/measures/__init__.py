"""Named additive sums over the facts, written once for every engine.

``MEASURES`` lists them; a metric names the ones it is made of. Not here: quotients of sums
(``analytics.metrics``) and sums that are kept (``analytics.query.cubes``).
"""

from collections.abc import Mapping

from analytics.query.measures.acts import ACTS
from analytics.query.measures.cards import CARDS
from analytics.query.measures.chances import CHANCES
from analytics.query.measures.measure import Measure, by_name
from analytics.query.measures.rounds import ROUNDS
from analytics.query.measures.seats import SEATS

MEASURES: Mapping[str, Measure] = by_name(*SEATS, *CARDS, *CHANCES, *ACTS, *ROUNDS)
"""Name → measure."""

__all__ = ["MEASURES", "Measure"]
