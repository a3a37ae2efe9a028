"""Metrics of games that count points, in rounds or for all players together, with their sums over points of
rounds and matches, over what these were given for, and over calls to go on.

Not here: won and lost games (``match``).
"""

from analytics.metrics.definitions.metric import Example, Metric, of_matches
from analytics.metrics.definitions.terms import own_sum
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.grouped import MeanOf
from analytics.metrics.estimators.rates import Share, WinRate
from analytics.query.measures.expression import col
from analytics.query.measures.measure import Measure, games, one_if
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual

SCORE, CALL = "score", "call"

of_match = col("span") == "match"
shared = col("seat") == TABLE

ROUNDS_PLAYED = own_sum(Measure("rounds", SCORE, one_if(~of_match), ("span",)), "Σ [points of a round]")

ROUNDS = (
    Metric(
        id="shared_score",
        name=Bilingual("全員の得点", "shared score"),
        formula=Bilingual(
            "全員で1つの得点を取る試合の得点の平均", "mean score of matches in which all share one"
        ),
        unit="points",
        weighting="per match",
        tag="descriptive",
        estimator=MeanOf(
            ("points",),
            own_sum(
                Measure("shared_scores", SCORE, one_if(of_match & shared), ("span", "seat")),
                "Σ [points of the match, of all players together]",
            ),
        ),
        example=Example(
            {"points": [15, 20, 25], "shared_scores": [2, 5, 3]}, Estimate(20.5, 10, 18.2134, 22.7866)
        ),
    ),
    Metric(
        id="own_score",
        name=Bilingual("得点", "own score"),
        formula=Bilingual("試合の終わりの自分の得点の平均", "mean of the points that a seat has at the end"),
        unit="points",
        weighting="per match",
        tag="descriptive",
        estimator=MeanOf(
            ("points",),
            own_sum(
                Measure("own_scores", SCORE, one_if(of_match & ~shared), ("span", "seat")),
                "Σ [points of the match, of one seat]",
            ),
            of_seats=True,
        ),
        example=Example(
            {"points": [20, 31, 40], "own_scores": [2, 5, 3]}, Estimate(31.5, 10, 26.9619, 36.0381)
        ),
    ),
    Metric(
        id="round_points",
        name=Bilingual("局の平均得点", "points of a round"),
        formula=of_matches("席ごとの局の得失点の平均", "mean of what a round gave a seat, or took from it"),
        unit="points",
        weighting="per round",
        tag="descriptive",
        estimator=MeanOf(("points",), ROUNDS_PLAYED, of_seats=True),
        example=Example({"points": [-5, 1, 7], "rounds": [4, 3, 3]}, Estimate(0.4, 10, -2.8561, 3.6561)),
        version=2,
    ),
    Metric(
        id="round_first_rate",
        name=Bilingual("親の局勝率", "win rate of who begins a round"),
        formula=of_matches(
            "親が取った局 / (取った局 + 取られた局)", "rounds won / (won + lost) by who began them"
        ),
        unit="share",
        weighting="per round",
        tag="association",
        estimator=WinRate(
            *(
                own_sum(measure, f"Σ {result} · [began the round]")
                for measure, result in zip(
                    games(SCORE, "round_first", ~of_match & col("began"), ("span", "began")),
                    ("won", "lost", "tied"),
                    strict=True,
                )
            )
        ),
        example=Example(
            {"round_first_wins": 31, "round_first_losses": 19, "round_first_ties": 4},
            Estimate(0.62, 50, 0.4815, 0.7414),
        ),
        version=2,
    ),
    Metric(
        id="achievement_rate",
        name=Bilingual("役の頻度", "frequency of what gives points"),
        formula=of_matches(
            "それができた席と局 / すべての席と局", "seats and rounds that had it / all seats and rounds"
        ),
        unit="share",
        weighting="per round",
        tag="descriptive",
        estimator=Share(
            (own_sum(Measure("achieved", "achievement", one_if(~col("what").is_null()), ("what",)), "Σ 1"),),
            (ROUNDS_PLAYED,),
        ),
        example=Example({"achieved": 11, "rounds": 20}, Estimate(0.55, 20, 0.3421, 0.7418)),
        version=2,
    ),
    Metric(
        id="call_gain",
        name=Bilingual("続行の価値", "value of going on"),
        formula=of_matches(
            "続けた局の得失点 − やめていれば得た得点、の平均",
            "mean of what the round gave in the end, less the points for which it could have been ended",
        ),
        unit="points",
        weighting="per round",
        tag="association",
        estimator=MeanOf(
            ("gain",), own_sum(Measure("calls", CALL, one_if(~col("gain").is_null()), ("gain",)), "Σ 1")
        ),
        example=Example({"gain": [-6, 0, 4], "calls": [3, 2, 5]}, Estimate(0.2, 10, -2.6297, 3.0297)),
        version=2,
    ),
)
