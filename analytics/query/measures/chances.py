"""Sums over clean draws: a draw is an experiment for every card of which copies were left; and over shuffled
libraries.

Not here: how these experiments are made out of draws and libraries (``derived``), nor their estimate
(``analytics.metrics.definitions.draw``).
"""

from analytics.query.measures.expression import col
from analytics.query.measures.measure import Measure, games, one_if

FACT = "chance"

EARLY = 3
"""The last turn of the early window."""

drew = col("drew")
early = col("turn") <= EARLY

CHANCES = (
    *games(FACT, "drew", drew, ("drew",)),
    *games(FACT, "other", ~drew, ("drew",)),
    *games(FACT, "drew_early", drew & early, ("drew", "turn")),
    *games(FACT, "other_early", ~drew & early, ("drew", "turn")),
    Measure("draws", FACT, one_if(col("copies") > 0), ("copies",)),
    Measure("hits", FACT, one_if(drew), ("drew",)),
    Measure("found", "shuffle", one_if(col("position") > 0), ("position",)),
    Measure("found_copies", "shuffle", col("alike"), (), borrows=("alike",)),
)
