"""Sums over declarations: their outcomes, answers, payments and durations.

Acts that were taken back are only in the sum that counts just these: the facts leave them out. Not here: how
often the cards of a deck were played (``cards``).
"""

from analytics.query.measures.expression import Expr, col
from analytics.query.measures.measure import ENDINGS, Measure, games, one_if
from engine.kernel.ask import TABLE

DECLARATION, HOLDING, WINDOW, BUDGET = "declaration", "holding", "response_window", "budget"
PAYMENT = "payment"

outcome, became = col("outcome"), col("became")
carried_out = outcome.is_in(["resolved", "decisive"])
nullified = outcome == "nullified"
known = ~col("card").is_null() & col("hand_known")  # of others only what gets played is known
answered, able = col("answered"), col("able")
by_player = col("seat") != TABLE
with_outcome = ~outcome.is_in(["none", "declined"])
paid_for, got_answers = col("paid") > 0, col("answered") > 0
amount, given_up = col("amount"), col("cards")

HAND = ("hand_known",)


def of_players(
    name: str, fact: str, condition: Expr, *columns: str, times: Expr | int = 1, borrows: str = ""
) -> Measure:
    """The rows of players for which a condition holds, ``times`` a number of each; not those of the table (an
    end that was agreed on)."""
    value = one_if(by_player & condition) * times
    return Measure(name, fact, value, (*columns, "seat"), (borrows,) if borrows else ())


ACTS = (
    Measure("declared", DECLARATION, one_if(~outcome.is_null()), ("outcome",)),
    Measure("acted", DECLARATION, one_if(with_outcome), ("outcome",)),
    Measure("resolved", DECLARATION, one_if(carried_out), ("outcome",)),
    Measure("nullified", DECLARATION, one_if(nullified), ("outcome",)),
    *games(DECLARATION, "resolved", carried_out, ("outcome",), borrows=ENDINGS),
    *games(DECLARATION, "nullified", nullified, ("outcome",), borrows=ENDINGS),
    Measure("chains", DECLARATION, one_if(~col("links").is_null()), ("links",)),
    of_players("acts", DECLARATION, ~outcome.is_null(), "outcome"),
    of_players("acts_paid", DECLARATION, paid_for, "paid"),
    of_players("acts_answered", DECLARATION, got_answers, "answered"),
    of_players("acts_resolved", DECLARATION, carried_out, "outcome"),
    of_players("acts_nullified", DECLARATION, nullified, "outcome"),
    of_players("acts_told", DECLARATION, with_outcome, "outcome"),
    of_players("acts_told_paid", DECLARATION, with_outcome & paid_for, "outcome", "paid"),
    of_players("acts_told_answered", DECLARATION, with_outcome & got_answers, "outcome", "answered"),
    of_players("chains_begun", DECLARATION, ~col("links").is_null(), "links"),
    Measure("windows", WINDOW, one_if(~answered.is_null()), ("answered",)),
    Measure("windows_answered", WINDOW, one_if(answered), ("answered",)),
    Measure("windows_able", WINDOW, one_if(able), ("able",)),
    Measure("windows_able_answered", WINDOW, one_if(able & answered), ("able", "answered")),
    Measure("decisions", DECLARATION, one_if(~col("spent").is_null()), ("spent",)),
    Measure("failures", "resolution", one_if(outcome == "failed"), ("outcome",)),
    Measure("answered_by", "answer", one_if(nullified), ("outcome",)),
    Measure("answers", "answer", one_if(~outcome.is_null()), ("outcome",)),
    Measure("payments", PAYMENT, one_if(~col("resource").is_null()), ("resource",)),
    of_players("spendings", PAYMENT, ~col("resource").is_null(), "resource"),
    of_players("spendings_amount", PAYMENT, ~amount.is_null(), "amount", times=amount),
    of_players("spendings_cards", PAYMENT, ~given_up.is_null(), "cards", times=given_up),
    of_players("spendings_with_cards", PAYMENT, given_up > 0, "cards"),
    of_players("declarations_paid", PAYMENT, col("first_in"), borrows="first_in"),
    of_players("declarations_paid_for", PAYMENT, col("first_for"), borrows="first_for"),
    Measure("payments_reversed", "reversal", one_if(~col("how").is_null()), ("how",)),
    Measure("available", BUDGET, col("available"), ("available",)),
    Measure("paid", BUDGET, col("paid"), ("paid",)),
    Measure("plays_after", HOLDING, one_if(known & (became == "played")), ("card", "became"), HAND),
    Measure("held_to_end", HOLDING, one_if(known & (became != "played")), ("card", "became"), HAND),
)
