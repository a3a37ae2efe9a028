"""Files and folders that are named by their paths: which files to import, and which of them together.

Not here: what the files hold (``read``).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from analytics.imports.formats import record
from analytics.imports.formats.format import Format, Options
from analytics.imports.formats.registry import recognise
from analytics.imports.prepared import Prepared
from analytics.imports.reading.grouping import group
from analytics.imports.reading.read import read
from analytics.imports.source import Source
from events.regular_file import read_file

ENDINGS = (".csv", ".json", ".log", ".tdf", ".txt", ".xml")
"""Endings of the files in a folder whose content is tried against the formats of other programs."""


@dataclass(frozen=True)
class PathGroup:
    """What is imported at once: one file, or the files of one tournament. ``format`` is None where nobody
    recognises the file."""

    paths: tuple[Path, ...]
    format: Format | None


@dataclass(frozen=True)
class FoundPaths:
    """What to import, and the files of folders that are ``unrecognised`` although their ending is one of
    ``ENDINGS``."""

    groups: tuple[PathGroup, ...]
    unrecognised: tuple[Path, ...]


def find_paths(paths: Iterable[Path], format: Format | None = None) -> FoundPaths:
    """What to import of these files and folders. A folder stands for all records and all files in a known
    format below it; ``format`` is that of every file that is no record of a folder. Raises ``OSError``."""
    files: list[tuple[Path, Path, Format | None]] = []
    unrecognised: list[Path] = []
    for path in paths:
        if not path.is_dir():
            files.append((path, path.parent, format or _format_of(path)))
            continue
        for inner in sorted(path.rglob("*")):
            if inner.suffix == record.ENDING:
                files.append((inner, inner.parent, record.FORMAT))
            elif inner.suffix in ENDINGS and inner.is_file():
                if found := format or _format_of(inner):
                    files.append((inner, inner.parent, found))
                else:
                    unrecognised.append(inner)
    return FoundPaths(tuple(PathGroup(*grouped) for grouped in group(files)), tuple(unrecognised))


def _format_of(path: Path) -> Format | None:
    """The format of a file; None for one that is missing, which is reported when it is read."""
    if path.suffix == record.ENDING:
        return record.FORMAT
    return recognise(Source(str(path), read_file(path))) if path.is_file() else None


def read_paths(files: PathGroup, options: Options) -> Prepared:
    """What the files hold. Raises as ``reading.read.read``, and ``OSError``."""
    return read([Source(str(path), read_file(path)) for path in files.paths], files.format, options)
