"""What was read from files and is ready to be deposited.

Not here: reading it (``reading``), and putting it into a log (``deposit``).
"""

from dataclasses import dataclass

from analytics.imports.problem import Problem
from analytics.imports.tournament import Tournament
from analytics.imports.tournament_events import Import
from engine.record.match import Match
from engine.record.notation.problem import Problem as Place


@dataclass(frozen=True)
class Record:
    """A match that was read from the file ``name``. ``digest`` is the SHA-256 (hex) of what makes the file
    what it is; ``problem`` is where reading ended, None if it was read to its end."""

    name: str
    digest: str
    match: Match
    problem: Place | None


@dataclass(frozen=True)
class Results:
    """A tournament that was read; ``kept`` are the bytes to keep, a file each. ``problems`` are the rows that
    were left out."""

    tournament: Tournament
    imported: Import
    kept: tuple[bytes, ...]
    problems: tuple[Problem, ...]
