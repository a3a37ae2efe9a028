"""What is paid, in what, and how much of what is declared is paid for.

Every row names one event, from which a reader comes to the match. Facts tell the resource and the cards
that were given up, not which of several costs a rule calls the alternative one. Not here: metrics of the
registry (``action``).
"""

import polars as pl

from analytics.metrics.chains import SEEN, shares
from analytics.metrics.filters import Filters
from analytics.metrics.seats import asked
from analytics.store import Store

COUNTS = f"""
    count(*) AS n, count(*) FILTER (cards > 0) AS count,
    sum(amount)::BIGINT AS amount, sum(cards)::BIGINT AS cards,
    count(DISTINCT {{'match': match, 'seq': declaration}}) FILTER (declaration IS NOT NULL) AS declarations,
    {SEEN}"""
PAYMENTS = """
    SELECT {by}, {counts}
    FROM chosen WHERE {by} IS NOT NULL GROUP BY {by} ORDER BY n DESC, {by}"""
BY_RESOURCE, BY_CARD = "resource", "card"


def payments(store: Store, filters: Filters, *, by: str = BY_RESOURCE) -> pl.DataFrame:
    """One row a resource, or a card that was paid for, the most frequent one first.

    Columns: ``by``; ``n`` payments, of them ``count`` with cards given up; ``rate low high``, the share of
    these; ``amount`` paid and ``cards`` given up in all; ``declarations`` paid for; ``match seq``. Raises
    ``FilterError``.
    """
    return shares(asked(store, "payment", filters, PAYMENTS.format(by=by, counts=COUNTS)))


def paid_for(store: Store, filters: Filters) -> pl.DataFrame:
    """Columns ``verb count n rate low high match seq``: of ``n`` declarations of a kind, how many their own
    seat paid for. Raises ``FilterError``."""
    query = f"""
        SELECT verb, count(*) FILTER (paid > 0) AS count, count(*) AS n, {SEEN}
        FROM chosen GROUP BY verb ORDER BY n DESC, verb"""
    return shares(asked(store, "declaration", filters, query))
