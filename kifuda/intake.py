"""Files and folders that somebody names on their way into a log: which of them go in together.

Not here: what files hold (``analytics.imports.files``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from analytics.imports.files.deposit import deposit_results
from analytics.imports.files.prepared import Record, Results
from analytics.imports.files.read import RECORD, together
from analytics.imports.files.read import read as read_sources
from analytics.imports.formats.format import Format, Options
from analytics.imports.formats.registry import recognise
from analytics.imports.tournament import Source
from analytics.imports.tournament_writer import Written
from events.log.clock import now
from events.log.contract import Log

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


@dataclass(frozen=True)
class Named:
    """What is to be imported of the files and folders that were named, and which files of folders were
    ``passed_over``: they look like one of the formats by their ending, and are in none."""

    intakes: tuple[Intake, ...]
    passed_over: tuple[Path, ...]


def named_by(paths: Iterable[Path], format: Format | None = None) -> Named:
    """What is to be imported: each file by itself, but those of one folder together where the format says
    so. A folder means all records and all files in a known format below it; ``format`` is that of every file
    that is no record. Raises ``OSError``."""
    files: list[tuple[Path, Path, Format | None]] = []
    passed_over: list[Path] = []
    for path in paths:
        if not path.is_dir():
            files.append((path, path.parent, format or _format_of(path)))
            continue
        for inner in sorted(path.rglob("*")):
            if inner.suffix == RECORD:
                files.append((inner, inner.parent, None))
            elif inner.suffix in ENDINGS and inner.is_file():
                if own := format or _format_of(inner):
                    files.append((inner, inner.parent, own))
                else:
                    passed_over.append(inner)
    return Named(tuple(Intake(*found) for found in together(files)), tuple(passed_over))


def _format_of(path: Path) -> Format | None:
    """A record is known by its name; a file that is not there is told when it is read."""
    return None if path.suffix == RECORD or not path.is_file() else recognise(path.read_bytes())


def read(intake: Intake, options: Options, *, accept_partial: bool = False) -> Record | Prepared:
    """What the files hold. Raises as ``analytics.imports.files.read.read``, and ``OSError``."""
    sources = [Source(str(path), path.read_bytes()) for path in intake.paths]
    found = read_sources(sources, intake.format, options, accept_partial=accept_partial)
    return Prepared(intake, found) if isinstance(found, Results) else found


def deposit_tournament(log: Log, path: Path, prepared: Prepared, *, replace: bool = False) -> Written:
    """Write it into the log at ``path``. Raises as ``analytics.imports.files.deposit.deposit_results``."""
    return deposit_results(log, path, prepared.results, at=now(), replace=replace)
