"""Sums that metrics name and that are not counted, each with the reason, so that none is taken for zero.

Not here: sums that are counted (``analytics.query.measures``).
"""

from collections.abc import Mapping

from analytics.metrics.definitions.metric import Metric
from engine.kernel.bilingual import Bilingual

ALTERNATIVE = Bilingual(
    "代替コストのあるゲームがまだなく、記録もどの支払いが代替コストかを示さない",
    "no game here has alternative costs yet, and no record tells which payment is one",
)
SINGLE = Bilingual(
    "合計ではなく一試合ずつを見るモデルで、metrics.reports の effects と ratings が計算する",
    "models look at single games, not at sums: effects and ratings in metrics.reports do",
)
SIDES = Bilingual(
    "一つの試合の両方の席を見比べて数えるので、metrics.reports の archetypes が数える",
    "both seats of a match are looked at together: archetypes in metrics.reports does",
)

NOT_COMPUTED: Mapping[str, Bilingual] = {
    "payments_alternative": ALTERNATIVE,
    "difference": SINGLE,
    "first_score": SINGLE,
    "decks_met": SIDES,
}
"""Sum → why it is not counted."""


def not_computed(metric: Metric) -> Bilingual | None:
    """Why a metric is not computed from the sums of any store; None if it is."""
    return next((NOT_COMPUTED[name] for name in metric.sums if name in NOT_COMPUTED), None)
