"""Facts and cubes of a log in Parquet on Spark, by the same functions as on one machine, match by match.

Not here: the rows of a match (``packing``), nor the sums (``analytics.query.measures``).
"""

from collections.abc import Iterator
from contextlib import contextmanager

import narwhals as nw
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql.pandas.types import from_arrow_schema

from analytics.facts import SCHEMAS
from analytics.query.cubes.build import built
from analytics.query.cubes.cube import CUBES, Cube
from analytics.query.measures.frame import Frame, Tables
from analytics.spark.packing import PACKED, UNREADABLE, pack, unpack, unpacked

SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.sources.partitionColumnTypeInference.enabled": "false",  # months are strings, not dates
    "spark.sql.execution.arrow.maxRecordsPerBatch": "256",  # matches in memory at a time
}
"""Required settings of a session."""


def ready(session: SparkSession) -> SparkSession:
    """The session with the required settings."""
    for name, value in SETTINGS.items():
        session.conf.set(name, value)
    return session


@contextmanager
def facts_of(log: DataFrame) -> Iterator[dict[str, DataFrame]]:
    """Fact table → its rows, with ``game`` and ``month``; and ``unreadable``; valid within the block.

    ``log`` has a row for each event: ``match``, ``seq``, ``cause``, ``event`` (canonical JSON), as ``kifuda
    export --format parquet`` writes it. Matches are judged once for all tables.
    """
    line = f.struct("seq", "cause", "event")
    matches = log.groupBy("match").agg(f.collect_list(line).alias("events"))
    packed = matches.mapInArrow(pack, from_arrow_schema(PACKED)).persist()
    try:
        yield {
            table: packed.where(f.col("table") == table).mapInArrow(
                unpack(table), from_arrow_schema(unpacked(table))
            )
            for table in (*SCHEMAS, UNREADABLE)
        }
    finally:
        packed.unpersist()


def stored(session: SparkSession, folder: str) -> Tables:
    """The fact tables that ``write_facts`` wrote below ``folder``; empty tables also have their columns."""
    read = {table: session.read.schema(from_arrow_schema(unpacked(table))) for table in SCHEMAS}
    return {table: nw.from_native(reader.parquet(f"{folder}/{table}")) for table, reader in read.items()}


def cube_of(tables: Tables, cube: Cube) -> Frame:
    """The rows of a cube over all games and months."""
    return built(tables, cube, by=cube.columns)


def write_facts(log: DataFrame, folder: str) -> None:
    """Write every fact table below ``folder``, in folders by game and month."""
    with facts_of(log) as tables:
        for table, rows in tables.items():
            rows.write.mode("overwrite").partitionBy("game", "month").parquet(f"{folder}/{table}")


def write_cubes(session: SparkSession, facts: str, folder: str) -> None:
    """Write every cube over the facts below ``facts`` to ``folder``, in folders by game and month."""
    tables = stored(session, facts)
    for cube in CUBES.values():
        rows: DataFrame = cube_of(tables, cube).to_native()
        rows.write.mode("overwrite").partitionBy("game", "month").parquet(f"{folder}/{cube.name}")
