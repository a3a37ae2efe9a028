"""What a metric is: a number out of additive sums, with everything that one has to say about it.

Not here: the metrics (``registry`` and its families), how their sums are read (``metrics.ask``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from analytics.metrics.estimators.estimate import NO_ESTIMATE, Draws, Estimate, EstimateArrays, Item
from analytics.metrics.estimators.estimator import Estimator, estimate_groups
from analytics.metrics.estimators.rates import WinRate
from analytics.stats.number import Groups
from engine.kernel.bilingual import Bilingual

Unit = Literal[
    "share",
    "difference",
    "per game",
    "per copy",
    "per 1000",
    "turns",
    "seconds",
    "links",
    "decks",
    "index",
    "log-odds",
    "rating",
    "points",
    "p-value",
]
"""``share`` lies in 0 to 1; ``difference`` is one of two shares (0.05 is five percentage points)."""
Weighting = Literal[
    "game-weighted",
    "copy-weighted",
    "per action",
    "per window",
    "per draw",
    "per deck",
    "per player",
    "per match",
    "per round",
    "none",
]
"""What is counted once."""
Tag = Literal["association", "randomised", "descriptive"]
"""``association``: who plays the card, and against whom, is part of the number · ``randomised``: chance
decided who had it · ``descriptive``: what happened, not what it was worth."""

OF_MATCHES = Bilingual("。区間は各試合を独立とみなす", "; the interval takes matches as independent")
"""Ends the formula of what a match has several of: acts, windows, rounds, copies."""


def of_matches(ja: str, en: str) -> Bilingual:
    """The formula of a metric that counts a match several times."""
    return Bilingual(ja + OF_MATCHES.ja, en + OF_MATCHES.en)


KNOWN = {
    "deck": Bilingual("（デッキの分かる席）", ", over seat-games whose deck is known"),
    "hand": Bilingual("（手札がすべて分かる席）", ", over seat-games whose hand is known"),
    "both": Bilingual("（デッキと手札がすべて分かる席）", ", over seat-games whose deck and hand are known"),
}
"""Ends the formula of what counts cards that a record may not know."""


def of_known(what: Literal["deck", "hand", "both"], ja: str, en: str) -> Bilingual:
    """The formula of a metric that counts only seats of which the deck, the hand, or both are known."""
    return Bilingual(ja + KNOWN[what].ja, en + KNOWN[what].en)


Values = Sequence[int] | Sequence[float] | Sequence[str]


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example, which is a test as well: these sums give this ``estimate`` (to four decimals).

    Where the metric wants groups, every sum has one number for each of them, and the keys of the groups
    stand beside the sums. ``item``: the item that has it.
    """

    sums: Mapping[str, int | Values]
    estimate: Estimate
    draws: Draws = "exclude"
    item: Item = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric.

    ``estimator`` makes the number out of sums. ``version`` grows when the definition changes.
    """

    id: str
    name: Bilingual
    formula: Bilingual
    unit: Unit
    weighting: Weighting
    tag: Tag
    estimator: Estimator
    example: Example
    version: int = 1

    @property
    def sums(self) -> tuple[str, ...]:
        """All sums that are needed, each once."""
        return tuple(dict.fromkeys(self.estimator.sums))

    @property
    def by(self) -> tuple[str, ...]:
        """The columns that its sums are grouped by within a cell; none where a cell is one row of sums."""
        return self.estimator.by

    @property
    def per_item(self) -> bool:
        """Whether it gives a number for each item, such as each archetype, of a cell."""
        return self.estimator.per_item

    @property
    def is_win_rate(self) -> bool:
        """Whether it is a win rate, so that an even game is one half."""
        return isinstance(self.estimator, WinRate)

    def estimate(self, sums: Mapping[str, int | Values], *, draws: Draws = "exclude") -> Estimate:
        """The number of one cell: of a row of sums, or of a set of groups.

        Raises ``KeyError`` for a sum that is missing, ``TypeError`` for a metric that has one for each item.
        """
        if self.per_item:
            raise TypeError(f"{self.id} has a number for each item: use estimate_items")
        found = self._estimates(sums, draws)
        return next(found.rows()) if found is not None else NO_ESTIMATE

    def estimate_items(
        self, sums: Mapping[str, int | Values], *, draws: Draws = "exclude"
    ) -> dict[Any, Estimate]:
        """Item (``Item``) → its number, of a set of groups. Raises ``KeyError``, ``TypeError``."""
        if not self.per_item:
            raise TypeError(f"{self.id} is one number: use estimate")
        found = self._estimates(sums, draws)
        return dict(zip(found.items or (), found.rows(), strict=True)) if found is not None else {}

    def _estimates(self, sums: Mapping[str, int | Values], draws: Draws) -> EstimateArrays | None:
        """The estimates of one cell; None where it has no groups. Raises ``KeyError``."""
        groups: Groups = {name: np.atleast_1d(np.asarray(sums[name])) for name in self.by}
        groups |= {name: np.atleast_1d(np.asarray(sums[name], np.float64)) for name in self.sums}
        return estimate_groups(self.estimator, groups, draws) if len(groups[self.sums[0]]) else None
