"""Metrics of chance: whether deals, draws and the choice of who begins look like chance.

What stands out is *worth a look*, after correction for how many were looked at; it proves nothing about
anybody. Not here: provable shuffles (``engine.shuffle.provable``).
"""

from dataclasses import dataclass

from analytics.metrics.definitions.metric import Example, Metric
from analytics.metrics.estimators.estimate import Draws, Estimate, rate
from analytics.stats import deal
from analytics.stats.number import Floats, Groups
from engine.kernel.bilingual import Bilingual


@dataclass(frozen=True, slots=True)
class Hands:
    """Copies in opening hands against the hypergeometric law; ``by``: copies, cards in the deck, hand."""

    by: tuple[str, str, str]
    number: str
    seen: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.number, self.seen)

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """A p-value; ``n`` counts hands."""
        number, seen = groups[self.number], groups[self.seen].sum()
        if not number.sum():
            return Estimate(None, 0)
        return rate(deal.hands(*_columns(groups, self.by), number=number, seen=seen), number.sum())


@dataclass(frozen=True, slots=True)
class Drawn:
    """Draws of a card against its chance; ``by``: copies left, size of the library."""

    by: tuple[str, str]
    number: str
    seen: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.number, self.seen)

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """A p-value; ``n`` counts draws."""
        number, seen = groups[self.number], groups[self.seen].sum()
        if not number.sum():
            return Estimate(None, 0)
        return rate(deal.draws(*_columns(groups, self.by), number=number, seen=seen), number.sum())


@dataclass(frozen=True, slots=True)
class Positions:
    """A card in every position of a shuffled library as often as in any other; ``by``: position, and cards in
    the library, for a place that only large ones have is rarer."""

    by: tuple[str, str]
    counts: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.counts,)

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """A p-value."""
        counts = groups[self.counts]
        return rate(deal.positions(*_columns(groups, self.by), found=counts), counts.sum())


@dataclass(frozen=True, slots=True)
class Coin:
    """Who begins, as a coin would have it; ``by``: whether this player went first."""

    by: tuple[str]
    games: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.games,)

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """A p-value."""
        games = groups[self.games]
        n = round(games.sum())
        return rate(deal.coin(round(games[groups[self.by[0]] == 1].sum()), n), n)


def _columns(groups: Groups, names: tuple[str, ...]) -> list[Floats]:
    return [groups[name] for name in names]


AUDIT = (
    Metric(
        id="deal_hands",
        name=Bilingual("初手の検査", "test of opening hands"),
        formula=Bilingual(
            "初手に来た枚数の両側 p 値（超幾何分布の和）",
            "two-sided p of the copies in opening hands (sum of hypergeometric laws)",
        ),
        unit="p-value",
        weighting="none",
        tag="randomised",
        estimator=Hands(("copies", "deck_size", "first_hand"), "hands", "hand_copies"),
        example=Example(
            {
                "copies": [4, 3],
                "deck_size": [40, 40],
                "first_hand": [5, 5],
                "hands": [30, 10],
                "hand_copies": [24, 6],
            },
            Estimate(0.009, 40),
        ),
        version=2,
    ),
    Metric(
        id="deal_draws",
        name=Bilingual("ドローの検査", "test of draws"),
        formula=Bilingual(
            "引いた回数の両側 p 値（確率 残り枚数 / 山札枚数 の和）",
            "two-sided p of how often it was drawn (sum of chances copies left / library size)",
        ),
        unit="p-value",
        weighting="none",
        tag="randomised",
        estimator=Drawn(("copies", "library"), "draws", "hits"),
        example=Example(
            {"copies": [4, 3], "library": [33, 30], "draws": [60, 40], "hits": [14, 7]}, Estimate(0.0071, 100)
        ),
    ),
    Metric(
        id="deal_positions",
        name=Bilingual("位置の検査", "test of positions"),
        formula=Bilingual(
            "山札での位置が枚数ごとに一様かの p 値（カイ二乗）",
            "p of uniform positions in libraries of each size (chi-squared)",
        ),
        unit="p-value",
        weighting="none",
        tag="randomised",
        estimator=Positions(("position", "library"), "found"),
        example=Example(
            {"position": [1, 2, 3, 4, 5], "library": [5, 5, 5, 5, 5], "found": [8, 12, 10, 6, 14]},
            Estimate(0.406, 50),
        ),
        version=2,
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
        estimator=Coin(("went_first",), "games"),
        example=Example({"went_first": [1, 0], "games": [14, 6]}, Estimate(0.1153, 20)),
    ),
)
