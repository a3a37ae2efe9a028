"""Sums over what was declared: what became of it, who answered, what was paid, how long it took.

What was taken back at the table is in none of them: the facts leave it out. Not here: how often the cards
of a deck were played (``cards``).
"""

import narwhals as nw

from analytics.facts.schema import RESULT
from analytics.measures.measure import Measure, games, one_if

DECLARATION, HOLDING = "declaration", "holding"

outcome, became = nw.col("outcome"), nw.col("became")
carried_out = outcome.is_in(["resolved", "decisive"])
nullified = outcome == "nullified"
known = ~nw.col("card").is_null()

ACTS = (
    Measure("declared", DECLARATION, one_if(~outcome.is_null())),
    Measure("acted", DECLARATION, one_if(outcome != "none")),
    Measure("resolved", DECLARATION, one_if(carried_out)),
    Measure("nullified", DECLARATION, one_if(nullified)),
    *games(DECLARATION, "resolved", carried_out, borrows=tuple(RESULT)),
    *games(DECLARATION, "nullified", nullified, borrows=tuple(RESULT)),
    Measure("windows", DECLARATION, nw.col("answered") + nw.col("passed")),
    Measure("windows_answered", DECLARATION, nw.col("answered")),
    Measure("decisions", DECLARATION, one_if(~nw.col("spent").is_null())),
    Measure("failures", "resolution", one_if(outcome == "failed")),
    Measure("answered_by", "answer", one_if(nullified)),
    Measure("payments", "payment", one_if(~nw.col("resource").is_null())),
    Measure("plays_after", HOLDING, one_if(known & (became == "played"))),
    Measure("held_to_end", HOLDING, one_if(known & (became != "played"))),
)
