"""The order of the rows of a metric wherever they are told: the best by the lower end of the interval first.

Rows by a day, a week or a number, such as a turn, are in its order. Not here: the order that somebody asks
for (``--sort``), nor that of tables of several metrics (``reports.table``).
"""

from collections.abc import Sequence

import polars as pl

TIMES = ("week", "month")
"""Columns of words that have an order of their own."""


def in_order(rows: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """The rows of a metric that was asked for by these columns: by the lower end of the interval, downwards;
    without intervals by the value. What has no value, and what nothing was observed of, comes last. Where
    any of the columns has an order of its own, all columns are followed in turn, and items within them."""
    keys = [name for name in by if name in rows.columns]
    followed = keys if any(_has_order(rows, name) for name in keys) else []
    others = [name for name in rows.columns if name in (*keys, "item") and name not in followed]
    order = [
        *(pl.col(name) for name in followed),
        (pl.col("n") > 0) & pl.col("value").is_not_null(),
        pl.col("low"),
        pl.col("value"),
        *(pl.col(name) for name in others),
    ]
    down = [*[False] * len(followed), True, True, True, *[False] * len(others)]
    return rows.sort(order, descending=down, nulls_last=True, maintain_order=True)


def _has_order(rows: pl.DataFrame, name: str) -> bool:
    kind = rows.schema[name]
    return name in TIMES or kind.is_numeric() or kind.is_temporal()
