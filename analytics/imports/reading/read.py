"""What files hold, ready to be deposited: a match that was recorded act by act, or results of a tournament.

Not here: which files are read together (``grouping``), and putting anything into a log (``writing``).
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path, PurePath

import msgspec

from analytics.imports.formats import csv_table, record
from analytics.imports.formats.format import Format, MatchFormat, Options, TournamentFormat
from analytics.imports.formats.registry import other_programs
from analytics.imports.formats.rows import not_utf8, parse_json, without_bom
from analytics.imports.prepared import Prepared, Record, Results
from analytics.imports.problem import BadFile, Problem
from analytics.imports.reading.binary_file import document_of, is_binary, packed_as
from analytics.imports.source import Source, digest_of
from analytics.imports.tournament import Tournament
from analytics.imports.writing.tournament_events import File, Import
from engine.record.notation.decoding import likely_encodings
from engine.record.notation.head.head import unwritten_signs
from events.model.codec import LARGEST

SHOWN_BITS = 128
"""Numbers of more bits are told by their size."""


def prepare(path: Path) -> Record:
    """Read the record at ``path``. Raises ``engine.record.notation.problem.Unreadable``, ``OSError``."""
    return record.read(Source(str(path), path.read_bytes()), Options())


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
    if unwritten_names := [*_unwritten_names(sources[0].name, read)]:
        raise BadFile(unwritten_names)
    if large := next(_large_numbers(msgspec.to_builtins(reading.tournament)), None):
        place, number = large
        # Python writes out no number of some thousand digits.
        given = str(number) if number.bit_length() <= SHOWN_BITS else f"2**{number.bit_length() - 1}"
        facts = {"given": given, "most": str(LARGEST)}
        raise BadFile([Problem(sources[0].name, place, "large-number", facts)])
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


def _unwritten_names(file: str, tournament: Tournament) -> Iterator[Problem]:
    """Names with signs that cannot be seen, by which one player could look like another; records refuse them
    too."""
    places: dict[str, str] = {}
    for _, one in tournament.pairings():
        for number, id in enumerate(one.players, start=1):
            places.setdefault(id, f"{one.place}: player{number}" if one.place else "")
    names = {tournament.name: "event"}
    for player in tournament.players:
        for given in (player.id, player.name, player.deck.archetype if player.deck else ""):
            names.setdefault(given, places.get(player.id, ""))
    for given, place in names.items():
        if signs := unwritten_signs(given):
            told = "".join(f"[U+{ord(one):04X}]" if one in signs else one for one in given)
            yield Problem(file, place, "unwritten-name", {"given": told, "sign": f"U+{ord(signs[0]):04X}"})


def _large_numbers(value: object, place: str = "") -> Iterator[tuple[str, int]]:
    """The numbers that no log and no column of the statistics holds, and where each stands."""
    if isinstance(value, int) and abs(value) > LARGEST:
        yield place, value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _large_numbers(one, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list | tuple):
        for index, one in enumerate(value):
            yield from _large_numbers(one, f"{place}[{index}]")
