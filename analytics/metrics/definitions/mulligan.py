"""Metrics of the mulligan: which of the offered cards are kept, and how seats that keep them fare.

Not here: what chance offers (``draw``).
"""

from analytics.metrics.definitions.card import games, games_of_both
from analytics.metrics.definitions.metric import Example, Metric, of_matches
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.grouped import Within
from analytics.metrics.estimators.rates import Impact, Share
from engine.kernel.bilingual import Bilingual

MULLIGAN = (
    Metric(
        id="kept_wr",
        name=Bilingual("キープ時勝率", "win rate when kept"),
        formula=Bilingual(
            "キープ ≥ 1 でキープした札がすべて分かる席の勝率",
            "win rate of seat-games with kept ≥ 1 and every kept card known",
        ),
        unit="share",
        weighting="game-weighted",
        tag="association",
        estimator=games_of_both("kept"),
        example=Example(
            {"kept_wins": 81, "kept_losses": 182, "kept_ties": 0}
            | {"kept_games_shared": 98, "kept_tied_games_shared": 0},
            Estimate(0.308, 263, 0.2657, 0.3538),
        ),
        version=2,
    ),
    Metric(
        id="keep_rate",
        name=Bilingual("キープ率", "keep rate"),
        formula=of_matches(
            "配られた札とキープした札がすべて分かる席の Σ キープ / Σ 配札",
            "Σ kept / Σ offered over seat-games with every offered and kept card known",
        ),
        unit="share",
        weighting="copy-weighted",
        tag="descriptive",
        estimator=Share(("kept_copies",), ("offered_copies",)),
        example=Example({"kept_copies": 1, "offered_copies": 29}, Estimate(0.0345, 29, 0.0061, 0.1718)),
        version=2,
    ),
    Metric(
        id="kept_impact",
        name=Bilingual("キープの影響", "impact when kept"),
        formula=Bilingual(
            "キープ ≥ 1 の席の勝率 − デッキ ≥ 1 の席の勝率（デッキとキープした札がすべて分かる席）",
            "win rate of seat-games with kept ≥ 1 − that of seat-games with deck ≥ 1, of those whose deck"
            " and every kept card are known",
        ),
        unit="difference",
        weighting="game-weighted",
        tag="association",
        estimator=Impact(games("kept_of_deck"), games("deck_with_keep")),
        example=Example(
            {"kept_of_deck_wins": 30, "kept_of_deck_losses": 20, "kept_of_deck_ties": 1}
            | {"deck_with_keep_wins": 80, "deck_with_keep_losses": 70, "deck_with_keep_ties": 4},
            Estimate(0.0667, 150, -0.0456, 0.1712),
        ),
        version=2,
    ),
    Metric(
        id="keep_effect",
        name=Bilingual("キープの効果", "effect of keeping"),
        formula=Bilingual(
            "先後と相手アーキタイプの層ごとの キープ − 交換 の勝率差（Mantel–Haenszel。キープした札が"
            "すべて分かる席、交換は配られた札もすべて分かる席）",
            "win rate kept − thrown back, by seat order and opponent's archetype (Mantel–Haenszel), over"
            " seat-games with every kept card known, and where it was thrown back every offered card too",
        ),
        unit="difference",
        weighting="game-weighted",
        tag="association",
        estimator=Within(("went_first", "opponent_archetype"), games("kept"), games("thrown")),
        example=Example(
            {
                "went_first": [1, 1, 0, 0],
                "opponent_archetype": ["x", "y", "x", "y"],
                "kept_wins": [12, 9, 10, 3],
                "kept_losses": [8, 6, 10, 2],
                "kept_ties": [1, 0, 0, 0],
                "thrown_wins": [5, 20, 8, 0],
                "thrown_losses": [5, 20, 12, 0],
                "thrown_ties": [0, 2, 0, 0],
            },
            Estimate(0.1, 125, -0.0853, 0.2722),
        ),
        version=2,
    ),
)
