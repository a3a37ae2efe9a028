"""Metrics of cards: how often the seats win that have, draw, hold or play a card.

All of them are associations: who plays a card, against whom, and how long the game lasted are part of the
number. ``draw`` has what chance decided. Not here: the choice of a hand (``mulligan``), time (``timing``).
"""

from dataclasses import replace

from analytics.metrics.definitions.metric import Example, Metric, of_known
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.rates import Mean, Share, Versus, WinRate
from engine.kernel.bilingual import Bilingual


def copies(name: str) -> WinRate:
    """The win rate over copies."""
    ends = ("won", "lost", "tied", "squares", "tied_squares")
    return WinRate(*(f"{name}_{end}" for end in ends))


def games(name: str) -> WinRate:
    """The win rate over seat-games, each counted once."""
    return WinRate(f"{name}_wins", f"{name}_losses", f"{name}_ties")


def copies_of_both(name: str) -> WinRate:
    """The win rate over copies, where rows may hold both seats of a game."""
    return replace(copies(name), shared=f"{name}_shared", tied_shared=f"{name}_tied_shared")


def games_of_both(name: str) -> WinRate:
    """The win rate over seat-games, where rows may hold both seats of a game."""
    return replace(games(name), shared=f"{name}_games_shared", tied_shared=f"{name}_tied_games_shared")


def _of(rate: WinRate, *counts: int) -> dict[str, int]:
    return dict(zip(rate.sums, counts, strict=True))


