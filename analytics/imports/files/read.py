"""What files hold, ready to be deposited: a match that was recorded act by act, or results of a tournament.

A file is its bytes and a name for messages; where it comes from does not matter. Not here: folders of files
(``kifuda.intake``), and putting anything into a log (``deposit``).
"""

from collections.abc import Hashable, Iterable, Sequence
from hashlib import sha256
from pathlib import PurePath
from typing import TypeVar

from analytics.imports.files.prepared import Record, Results
from analytics.imports.formats.format import Format, GameLogFormat, Options, TournamentFormat
from analytics.imports.formats.registry import FORMATS, recognise
from analytics.imports.formats.rows import parsed, without_mark
from analytics.imports.problem import BadFile, Problem
from analytics.imports.tournament import Source
from analytics.imports.tournament_events import File, Import
from engine.record.match import Match
from engine.record.notation.head.head import FENCE
from engine.record.notation.read import read_bytes

RECORD = ".kfd"
"""Ending of a written record."""
PACKED = {b"PK\x03\x04": "zip", b"\x1f\x8b": "gzip", b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!": "rar"}
"""What packed files begin with: they are never unpacked here."""

T = TypeVar("T")


def format_of(source: Source) -> Format | None:
    """The format of a file by its content; None for a written record, which is known by its name, and for a
    file that nobody recognises: ``read`` says why not."""
    return None if source.name.endswith(RECORD) else recognise(source.data)


def together(files: Iterable[tuple[T, Hashable, Format | None]]) -> list[tuple[tuple[T, ...], Format | None]]:
    """What is imported at once, in order: each file by itself, but those from one place (the second of the
    three) together where their format says that they make one tournament."""
    found: dict[Hashable, tuple[list[T], Format | None]] = {}
    for number, (file, place, format) in enumerate(files):
        joins = isinstance(format, TournamentFormat) and format.joins
        key = (place, format.name) if format is not None and joins else number
        found.setdefault(key, ([], format))[0].append(file)
    return [(tuple(group), format) for group, format in found.values()]


def read(
    sources: Sequence[Source], format: Format | None, options: Options, *, accept_partial: bool = False
) -> Record | Results:
    """What these files hold. ``accept_partial`` leaves out rows that cannot be taken.

    Raises ``engine.record.notation.problem.Unreadable``, ``analytics.imports.problem.BadFile``.
    """
    match format:
        case None:
            (source,) = sources
            if not source.name.endswith(RECORD) and not _begins_like_a_record(source):
                raise _unknown(source)
            return read_record(source)
        case GameLogFormat():
            (source,) = sources
            recorded = format.read(source, options)
            return Record(source.name, recorded.digest, Match(recorded.derived, id=recorded.match), None)
        case TournamentFormat():
            return _tournament(sources, format, options, accept_partial=accept_partial)


def read_record(source: Source) -> Record:
    """The match in a written record. Raises ``engine.record.notation.problem.Unreadable``."""
    reading = read_bytes(source.data, name=source.name)
    match = Match(reading.events, id=reading.match)
    return Record(source.name, sha256(source.data).hexdigest(), match, reading.refusal)


def _begins_like_a_record(source: Source) -> bool:
    return without_mark(source.data).lstrip().startswith(FENCE.encode())


def _unknown(source: Source) -> BadFile:
    """Why nothing is known of a file."""
    text = without_mark(source.data).lstrip()
    for start, kind in PACKED.items():
        if text.startswith(start):
            return BadFile([Problem(source.name, "", "packed", {"kind": kind})])
    if text[:1] in (b"", b"{", b"["):
        try:
            parsed(source)
        except BadFile as error:
            return error
    known = ", ".join((RECORD, *(format.name for format in FORMATS)))
    return BadFile([Problem(source.name, "", "unknown-format", {"accepted": known})])


def _tournament(
    sources: Sequence[Source], format: TournamentFormat, options: Options, *, accept_partial: bool
) -> Results:
    reading = format.read(sources, options)
    if reading.problems and not accept_partial:
        raise BadFile(reading.problems, partly=True)
    kept = reading.kept or tuple(source.data for source in sources)
    files = tuple(
        File(PurePath(source.name).name, sha256(source.data).hexdigest(), sha256(data).hexdigest())
        for source, data in zip(sources, kept, strict=True)
    )
    left_out = tuple(problem.say() for problem in reading.problems)
    imported = Import(digest_of(sources), format.name, files, left_out)
    return Results(reading.tournament, imported, kept, reading.problems)


def digest_of(sources: Sequence[Source]) -> str:
    """One SHA-256 (hex) for what is imported at once: of the file, or of the digests of several in a fixed
    order."""
    digests = sorted(sha256(source.data).hexdigest() for source in sources)
    return digests[0] if len(digests) == 1 else sha256("".join(digests).encode()).hexdigest()
