"""Which rows and columns of a result are told: in which order, with how many observations, how many.

Not here: how they are laid out (``listing``), nor the numbers (``analytics.metrics``).
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

import polars as pl

from kifuda.cli.base.language import Misuse

UP, DOWN = "up", "down"
N = "n"


def chosen_rows(found: pl.DataFrame, *, sort: str, min_n: int, limit: int | None) -> pl.DataFrame:
    """The rows with at least ``min_n`` observations, by the column ``sort`` (``n``, ``n:up``), the first
    ``limit`` of them. Raises ``Misuse`` for a column that is not there."""
    if min_n and N in found.columns:
        found = found.filter(pl.col(N) >= min_n)
    if sort:
        name, _, way = sort.partition(":")
        check_columns((name,), found.columns, option="--sort")
        if way not in ("", UP, DOWN):
            raise Misuse("word", option="--sort", given=way, near="", accepted=f"{UP}, {DOWN}")
        down = way == DOWN or (not way and found.schema[name].is_numeric())
        found = found.sort(name, descending=down, nulls_last=True, maintain_order=True)
    return found if limit is None else found.head(limit)


def observed_rows(found: pl.DataFrame) -> tuple[pl.DataFrame, int]:
    """The rows of which anything was observed, and how many others there are; all of them where there would
    be none."""
    kept = found.filter(pl.col(N) > 0)
    return (kept, len(found) - len(kept)) if len(kept) else (found, 0)


def check_columns(names: Sequence[str], accepted: Sequence[str], *, option: str = "--columns") -> None:
    """Raises ``Misuse`` for a column that is not there."""
    for name in names:
        if name not in accepted:
            near = ", ".join(get_close_matches(name, accepted, n=1))
            raise Misuse("word", option=option, given=name, near=near, accepted=", ".join(accepted))
