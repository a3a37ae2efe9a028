"""What a log has already under the id of something that was read.

Not here: writing it (``deposit``).
"""

from typing import Literal, NamedTuple

from analytics.imports.prepared import Prepared, Record
from analytics.imports.writing.deposit import MatchExists, events_in_log
from analytics.imports.writing.tournament_writer import PlannedImport, TournamentExists, plan_import
from events.log.contract import Log


class InLog(NamedTuple):
    """What the log has under the same id.

    ``state``: ``new``, nothing · ``same``, this very file · ``other``, another file, which this one may
    correct · ``taken``, something that no file may correct. ``planned`` says what would change for a
    tournament.
    """

    state: Literal["new", "same", "other", "taken"]
    planned: PlannedImport | None = None


def find_in_log(log: Log, prepared: Prepared) -> InLog:
    """What ``log`` has already of this; writes nothing."""
    try:
        if isinstance(prepared, Record):
            return InLog("same" if events_in_log(log, prepared) else "new")
        planned = plan_import(log, prepared.tournament, prepared.imported)
    except (MatchExists, TournamentExists):
        return InLog("taken")
    if planned.replaces:
        return InLog("other", planned)
    return InLog("same" if planned.written.status == "already there" else "new", planned)
