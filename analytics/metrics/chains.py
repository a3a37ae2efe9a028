"""What becomes of what is declared: paid, answered, carried out or not, by which cards, how deep.

Every row names one event, from which a reader comes to the match. Not here: single cards' rates, which the
registry has (``action``).
"""

import polars as pl

from analytics.metrics.filters import Filters
from analytics.metrics.rate import Rate
from analytics.metrics.registry import METRICS
from analytics.metrics.seats import asked
from analytics.stats.interval import wilson
from analytics.store import Store

STAGES = ("declared", "paid", "answered", "resolved", "nullified")
"""What can be true of a declaration, in the order in which it comes about."""

COUNTS = """
    count(*) AS declared,
    count(*) FILTER (paid > 0) AS paid,
    count(*) FILTER (answered > 0) AS answered,
    count(*) FILTER (outcome IN ('resolved', 'decisive')) AS resolved,
    count(*) FILTER (outcome = 'nullified') AS nullified"""
SEEN = "first(match ORDER BY match, seq) AS match, first(seq ORDER BY match, seq) AS seq"
"""One event behind a row, the same whenever it is asked for."""

VERBS = f"""
    SELECT verb, {COUNTS}, count(*) FILTER (outcome = 'none') AS without, {SEEN}
    FROM chosen WHERE $card = '' OR card = $card
    GROUP BY verb ORDER BY declared DESC, verb"""
FUNNEL = f"SELECT {COUNTS} FROM chosen WHERE outcome <> 'none'"
ANSWERS = f"""
    SELECT card AS answered, answered_by, count(*) FILTER (outcome = 'nullified') AS count,
        count(*) AS n, {SEEN}
    FROM chosen WHERE card IS NOT NULL AND answered_by IS NOT NULL
    GROUP BY ALL ORDER BY n DESC, answered, answered_by"""
DEPTHS = f"""
    SELECT links::BIGINT AS depth, count(*) AS chains, {SEEN}
    FROM chosen WHERE links IS NOT NULL GROUP BY links ORDER BY links"""


def funnel(store: Store, filters: Filters) -> pl.DataFrame:
    """Columns ``stage count n rate low high``: of ``n`` declarations with an outcome, how many came so far.

    The stages are ``STAGES``; no rows where nothing was declared. Raises ``FilterError``.
    """
    counts = asked(store, "declaration", filters, FUNNEL).row(0, named=True)
    n = counts["declared"]
    stages = STAGES if n else ()
    rows = pl.DataFrame(
        {"stage": stages, "count": [counts[stage] for stage in stages], "n": [n] * len(stages)},
        schema={"stage": pl.String, "count": pl.Int64, "n": pl.Int64},
    )
    return shares(rows)


def verbs(store: Store, filters: Filters, *, card: str = "") -> pl.DataFrame:
    """Columns ``verb``, those of ``STAGES``, ``without`` (the rules know no outcome), ``match seq``: one row
    a kind of act, of one card or of all. Raises ``FilterError``."""
    return asked(store, "declaration", filters, VERBS, card=card)


def answers(store: Store, filters: Filters) -> pl.DataFrame:
    """Columns ``answered answered_by count n rate low high match seq``: of ``n`` answers of one card to
    another, how many came with its being nullified; the most frequent pair first. Raises ``FilterError``."""
    return shares(asked(store, "response", filters, ANSWERS))


def depths(store: Store, filters: Filters) -> pl.DataFrame:
    """Columns ``depth chains match seq``: how many chains have so many links, one within the other, whoever
    declared those within. The filter chooses who began them. Raises ``FilterError``."""
    return asked(store, "declaration", filters, DEPTHS)


def mean_depth(depths: pl.DataFrame) -> Rate:
    """The metric of the registry over the rows of ``depths``."""
    sums = depths.select(pl.col("depth").alias("links"), "chains")
    return METRICS["chain_depth"].of(sums.to_dict(as_series=False))


def shares(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with ``rate low high``: the share of ``count`` in ``n`` and its interval; every n is
    positive."""
    count, n = (rows[name].cast(pl.Float64).to_numpy() for name in ("count", "n"))
    low, high = wilson(count, n)
    return rows.with_columns(
        rate=pl.col("count") / pl.col("n"),
        low=pl.Series(low, dtype=pl.Float64),
        high=pl.Series(high, dtype=pl.Float64),
    )
