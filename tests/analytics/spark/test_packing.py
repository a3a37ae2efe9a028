"""Rows of matches packed and unpacked, without Spark: they are those of a projection on one machine."""

from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from analytics.facts import SCHEMAS
from analytics.query.measures.sources import Scans, collected
from analytics.spark.packing import UNREADABLE, pack, unpack, unpacked
from analytics.store.manifest import load
from tests.analytics.spark.logs import events_of


def test_every_row_is_that_of_one_machine(folder: Path) -> None:
    matches = events_of(pq.read_table(folder / "log.parquet"))
    packed = list(pack(iter(matches.to_batches(max_chunksize=4))))
    tables = Scans(folder / "store", load(folder / "store").parts)
    filled = 0
    for name in SCHEMAS:
        rows = pa.Table.from_batches(unpack(name)(iter(_of(packed, name))), unpacked(name))
        here = collected(tables[name])
        there = pl.from_arrow(rows)
        assert isinstance(there, pl.DataFrame)
        assert sorted(map(repr, there.select(here.columns).rows())) == sorted(map(repr, here.rows())), name
        filled += bool(here.height)
    assert filled >= 8, "the league fills most of the tables"


def _of(packed: list[pa.RecordBatch], name: str) -> list[pa.RecordBatch]:
    table = pa.Table.from_batches(packed)
    found: list[pa.RecordBatch] = table.filter(pa.compute.equal(table["table"], name)).to_batches()
    return found


def test_a_match_that_cannot_be_read_is_named_and_stops_nobody(folder: Path) -> None:
    matches = events_of(pq.read_table(folder / "log.parquet"))
    broken = matches.slice(0, 1).to_pylist()
    broken[0]["events"] = broken[0]["events"][1:]  # without its opening
    batch = pa.Table.from_pylist([*broken, *matches.slice(1, 1).to_pylist()], matches.schema)
    packed = list(pack(iter(batch.combine_chunks().to_batches())))
    (why,) = [row for rows in unpack(UNREADABLE)(iter(_of(packed, UNREADABLE))) for row in rows.to_pylist()]
    assert why["match"] == broken[0]["match"] and "no Opened event" in why["why"]
    assert sum(len(rows) for rows in unpack("match")(iter(_of(packed, "match")))) == 1
