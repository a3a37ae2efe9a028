"""Every metric, defined once: pages, exports and documents take names, formulas and examples from here.

Not here: how a quotient is computed (``metric``) and how sums are taken (``sums``).
"""

from analytics.metrics.metric import Example, Metric, Rate
from engine.name import Name

DEFINITIONS = 1
"""Version of the definitions as a whole: it grows when a metric changes its meaning."""

WIN_RATE = Metric(
    id="win_rate",
    name=Name("勝率", "win rate"),
    formula=Name("勝 / (勝 + 負)", "W / (W + L)"),
    unit="share",
    weighting="game-weighted",
    tag="association",
    numerator=("wins",),
    denominator=("wins", "losses"),
    ties="ties",
    example=Example({"wins": 31, "losses": 19, "ties": 4}, Rate(0.62, 50, 0.4815, 0.7414)),
)
FIRST_WIN_RATE = Metric(
    id="first_win_rate",
    name=Name("先攻勝率", "first-player win rate"),
    formula=Name("先攻の勝 / (先攻の勝 + 先攻の負)", "W first / (W first + L first)"),
    unit="share",
    weighting="game-weighted",
    tag="association",
    numerator=("first_wins",),
    denominator=("first_wins", "first_losses"),
    ties="first_ties",
    example=Example({"first_wins": 0, "first_losses": 20, "first_ties": 0}, Rate(0.0, 20, 0.0, 0.1611)),
)
KEPT_WIN_RATE = Metric(
    id="kept_win_rate",
    name=Name("採用時勝率", "win rate when kept"),
    formula=Name(
        "採用 ≥ 1 で採用札がすべて分かる席の 勝 / (勝 + 負)",
        "W / (W + L) over seat-games with kept ≥ 1 and every kept card known",
    ),
    unit="share",
    weighting="game-weighted",
    tag="association",
    numerator=("kept_wins",),
    denominator=("kept_wins", "kept_losses"),
    ties="kept_ties",
    example=Example({"kept_wins": 81, "kept_losses": 182, "kept_ties": 0}, Rate(0.3080, 263, 0.2553, 0.3662)),
)
USED_WIN_RATE = Metric(
    id="used_win_rate",
    name=Name("使用時勝率", "win rate when used"),
    formula=Name("使用 ≥ 1 の席の 勝 / (勝 + 負)", "W / (W + L) over seat-games with used ≥ 1"),
    unit="share",
    weighting="game-weighted",
    tag="association",
    numerator=("used_wins",),
    denominator=("used_wins", "used_losses"),
    ties="used_ties",
    example=Example({"used_wins": 15, "used_losses": 133, "used_ties": 1}, Rate(0.1014, 148, 0.0624, 0.1605)),
)
KEEP_RATE = Metric(
    id="keep_rate",
    name=Name("採用率", "keep rate"),
    formula=Name(
        "配られた札と採用札がすべて分かる席の Σ 採用 / Σ 配札",
        "Σ kept / Σ dealt over seat-games with every dealt and kept card known",
    ),
    unit="share",
    weighting="copy-weighted",
    tag="descriptive",
    numerator=("kept_copies",),
    denominator=("dealt_copies",),
    example=Example({"kept_copies": 1, "dealt_copies": 29}, Rate(0.0345, 29, 0.0061, 0.1718)),
)
PLAY_RATE = Metric(
    id="play_rate",
    name=Name("使用回数", "times used per game"),
    formula=Name(
        "Σ 使用 / 手元に持ち採用札がすべて分かる席の数",
        "Σ used / seat-games with deck ≥ 1 and every kept card known",
    ),
    unit="per game",
    weighting="game-weighted",
    tag="descriptive",
    numerator=("times_used",),
    denominator=("deck_games",),
    example=Example({"times_used": 9, "deck_games": 4}, Rate(2.25, 4, None, None)),
)
RESOLVE_RATE = Metric(
    id="resolve_rate",
    name=Name("解決率", "resolve rate"),
    formula=Name("Σ 解決 / Σ 行動", "Σ resolved / Σ actions"),
    unit="share",
    weighting="per action",
    tag="descriptive",
    numerator=("resolved",),
    denominator=("acted",),
    example=Example({"resolved": 18, "nullified": 1, "acted": 20}, Rate(0.9, 20, 0.6990, 0.9721)),
)
NULLIFICATION_RATE = Metric(
    id="nullification_rate",
    name=Name("無効化率", "nullification rate"),
    formula=Name("Σ 無効化 / Σ 行動", "Σ nullified / Σ actions"),
    unit="share",
    weighting="per action",
    tag="descriptive",
    numerator=("nullified",),
    denominator=("acted",),
    example=Example({"resolved": 18, "nullified": 1, "acted": 20}, Rate(0.05, 20, 0.0089, 0.2361)),
)

METRICS: dict[str, Metric] = {
    metric.id: metric
    for metric in (
        WIN_RATE,
        FIRST_WIN_RATE,
        KEPT_WIN_RATE,
        USED_WIN_RATE,
        KEEP_RATE,
        PLAY_RATE,
        RESOLVE_RATE,
        NULLIFICATION_RATE,
    )
}
"""Id → metric, in the order in which pages show them."""
