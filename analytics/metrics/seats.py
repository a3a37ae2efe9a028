"""Rows of facts that belong to a seat, in the matches and of the seats that a filter chooses.

Only matches that ended are counted. Acts of the table (an end that was agreed on) are no seat's, and not
among them. Not here: what is counted of these rows (``chains``, ``costs``).
"""

import polars as pl

from analytics.metrics.filters import Filters, checked, seats_where
from analytics.store import Store

QUERY = """
    WITH chosen AS (
        SELECT f.*, s.went_first
        FROM {fact} f
        JOIN seat_game s ON s.match = f.match AND s.game_no = f.game_no AND s.seat = f.seat
        JOIN match m ON m.match = f.match
        WHERE m.finished AND {where}
    )
    {query}"""


def asked(store: Store, fact: str, filters: Filters, query: str, **given: object) -> pl.DataFrame:
    """The result of ``query`` over ``chosen``: the rows of ``fact`` that the filter chooses.

    ``given``: further parameters of the query. Raises ``FilterError``.
    """
    where, parameters = seats_where(checked(store, filters), match="m")
    return store.query(QUERY.format(fact=fact, where=where, query=query), parameters | given)
