"""Metrics of strength: of decks by their pairings, of cards adjusted for their players, of players.

Not here: rates as they were counted (``match``, ``card``).
"""

from analytics.metrics.definitions.metric import Example, Metric, Values
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.model import (
    FieldScore,
    GoingFirst,
    Matrix,
    PlayerAdjusted,
    Rating,
    Shrunk,
    Strength,
    Support,
)
from analytics.metrics.estimators.rates import WinRate
from engine.kernel.bilingual import Bilingual

RESULT = WinRate("match_wins", "match_losses", "match_ties")
"""Of matches: imported results have no games, and a game that was recorded by itself is a match."""
FIRST = WinRate("first_wins", "first_losses", "first_ties")
PAIRS = Matrix(("archetype", "opponent_archetype"), RESULT)
BY_SEAT: dict[str, Values] = {
    "archetype": ["x", "y", "x", "z", "y", "z"],
    "opponent_archetype": ["y", "x", "z", "x", "z", "y"],
    "first_wins": [33, 28, 20, 26, 25, 14],
    "first_losses": [17, 22, 20, 14, 5, 16],
    "first_ties": [2, 0, 1, 0, 0, 0],
}
MATRIX: dict[str, Values] = {
    "archetype": ["x", "x", "y", "y", "z", "z"],
    "opponent_archetype": ["y", "z", "x", "z", "x", "y"],
    "match_wins": [60, 40, 40, 70, 60, 30],
    "match_losses": [40, 60, 60, 30, 40, 70],
    "match_ties": [0, 2, 0, 1, 2, 1],
}

STRENGTH = (
    Metric(
        id="shrunk_win_rate",
        name=Bilingual("補正後勝率", "shrunk win rate"),
        formula=Bilingual(
            "(勝 + a) / (試合 + a + b)、a と b は同類から最尤法で（ベータ二項）",
            "(W + a) / (n + a + b), a and b fitted to the peers by maximum likelihood (beta-binomial)",
        ),
        unit="share",
        weighting="per match",
        tag="association",
        estimator=Shrunk(("archetype",), RESULT),
        example=Example(
            {
                "archetype": ["x", "y", "z", "w"],
                "match_wins": [160, 90, 9, 40],
                "match_losses": [140, 130, 1, 60],
                "match_ties": [5, 0, 0, 2],
            },
            Estimate(0.5766, 10, 0.4334, 0.7136),
            item="z",
        ),
        version=2,
    ),
    Metric(
        id="matchup_rate",
        name=Bilingual("相性勝率", "matchup win rate"),
        formula=Bilingual(
            "(勝 + k·p) / (試合 + k)、p は他の対戦からの Bradley–Terry の予想、"
            "k は最尤法（p が不確かなほど小さい）",
            "(W + k·p) / (n + k), p as Bradley and Terry expect by all other pairings,"
            " k by maximum likelihood, less where p is unsure",
        ),
        unit="share",
        weighting="per match",
        tag="association",
        estimator=PAIRS,
        example=Example(MATRIX, Estimate(0.4115, 100, 0.3194, 0.5068), item=("x", "z")),
        version=3,
    ),
    Metric(
        id="strength",
        name=Bilingual("デッキの強さ", "strength of a deck"),
        formula=Bilingual(
            "θ：logit P(i が j に勝つ | i が先攻) = θᵢ − θⱼ + h",
            "θ in logit P(i beats j | i first) = θᵢ − θⱼ + h",
        ),
        unit="log-odds",
        weighting="game-weighted",
        tag="association",
        estimator=Strength(("archetype", "opponent_archetype"), FIRST),
        example=Example(BY_SEAT, Estimate(0.1134, 160, -0.1013, 0.3281), item="y"),
    ),
    Metric(
        id="first_effect",
        name=Bilingual("先攻の効果", "effect of going first"),
        formula=Bilingual(
            "h：logit P(i が j に勝つ | i が先攻) = θᵢ − θⱼ + h",
            "h in logit P(i beats j | i first) = θᵢ − θⱼ + h",
        ),
        unit="log-odds",
        weighting="game-weighted",
        tag="association",
        estimator=GoingFirst(("archetype", "opponent_archetype"), FIRST),
        example=Example(BY_SEAT, Estimate(0.4425, 240, 0.1826, 0.7025)),
    ),
    Metric(
        id="field_score",
        name=Bilingual("想定環境での期待勝率", "expected score against a field"),
        formula=Bilingual("Σⱼ P(i が j に勝つ)·qⱼ / Σⱼ qⱼ", "Σⱼ P(i beats j)·qⱼ / Σⱼ qⱼ"),
        unit="share",
        weighting="per match",
        tag="association",
        estimator=FieldScore(PAIRS, "decks_against"),
        example=Example(
            MATRIX | {"decks_against": [50, 30, 20, 30, 20, 50]},
            Estimate(0.5156, 200, 0.4617, 0.5713),
            item="x",
        ),
        version=3,
    ),
    Metric(
        id="nash_support",
        name=Bilingual("均衡に入る確率", "chance to be in the equilibrium"),
        formula=Bilingual(
            "推定の幅の中で引き直した相性表のうち、どのデッキにも負け越さない組合せにそのデッキが入る割合",
            "share of matrices from the posterior in whose unbeatable mix the deck is",
        ),
        unit="share",
        weighting="per match",
        tag="association",
        estimator=Support(PAIRS),
        example=Example(MATRIX, Estimate(0.919, 200), item="z"),
        version=3,
    ),
    Metric(
        id="adjusted_effect",
        name=Bilingual("プレイヤー補正カード効果", "player-adjusted card effect"),
        formula=Bilingual(
            "βᵥ：logit P(先攻の勝ち) = h + Σᵥ βᵥ·枚数差 + プレイヤー差（リッジ）。"
            "両者の名前とデッキの分かる試合",
            "βᵥ in logit P(first wins) = h + Σᵥ βᵥ·(difference of copies) + (of players), ridge, over games"
            " of which both players and both decks are known",
        ),
        unit="log-odds",
        weighting="game-weighted",
        tag="association",
        estimator=PlayerAdjusted(
            ("match", "first_player", "second_player", "card"), "difference", "first_score"
        ),
        example=Example(
            {
                "match": [1, 1, 2, 3, 4, 4, 5, 6],
                "first_player": ["A", "A", "B", "A", "C", "C", "B", "C"],
                "second_player": ["B", "B", "C", "C", "A", "A", "A", "B"],
                "card": ["u", "v", "u", "v", "u", "v", "v", "u"],
                "difference": [1, 2, -1, 1, 1, -2, -1, 2],
                "first_score": [1, 1, 0, 1, 1, 1, 0, 1],
            },
            Estimate(0.6813, 4, -1.0047, 2.3673),
            item="u",
        ),
        version=2,
    ),
    Metric(
        id="player_rating",
        name=Bilingual("プレイヤーレーティング", "player rating"),
        formula=Bilingual(
            "OpenSkill（Plackett–Luce）の μ、[μ − 2σ, μ + 2σ]、休むほど σ は広がる",
            "μ of OpenSkill (Plackett–Luce), [μ − 2σ, μ + 2σ]; σ grows while a player is away",
        ),
        unit="rating",
        weighting="per player",
        tag="descriptive",
        estimator=Rating(("day", "player", "opponent"), "first_score"),
        example=Example(
            {
                "day": [0, 0, 30],
                "player": ["A", "A", "B"],
                "opponent": ["B", "C", "C"],
                "first_score": [1, 0.5, 0],
            },
            Estimate(26.6891, 2, 15.2355, 38.1428),
            item="A",
        ),
    ),
)
