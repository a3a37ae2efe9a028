"""The type of rows: Narwhals frames, on any engine; and the library to compute with them.

Not here: where they come from (``sources``).
"""

from collections.abc import Mapping
from typing import Any

import narwhals as nw
import polars as pl

from analytics.query.measures.expression import Library

Frame = nw.LazyFrame[Any]
Tables = Mapping[str, Frame]
"""Name of a fact table → its rows, with the columns ``game`` and ``month`` of its partition."""


def with_library(rows: Frame) -> tuple[Library, Any]:
    """Polars and its own frame for rows on Polars, else Narwhals and the rows: what builds expressions, and
    what takes them."""
    return (pl, rows.to_native()) if rows.implementation.is_polars() else (nw, rows)
