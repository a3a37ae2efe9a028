"""The fact rows that a question is about, when no cube has them.

Whole files are left out first: those of other games and months, and those without a match that the
question is about. Not here: summing the rows (``answer``).
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import narwhals as nw
import polars as pl

from analytics.cubes.ask import Condition, equal
from analytics.cubes.holders import holders
from analytics.cubes.passing import passing
from analytics.facts.schema import SCHEMAS
from analytics.manifest import Part
from analytics.measures.derived import stored_as
from analytics.measures.frame import Frame
from analytics.measures.relation import HOMES, PARTITION, columns_of, relation
from analytics.measures.sources import on_polars

FINISHED = equal("finished", True)
"""Only matches that came to an end are counted."""


def selected(
    folder: Path,
    parts: Sequence[Part],
    *,
    fact: str,
    where: Sequence[Condition],
    columns: Iterable[str],
    holding: str = "",
) -> Frame:
    """The rows of ``fact`` in these parts and in finished matches under all conditions, with ``columns``.

    ``holding``: only of seats that played with this card. The parts are those of ``in_partitions``.
    """
    own = columns_of(fact) if FINISHED.over(columns_of(fact)) else ()  # rows that stand by themselves
    of_match = [] if own else [one for one in (*where, FINISHED) if one.over(SCHEMAS["match"].names)]
    others = [
        condition
        for condition in (*where, FINISHED)
        if condition not in of_match and not condition.over(PARTITION)  # what ``in_partitions`` saw to
    ]
    if not own:  # rows of a match all lie in one part
        parts = [part for part in parts if stored_as(fact) in part.files]
    matches, parts = passing(folder, parts, of_match)
    tables = on_polars(folder, parts)
    conditioned = (column for condition in others for column in condition.columns)
    rows = relation(tables, fact, (*columns, *conditioned))
    if matches is not None:
        rows = _of_matches(rows, matches)
    for condition in others:
        rows = rows.filter(condition.holds)
    return _of_holders(rows, fact, holders(folder, parts, holding)) if holding else rows


def _of_matches(rows: Frame, matches: pl.Series) -> Frame:
    """The rows of these matches. They are told while files are read: a join takes three times as long."""
    found: Frame = nw.from_native(rows.to_native().filter(pl.col("match").is_in(matches.implode())))
    return found


def _of_holders(rows: Frame, fact: str, held: pl.DataFrame) -> Frame:
    """The rows of these seats."""
    seat = [key for key in HOMES["seat_game"] if key in columns_of(fact)]
    near = _of_matches(rows, held["match"].unique())
    return near.join(nw.from_native(held.lazy().select(seat)), on=seat, how="semi")


class Placed(Protocol):
    """What belongs to one game and month."""

    @property
    def game(self) -> str: ...

    @property
    def month(self) -> str: ...


Some = TypeVar("Some", bound=Placed)


def in_partitions(
    parts: Sequence[Some], where: Sequence[Condition], months: frozenset[str] | None
) -> list[Some]:
    """Those of these months (of all where None) whose game and month fulfil the conditions on them."""
    table = pl.DataFrame(
        {"game": [part.game for part in parts], "month": [part.month for part in parts]},
        schema=dict.fromkeys(PARTITION, pl.String),
    ).with_row_index("part")
    left = nw.from_native(table)
    for condition in where:
        if condition.over(PARTITION):
            left = left.filter(condition.holds)
    found = [parts[index] for index in left["part"].to_list()]
    return [part for part in found if months is None or part.month in months]
