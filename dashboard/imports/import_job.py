"""From previewed files into the log, and from there into the tables behind the numbers.

One file that cannot be imported leaves no trace and does not stop the others. Not page: reading files
(``analytics.imports.reading``), and drawing them (``preview``).
"""

from dataclasses import dataclass
from threading import Lock

import streamlit as st

from analytics.derived_data import refresh
from analytics.imports.prepared import Record, Results
from analytics.imports.reading.preview import MatchPreview, Preview, Refused, TournamentPreview
from analytics.imports.writing.deposit import MatchExists, deposit, deposit_tournament
from analytics.imports.writing.in_log import InLog, find_in_log
from analytics.imports.writing.tournament_writer import TournamentExists
from analytics.store.manifest import StoreError
from analytics.store.projection import project
from dashboard.app.log_writer import log_writer
from dashboard.app.page_context import PageContext
from dashboard.widgets.grade_names import grade_name
from events.log.contract import LogError
from events.log.sqlite_log import SqliteLog
from events.seal import SealError

_PROJECTING = Lock()
"""A session that waits for it finds that the other one has done the work."""


@dataclass(frozen=True)
class ImportResult:
    """What became of a file: ``match`` or ``tournament`` by its id, ``name`` for people; ``key`` names the
    text that says so, ``facts`` fill it in. ``failed``: nothing of it was written."""

    name: str
    key: str
    facts: dict[str, object]
    match: str = ""
    tournament: str = ""
    failed: bool = False


def in_log(page: PageContext, preview: Preview) -> InLog:
    """What the log has already of what was found."""
    if preview.prepared is None or not page.source.log.exists():
        return InLog("new")
    with SqliteLog(page.source.log) as log:
        return find_in_log(log, preview.prepared)


def import_file(page: PageContext, preview: Preview, *, replace: bool) -> ImportResult:
    """Put it into the log, under the name of who imports it."""
    name = ", ".join(preview.names)
    try:
        match preview.content:
            case MatchPreview(record=record, grade=grade):
                return _import_match(page, record, grade)
            case TournamentPreview(results=results):
                return _import_tournament(page, results, replace=replace)
            case Refused():
                raise ValueError(f"{name} was refused")
    except (MatchExists, TournamentExists):  # since the preview, somebody else has imported another file
        return ImportResult(name, "import.arrived-taken", {}, failed=True)
    except (LogError, SealError, OSError) as error:
        return ImportResult(name, "import.arrived-not", {"why": error}, failed=True)


def _import_match(page: PageContext, record: Record, grade: str) -> ImportResult:
    with log_writer(str(page.source.log)).locked() as log:
        done = deposit(log, record, keeper=page.viewer.keeper)
    key = "import.arrived-match" if done.outcome == "imported" else "import.arrived-before"
    facts = {"events": done.events, "grade": grade_name(page.language, grade)}
    return ImportResult(record.id, key, facts, match=record.id)


def _import_tournament(page: PageContext, results: Results, *, replace: bool) -> ImportResult:
    log_path, keeper = page.source.log, page.viewer.keeper
    with log_writer(str(log_path)).locked() as log:
        done = deposit_tournament(log, log_path, results, keeper=keeper, replace=replace)
    key = {
        "imported": "import.arrived-tournament",
        "corrected": "import.arrived-corrected",
        "already there": "import.arrived-before",
    }[done.status]
    facts: dict[str, object] = {name: getattr(done, name) for name in ("added", "changed", "withdrawn")}
    facts["left_out"] = len(results.problems) or ""
    return ImportResult(results.tournament.name, key, facts, tournament=results.tournament.id)


def update_numbers(page: PageContext) -> str:
    """Project what is new in the log, so that the numbers have it; the error, ``""`` for none."""
    label = page.say("import.projecting")
    bar = st.progress(0.0, label)

    def progress(done: int, of: int) -> None:
        bar.progress(done / of if of else 1.0, label)

    try:
        with _PROJECTING, SqliteLog(page.source.log) as log:
            project(log, page.source.folder, progress=progress)
            refresh(page.source.folder)
    except (StoreError, LogError) as error:
        return str(error)
    finally:
        bar.empty()
    return ""
