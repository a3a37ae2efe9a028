"""What was found in files on its way into the log, and from there into the tables behind the numbers.

The desk writes; one file that cannot be taken leaves no trace and does not stop the others. Not here: looking
into files (``uploads``).
"""

from dataclasses import dataclass
from threading import Lock

import streamlit as st

from analytics.imports.files.deposit import Changed, deposit_match, deposit_results, there
from analytics.imports.files.inspected import Found, FoundMatch, FoundTournament, Refused
from analytics.imports.files.prepared import Results
from analytics.imports.tournament_writer import Foreseen, Taken, foreseen
from analytics.store.derived_data import refresh
from analytics.store.manifest import StoreError
from analytics.store.projection import project
from dashboard.app.log_writer import log_writer
from dashboard.app.page_context import PageContext
from events.log.clock import now
from events.log.contract import LogError
from events.log.sqlite_log import SqliteLog
from events.seal import SealError

_PROJECTING = Lock()
"""Who waits for it finds that the other one has done the work."""


@dataclass(frozen=True)
class Standing:
    """What the log has under the same id.

    ``state``: ``new`` · ``same``, this very file · ``other``, another file, which this one may correct ·
    ``taken``, something that no file may correct. ``foreseen`` of a tournament says what would change.
    """

    state: str
    foreseen: Foreseen | None = None


@dataclass(frozen=True)
class Arrival:
    """What became of a file: ``match`` or ``tournament`` by its id, ``name`` for people; ``key`` names the
    text that says so, ``facts`` fill it in. ``failed``: nothing of it was written."""

    name: str
    key: str
    facts: dict[str, object]
    match: str = ""
    tournament: str = ""
    failed: bool = False


def standing(here: PageContext, found: Found) -> Standing:
    """What the log has already of what was found."""
    if not here.source.log.exists():
        return Standing("new")
    with SqliteLog(here.source.log) as log:
        try:
            match found.what:
                case FoundMatch() as one:
                    entries = there(log, one.match, found.names[0], one.digest)
                    return Standing("same" if entries else "new")
                case FoundTournament() as cup:
                    seen = foreseen(log, cup.tournament, cup.imported)
                    if seen.replaces:
                        return Standing("other", seen)
                    return Standing("same" if seen.written.status == "already there" else "new", seen)
        except (Changed, Taken):
            return Standing("taken")
    return Standing("new")


def arrive(here: PageContext, found: Found, *, replace: bool) -> Arrival:
    """Put it into the log, under the name of who imports it."""
    name = ", ".join(found.names)
    try:
        match found.what:
            case FoundMatch() as one:
                return _match(here, one, name)
            case FoundTournament() as cup:
                return _tournament(here, cup, replace=replace)
            case Refused():
                raise ValueError(f"{name} was refused")
    except (Changed, Taken):  # since it was looked at, somebody else has imported another file
        return Arrival(name, "import.arrived-taken", {}, failed=True)
    except (LogError, SealError, OSError) as error:
        return Arrival(name, "import.arrived-not", {"why": error}, failed=True)


def _match(here: PageContext, found: FoundMatch, name: str) -> Arrival:
    with log_writer(str(here.source.log)).locked() as log:
        done = deposit_match(
            log,
            found.match,
            found.derived,
            name=name,
            digest=found.digest,
            at=now(),
            keeper=here.viewer.keeper,
        )
    key = "import.arrived-before" if done.before else "import.arrived-match"
    return Arrival(found.match, key, {"events": done.events, "grade": found.grade}, match=found.match)


def _tournament(here: PageContext, found: FoundTournament, *, replace: bool) -> Arrival:
    results = Results(found.tournament, found.imported, found.kept, found.problems)
    log_path, keeper = here.source.log, here.viewer.keeper
    with log_writer(str(log_path)).locked() as log:
        done = deposit_results(log, log_path, results, at=now(), keeper=keeper, replace=replace)
    key = {
        "imported": "import.arrived-tournament",
        "corrected": "import.arrived-corrected",
        "already there": "import.arrived-before",
    }[done.status]
    facts = {"added": done.added, "changed": done.changed, "withdrawn": done.withdrawn}
    one = found.tournament
    return Arrival(one.name, key, {**facts, "left_out": len(found.problems) or ""}, tournament=one.id)


def bring_up_to_date(here: PageContext) -> str:
    """Project what is new in the log, so that the numbers have it; what went wrong, ``""`` for nothing."""
    told = here.say("import.projecting")
    bar = st.progress(0.0, told)

    def progress(done: int, of: int) -> None:
        bar.progress(done / of if of else 1.0, told)

    try:
        with _PROJECTING, SqliteLog(here.source.log) as log:
            project(log, here.source.folder, progress=progress)
            refresh(here.source.folder)
    except (StoreError, LogError) as error:
        return str(error)
    finally:
        bar.empty()
    return ""
