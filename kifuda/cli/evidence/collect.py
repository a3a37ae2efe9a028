"""``kifuda collect``: takes the matches of other logs over into one, with slips and proofs.

Not here: verifying and writing (``events.collect.collecting``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from events.backup.attached_files import Attached, adopt_attached
from events.collect.collecting import CollectedMatch, Source, Status, collect
from events.log.clock import now
from events.log.parallel_scan import parallel_scan, processes_for
from events.log.sqlite_log import SqliteLog
from events.seal.inspection import Inspection, inspect
from events.seal.verifiers import check_signatures, listed_keys
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.log_key import KeyFile, recording
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile
from kifuda.cli.base.output import progress, show, show_json
from kifuda.cli.base.signature_output import head_data, signature, signature_data
from kifuda.cli.evidence.bundle_answer import parsed_key
from kifuda.cli.evidence.verify import data as inspection_data
from kifuda.cli.evidence.verify import show_inspection, with_progress

if TYPE_CHECKING:
    from events.seal.verifiers import AnyKey

app = application()

LEFT_OUT: tuple[Status, ...] = ("differs", "refused")
TAKEN: tuple[Status, ...] = ("added", "grown", "known")


@app.command("collect", cls=Command)
def collect_(
    sources: Annotated[list[Path], typer.Argument(metavar="OTHER…")],
    source_keys: Annotated[list[str] | None, typer.Option("--source-key", metavar="VKEY")] = None,
    key: KeyFile = None,
    json: Json = False,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Collect the matches of these logs; the status is 1 if a log has findings or a match is left out."""
    for path in sources:
        _require_other(path, log)
    known = [parsed_key(text) for text in source_keys or []]
    verified: list[Source] = []
    for path in dict.fromkeys(sources):
        source = Source(path, _inspected(path, known))
        if source.inspection.findings:
            return _refuse(log, source, known, json=json)
        verified.append(source)
    # Before the log: a file is there before an entry names it.
    files = [adopt_attached(source.path, log, _digests(source.path)) for source in verified]
    with recording(log, key) as opened, progress() as bars:
        task = bars.add_task(say("collect.doing"), total=None)
        done = collect(
            opened,
            verified,
            at=now(),
            progress=lambda part, total: bars.update(task, completed=part, total=total),
        )
    results = list(zip(verified, done, files, strict=True))
    keys = [*known, *listed_keys(log)]
    if json:
        parts = [_data(source, matches, attached, keys) for source, matches, attached in results]
        show_json({"log": str(log), "sources": parts})
    else:
        for source, matches, attached in results:
            show(*_report(source, matches, attached, keys))
    left = any(one.status in LEFT_OUT for matches in done for one in matches)
    return FINDINGS if left or any(attached.damaged for attached in files) else FINE


def _require_other(path: Path, log: Path) -> None:
    """Raise ``Misuse`` if there is no log at ``path``, or if it is the one that collects."""
    if not path.exists():
        raise Misuse("no-source", path=path)
    if log.exists() and path.samefile(log):
        raise Misuse("collect-itself", path=path)


def _inspected(path: Path, keys: Sequence[AnyKey]) -> Inspection:
    with processes_for(path) as pool:
        scan = partial(parallel_scan, pool=pool)
        return with_progress(lambda bar: inspect(path, keys, bar, scan=scan))


def _digests(path: Path) -> set[str]:
    """The SHA-256 of the imported files that a log names."""
    # Imported late: it loads the engine.
    from analytics.imports.writing.tournament_recall import stored_digests

    with SqliteLog(path) as source:
        return stored_digests(source)


def _refuse(log: Path, source: Source, keys: Sequence[AnyKey], *, json: bool) -> int:
    """Show the findings of a source, because of which nothing is collected."""
    if json:
        refused = inspection_data(source.path, source.inspection, None, keys)
        show_json({"log": str(log), "sources": [], "refused": refused})
    else:
        show_inspection(source.path, source.inspection, keyed=bool(keys))
        show(say("collect.refused"))
    return FINDINGS


def _report(
    source: Source, matches: Sequence[CollectedMatch], attached: Attached, keys: Sequence[AnyKey]
) -> Iterator[str]:
    statuses = Counter(one.status for one in matches)
    left = sum(statuses[status] for status in LEFT_OUT)
    signed = source.inspection.signed
    head = {} if signed is None else head_data(signed.checkpoint)
    counts = {status: statuses[status] for status in TAKEN}
    facts = {"origin": head.get("origin", ""), "size": head.get("size", "")}
    yield say("collect.source", source=source.path, left=left or "", **counts, **facts)
    if signed is None:
        yield say("collect.unsigned")
    else:
        for made in check_signatures(signed.note, keys):
            yield say("collect.signature", signature=signature(made))
    for one in matches:
        if one.status == "differs":
            yield say("collect.differs", match=one.match, seq=one.seq)
        elif one.status == "refused":
            yield say("collect.refuses", match=one.match, why=one.why)
        if sign := _look_alike(one):
            yield say("collect.look-alike", match=one.match, sign=f"{sign} (U+{ord(sign):04X})")
    if attached.damaged:
        yield say("collect.file-damaged", source=source.path, digests=", ".join(attached.damaged))


def _data(
    source: Source, matches: Sequence[CollectedMatch], attached: Attached, keys: Sequence[AnyKey]
) -> dict[str, Any]:
    """What became of a source, in the shape of ``docs/json.md``."""
    signed = source.inspection.signed
    return {
        "log": str(source.path),
        "size": source.size,
        "head": signed and head_data(signed.checkpoint),
        "signatures": [signature_data(made) for made in check_signatures(signed.note, keys)]
        if signed
        else [],
        "files": list(attached.copied),
        "damaged_files": list(attached.damaged),
        "matches": [one._asdict() | {"look_alike": _look_alike(one)} for one in matches],
    }


def _look_alike(match: CollectedMatch) -> str:
    """A sign in the id of a match that was taken, for which a record would be refused; "" if there is none.

    The match is evidence under its id, so it is taken as it is.
    """
    from engine.record.notation.head.look_alike import look_alike  # Late: it loads the notation.

    return look_alike(match.match) if match.status in TAKEN else ""
