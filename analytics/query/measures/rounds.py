"""Sums over points of rounds and matches, over what they were given for, and over calls to go on.

Not here: who won a game (``seats``).
"""

import narwhals as nw

from analytics.query.measures.measure import Measure, games, one_if
from engine.kernel.ask import TABLE

SCORE, CALL = "score", "call"

of_match = nw.col("span") == "match"
shared = nw.col("seat") == TABLE

ROUNDS = (
    Measure("shared_scores", SCORE, one_if(of_match & shared), ("span", "seat")),
    Measure("own_scores", SCORE, one_if(of_match & ~shared), ("span", "seat")),
    Measure("rounds", SCORE, one_if(~of_match), ("span",)),
    *games(SCORE, "round_first", ~of_match & nw.col("began"), ("span", "began")),
    Measure("achieved", "achievement", one_if(~nw.col("what").is_null()), ("what",)),
    Measure("calls", CALL, one_if(~nw.col("gain").is_null()), ("gain",)),
)