CARD = (
    Metric(
        id="gp_wr",
        name=Bilingual("デッキ勝率", "win rate in deck"),
        formula=of_known("deck", "Σ デッキ枚数·勝 / Σ デッキ枚数", "Σ deck·won / Σ deck"),
        unit="share",
        weighting="copy-weighted",
        tag="association",
        estimator=copies_of_both("deck"),
        example=Example(
            _of(copies_of_both("deck"), 62, 38, 6, 260, 18, 144, 8), Estimate(0.62, 100, 0.5145, 0.7153)
        ),
        version=2,
    ),
    Metric(
        id="oh_wr",
        name=Bilingual("初手勝率", "opening-hand win rate"),
        formula=of_known("hand", "Σ 初手枚数·勝 / Σ 初手枚数", "Σ open·won / Σ open"),
        unit="share",
        weighting="copy-weighted",
        tag="association",
        estimator=copies_of_both("open"),
        example=Example(_of(copies_of_both("open"), 9, 6, 1, 17, 1, 4, 0), Estimate(0.6, 15, 0.3723, 0.7914)),
        version=2,
    ),
    Metric(
        id="gd_wr",
        name=Bilingual("引いた時の勝率", "win rate when drawn"),
        formula=of_known("hand", "Σ 引いた枚数·勝 / Σ 引いた枚数", "Σ drawn·won / Σ drawn"),
        unit="share",
        weighting="copy-weighted",
        tag="association",
        estimator=copies_of_both("drawn"),
        example=Example(
            _of(copies_of_both("drawn"), 14, 16, 2, 36, 2, 12, 2), Estimate(0.4667, 30, 0.3177, 0.6219)
        ),
        version=2,
    ),
    Metric(
        id="gih_wr",
        name=Bilingual("手札勝率", "win rate in hand"),
        formula=of_known(
            "hand", "Σ (初手 + 引いた)·勝 / Σ (初手 + 引いた)", "Σ (open + drawn)·won / Σ (open + drawn)"
        ),
        unit="share",
        weighting="copy-weighted",
        tag="association",
        estimator=copies_of_both("hand"),
        example=Example(
            _of(copies_of_both("hand"), 23, 22, 3, 59, 3, 18, 2), Estimate(0.5111, 45, 0.376, 0.6446)
        ),
        version=2,
    ),
    Metric(
        id="gns_wr",
        name=Bilingual("見なかった時の勝率", "win rate when not seen"),
        formula=of_known(
            "both",
            "g = max(0, デッキ − 初手 − 引いた − 探した)：Σ g·勝 / Σ g",
            "g = max(0, deck − open − drawn − tutored): Σ g·won / Σ g",
        ),
        unit="share",
        weighting="copy-weighted",
        tag="association",
        estimator=copies_of_both("unseen"),
        example=Example(
            _of(copies_of_both("unseen"), 38, 15, 3, 130, 5, 60, 4), Estimate(0.717, 53, 0.5635, 0.8325)
        ),
        version=2,
    ),
    Metric(
        id="iih",
        name=Bilingual("手札での改善", "improvement in hand"),
        formula=Bilingual("手札勝率 − 見なかった時の勝率", "gih_wr − gns_wr"),
        unit="difference",
        weighting="copy-weighted",
        tag="association",
        estimator=Versus(copies("hand"), copies("unseen"), "hand_unseen", "hand_unseen_tied"),
        example=Example(
            _of(copies("hand"), 23, 22, 3, 59, 3)
            | _of(copies("unseen"), 38, 15, 3, 130, 5)
            | {"hand_unseen": 32, "hand_unseen_tied": 2},
            Estimate(-0.2059, 98, -0.3781, 0.0062),
        ),
        version=2,
    ),
    Metric(
        id="gih_wr_game",
        name=Bilingual("手札勝率（試合ごと）", "win rate in hand, by game"),
        formula=of_known(
            "hand", "初手 + 引いた ≥ 1 の席の勝率", "win rate of seat-games with open + drawn ≥ 1"
        ),
        unit="share",
        weighting="game-weighted",
        tag="association",
        estimator=games_of_both("hand"),
        example=Example(
            _of(games_of_both("hand"), 20, 18, 3, 12, 2), Estimate(0.5244, 41, 0.4068, 0.6391), draws="half"
        ),
        version=2,
    ),
    Metric(
        id="ns_wr_game",
        name=Bilingual("見なかった時の勝率（試合ごと）", "win rate when not seen, by game"),
        formula=of_known(
            "both",
            "デッキ ≥ 1 で 初手 + 引いた + 探した = 0 の席の勝率",
            "win rate of seat-games with deck ≥ 1 and open + drawn + tutored = 0",
        ),
        unit="share",
        weighting="game-weighted",
        tag="association",
        estimator=games_of_both("unseen"),
        example=Example(
            _of(games_of_both("unseen"), 11, 4, 1, 4, 0), Estimate(0.7083, 16, 0.5012, 0.8519), draws="points"
        ),
        version=2,
    ),
    Metric(
        id="iih_game",
        name=Bilingual("手札での改善（試合ごと）", "improvement in hand, by game"),
        formula=Bilingual(
            "手札勝率（試合ごと） − 見なかった時の勝率（試合ごと）", "gih_wr_game − ns_wr_game"
        ),
        unit="difference",
        weighting="game-weighted",
        tag="association",
        estimator=Versus(games("hand"), games("unseen")),
        example=Example(
            _of(games("hand"), 56, 14, 0) | _of(games("unseen"), 48, 32, 0),
            Estimate(0.2, 150, 0.0524, 0.3339),
        ),
    ),
    Metric(
        id="played_wr",
        name=Bilingual("使用時勝率", "win rate when played"),
        formula=Bilingual("使用 ≥ 1 の席の勝率", "win rate of seat-games with played ≥ 1"),
        unit="share",
        weighting="game-weighted",
        tag="association",
        estimator=games_of_both("played"),
        example=Example(
            _of(games_of_both("played"), 15, 133, 1, 24, 0), Estimate(0.1014, 148, 0.065, 0.1547)
        ),
        version=2,
    ),
    Metric(
        id="dnp_wr",
        name=Bilingual("引いて使わなかった時の勝率", "win rate when drawn and not played"),
        formula=of_known(
            "hand",
            "初手 + 引いた ≥ 1 で 使用 = 0 の席の勝率",
            "win rate of seat-games with open + drawn ≥ 1 and played = 0",
        ),
        unit="share",
        weighting="game-weighted",
        tag="association",
        estimator=games_of_both("stuck"),
        example=Example(
            _of(games_of_both("stuck"), 5, 6, 1, 2, 0), Estimate(0.4167, 12, 0.2073, 0.6611), draws="loss"
        ),
        version=2,
    ),
    Metric(
        id="stuck_rate",
        name=Bilingual("使えなかった率", "rate of cards stuck in hand"),
        formula=of_known(
            "hand",
            "初手 + 引いた ≥ 1 で 使用 = 0 の席の数 / 初手 + 引いた ≥ 1 の席の数",
            "seat-games with open + drawn ≥ 1 and played = 0 / seat-games with open + drawn ≥ 1",
        ),
        unit="share",
        weighting="game-weighted",
        tag="descriptive",
        estimator=Share(games("stuck").sums, games("hand").sums),
        example=Example(
            _of(games("stuck"), 5, 6, 1) | _of(games("hand"), 31, 17, 2), Estimate(0.24, 50, 0.143, 0.3741)
        ),
    ),
    Metric(
        id="played_lift",
        name=Bilingual("使用時の上昇", "lift when played"),
        formula=Bilingual(
            "使用時勝率 − デッキ ≥ 1 で 使用 = 0 の席（デッキの分かるもの）の勝率",
            "played_wr − win rate of seat-games with deck ≥ 1 and played = 0 whose deck is known",
        ),
        unit="difference",
        weighting="game-weighted",
        tag="association",
        estimator=Versus(
            games_of_both("played"),
            games_of_both("unplayed"),
            crossed="played_crossed",
            tied_crossed="played_tied_crossed",
        ),
        example=Example(
            _of(games_of_both("played"), 9, 1, 0, 0, 0)
            | _of(games_of_both("unplayed"), 3, 7, 1, 0, 0)
            | {"played_crossed": 4, "played_tied_crossed": 0},
            Estimate(0.6, 20, 0.0918, 0.8373),
        ),
        version=2,
    ),
    Metric(
        id="cast_rate",
        name=Bilingual("プレイ率", "cast rate"),
        formula=of_known(
            "hand", "Σ 使用 / Σ (初手 + 引いた + 探した)", "Σ played / Σ (open + drawn + tutored)"
        ),
        unit="per copy",
        weighting="copy-weighted",
        tag="descriptive",
        estimator=Mean("played_copies", "held_copies"),
        example=Example({"played_copies": 30, "held_copies": 48}, Estimate(0.625, 48)),
    ),
    Metric(
        id="play_rate",
        name=Bilingual("使用回数", "times played per game"),
        formula=of_known("deck", "Σ 使用 / デッキ ≥ 1 の席の数", "Σ played / seat-games with deck ≥ 1"),
        unit="per game",
        weighting="game-weighted",
        tag="descriptive",
        estimator=Mean("deck_plays", "deck_games"),
        example=Example({"deck_plays": 9, "deck_games": 4}, Estimate(2.25, 4)),
        version=2,
    ),
    Metric(
        id="copies_per_deck",
        name=Bilingual("採用枚数", "copies per deck"),
        formula=of_known("deck", "Σ デッキ枚数 / デッキ ≥ 1 の席の数", "Σ deck / seat-games with deck ≥ 1"),
        unit="per game",
        weighting="game-weighted",
        tag="descriptive",
        estimator=Mean("deck_copies", "deck_games"),
        example=Example({"deck_copies": 11, "deck_games": 4}, Estimate(2.75, 4)),
        version=2,
    ),
    Metric(
        id="deck_share",
        name=Bilingual("採用デッキ率", "share of decks"),
        formula=of_known(
            "deck",
            "デッキ ≥ 1 の席の数 / すべての席の数",
            "seat-games with deck ≥ 1 / all seat-games",
        ),
        unit="share",
        weighting="game-weighted",
        tag="descriptive",
        estimator=Share(("deck_games",), ("listed_games",)),
        example=Example({"deck_games": 106, "listed_games": 880}, Estimate(0.1205, 880, 0.1006, 0.1436)),
        version=2,
    ),
)
