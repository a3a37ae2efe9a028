"""Turns the events of matches into the rows of all fact tables, Arrow in and Arrow out, match by match.

A Spark function returns rows of one schema, but a match has rows in many tables; so the rows of each table
are packed as bytes. It needs no Spark itself. Not here: the Spark session (``chain``).
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pyarrow as pa

from analytics.facts.arrow import ARROW_SCHEMAS
from analytics.facts.extract.match_facts import MatchFacts
from analytics.facts.extract.walk import extract_facts
from analytics.store.batch import Batch
from analytics.store.judgement import judged
from analytics.store.manifest import UNDATED
from analytics.store.match_rows import rows_from, why_unreadable
from engine.record.timeline import withdrawn
from events.model.kinds import AnyEvent, Derived

UNREADABLE = "unreadable"
"""The table of matches that could not be read, with reasons."""
WHY = pa.schema([("match", pa.string()), ("why", pa.string())])
PACKED = pa.schema(
    [("game", pa.string()), ("month", pa.string()), ("table", pa.string()), ("rows", pa.binary())]
)
"""Rows of one table, of matches of one game and month, as an Arrow stream."""

Batches = Iterator[pa.RecordBatch]
_decode = msgspec.json.Decoder(AnyEvent).decode


def pack(batches: Batches) -> Batches:
    """Matches (``match``, and ``events``: a list of ``seq``, ``cause``, ``event`` as canonical JSON) → packed
    rows. Each match is folded and judged by its rules, as in a projection on one machine."""
    for batch in batches:
        places: dict[tuple[str, str], Batch] = defaultdict(Batch)
        unreadable: list[dict[str, str]] = []
        for row in batch.to_pylist():
            try:
                facts = _graded_facts(row["match"], row["events"])
                if facts is not None:
                    month = f"{facts.day:%Y-%m}" if facts.day else UNDATED
                    places[facts.opened.game, month].add(facts.match, rows_from(facts))
            except Exception as error:  # what a stranger's record can bring about has no end
                unreadable.append({"match": row["match"], "why": why_unreadable(row["match"], error)})
        packed = [
            {"game": game, "month": month, "table": name, "rows": _stream(table)}
            for (game, month), found in places.items()
            for name, table in found.tables().items()
            if table.num_rows
        ]
        for found in places.values():
            unreadable += [{"match": match, "why": why} for match, why in found.refused.items()]
        if unreadable:
            rows = _stream(pa.Table.from_pylist(unreadable, WHY))
            packed.append({"game": "", "month": "", "table": UNREADABLE, "rows": rows})
        yield from pa.Table.from_pylist(packed, PACKED).to_batches()


def _graded_facts(match: str, events: list[dict[str, Any]]) -> MatchFacts | None:
    """The facts of a match with its grade; None for one that was withdrawn. Raises ``Unfoldable``."""
    derived: list[Derived] = [
        (_decode(line["event"]), line["cause"]) for line in sorted(events, key=lambda line: line["seq"])
    ]
    if withdrawn(derived):
        return None
    facts = extract_facts(match, derived)
    facts.grade, facts.held = judged(facts, derived)
    return facts


def _stream(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return bytes(sink.getvalue())


def unpack(table: str) -> Callable[[Batches], Batches]:
    """A function that unpacks the rows of one table, with ``game`` and ``month``."""
    schema = unpacked(table)

    def rows(batches: Batches) -> Batches:
        for batch in batches:
            for row in batch.to_pylist():
                found = pa.ipc.open_stream(row["rows"]).read_all()
                for name in ("game", "month"):
                    found = found.append_column(name, pa.array([row[name]] * found.num_rows, pa.string()))
                yield from found.cast(schema).combine_chunks().to_batches()

    return rows


def unpacked(table: str) -> pa.Schema:
    """The columns of a table in Spark's types: dictionary-encoded words are strings."""
    plain = [
        (field.name, pa.string() if pa.types.is_dictionary(field.type) else field.type)
        for field in (WHY if table == UNREADABLE else ARROW_SCHEMAS[table])
    ]
    return pa.schema([*plain, ("game", pa.string()), ("month", pa.string())])
