"""Randomised effects: the worth of a card where chance decided who drew it. They need a log of every draw.

The order of a shuffled library is random. Among seats that are still in the game at their next draw, with
equally many copies left in libraries of the same size, each draws the card with the same chance, whoever
plays and however the game stands. Seats that drew it and seats that did not differ in nothing else, so the
difference of their win rates is the effect of *drawing this card instead of another card of this deck*, at
this point, in this population. Games that end early do not bias it: whether there is a draw is decided
before the draw. Not here: how draws are read off a record (``facts``).
"""

from analytics.metrics.definitions.card import games
from analytics.metrics.definitions.metric import Example, Metric
from analytics.metrics.definitions.terms import EARLY
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.grouped import Within
from analytics.metrics.estimators.rates import DealtApart
from engine.kernel.bilingual import Bilingual

STRATUM = ("deck", "k", "copies", "library", "went_first")
"""What is the same for both sides of a stratum: the deck (version, or archetype), the how-manieth natural
draw it is, the copies left and the size of the library before it, and the order of the seats."""

DRAW = (
    Metric(
        id="rde",
        name=Bilingual("無作為ドロー効果", "randomised draw effect"),
        formula=Bilingual(
            "層 s =（デッキ, k 回目のドロー, 残り枚数, 山札枚数, 先後）ごとに"
            " Σ wₛ(Ȳₛ₁ − Ȳₛ₀) / Σ wₛ, wₛ = n₁n₀/(n₁ + n₀)、山札の順が無作為なドローだけ",
            "Σ wₛ(Ȳₛ₁ − Ȳₛ₀) / Σ wₛ, wₛ = n₁n₀/(n₁ + n₀), within strata s ="
            " (deck, draw k, copies left, library size, seat order), over draws from a library in random"
            " order",
        ),
        unit="difference",
        weighting="per draw",
        tag="randomised",
        estimator=Within(STRATUM, games("drew"), games("other")),
        example=Example(
            {
                "deck": ["d", "d", "d", "e"],
                "k": [1, 2, 2, 1],
                "copies": [4, 4, 3, 4],
                "library": [33, 32, 32, 33],
                "went_first": [1, 1, 1, 0],
                "drew_wins": [20, 18, 3, 9],
                "drew_losses": [16, 17, 2, 11],
                "drew_ties": [0, 1, 0, 0],
                "other_wins": [130, 120, 20, 70],
                "other_losses": [134, 118, 22, 80],
                "other_ties": [2, 1, 0, 0],
            },
            Estimate(0.0304, 790, -0.0757, 0.1352),
        ),
        version=2,
    ),
    Metric(
        id="rde_early",
        name=Bilingual("無作為ドロー効果（序盤）", "randomised draw effect, early"),
        formula=Bilingual(f"同上、{EARLY} ターン目までのドロー", f"the same over draws up to turn {EARLY}"),
        unit="difference",
        weighting="per draw",
        tag="randomised",
        estimator=Within(STRATUM, games("drew_early"), games("other_early")),
        example=Example(
            {
                "deck": ["d", "d"],
                "k": [1, 2],
                "copies": [4, 4],
                "library": [33, 32],
                "went_first": [1, 1],
                "drew_early_wins": [20, 18],
                "drew_early_losses": [16, 17],
                "drew_early_ties": [0, 1],
                "other_early_wins": [130, 120],
                "other_early_losses": [134, 118],
                "other_early_ties": [2, 1],
            },
            Estimate(0.0366, 577, -0.0854, 0.1564),
            draws="half",
        ),
        version=2,
    ),
    Metric(
        id="open_effect",
        name=Bilingual("初手の無作為効果", "randomised opening effect"),
        formula=Bilingual(
            "最初に配られた手札にあった − なかった（引き直しの前）、層 =（デッキ, 枚数, 先後）。"
            "配られた札がすべて分かる席、なかった方はデッキも分かる席",
            "in the first hand offered − not in it, before any mulligan, within strata"
            " (deck, copies, seat order), over seat-games with every offered card known, and where it was"
            " not in it the deck too",
        ),
        unit="difference",
        weighting="game-weighted",
        tag="randomised",
        estimator=Within(("deck", "copies", "went_first"), games("dealt"), games("undealt")),
        example=Example(
            {
                "deck": ["d", "d"],
                "copies": [4, 4],
                "went_first": [1, 0],
                "dealt_wins": [30, 22],
                "dealt_losses": [20, 24],
                "dealt_ties": [1, 0],
                "undealt_wins": [36, 30],
                "undealt_losses": [37, 40],
                "undealt_ties": [0, 2],
            },
            Estimate(0.0792, 239, -0.0497, 0.203),
        ),
        version=3,
    ),
    Metric(
        id="deal_effect",
        name=Bilingual("配札の無作為効果", "randomised deal effect"),
        formula=Bilingual(
            "配られた席 − 配られなかった席の勝率、同じ山から配る試合だけ（山札から引かないゲーム）で、"
            "配られた札がすべて分かる席。"
            "区間は席でなく試合を独立とみなす",
            "win rate where dealt − not dealt, over games dealt from one pool (without a library), of seats"
            " with every offered card known;"
            " the interval takes games as independent, not their two seats",
        ),
        unit="difference",
        weighting="game-weighted",
        tag="randomised",
        estimator=DealtApart(
            games("pooled"),
            games("deal"),
            games("pooled_shared"),
            games("pooled_alone"),
            games("deal_alone"),
        ),
        example=Example(
            {"pooled_wins": 18, "pooled_losses": 12, "pooled_ties": 0}
            | {"deal_wins": 50, "deal_losses": 50, "deal_ties": 0}
            | {"pooled_shared_wins": 3, "pooled_shared_losses": 3, "pooled_shared_ties": 0}
            | {"pooled_alone_wins": 2, "pooled_alone_losses": 1, "pooled_alone_ties": 0}
            | {"deal_alone_wins": 4, "deal_alone_losses": 6, "deal_alone_ties": 0},
            Estimate(0.1429, 100, -0.0771, 0.3628),
        ),
        version=3,
    ),
)
