"""The whole chain on Spark, compared row by row with the run on one machine."""

from pathlib import Path
from typing import Any

import polars as pl

from analytics.facts import SCHEMAS
from analytics.query.cubes.cube import CUBES
from analytics.query.cubes.cube_files import ALL_MONTHS, path_of
from analytics.query.cubes.cube_files import load as load_shelf
from analytics.query.measures.sources import Scans, collected
from analytics.store.manifest import load


def lines(rows: pl.DataFrame, columns: list[str]) -> list[str]:
    """The rows as texts, in order."""
    return sorted(map(repr, rows.select(columns).rows()))


def written(path: Path, columns: list[str]) -> list[str]:
    """The rows that Spark wrote."""
    files = sorted(path.glob("game=*/month=*/*.parquet"))
    if not files:
        return []
    hive: Any = {"game": pl.String, "month": pl.String}
    return lines(pl.read_parquet(files, hive_partitioning=True, hive_schema=hive), columns)


def kept(store: Path, cube: str) -> pl.DataFrame | None:
    """The rows of a cube on one machine; None where there are none."""
    pieces = [piece for piece in load_shelf(store).pieces if piece.cube == cube and piece.month != ALL_MONTHS]
    found = [
        pl.read_parquet(path_of(store, piece), hive_partitioning=False)
        .with_columns(pl.col(pl.Categorical).cast(pl.String))
        .with_columns(game=pl.lit(piece.game), month=pl.lit(piece.month))
        for piece in pieces
    ]
    return pl.concat(found) if found else None


def test_every_row_of_every_table_and_cube(spark: Any, folder: Path, tmp_path: Path) -> None:
    """In one test, so that the chain runs once, however many processes share the suite."""
    from analytics.spark.chain import write_cubes, write_facts

    facts, cubes, store = tmp_path / "facts", tmp_path / "cubes", folder / "store"
    write_facts(spark.read.parquet(str(folder / "log.parquet")), str(facts))
    write_cubes(spark, str(facts), str(cubes))

    tables = Scans(store, load(store).parts)
    for table in SCHEMAS:
        here = collected(tables[table])
        assert written(facts / table, here.columns) == lines(here, here.columns), table
    for cube in CUBES:
        rows = kept(store, cube)
        expected = [] if rows is None else lines(rows, rows.columns)
        assert written(cubes / cube, [] if rows is None else rows.columns) == expected, cube
    assert written(facts / "match", ["match"]) and written(cubes / "chances", ["card"])
