"""Reading files row by row: a row that cannot be read is a problem with its place, and the others are read.

Not here: what the rows mean (each format has its module).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

import msgspec

from analytics.imports.formats.json_keys import key_twice
from analytics.imports.problem import BadFile, Problem
from analytics.imports.source import Source
from analytics.imports.tournament import SEATS, Player, Round
from engine.record.notation.decoding import likely_encodings

T = TypeVar("T")
COUNTED = "1, 2, 3 …"
"""The numbers of rounds, in the words of problems."""
MAX_BYTES = 64 * 2**20
"""Larger files are not read; a regional of a thousand players has three million bytes."""


class RowReader:
    """Reads the rows of one file; ``problems`` are those that were left out so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def problem(self, place: str, key: str, **facts: object) -> None:
        """Leave out the row at ``place``."""
        self.problems.append(
            Problem(self.file, place, key, {name: str(fact) for name, fact in facts.items()})
        )

    def fail(self, place: str, key: str, **facts: object) -> BadFile:
        """The error that nothing of the file can be imported."""
        self.problem(place, key, **facts)
        return BadFile(self.problems)

    def convert(self, value: Any, kind: type[T], place: str) -> T | None:
        """``value`` as a struct; None, and a problem, if it does not fit."""
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            self.problem(place, "row", detail=str(error))
            return None

    def each(self, values: Any, kind: type[T], place: str) -> Iterator[tuple[str, T]]:
        """Every row of a list that fits ``kind``, with its place; a value that is no list is a problem."""
        if values is None:
            return
        if not isinstance(values, list):
            self.problem(place, "not-a-list")
            return
        for index, value in enumerate(values):
            row = self.convert(value, kind, f"{place}[{index}]")
            if row is not None:
                yield f"{place}[{index}]", row

    def date(self, text: str, place: str) -> str:
        """A date, with or without the time, in ISO 8601; ``""``, and a problem, for anything else."""
        try:
            parsed = date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)
        except ValueError:
            self.problem(place, "date", given=text)
            return ""
        return parsed.isoformat()

    def check_players(self, players: Sequence[str], place: str) -> bool:
        """Whether these can play one match: at least one, none twice, none without a name, no more than there
        are seats."""
        if not players or len(set(players)) != len(players) or "" in players:
            self.problem(place, "players", given=", ".join(players))
        elif len(players) > len(SEATS):
            self.problem(place, "seats", given=len(players), most=len(SEATS))
        else:
            return True
        return False


def checked_bytes(source: Source) -> bytes:
    """The bytes of a file that is neither empty nor too large. Raises ``BadFile``."""
    if not source.data.strip():
        raise BadFile([Problem(source.name, "", "empty")])
    if len(source.data) > MAX_BYTES:
        raise BadFile([Problem(source.name, "", "too-large", {"most": str(MAX_BYTES // 2**20)})])
    return source.data


def parse_json(source: Source) -> Any:
    """The JSON of a file, its texts without blanks around them. Raises ``BadFile`` with line and column of
    what is wrong, also of a key that stands twice in one object."""
    data = without_bom(checked_bytes(source))
    try:
        found = _trimmed(msgspec.json.decode(data))
    except UnicodeDecodeError as error:
        raise BadFile([not_utf8(source, _wrong_byte(source.data))]) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadFile([_no_json(source.name, data, str(error))]) from error
    if twice := key_twice(data):
        first = {f"first_{name}": number for name, number in _position(data, twice.first).items()}
        facts = {"given": twice.key, **first, **_position(data, twice.again)}
        raise BadFile([Problem(source.name, "", "json-twice", facts)])
    return found


def _trimmed(value: Any) -> Any:
    """The same with every text trimmed, as the cells of a table are; keys are left."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return [_trimmed(one) for one in value]
    return {key: _trimmed(one) for key, one in value.items()} if isinstance(value, dict) else value


def _no_json(file: str, data: bytes, detail: str) -> Problem:
    """What is wrong with the JSON, by the words of the decoder."""
    if "truncated" in detail:
        return Problem(file, "", "json-cut", _position(data.rstrip(), len(data.rstrip())))
    byte = re.search(r" \(byte (\d+)\)$", detail)
    if byte is None:
        return Problem(file, "", "json", {"detail": detail, "line": "", "column": ""})
    return Problem(
        file, "", "json", {"detail": detail.removesuffix(byte[0]), **_position(data, int(byte[1]))}
    )


def _position(data: bytes, byte: int) -> dict[str, str]:
    """Line and column of a byte, both from 1; columns are characters."""
    before = data[:byte].decode("utf-8", "replace").replace("\r\n", "\n")
    return {
        "line": str(before.count("\n") + 1),
        "column": str(len(before) - before.rfind("\n")),
    }


def _wrong_byte(data: bytes) -> int:
    """The first byte that is no UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return 0


def json_or_none(data: bytes) -> Any:
    """The JSON of a file; None if it is not JSON."""
    text = without_bom(data)
    if text[:64].lstrip()[:1] not in (b"{", b"[") or len(data) > MAX_BYTES:
        return None
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def not_utf8(source: Source, byte: int) -> Problem:
    """A file that is no UTF-8 from this byte on, with the encoding that it is probably in."""
    guess = likely_encodings(source.data)
    return Problem(source.name, "", "encoding", {"detail": f"{byte}", "guess": guess})


def without_bom(data: bytes) -> bytes:
    """The bytes without a byte order mark."""
    return data.removeprefix(b"\xef\xbb\xbf")


def all_players(
    known: Iterable[Player], rounds: Iterable[Round], remarks: Counter[str] | None = None
) -> tuple[Player, ...]:
    """The players that the file lists, and those that only a match names, by their ids. These are counted in
    ``remarks``, where the file has a list of all players."""
    players: dict[str, Player] = {player.id: player for player in known}
    listed = len(players)
    for round in rounds:
        for pairing in round.pairings:
            for id in pairing.players:
                players.setdefault(id, Player(id, id))
    if remarks is not None and len(players) > listed:
        remarks["unlisted"] += len(players) - listed
    return tuple(players.values())


def given_percents(**percents: float | None) -> dict[str, float]:
    """The tiebreakers that a line of the final table has."""
    return {name: value for name, value in percents.items() if value is not None}


def as_object(value: Any) -> Mapping[str, Any]:
    """``value`` if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}
