"""Metrics of seats and of pairings: who wins, who goes first, which deck beats which.

Not here: strengths behind a matrix of pairings (``strength``), what is played (``field``).
"""

from analytics.metrics.definitions.card import games
from analytics.metrics.definitions.metric import Example, Metric
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.grouped import Different
from analytics.metrics.estimators.rates import Share, WinRate
from engine.kernel.bilingual import Bilingual

MATCH = (
    Metric(
        id="win_rate",
        name=Bilingual("勝率", "win rate"),
        formula=Bilingual("勝 / (勝 + 負)", "W / (W + L)"),
        unit="share",
        weighting="game-weighted",
        tag="association",
        estimator=WinRate("wins", "losses", "ties"),
        example=Example({"wins": 31, "losses": 19, "ties": 4}, Estimate(0.62, 50, 0.4815, 0.7414)),
    ),
    Metric(
        id="match_win_rate",
        name=Bilingual("マッチ勝率", "match win rate"),
        formula=Bilingual("マッチの 勝 / (勝 + 負)", "matches W / (W + L), of one game or several"),
        unit="share",
        weighting="per match",
        tag="association",
        estimator=games("match"),
        example=Example(
            {"match_wins": 1095, "match_losses": 1156, "match_ties": 608},
            Estimate(0.4539, 2859, 0.4375, 0.4704),
            draws="points",
        ),
    ),
    Metric(
        id="match_win_rate_apart",
        name=Bilingual("マッチ勝率（同型対決を除く）", "match win rate without mirrors"),
        formula=Bilingual(
            "アーキタイプの異なる相手とのマッチの 勝 / (勝 + 負)",
            "matches W / (W + L) against decks that are not of the same archetype",
        ),
        unit="share",
        weighting="per match",
        tag="association",
        estimator=Different(
            ("archetype", "opponent_archetype"), WinRate("match_wins", "match_losses", "match_ties")
        ),
        example=Example(
            {
                "archetype": ["x", "x", "x"],
                "opponent_archetype": ["x", "y", "z"],
                "match_wins": [40, 18, 13],
                "match_losses": [40, 12, 7],
                "match_ties": [4, 2, 0],
            },
            Estimate(0.62, 50, 0.4815, 0.7414),
        ),
    ),
    Metric(
        id="first_win_rate",
        name=Bilingual("先攻勝率", "first-player win rate"),
        formula=Bilingual("先攻の勝 / (先攻の勝 + 先攻の負)", "W first / (W first + L first)"),
        unit="share",
        weighting="game-weighted",
        tag="association",
        estimator=games("first"),
        example=Example(
            {"first_wins": 0, "first_losses": 20, "first_ties": 0}, Estimate(0.0, 20, 0.0, 0.1611)
        ),
    ),
    Metric(
        id="tie_rate",
        name=Bilingual("引き分け率", "tie rate"),
        formula=Bilingual(
            "引き分け / (勝 + 負 + 引き分け)、1ゲームを1回数える", "T / (W + L + T), each game once"
        ),
        unit="share",
        weighting="game-weighted",
        tag="descriptive",
        estimator=Share(("ties",), ("wins", "losses", "ties"), of_games=True),
        example=Example({"wins": 31, "losses": 19, "ties": 4}, Estimate(0.0741, 54, 0.0292, 0.1755)),
        version=2,
    ),
    Metric(
        id="match_tie_rate",
        name=Bilingual("マッチの引き分け率", "match draw rate"),
        formula=Bilingual(
            "マッチの 引き分け / (勝 + 負 + 引き分け)", "matches T / (W + L + T), each match once"
        ),
        unit="share",
        weighting="per match",
        tag="descriptive",
        estimator=Share(("match_ties",), ("match_wins", "match_losses", "match_ties"), of_games=True),
        example=Example(
            {"match_wins": 31, "match_losses": 19, "match_ties": 4}, Estimate(0.0741, 54, 0.0292, 0.1755)
        ),
    ),
)
