"""What a format is: how its files are known, and how they are read.

Not here: which formats there are (``registry``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analytics.imports.tournament import Reading, Source
from events.model.kinds import Derived


@dataclass(frozen=True)
class Options:
    """What the importing person says beside the file; empty where the file is to decide."""

    game: str = ""
    name: str = ""


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
    """A match of a game log: its id, and its events from ``Opened`` on, each with its cause. ``digest`` is
    the SHA-256 (hex) of what all copies of the log have in common."""

    match: str
    derived: Sequence[Derived]
    digest: str


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
