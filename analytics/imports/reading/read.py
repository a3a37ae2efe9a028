"""What files hold, ready to be deposited: a match that was recorded act by act, or results of a tournament.

Not here: which files are read together (``grouping``), and putting anything into a log (``writing``).
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path, PurePath

from analytics.imports.formats import csv_table, record
from analytics.imports.formats.format import Format, MatchFormat, Options, TournamentFormat
from analytics.imports.formats.registry import other_programs
from analytics.imports.formats.rows import not_utf8, parse_json, without_bom
from analytics.imports.prepared import Prepared, Record, Results
from analytics.imports.problem import BadFile, Problem
from analytics.imports.reading.binary_file import document_of, is_binary, packed_as
from analytics.imports.reading.implausible import implausible
from analytics.imports.source import Source, digest_of
from analytics.imports.writing.tournament_events import File, Import
from engine.record.notation.decoding import likely_encodings
from engine.record.notation.head.head import unwritten_signs
from events.regular_file import read_file


def prepare(path: Path) -> Record:
    """Read the record at ``path``. Raises ``engine.record.notation.problem.Unreadable``, ``OSError``."""
    return record.read(Source(str(path), read_file(path)), Options())


def read(sources: Sequence[Source], format: Format | None, options: Options) -> Prepared:
    """What these files of one format hold; None is the format of a file that nobody recognises.

    Raises ``engine.record.notation.problem.Unreadable``, ``analytics.imports.problem.BadFile``.
    """
    if "@" in options.game:
        facts = {"given": options.game, "accepted": options.game.partition("@")[0]}
        raise BadFile([Problem(sources[0].name, "game", "no-edition", facts)])
    if isinstance(format, TournamentFormat):
        return _read_tournament(sources, format, options)
    (source,) = sources
    if isinstance(format, MatchFormat):
        return format.read(source, options)
    if not record.begins_like_a_record(source):
        raise _unrecognised(source)
    return record.read(source, options)


def _unrecognised(source: Source) -> BadFile:
    """Why a file cannot be read."""
    if packed := packed_as(source.data):
        return BadFile([Problem(source.name, "", "packed", {"kind": packed})])
    kind = document_of(source.data)
    if kind or is_binary(source.data):
        return BadFile([Problem(source.name, "", "binary", {"kind": kind})])
    text = without_bom(source.data).lstrip()
    if text[:1] in (b"", b"{", b"["):
        try:
            parse_json(source)
        except BadFile as error:
            return error
    wrong = _wrong_byte(source.data)
    if wrong is not None and likely_encodings(source.data):
        return BadFile([not_utf8(source, wrong)])
    if unlike := csv_table.unlike_a_table(source):
        return BadFile([unlike])
    accepted = ", ".join((record.ENDING, *(format.name for format in other_programs())))
    return BadFile([Problem(source.name, "", "unknown-format", {"accepted": accepted})])


def _wrong_byte(data: bytes) -> int | None:
    """The first byte that is no UTF-8, or a zero, which no text has; None if there is none."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return data.index(0) if 0 in data else None


def _read_tournament(sources: Sequence[Source], format: TournamentFormat, options: Options) -> Results:
    reading = format.read(sources, options)
    read = reading.tournament
    if not (read.players or read.rounds or read.standings):
        raise BadFile(reading.problems or [Problem(sources[0].name, "", "nothing")])
    if unwritten := unwritten_signs(reading.tournament.id, allowed=""):
        facts = {"sign": f"U+{ord(unwritten[0]):04X}"}
        raise BadFile([Problem(sources[0].name, "id", "unwritten-sign", facts)])
    if refused := [*implausible(sources[0].name, read)]:
        raise BadFile(refused)
    if reading.problems and not options.accept_partial:
        raise BadFile(reading.problems, partly=True)
    stored = reading.stored or tuple(source.data for source in sources)
    files = tuple(
        File(PurePath(source.name).name, sha256(source.data).hexdigest(), sha256(data).hexdigest())
        for source, data in zip(sources, stored, strict=True)
    )
    left_out = tuple(problem.say() for problem in reading.problems)
    imported = Import(digest_of(sources), format.name, files, left_out)
    return Results(reading.tournament, imported, stored, reading.problems)
