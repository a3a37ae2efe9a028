"""Estimates as a wide table for use elsewhere: a row for each combination of keys, columns for each metric.

The only place that knows the names of these columns, which stay as they are documented. Not here: the long
table, which everything else reads (``estimates``).
"""

import polars as pl

from analytics.metrics.both_seats import GAME_RESULTS
from analytics.metrics.cell_estimates import NUMBERS
from analytics.metrics.estimates import Estimates
from analytics.metrics.intervals.interval_basis import BASIS

NAMES = ("name", "name_en")
LEAD = {"rate": "value"} | {name: name for name in ("n", "low", "high", BASIS)}
"""Columns of the metric by which rows are ranked, and their numbers."""
SEATS = {True: "first", False: "second"}


def column_name(metric: str, number: str = "value") -> str:
    """The column of a number of a metric: ``ID ID_n ID_low ID_high ID_basis``."""
    return metric if number == "value" else f"{metric}_{number}"


def pivot(found: Estimates) -> pl.DataFrame:
    """Keys and labels, then the numbers of every metric. Of a ranked table the first key is called ``key``,
    and the numbers of the metric that it is ranked by stand in front as well: ``rate n low high basis``."""
    keys = list(found.keys)
    wide = found.labels
    for id in found.metrics:
        columns = {column_name(id, number): number for number in (*NUMBERS, BASIS)}
        wide = pl.concat([wide, found.numbers(id).select(**columns)], how="horizontal")
    if not found.lead:
        return _in_front(wide, *keys, *NAMES)
    key, *others = keys
    if wide.schema[key] == pl.Boolean:
        wide = wide.with_columns(pl.col(key).replace_strict(SEATS, return_dtype=pl.String))
    lead = {name: pl.col(column_name(found.lead, number)) for name, number in LEAD.items()}
    wide = wide.rename({key: "key"}).with_columns(**lead)
    return _in_front(wide, "key", *NAMES, *others, "n", *GAME_RESULTS, "rate", "low", "high", BASIS)


def _in_front(wide: pl.DataFrame, *names: str) -> pl.DataFrame:
    first = [name for name in names if name in wide.columns]
    return wide.select(*first, pl.exclude(first))
