"""What players pay, in which resource, and which share of their declarations is paid for.

Facts record the resource and the discarded cards, but not which of several costs a rule calls the alternative
one. Not here: metrics of the registry (``definitions.action``), nor example events (``example_event``).
"""

from typing import Literal

import polars as pl

from analytics.metrics.estimators.rates import Share
from analytics.metrics.reports.chains import effects_by, shares
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import Filters, checked
from analytics.store.reader import Store

By = Literal["resource", "card"]
DECLARATIONS: dict[By, str] = {"resource": "declarations_paid", "card": "declarations_paid_for"}
"""Column that payments are grouped by → the sum of declarations that they were for."""
WITH_CARDS = Share(("spendings_with_cards",), ("spendings",))
"""The share of payments with cards given up."""
PAID_FOR = Share(("acts_paid",), ("acts",))
"""The share of declarations that their own seat paid for."""
PAYMENTS = "payment"
"""The fact table that is counted here."""


def payments(store: Store, filters: Filters, *, by: By = "resource") -> pl.DataFrame:
    """One row a resource, or a card that was paid for, the most frequent first.

    Columns: ``by``; ``n`` payments, of them ``count`` with cards given up; ``rate low high``, the share of
    these; ``amount`` paid and ``cards`` given up in all; ``declarations`` paid for, one that both seats paid
    for once for each. Raises ``FilterError``.
    """
    sums = {
        "n": "spendings",
        "count": "spendings_with_cards",
        "amount": "spendings_amount",
        "cards": "spendings_cards",
        "declarations": DECLARATIONS[by],
    }
    found = answer(store, sum_query(sums.values(), (by,), checked(store, filters))).drop_nulls(by)
    rows = found.select(by, *(pl.col(sum).alias(name) for name, sum in sums.items())).filter(pl.col("n") > 0)
    rows = rows.sort("n", by, descending=[True, False])
    return shares(rows, effects_by(store, rows, WITH_CARDS, (by,), filters))


def paid_for(store: Store, declared: pl.DataFrame, filters: Filters) -> pl.DataFrame:
    """Columns ``verb count n rate low high``: of ``n`` declarations of a kind (``chains.declared``), how many
    their own seat paid for. Raises ``FilterError``."""
    kinds = declared.group_by("verb").agg(
        pl.col("acts_paid").sum().alias("count"), pl.col("acts").sum().alias("n")
    )
    kinds = kinds.sort("n", "verb", descending=[True, False])
    return shares(kinds, effects_by(store, kinds, PAID_FOR, ("verb",), filters))
