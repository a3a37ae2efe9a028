"""Metrics of chance: whether deals, draws and the choice of who begins look like chance.

A notable row is *worth a look*, after correction for the number of rows that were tested; it proves nothing
about anybody. Not here: provable shuffles (``engine.shuffle.provable``).
"""

from analytics.metrics.definitions.metric import Example, Metric
from analytics.metrics.estimators.chance_tests import CoinTest, DrawTest, HandTest, PositionTest
from analytics.metrics.estimators.estimate import Estimate
from engine.kernel.bilingual import Bilingual

AUDIT = (
    Metric(
        id="deal_hands",
        name=Bilingual("初手の検査", "test of opening hands"),
        formula=Bilingual(
            "最初の手札に来た枚数の両側 p 値（配る山札についての超幾何分布の和。場などで始まるカードを除く）"
            "、配られた札がすべて分かる席",
            "two-sided p of the copies in first hands (sum of hypergeometric laws over the library they are"
            " dealt from, without cards that begin elsewhere), over seat-games with every offered card known",
        ),
        unit="p-value",
        weighting="none",
        tag="randomised",
        estimator=HandTest(("in_library", "library_size", "first_hand"), "hands", "hand_copies"),
        example=Example(
            {
                "in_library": [4, 3],
                "library_size": [40, 40],
                "first_hand": [5, 5],
                "hands": [30, 10],
                "hand_copies": [24, 6],
            },
            Estimate(0.009, 40),
        ),
        version=3,
    ),
    Metric(
        id="deal_draws",
        name=Bilingual("ドローの検査", "test of draws"),
        formula=Bilingual(
            "引いた回数の両側 p 値（確率 残り枚数 / 山札枚数 の和）、山札の順が無作為なドローだけ",
            "two-sided p of how often it was drawn (sum of chances copies left / library size), over draws"
            " from a library in random order",
        ),
        unit="p-value",
        weighting="none",
        tag="randomised",
        estimator=DrawTest(("copies", "library"), "draws", "hits"),
        example=Example(
            {"copies": [4, 3], "library": [33, 30], "draws": [60, 40], "hits": [14, 7]}, Estimate(0.0071, 100)
        ),
    ),
    Metric(
        id="deal_positions",
        name=Bilingual("位置の検査", "test of positions"),
        formula=Bilingual(
            "山札での位置が枚数ごとに一様かの p 値（カイ二乗。同じ山札の同じカードは位置を分け合わない）",
            "p of uniform positions in libraries of each size (chi-squared; copies in one library never share"
            " a position)",
        ),
        unit="p-value",
        weighting="none",
        tag="randomised",
        estimator=PositionTest(("position", "library"), "found", "found_copies"),
        example=Example(
            {
                "position": [1, 2, 3, 4, 5],
                "library": [5, 5, 5, 5, 5],
                "found": [8, 12, 10, 6, 14],
                "found_copies": [16, 24, 20, 12, 28],
            },
            Estimate(0.2548, 50),
        ),
        version=3,
    ),
    Metric(
        id="first_coin",
        name=Bilingual("先攻の検査", "test of who begins"),
        formula=Bilingual(
            "先攻の回数の両側 p 値（二項分布）", "two-sided p of how often one goes first (binomial)"
        ),
        unit="p-value",
        weighting="none",
        tag="randomised",
        estimator=CoinTest(("went_first",), "games"),
        example=Example({"went_first": [1, 0], "games": [14, 6]}, Estimate(0.1153, 20)),
    ),
)
