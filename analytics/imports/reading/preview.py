"""What was found in files, before any of it is written; it can be sent from one process to another.

Not here: finding it (``preview_steps``).
"""

import msgspec

from analytics.imports.prepared import Prepared, Record, Results
from analytics.imports.problem import Problem
from analytics.tournaments.compare import Comparison
from engine.audit.verdict import Grade
from engine.record.notation.problem import Problem as NotationProblem


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Nothing can be imported: ``problems`` say why, or ``place`` where a written record is broken.
    ``partly``: the rest could be imported without these rows."""

    problems: tuple[Problem, ...] = ()
    place: NotationProblem | None = None
    partly: bool = False


class MatchPreview(msgspec.Struct, frozen=True, tag=True):
    """A match and what the audit found. ``disputed``: an event is not what the rules give; ``line`` and
    ``clause`` are those of the first one, 0 and ``""`` where it has none. A record with a line that cannot be
    read has a problem, and no dispute for that. ``skipped`` lines of a game log were not understood."""

    record: Record
    grade: Grade
    disputed: bool = False
    line: int = 0
    clause: str = ""
    skipped: int = 0


class TournamentPreview(msgspec.Struct, frozen=True, tag=True):
    """A tournament; ``compared`` is its table against its rounds, None where that took too long."""

    results: Results
    compared: Comparison | None = None


class Preview(msgspec.Struct, frozen=True):
    """What is in the files of these ``names``, which are imported together. ``digest``: SHA-256 (hex) of the
    files; ``format`` is the name of the format, ``""`` where nobody recognises it."""

    names: tuple[str, ...]
    digest: str
    format: str
    content: Refused | MatchPreview | TournamentPreview

    @property
    def prepared(self) -> Prepared | None:
        """What would be deposited; None if the files were refused."""
        match self.content:
            case MatchPreview(record=record):
                return record
            case TournamentPreview(results=results):
                return results
        return None
