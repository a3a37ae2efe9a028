"""Files of other programs on their way into a log: which format each is in, and what goes in together.

Not here: the formats (``analytics.imports``), the events (``analytics.imports.writer``), written records
(``kifuda.archive``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from analytics.imports.form import Source, Tournament
from analytics.imports.format import Format, GameLogFormat, Options, TournamentFormat
from analytics.imports.kept import keep
from analytics.imports.problem import BadFile, Problem
from analytics.imports.record import File, Import
from analytics.imports.registry import FORMATS, recognise
from analytics.imports.rows import without_mark
from analytics.imports.writer import Written, write
from engine.match import Match
from engine.notation.head import FENCE
from events.log import Log
from kifuda.archive import Record, prepare
from kifuda.clock import now

RECORD = ".kfd"
"""Ending of a written record."""
ENDINGS = (".csv", ".json", ".log", ".tdf", ".txt", ".xml")
"""Endings of files in a folder that are looked at for one of the formats."""


@dataclass(frozen=True)
class Intake:
    """What is imported at once: one file, or the files that make one tournament. ``format`` is None for a
    written record, and for a file that nobody recognises: whoever reads it as a record will say why not."""

    paths: tuple[Path, ...]
    format: Format | None

    @property
    def name(self) -> str:
        """What messages call it."""
        return ", ".join(map(str, self.paths))


@dataclass(frozen=True)
class Prepared:
    """A tournament that was read, ready to be written; ``kept`` are the bytes to keep, a file each."""

    intake: Intake
    tournament: Tournament
    imported: Import
    kept: tuple[bytes, ...]
    problems: tuple[Problem, ...]


def intakes(paths: Iterable[Path], format: Format | None = None) -> list[Intake]:
    """What is to be imported: each file by itself, but those of one folder together where the format says
    so. A folder means all records and all files in a known format below it. Raises ``OSError``."""
    found: dict[tuple[Path, str], list[Path]] = {}
    formats: dict[tuple[Path, str], Format | None] = {}
    for path in _files(paths, format):
        own = format or _format_of(path)
        joins = isinstance(own, TournamentFormat) and own.joins
        key = (path.parent, own.name) if own is not None and joins else (path, "")
        found.setdefault(key, []).append(path)
        formats[key] = own
    return [Intake(tuple(files), formats[key]) for key, files in found.items()]


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
    """What the files hold, ready to be deposited.

    Raises ``engine.notation.problem.Unreadable``, ``analytics.imports.problem.BadFile``, ``OSError``.
    """
    match intake.format:
        case None:
            return _record(intake.paths[0])
        case GameLogFormat() as format:
            return read_game_log(intake, format, options)
        case TournamentFormat() as format:
            return read_tournament(intake, format, options, accept_partial=accept_partial)


def _record(path: Path) -> Record:
    """A written record: by its name, or because it begins like one. Raises as ``read`` does."""
    if path.suffix != RECORD:
        data = path.read_bytes()
        if not without_mark(data).lstrip().startswith(FENCE.encode()):
            known = ", ".join((RECORD, *(format.name for format in FORMATS)))
            key = "unknown-format" if data.strip() else "empty"
            raise BadFile([Problem(str(path), "", key, {"accepted": known})])
    return prepare(path)


def read_game_log(intake: Intake, format: GameLogFormat, options: Options) -> Record:
    """The match in a game log, ready for ``kifuda.archive.deposit``. Raises ``BadFile``, ``OSError``."""
    (path,) = intake.paths
    recorded = format.read(Source(str(path), path.read_bytes()), options)
    return Record(path, recorded.digest, Match(recorded.derived, id=recorded.match), None)


def read_tournament(
    intake: Intake, format: TournamentFormat, options: Options, *, accept_partial: bool = False
) -> Prepared:
    """Read the files of a tournament. Raises ``BadFile`` for rows that cannot be taken, unless a partial
    tournament is accepted, and ``OSError``."""
    sources = [Source(str(path), path.read_bytes()) for path in intake.paths]
    reading = format.read(sources, options)
    if reading.problems and not accept_partial:
        raise BadFile(reading.problems, partly=True)
    kept = reading.kept or tuple(source.data for source in sources)
    digests = [sha256(source.data).hexdigest() for source in sources]
    files = tuple(
        File(path.name, digest, sha256(data).hexdigest())
        for path, digest, data in zip(intake.paths, digests, kept, strict=True)
    )
    left_out = tuple(problem.say() for problem in reading.problems)
    imported = Import(_all(digests), format.name, files, left_out)
    return Prepared(intake, reading.tournament, imported, kept, reading.problems)


def _all(digests: Sequence[str]) -> str:
    """One digest for what was given: that of the file, or of the digests of several, in a fixed order."""
    return digests[0] if len(digests) == 1 else sha256("".join(sorted(digests)).encode()).hexdigest()


def deposit_tournament(log: Log, path: Path, prepared: Prepared, *, replace: bool = False) -> Written:
    """Write the tournament into the log at ``path`` and keep its files beside it.

    Raises ``analytics.imports.writer.Taken`` and what ``Log.append`` and keeping a file raise.
    """

    def keep_all() -> None:
        for data in prepared.kept:
            keep(path, data)

    return write(log, prepared.tournament, prepared.imported, at=now(), replace=replace, keep=keep_all)
