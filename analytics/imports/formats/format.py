"""What a format is: how its files are recognised and how they are read.

Not here: which formats there are (``registry``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from analytics.imports.prepared import Record
from analytics.imports.problem import Problem
from analytics.imports.source import Source
from analytics.imports.tournament import Tournament


class Options(msgspec.Struct, frozen=True):
    """What the importing person says beside the files: the ``game`` and an id for the tournament (``name``),
    both ``""`` where the file decides; ``accept_partial`` leaves out rows that cannot be read; ``settings``
    are house rules of a match, where they are others than those of the program that wrote its log."""

    game: str = ""
    name: str = ""
    accept_partial: bool = False
    settings: Mapping[str, bool | int | str] = {}


class TournamentReading(NamedTuple):
    """What a format read. ``problems`` are the rows that it left out; the importer decides whether that is
    acceptable. ``stored`` are the bytes that may be stored, where they differ from those of the files
    (without birth dates)."""

    tournament: Tournament
    problems: tuple[Problem, ...] = ()
    stored: tuple[bytes, ...] | None = None


@dataclass(frozen=True)
class TournamentFormat:
    """A format whose files hold results. ``joins``: the files of one folder make one tournament.

    ``read`` raises ``analytics.imports.problem.BadFile``.
    """

    name: str
    recognises: Callable[[Source], bool]
    read: Callable[[Sequence[Source], Options], TournamentReading]
    joins: bool = False


def one_file(
    read: Callable[[Source, Options], TournamentReading],
) -> Callable[[Sequence[Source], Options], TournamentReading]:
    """The ``read`` of a format in which one file holds a whole tournament."""

    def read_the_only(sources: Sequence[Source], options: Options) -> TournamentReading:
        (source,) = sources
        return read(source, options)

    return read_the_only


@dataclass(frozen=True)
class MatchFormat:
    """A format whose files hold one match each, act by act.

    ``read`` raises ``analytics.imports.problem.BadFile`` or ``engine.record.notation.problem.Unreadable``. A
    line of a game log that was not understood is no error but a note of the match.
    """

    name: str
    recognises: Callable[[Source], bool]
    read: Callable[[Source, Options], Record]


Format = TournamentFormat | MatchFormat
