"""Named additive sums over the facts, written once for every engine.

``MEASURES`` lists them; a metric names the ones it is made of, and declares those that only it is made of
beside itself (``analytics.metrics.definitions.terms.own_sum``). Not here: quotients of sums
(``analytics.metrics``) and how sums are kept (``analytics.query.cubes``).
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from analytics.query.measures.acts import ACTS
from analytics.query.measures.cards import CARDS
from analytics.query.measures.chances import CHANCES
from analytics.query.measures.measure import Measure, by_name
from analytics.query.measures.seats import SEATS

SHARED: Mapping[str, Measure] = by_name(*SEATS, *CARDS, *CHANCES, *ACTS)
"""Name → measure that several metrics are made of: cubes keep these."""
_all = dict(SHARED)
MEASURES: Mapping[str, Measure] = MappingProxyType(_all)
"""Name → measure, declared ones among them: these are always counted from facts."""


def declare(measure: Measure) -> None:
    """Add a measure to all. Raises ``ValueError`` for a name that is taken."""
    if measure.name in _all:
        raise ValueError(f"there is a measure {measure.name!r} already")
    _all[measure.name] = measure


def facts_of(sums: Iterable[str]) -> set[str]:
    """The fact tables of those of these sums that are measures."""
    return {MEASURES[name].fact for name in sums if name in MEASURES}


__all__ = ["MEASURES", "SHARED", "Measure", "declare", "facts_of"]
