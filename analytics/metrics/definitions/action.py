"""Metrics of declarations: their payments, answers and outcomes.

Only records of single events have these; imported results do not. Not here: cards in hand (``card``).
"""

from analytics.metrics.definitions.card import games
from analytics.metrics.definitions.metric import Example, Metric, of_matches
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.grouped import MeanOf, Quantile, Shares, WithinGames
from analytics.metrics.estimators.rates import Mean, Share
from engine.kernel.bilingual import Bilingual

SECONDS = {"seconds": [2, 5, 9, 20, 60], "decisions": [10, 14, 9, 5, 2]}

ACTION = (
    Metric(
        id="resolve_rate",
        name=Bilingual("解決率", "resolve rate"),
        formula=of_matches(
            "Σ 解決 / Σ 行動（巻き戻しを除く）", "Σ resolved / Σ actions (without rewound ones)"
        ),
        unit="share",
        weighting="per action",
        tag="descriptive",
        estimator=Share(("resolved",), ("acted",)),
        example=Example({"resolved": 18, "acted": 20}, Estimate(0.9, 20, 0.699, 0.9721)),
        version=2,
    ),
    Metric(
        id="nullification_rate",
        name=Bilingual("無効化率", "nullification rate"),
        formula=of_matches("Σ 無効化 / Σ 行動", "Σ nullified / Σ actions"),
        unit="share",
        weighting="per action",
        tag="descriptive",
        estimator=Share(("nullified",), ("acted",)),
        example=Example({"nullified": 1, "acted": 20}, Estimate(0.05, 20, 0.0089, 0.2361)),
        version=2,
    ),
    Metric(
        id="failure_reasons",
        name=Bilingual("失敗の理由", "reasons of failure"),
        formula=of_matches("条文ごとの 失敗 / すべての失敗", "failures by this clause / all failures"),
        unit="share",
        weighting="per action",
        tag="descriptive",
        estimator=Shares(("clause",), "failures"),
        example=Example(
            {"clause": ["5.2-3", "5.2-6", "A-4"], "failures": [11, 3, 6]},
            Estimate(0.55, 20, 0.3421, 0.7418),
            item="5.2-3",
        ),
        version=2,
    ),
    Metric(
        id="response_rate",
        name=Bilingual("応答率（応答できた機会）", "response rate given opportunity"),
        formula=of_matches(
            "応答した機会 / 合法な応答を持っていた機会（すべて分かる記録だけ）",
            "windows answered / windows in which a legal answer was held (full records only)",
        ),
        unit="share",
        weighting="per window",
        tag="descriptive",
        estimator=Share(("windows_able_answered",), ("windows_able",)),
        example=Example(
            {"windows_able_answered": 14, "windows_able": 40}, Estimate(0.35, 40, 0.2213, 0.5049)
        ),
        version=2,
    ),
    Metric(
        id="response_rate_all",
        name=Bilingual("応答率（すべての機会）", "response rate, all windows"),
        formula=of_matches("応答した機会 / すべての機会", "windows answered / all windows"),
        unit="share",
        weighting="per window",
        tag="descriptive",
        estimator=Share(("windows_answered",), ("windows",)),
        example=Example({"windows_answered": 14, "windows": 130}, Estimate(0.1077, 130, 0.0652, 0.1727)),
        version=3,
    ),
    Metric(
        id="negation_share",
        name=Bilingual("無効化した札の割合", "negation share"),
        formula=of_matches("この札による無効化 / すべての無効化", "negations by this card / all negations"),
        unit="share",
        weighting="per action",
        tag="descriptive",
        estimator=Shares(("card",), "answered_by"),
        example=Example(
            {"card": ["a", "b"], "answered_by": [9, 3]}, Estimate(0.75, 12, 0.4677, 0.9111), item="a"
        ),
        version=2,
    ),
    Metric(
        id="chain_depth",
        name=Bilingual("連鎖の深さ", "chain depth"),
        formula=of_matches("Σ 深さ·連鎖 / Σ 連鎖", "Σ depth·chains / Σ chains"),
        unit="links",
        weighting="per action",
        tag="descriptive",
        estimator=MeanOf(("links",), "chains"),
        example=Example(
            {"links": [1, 2, 3, 4], "chains": [60, 25, 10, 5]}, Estimate(1.6, 100, 1.4305, 1.7695)
        ),
        version=2,
    ),
    Metric(
        id="resolved_effect",
        name=Bilingual("解決と無効化の勝率差", "win rate if resolved − nullified"),
        formula=Bilingual(
            "先後とターンの層ごとの 解決 − 無効化 の勝率差（Mantel–Haenszel）",
            "win rate resolved − nullified, by seat order and turn (Mantel–Haenszel)",
        ),
        unit="difference",
        weighting="per action",
        tag="association",
        estimator=WithinGames(
            ("went_first", "turn"), ("match", "game_no"), games("resolved"), games("nullified")
        ),
        example=Example(
            {
                "went_first": [1, 1, 0, 1, 1, 0, 1, 0],
                "turn": [2, 3, 3, 2, 3, 3, 2, 3],
                "match": ["m", "m", "m", "n", "n", "n", "o", "o"],
                "game_no": [1, 1, 1, 1, 1, 1, 1, 1],
                "resolved_wins": [3, 2, 0, 0, 0, 2, 1, 0],
                "resolved_losses": [0, 0, 1, 1, 2, 0, 0, 2],
                "resolved_ties": [0, 0, 0, 0, 0, 0, 0, 0],
                "nullified_wins": [1, 0, 0, 0, 0, 1, 0, 0],
                "nullified_losses": [0, 0, 1, 2, 1, 0, 0, 1],
                "nullified_ties": [0, 0, 0, 0, 0, 0, 0, 0],
            },
            Estimate(0.3077, 21, -0.1146, 0.73),
        ),
        version=3,
    ),
    Metric(
        id="cost_efficiency",
        name=Bilingual("資源の消化率", "cost efficiency"),
        formula=Bilingual(
            "Σ 支払った量 / Σ その自分のターンに支払えた量",
            "Σ paid / Σ available in the same turns of one's own",
        ),
        unit="index",
        weighting="per action",
        tag="descriptive",
        estimator=Mean("paid", "available"),
        example=Example({"paid": 66, "available": 90}, Estimate(0.7333, 90)),
        version=2,
    ),
    Metric(
        id="alternative_share",
        name=Bilingual("代替コストの割合", "share of alternative costs"),
        formula=Bilingual(
            "代替コストの支払い / すべての支払い", "payments of an alternative cost / all payments"
        ),
        unit="share",
        weighting="per action",
        tag="descriptive",
        estimator=Share(("payments_alternative",), ("payments",)),
        example=Example({"payments_alternative": 5, "payments": 75}, Estimate(0.0667, 75, 0.0288, 0.1468)),
    ),
    Metric(
        id="foul_payments",
        name=Bilingual("反則・巻き戻しの支払い", "foul or reversed payments"),
        formula=of_matches(
            "1000 × 反則か巻き戻しの支払い / Σ 宣言", "1000 × payments by foul or reversed / Σ declarations"
        ),
        unit="per 1000",
        weighting="per action",
        tag="descriptive",
        estimator=Share(("payments_reversed",), ("declared",), scale=1000),
        example=Example({"payments_reversed": 3, "declared": 1200}, Estimate(2.5, 1200, 0.8506, 7.3245)),
        version=2,
    ),
    Metric(
        id="decision_time",
        name=Bilingual("判断時間（中央値）", "time to decision, median"),
        formula=of_matches("書き留められた秒数の中央値", "median of the seconds that were written down"),
        unit="seconds",
        weighting="per action",
        tag="descriptive",
        estimator=Quantile(("seconds",), "decisions", 0.5),
        example=Example(SECONDS, Estimate(5.0, 40, 5.0, 9.0)),
        version=2,
    ),
    Metric(
        id="decision_time_p95",
        name=Bilingual("判断時間（95パーセンタイル）", "time to decision, 95th percentile"),
        formula=of_matches("書き留められた秒数の 95 %点", "95 % point of the seconds that were written down"),
        unit="seconds",
        weighting="per action",
        tag="descriptive",
        estimator=Quantile(("seconds",), "decisions", 0.95),
        example=Example(SECONDS, Estimate(20.0, 40, 20.0, 60.0)),
        version=2,
    ),
)
