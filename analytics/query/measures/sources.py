"""The fact tables of a store as Narwhals frames of Polars.

Not here: Spark (``analytics.spark``), nor the sums over them.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import narwhals as nw
import polars as pl

from analytics.facts import SCHEMAS
from analytics.facts.columns import Type
from analytics.query.measures.frame import Frame
from analytics.query.measures.relation import PARTITION
from analytics.store.manifest import Part
from analytics.store.part_paths import path_of


class Scans(Mapping[str, Frame]):
    """The tables of these parts of the store in ``folder``, read by Polars when they are collected.

    The files of a table are found when it is asked for: with a hundred files in each table that takes longer
    than many answers.
    """

    def __init__(self, folder: Path, parts: Sequence[Part]) -> None:
        self._folder, self._parts = folder, parts

    def __getitem__(self, table: str) -> Frame:
        if table not in SCHEMAS:
            raise KeyError(table)
        return nw.from_native(scanned(self._folder, self._parts, table=table))

    def __iter__(self) -> Iterator[str]:
        return iter(SCHEMAS)

    def __len__(self) -> int:
        return len(SCHEMAS)


def scanned(folder: Path, parts: Sequence[Part], *, table: str, path: str | None = None) -> pl.LazyFrame:
    """One table of these parts; without rows where none of them has any. ``path``: column for the file's."""
    files = [path_of(folder, part, table=table) for part in parts if table in part.files]
    if not files:
        more = PARTITION if path is None else (*PARTITION, path)
        return pl.LazyFrame(schema=_columns(table) | dict.fromkeys(more, pl.String()))
    return parquet(files, path=path)


TYPES: dict[Type, pl.DataType] = {
    Type.WORD: pl.Categorical(),
    Type.COUNT: pl.Int32(),
    Type.NUMBER: pl.Int64(),
    Type.BIT: pl.Int8(),
    Type.DAY: pl.Date(),
    Type.FLAG: pl.Boolean(),
}


def _columns(table: str) -> dict[str, pl.DataType]:
    """The columns of a table as Polars reads them from a file."""
    return {name: TYPES[column.type] for name, column in SCHEMAS[table].items()}


def parquet(files: Sequence[Path], *, path: str | None = None) -> pl.LazyFrame:
    """The rows of Parquet files in folders by game and month. ``path``: column for the file's."""
    hive = dict.fromkeys(PARTITION, pl.String)
    return pl.scan_parquet(list(files), hive_partitioning=True, hive_schema=hive, include_file_paths=path)


def collected(frame: Frame) -> pl.DataFrame:
    """The rows of a frame of any engine, with words as plain text."""
    found: pl.DataFrame = frame.collect("polars").to_native()
    return found.with_columns(pl.col(pl.Categorical).cast(pl.String))
