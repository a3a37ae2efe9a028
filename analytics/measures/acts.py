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

ENDINGS = tuple(RESULT)

ACTS = (
    Measure("declared", DECLARATION, one_if(~outcome.is_null()), ("outcome",)),
    Measure("acted", DECLARATION, one_if(outcome != "none"), ("outcome",)),
    Measure("resolved", DECLARATION, one_if(carried_out), ("outcome",)),
    Measure("nullified", DECLARATION, one_if(nullified), ("outcome",)),
    *games(DECLARATION, "resolved", carried_out, ("outcome",), borrows=ENDINGS),
    *games(DECLARATION, "nullified", nullified, ("outcome",), borrows=ENDINGS),
    Measure("windows", DECLARATION, nw.col("answered") + nw.col("passed"), ("answered", "passed")),
    Measure("windows_answered", DECLARATION, nw.col("answered"), ("answered",)),
    Measure("decisions", DECLARATION, one_if(~nw.col("spent").is_null()), ("spent",)),
    Measure("failures", "resolution", one_if(outcome == "failed"), ("outcome",)),
    Measure("answered_by", "answer", one_if(nullified), ("outcome",)),
    Measure("payments", "payment", one_if(~nw.col("resource").is_null()), ("resource",)),
    Measure("plays_after", HOLDING, one_if(known & (became == "played")), ("card", "became")),
    Measure("held_to_end", HOLDING, one_if(known & (became != "played")), ("card", "became")),
)
