"""Reading JSON files row by row: a row that is not as it should be is told with its place, the others go on.

Not here: what the rows mean (each format has its module).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

import msgspec

from analytics.imports.problem import BadFile, Problem
from analytics.imports.tournament import SEATS, Player, Round, Source

T = TypeVar("T")
LARGEST = 64 * 2**20
"""Bytes of a file beyond which nobody looks into it; a regional of a thousand players has three million."""


class Rows:
    """One file being read; ``problems`` are the rows that were left out so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def problem(self, place: str, key: str, **facts: object) -> None:
        """Leave out the row at ``place``."""
        self.problems.append(
            Problem(self.file, place, key, {name: str(fact) for name, fact in facts.items()})
        )

    def fail(self, place: str, key: str, **facts: object) -> BadFile:
        """An error that nothing of the file can be taken."""
        self.problem(place, key, **facts)
        return BadFile(self.problems)

    def take(self, value: Any, kind: type[T], place: str) -> T | None:
        """``value`` as a struct; None, and a problem, where it is none."""
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            self.problem(place, "row", detail=str(error))
            return None

    def each(self, values: Any, kind: type[T], place: str) -> Iterator[tuple[str, T]]:
        """Every row of a list that is as it should be, with its place; a list that is none is a problem."""
        if values is None:
            return
        if not isinstance(values, list):
            self.problem(place, "not-a-list")
            return
        for index, value in enumerate(values):
            taken = self.take(value, kind, f"{place}[{index}]")
            if taken is not None:
                yield f"{place}[{index}]", taken

    def day(self, written: str, place: str) -> str:
        """A day, with or without the time, in extended ISO 8601; ``""``, and a problem, for anything else."""
        try:
            day = date.fromisoformat(written) if len(written) == 10 else datetime.fromisoformat(written)
        except ValueError:
            self.problem(place, "date", given=written)
            return ""
        return day.isoformat()

    def seated(self, players: Sequence[str], place: str) -> bool:
        """Whether these can sit in one match: somebody, nobody twice, nobody nameless, no more than there are
        seats."""
        if not players or len(set(players)) != len(players) or "" in players:
            self.problem(place, "players", given=", ".join(players))
        elif len(players) > len(SEATS):
            self.problem(place, "seats", given=len(players), most=len(SEATS))
        else:
            return True
        return False


def checked(source: Source) -> bytes:
    """The bytes of a file, if there are some, and not too many. Raises ``BadFile``."""
    if not source.data.strip():
        raise BadFile([Problem(source.name, "", "empty")])
    if len(source.data) > LARGEST:
        raise BadFile([Problem(source.name, "", "too-large", {"most": str(LARGEST // 2**20)})])
    return source.data


def parsed(source: Source) -> Any:
    """The JSON of a file. Raises ``BadFile``."""
    try:
        return msgspec.json.decode(without_mark(checked(source)))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile([Problem(source.name, "", "json", {"detail": str(error)})]) from error


def glimpse(data: bytes) -> Any:
    """The JSON of a file that may be none: None then."""
    text = without_mark(data)
    if text[:64].lstrip()[:1] not in (b"{", b"[") or len(data) > LARGEST:
        return None
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def without_mark(data: bytes) -> bytes:
    """The bytes without a byte order mark."""
    return data.removeprefix(b"\xef\xbb\xbf")


def slug(text: str) -> str:
    """A text as a part of an id: small letters and digits of any script, joined by ``-``."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())


def everybody(known: Iterable[Player], rounds: Iterable[Round]) -> tuple[Player, ...]:
    """The players that the file knows, and those that only a match names, under their ids."""
    players: dict[str, Player] = {player.id: player for player in known}
    for round in rounds:
        for pairing in round.pairings:
            for id in pairing.players:
                players.setdefault(id, Player(id, id))
    return tuple(players.values())


def percents(**written: float | None) -> dict[str, float]:
    """The tiebreakers that a line of the final table has."""
    return {name: value for name, value in written.items() if value is not None}


def object_of(value: Any) -> Mapping[str, Any]:
    """``value`` if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}
