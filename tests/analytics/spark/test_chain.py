"""The whole chain on Spark, compared row by row with the run on one machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analytics.cubes.cube import CUBES
from analytics.cubes.shelf import load as load_shelf
from analytics.cubes.shelf import path_of
from analytics.facts.schema import SCHEMAS
from analytics.manifest import load
from analytics.measures.sources import collected, on_polars
from tests.analytics.spark.logs import write_log
from tests.analytics.spark.sessions import session


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A log, its store, and what the chain made of it below ``spark``."""
    spark = session()
    from analytics.spark.chain import write_cubes, write_facts

    folder = tmp_path_factory.mktemp("chain")
    write_log(folder)
    write_facts(spark.read.parquet(str(folder / "log.parquet")), str(folder / "spark/facts"))
    write_cubes(spark, str(folder / "spark/facts"), str(folder / "spark/cubes"))
    yield folder


def lines(rows: pl.DataFrame, columns: list[str]) -> list[str]:
    """The rows as texts, in order."""
    return sorted(map(repr, rows.select(columns).rows()))


def written(path: Path, columns: list[str]) -> list[str]:
    """The rows that Spark wrote."""
    files = sorted(path.glob("game=*/month=*/*.parquet"))
    if not files:
        return []
    rows: Any = pl.read_parquet(
        files, hive_partitioning=True, hive_schema={"game": pl.String, "month": pl.String}
    )
    return lines(rows, columns)


@pytest.mark.parametrize("table", SCHEMAS)
def test_every_fact(folder: Path, table: str) -> None:
    here = collected(on_polars(folder / "store", load(folder / "store").parts)[table])
    assert written(folder / "spark/facts" / table, here.columns) == lines(here, here.columns)


@pytest.mark.parametrize("cube", CUBES)
def test_every_cube(folder: Path, cube: str) -> None:
    store = folder / "store"
    pieces = [piece for piece in load_shelf(store).pieces if piece.cube == cube]
    here = [
        pl.read_parquet(path_of(store, piece), hive_partitioning=False)
        .with_columns(pl.col(pl.Categorical).cast(pl.String))
        .with_columns(game=pl.lit(piece.game), month=pl.lit(piece.month))
        for piece in pieces
    ]
    columns = here[0].columns if here else []
    expected = lines(pl.concat(here), columns) if here else []
    assert written(folder / "spark/cubes" / cube, columns) == expected
