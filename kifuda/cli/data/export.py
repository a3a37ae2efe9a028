"""``kifuda export``: matches out of the log, as records, as the original text, as JSON lines or as Parquet.

Not here: the canonical form of a record (``engine.record.notation.write``).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from engine.kernel.legality import Refused
from engine.record.match import Match
from engine.record.notation.write import write
from engine.text.messages import refusal
from events.model.codec import encode_event
from events.model.kinds import Noted
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.file_name import file_name
from kifuda.cli.base.language import Misuse, current, say
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, Every, LogFile, MatchNames
from kifuda.cli.base.output import show
from kifuda.cli.base.parsers import one_of

app = application()

FORMS = ("kfd", "original", "json", "parquet")


@app.command("export", cls=Command)
def export(
    matches: MatchNames = None,
    every: Every = False,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", parser=one_of(*FORMS))] = "kfd",
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="PATH")] = None,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Export these matches; each file is written whole or not at all. The status is 1 if a match of ``every``
    cannot be written in this form: it is named, and stops none of the others."""
    names = matches or []
    if form == "json":
        _put(output, b"".join(_stored(names, log, every=every)))
    elif form == "parquet":
        if output is None:
            raise Misuse("needs-output")
        _put(output, _parquet(lookup.matches(names, log, every=every)))
    else:
        texts = {"kfd": record, "original": original}
        return _records(lookup.matches(names, log, every=every), texts[form], output, every=every)
    return FINE


def _records(
    matches: Iterable[Match], text: Callable[[Match], str], output: Path | None, *, every: bool
) -> int:
    """One record a match: on standard output, in one file, or in a folder. Returns the exit status."""
    texts: dict[str, str] = {}
    left_out: list[str] = []
    for match in matches:
        try:
            texts[match.id] = text(match)
        except Misuse as misuse:
            if not every:
                raise
            left_out.append(say("export.left-out", why=misuse))
    _put_records(texts, output)
    for line in left_out:
        print(f"kifuda: {line}", file=sys.stderr)
    return FINDINGS if left_out else FINE


def _put_records(texts: Mapping[str, str], output: Path | None) -> None:
    if output is None or (len(texts) == 1 and not output.is_dir()):
        if len(texts) > 1:
            raise Misuse("several-in-one")
        for content in texts.values():
            _put(output, content.encode())
        return
    output.mkdir(parents=True, exist_ok=True)
    names: set[str] = set()
    for match, content in texts.items():
        name = file_name(match, names)
        names.add(name)
        _put(output / f"{name}{lookup.RECORD}", content.encode())


def record(match: Match) -> str:
    """The match in canonical form. Raises ``Misuse`` for acts that the rules refuse."""
    rules = lookup.installed(match)
    try:
        return write(match.derived, match.id)
    except Refused as refused:
        at = next(index for index, event in enumerate(match.events) if event is refused.act)
        why = refusal(rules, refused, match.table(at - 1), current())
        raise Misuse("kfd-part", match=match.id, why=why) from refused


def original(match: Match) -> str:
    """The text that the match was read from. Raises ``Misuse`` if it was not read from one."""
    for event in reversed(match.events):
        if isinstance(event, Noted) and event.topic == "record":
            return event.text
    raise Misuse("no-original", match=match.id)


def _stored(names: list[str], log: Path, *, every: bool) -> Iterator[bytes]:
    """The stored bytes of each entry, two lines each."""
    if every == bool(names):
        raise Misuse("which-matches")
    with opened(log) as source:
        for name in [info.match for info in source.matches()] if every else names:
            yield from (stored.data + b"\n" for stored in source.read(name))


def _parquet(matches: Iterator[Match]) -> bytes:
    """One row an event: its match, seq, kind, cause, and canonical JSON."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns: dict[str, list[object]] = {name: [] for name in ("match", "seq", "kind", "cause", "event")}
    for match in matches:
        for seq, (event, cause) in enumerate(match.derived):
            values = match.id, seq, type(event).__name__, cause, encode_event(event).decode()
            for column, value in zip(columns.values(), values, strict=True):
                column.append(value)
    types = {
        "match": pa.string(),
        "seq": pa.int32(),
        "kind": pa.string(),
        "cause": pa.int32(),
        "event": pa.string(),
    }
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns, schema=pa.schema(types)), sink, compression="zstd")
    return bytes(sink.getvalue())


def _put(output: Path | None, content: bytes) -> None:
    """Write to standard output, or to a file whole or not at all."""
    if output is None:
        sys.stdout.buffer.write(content)
        return
    draft = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        draft.replace(output)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    show(say("export.done", path=output))
