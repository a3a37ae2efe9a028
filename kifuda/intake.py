"""Files and folders that somebody names on their way into a log: which of them go in together.

Not here: what files hold (``analytics.intake``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from analytics.imports.form import Source
from analytics.imports.format import Format, Options
from analytics.imports.registry import recognise
from analytics.imports.writer import Written
from analytics.intake.deposit import deposit_results
from analytics.intake.form import Record, Results
from analytics.intake.reading import RECORD, together
from analytics.intake.reading import read as read_sources
from events.clock import now
from events.log import Log

ENDINGS = (".csv", ".json", ".log", ".tdf", ".txt", ".xml")
"""Endings of files in a folder that are looked at for one of the formats."""


@dataclass(frozen=True)
class Intake:
    """What is imported at once: one file, or the files that make one tournament. ``format`` is None for a
    written record, and for a file that nobody recognises: whoever reads it as a record will say why not."""

    paths: tuple[Path, ...]
    format: Format | None


@dataclass(frozen=True)
class Prepared:
    """A tournament that was read, ready to be written."""

    intake: Intake
    results: Results


def intakes(paths: Iterable[Path], format: Format | None = None) -> list[Intake]:
    """What is to be imported: each file by itself, but those of one folder together where the format says
    so. A folder means all records and all files in a known format below it. Raises ``OSError``."""
    files = ((path, path.parent, format or _format_of(path)) for path in _files(paths, format))
    return [Intake(found, own) for found, own in together(files)]


def _files(paths: Iterable[Path], format: Format | None) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for inner in sorted(path.rglob("*")):
            if inner.suffix == RECORD or (inner.suffix in ENDINGS and (format or _format_of(inner))):
                yield inner


def _format_of(path: Path) -> Format | None:
    """A record is known by its name; a file that is not there is told when it is read."""
    return None if path.suffix == RECORD or not path.is_file() else recognise(path.read_bytes())


def read(intake: Intake, options: Options, *, accept_partial: bool = False) -> Record | Prepared:
    """What the files hold. Raises as ``analytics.intake.reading.read``, and ``OSError``."""
    sources = [Source(str(path), path.read_bytes()) for path in intake.paths]
    found = read_sources(sources, intake.format, options, accept_partial=accept_partial)
    return Prepared(intake, found) if isinstance(found, Results) else found


def deposit_tournament(log: Log, path: Path, prepared: Prepared, *, replace: bool = False) -> Written:
    """Write it into the log at ``path``. Raises as ``analytics.intake.deposit.deposit_results``."""
    return deposit_results(log, path, prepared.results, at=now(), replace=replace)
