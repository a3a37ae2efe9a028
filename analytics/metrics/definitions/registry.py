"""The registry of all metrics: pages, exports and documents take names, formulas and examples from here.

Not here: the metrics themselves (a module each family) and how their numbers are computed (``estimators``).
"""

from collections.abc import Mapping

from analytics.metrics.definitions.action import ACTION
from analytics.metrics.definitions.audit import AUDIT
from analytics.metrics.definitions.card import CARD
from analytics.metrics.definitions.course import COURSE
from analytics.metrics.definitions.draw import DRAW
from analytics.metrics.definitions.field import FIELD
from analytics.metrics.definitions.match import MATCH
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.mulligan import MULLIGAN
from analytics.metrics.definitions.rounds import ROUNDS
from analytics.metrics.definitions.strength import STRENGTH
from analytics.metrics.definitions.tiebreakers import TIEBREAKERS
from analytics.metrics.definitions.timing import TIMING
from engine.kernel.bilingual import Bilingual

DEFINITIONS = 9
"""Version of the definitions as a whole: it grows when a metric goes or changes its meaning. One that comes
leaves the others as they are."""

FAMILIES: Mapping[Bilingual, tuple[Metric, ...]] = {
    Bilingual("対戦と席", "Games and seats"): MATCH,
    Bilingual("試合の経過", "Course of games"): COURSE,
    Bilingual("カード", "Cards"): CARD,
    Bilingual("マリガン", "Mulligan"): MULLIGAN,
    Bilingual("時機", "Timing"): TIMING,
    Bilingual("無作為の効果", "Randomised effects"): DRAW,
    Bilingual("宣言と支払い", "Declarations and payments"): ACTION,
    Bilingual("局と得点", "Rounds and points"): ROUNDS,
    Bilingual("環境", "Field"): FIELD,
    Bilingual("強さ", "Strength"): STRENGTH,
    Bilingual("順位の決め方", "Tiebreakers"): TIEBREAKERS,
    Bilingual("配りと偶然の検査", "Audit of deals and chance"): AUDIT,
}
"""Families with their metrics, in the order in which documents show them."""

METRICS: Mapping[str, Metric] = {metric.id: metric for family in FAMILIES.values() for metric in family}
"""Id → metric."""
