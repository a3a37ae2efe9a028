"""The formats that can be imported, and which of them a file is in.

A format is found by its content, never by the name of the file alone. Two kinds: a file of a tournament
becomes one ``Tournament`` of the common form; a game log of another program becomes a match with
its events. Not here: written records (``.kfd``), which the engine reads.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analytics.imports.form import Reading, Source
from events.kinds import Derived


@dataclass(frozen=True)
class Options:
    """What the importing person says beside the file; empty where the file is to decide."""

    game: str = ""
    name: str = ""
    preset: str = ""


@dataclass(frozen=True)
class TournamentFormat:
    """A format whose files hold results. ``joins``: files of one folder together make one tournament.

    ``read`` raises ``analytics.imports.problem.BadFile``.
    """

    name: str
    recognises: Callable[[bytes], bool]
    read: Callable[[Sequence[Source], Options], Reading]
    joins: bool = False


@dataclass(frozen=True)
class Recorded:
    """A match of a game log: its id, and its events from ``Opened`` on, each with its cause."""

    match: str
    derived: Sequence[Derived]


@dataclass(frozen=True)
class GameLogFormat:
    """A format whose files tell of single games, act by act.

    ``read`` raises ``analytics.imports.problem.BadFile``; a line that was not understood is no error but a
    note of the match.
    """

    name: str
    recognises: Callable[[bytes], bool]
    read: Callable[[Source, Options], Recorded]


Format = TournamentFormat | GameLogFormat

FORMATS: tuple[Format, ...] = ()
"""Every format; the first that recognises a file reads it."""


def recognise(data: bytes) -> Format | None:
    """The format that a file is in; None for none of these."""
    return next((format for format in FORMATS if format.recognises(data)), None)


def named(name: str) -> Format | None:
    """The format of this name."""
    return next((format for format in FORMATS if format.name == name), None)
