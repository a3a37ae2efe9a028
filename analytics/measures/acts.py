"""Sums over what was declared: what became of it, who answered, what was paid, how long it took.

What was taken back at the table is in none of them but the one that counts just that: the facts leave it
out. Not here: how often the cards of a deck were played (``cards``).
"""

import narwhals as nw

from analytics.facts.schema import RESULT
from analytics.measures.measure import Measure, games, one_if

DECLARATION, HOLDING, WINDOW, BUDGET = "declaration", "holding", "response_window", "budget"

outcome, became = nw.col("outcome"), nw.col("became")
carried_out = outcome.is_in(["resolved", "decisive"])
nullified = outcome == "nullified"
known = ~nw.col("card").is_null()
answered, able = nw.col("answered"), nw.col("able")

ENDINGS = tuple(RESULT)

ACTS = (
    Measure("declared", DECLARATION, one_if(~outcome.is_null()), ("outcome",)),
    Measure("acted", DECLARATION, one_if(outcome != "none"), ("outcome",)),
    Measure("resolved", DECLARATION, one_if(carried_out), ("outcome",)),
    Measure("nullified", DECLARATION, one_if(nullified), ("outcome",)),
    *games(DECLARATION, "resolved", carried_out, ("outcome",), borrows=ENDINGS),
    *games(DECLARATION, "nullified", nullified, ("outcome",), borrows=ENDINGS),
    Measure("chains", DECLARATION, one_if(~nw.col("links").is_null()), ("links",)),
    Measure("windows", WINDOW, one_if(answered | ~answered), ("answered",)),
    Measure("windows_answered", WINDOW, one_if(answered), ("answered",)),
    Measure("windows_able", WINDOW, one_if(able), ("able",)),
    Measure("windows_able_answered", WINDOW, one_if(able & answered), ("able", "answered")),
    Measure("decisions", DECLARATION, one_if(~nw.col("spent").is_null()), ("spent",)),
    Measure("failures", "resolution", one_if(outcome == "failed"), ("outcome",)),
    Measure("answered_by", "answer", one_if(nullified), ("outcome",)),
    Measure("payments", "payment", one_if(~nw.col("resource").is_null()), ("resource",)),
    Measure("payments_reversed", "reversal", one_if(~nw.col("how").is_null()), ("how",)),
    Measure("available", BUDGET, nw.col("available"), ("available",)),
    Measure("paid", BUDGET, nw.col("paid"), ("paid",)),
    Measure("plays_after", HOLDING, one_if(known & (became == "played")), ("card", "became")),
    Measure("held_to_end", HOLDING, one_if(known & (became != "played")), ("card", "became")),
)
