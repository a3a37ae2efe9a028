"""A question about a store: which metrics, of each what, over which matches.

Not here: how it is answered (``ask``).
"""

from dataclasses import dataclass, field
from typing import Literal, get_args

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import Draws, check_draws
from analytics.query.filters import Filters
from analytics.query.sum_query import Condition

Intervals = Literal["fitting", "games", "players", "jeffreys"]
"""``fitting``: over players where one gives more than a tenth of a cell, else over games · ``games``: the
metric's own, games taken as independent · ``players``: players are independent, their games are not ·
``jeffreys``: as ``games``, by Jeffreys' prior, for shares of two outcomes."""
INTERVALS: tuple[Intervals, ...] = get_args(Intervals)


@dataclass(frozen=True, slots=True)
class Question:
    """``metrics`` for each combination of the columns ``by``, over the matches of ``filters``; ``sums`` are
    told as well, as labels. ``draws``: what a draw is worth; ``intervals``: what they are over; ``only``:
    further conditions on the rows, such as one card; ``unchecked``: those of the metrics whose own intervals
    are enough, for to look for their basis takes long."""

    metrics: tuple[Metric, ...]
    by: tuple[str, ...] = ()
    filters: Filters = field(default_factory=Filters)
    draws: Draws = "exclude"
    intervals: Intervals = "fitting"
    sums: tuple[str, ...] = ()
    only: tuple[Condition, ...] = ()
    unchecked: tuple[Metric, ...] = ()

    def check(self) -> None:
        """Raises ``ValueError`` for a word that is not known."""
        if self.intervals not in INTERVALS:
            raise ValueError(f"intervals cannot be {self.intervals!r}: accepted are {', '.join(INTERVALS)}")
        check_draws(self.draws)
