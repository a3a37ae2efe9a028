"""Metrics of the field: which archetypes are played, how diverse the field is, and which make the cut.

Shares are to be taken from the observation side that was not chosen (the opponents of whoever records, or
whole tournaments): a tracker's users do not play what everybody plays. Not here: who beats whom
(``match``, ``strength``).
"""

from analytics.metrics.definitions.metric import Example, Metric, Values
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.grouped import Of, Shares
from analytics.metrics.estimators.model import Conversion, Polarity
from analytics.metrics.estimators.rates import WinRate
from analytics.stats.diversity import effective, shannon, simpson
from engine.kernel.bilingual import Bilingual

SEATS: dict[str, Values] = {"archetype": ["x", "y", "z", "w"], "decks": [50, 30, 15, 5]}

FIELD = (
    Metric(
        id="meta_share",
        name=Bilingual("使用率（デッキ）", "meta share"),
        formula=Bilingual(
            "アーキタイプのデッキ数 / すべてのデッキ数（名前のないデッキも含む）",
            "decks of the archetype / all decks, those without a name included",
        ),
        unit="share",
        weighting="per deck",
        tag="descriptive",
        estimator=Shares(("archetype",), "decks"),
        example=Example(SEATS, Estimate(0.5, 100, 0.4038, 0.5962), item="x"),
        version=2,
    ),
    Metric(
        id="meta_share_met",
        name=Bilingual("使用率（対戦相手のデッキ）", "meta share, decks met"),
        formula=Bilingual(
            "アーキタイプのデッキ数 / すべてのデッキ数。片方の席から記録された試合では、"
            "その席のデッキを数えない",
            "decks of the archetype / all decks, but for that of the seat from whose side a match is told",
        ),
        unit="share",
        weighting="per deck",
        tag="descriptive",
        estimator=Shares(("archetype",), "decks_met"),
        example=Example(
            {"archetype": ["x", "y", "z", "w"], "decks_met": [20, 30, 15, 5]},
            Estimate(0.2857, 70, 0.1932, 0.4005),
            item="x",
        ),
        version=3,
    ),
    Metric(
        id="conversion",
        name=Bilingual("突破率", "conversion"),
        formula=Bilingual(
            "決勝トーナメントでの割合 / その大会全体での割合",
            "share in the elimination rounds / share in the field of the same tournaments",
        ),
        unit="index",
        weighting="per deck",
        tag="association",
        estimator=Conversion(("archetype",), "decks_cut", "decks_entered"),
        example=Example(
            {
                "archetype": ["x", "y", "z", "w"],
                "decks_entered": [50, 30, 15, 5],
                "decks_cut": [3, 4, 1, 0],
            },
            Estimate(1.6667, 30, 0.7441, 2.5892),
            item="y",
        ),
        version=4,
    ),
    Metric(
        id="polarity",
        name=Bilingual("相性の偏り", "polarity"),
        formula=Bilingual(
            "補正後の相性勝率の、試合数で重みをつけた標準偏差",
            "standard deviation of shrunk matchup rates, weighted by n",
        ),
        unit="difference",
        weighting="per match",
        tag="association",
        estimator=Polarity(("opponent_archetype",), WinRate("match_wins", "match_losses", "match_ties")),
        example=Example(
            {
                "opponent_archetype": ["x", "y", "z"],
                "match_wins": [60, 20, 11],
                "match_losses": [40, 40, 9],
                "match_ties": [2, 0, 0],
            },
            Estimate(0.0929, 180),
        ),
        version=2,
    ),
    Metric(
        id="simpson",
        name=Bilingual("シンプソン指数", "Simpson's index"),
        formula=Bilingual(
            "Σ p²：二つのデッキが同じである確率", "Σ p²: the chance that two decks are the same"
        ),
        unit="index",
        weighting="per deck",
        tag="descriptive",
        estimator=Of(("archetype",), "decks", simpson),
        example=Example(SEATS, Estimate(0.365, 100)),
    ),
    Metric(
        id="effective_decks",
        name=Bilingual("有効デッキ数", "effective number of decks"),
        formula=Bilingual("1 / Σ p²", "1 / Σ p²"),
        unit="decks",
        weighting="per deck",
        tag="descriptive",
        estimator=Of(("archetype",), "decks", effective),
        example=Example(SEATS, Estimate(2.7397, 100)),
    ),
    Metric(
        id="shannon_decks",
        name=Bilingual("有効デッキ数（エントロピー）", "effective number of decks, by entropy"),
        formula=Bilingual("exp(−Σ p log p)", "exp(−Σ p log p)"),
        unit="decks",
        weighting="per deck",
        tag="descriptive",
        estimator=Of(("archetype",), "decks", shannon),
        example=Example(SEATS, Estimate(3.1334, 100)),
    ),
)
