"""What was found in files, in a form that goes from one process to another.

Not here: finding it (``looking``).
"""

import msgspec

from analytics.imports.problem import Problem
from analytics.imports.tournament import Tournament
from analytics.imports.tournament_events import Import
from analytics.tournaments.compare import Comparison
from engine.audit.verdict import Grade
from engine.record.notation.problem import Problem as Place
from events.model.kinds import Derived


class Wish(msgspec.Struct, frozen=True):
    """What the importing person says beside a file: the ``game``, an id of its own for the tournament
    (``name``), and whether rows that cannot be taken may be left out."""

    game: str = ""
    name: str = ""
    accept_partial: bool = False


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Nothing can be taken: ``problems`` say why, or ``place`` where a written record is broken. ``partly``:
    all but these rows could be taken."""

    problems: tuple[Problem, ...] = ()
    place: Place | None = None
    partly: bool = False


class FoundMatch(msgspec.Struct, frozen=True, tag=True):
    """A match with its events.

    ``digest`` is the SHA-256 (hex) under which it is deposited · ``ended`` is where reading ended before the
    end of the record · ``line`` and ``clause``: of the first event that is not what the rules give, if
    ``disputed`` · ``skipped``: so many lines of a game log were not understood.
    """

    match: str
    digest: str
    derived: list[Derived]
    grade: Grade
    disputed: bool = False
    line: int = 0
    clause: str = ""
    ended: Place | None = None
    skipped: int = 0


class FoundTournament(msgspec.Struct, frozen=True, tag=True):
    """A tournament, as ``form.Results``; ``compared`` is its table against its rounds, None where that took
    too long."""

    tournament: Tournament
    imported: Import
    kept: tuple[bytes, ...]
    problems: tuple[Problem, ...]
    compared: Comparison | None = None


class Found(msgspec.Struct, frozen=True):
    """What is in the files of these ``names``, which go in together. ``digest``: SHA-256 (hex) of what was
    given; ``format`` is ``kfd`` for written records and ``""`` where nobody knows."""

    names: tuple[str, ...]
    digest: str
    format: str
    what: Refused | FoundMatch | FoundTournament
