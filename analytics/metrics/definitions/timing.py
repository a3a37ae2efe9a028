"""Metrics of when a card is played and how long it is held.

A copy that was never played counts as well: it was held at least to the end. A mean over the played copies
would favour games in which the card was played early. Not here: the time that players take (``action``).
"""

from analytics.metrics.definitions.metric import Example, Metric, of_known
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.grouped import MedianTime
from engine.kernel.bilingual import Bilingual

TIMING = (
    Metric(
        id="turn_played",
        name=Bilingual("使用ターン", "turn played"),
        formula=of_known(
            "hand",
            "最初に使ったターンの中央値（Kaplan–Meier、使わなかった試合は打ち切り）",
            "median turn of the first play (Kaplan–Meier; games without one are censored)",
        ),
        unit="turns",
        weighting="game-weighted",
        tag="descriptive",
        estimator=MedianTime(("turn",), "first_plays", "never_played"),
        example=Example(
            {
                "turn": [2, 3, 4, 5, 6],
                "first_plays": [3, 5, 4, 2, 1],
                "never_played": [0, 1, 2, 4, 4],
            },
            Estimate(5.0, 26, 3.0, None),
        ),
    ),
    Metric(
        id="turns_held",
        name=Bilingual("手札にあるターン数", "turns held"),
        formula=of_known(
            "hand",
            "手札に来てから使うまでのターン数の中央値（Kaplan–Meier、使わなかった札は打ち切り）",
            "median turns from coming to hand to the first play (Kaplan–Meier; without one: censored)",
        ),
        unit="turns",
        weighting="game-weighted",
        tag="descriptive",
        estimator=MedianTime(("turns",), "plays_after", "held_to_end"),
        example=Example(
            {"turns": [0, 1, 2, 4], "plays_after": [6, 3, 1, 1], "held_to_end": [1, 2, 3, 3]},
            Estimate(2.0, 20, 0.0, None),
        ),
        version=2,
    ),
)
