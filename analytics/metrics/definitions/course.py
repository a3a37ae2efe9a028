"""Metrics of the course of a game: how long it took, how it ended, who came back from behind.

Not here: when single cards are played (``timing``), who wins (``match``).
"""

from analytics.metrics.definitions.card import games
from analytics.metrics.definitions.metric import Example, Metric
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.grouped import Quantile, Shares
from engine.kernel.bilingual import Bilingual

LENGTHS = {"turns": [3, 4, 5, 6, 9], "games": [2, 6, 9, 5, 2]}

COURSE = (
    Metric(
        id="game_turns",
        name=Bilingual("ゲームの長さ", "game length"),
        formula=Bilingual("ゲームのターン数の中央値", "median number of turns of a game"),
        unit="turns",
        weighting="game-weighted",
        tag="descriptive",
        estimator=Quantile(("turns",), "games", 0.5, of_games=True),
        example=Example(LENGTHS, Estimate(5.0, 24, 4.0, 6.0)),
    ),
    Metric(
        id="game_turns_p90",
        name=Bilingual("長いゲームの長さ", "length of a long game"),
        formula=Bilingual("10ゲーム中9ゲームはこのターン数以内", "nine of ten games take no more turns"),
        unit="turns",
        weighting="game-weighted",
        tag="descriptive",
        estimator=Quantile(("turns",), "games", 0.9, of_games=True),
        example=Example(LENGTHS, Estimate(6.0, 24, 6.0, 9.0)),
    ),
    Metric(
        id="end_reasons",
        name=Bilingual("決着の理由", "reasons of ends"),
        formula=Bilingual("その理由で終わったゲーム / ゲーム", "games that ended for this reason / games"),
        unit="share",
        weighting="game-weighted",
        tag="descriptive",
        estimator=Shares(("reason",), "games", of_games=True),
        example=Example(
            {"reason": ["damage", "deck out"], "games": [31, 19]},
            Estimate(0.62, 50, 0.4815, 0.7414),
            item="damage",
        ),
    ),
    Metric(
        id="comeback_rate",
        name=Bilingual("逆転勝率", "comeback rate"),
        formula=Bilingual(
            "ゲームの半ばに遅れていた席の 勝 / (勝 + 負)",
            "W / (W + L) of seats that were behind in the middle of the game",
        ),
        unit="share",
        weighting="game-weighted",
        tag="association",
        estimator=games("behind"),
        example=Example(
            {"behind_wins": 12, "behind_losses": 38, "behind_ties": 0},
            Estimate(0.24, 50, 0.143, 0.3741),
        ),
    ),
)
