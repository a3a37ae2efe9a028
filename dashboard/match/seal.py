"""The signatures on a match: whether the checkpoint covers it, and who signed its result slip.

Not here: comparing and checking (``events.seal.status``).
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from dashboard.app.page_context import PageContext
from engine.record.match import Match
from events.collect.origin_check import CheckedOrigin
from events.seal.paths import checkpoint_of, database_of, known_keys_of
from events.seal.status import CheckpointStatus, SigningStatuses, SlipStatus
from events.seal.verifiers import CheckedSignature

INDENT = "└ "
"""Before a signature, below what it signs."""
FileState = tuple[tuple[int, int], ...]
"""Size and modification time of each file, the cache key of the comparison."""


def show(page: PageContext, match: Match) -> None:
    """Draw a line for each signed item and each signature.

    Signatures count entries: those of a match that is withheld are not shown, and the size of a log only to
    those who may know it.
    """
    if page.source.is_withheld(match.id):
        st.markdown(page.say("seal.withheld"))
        return
    page.source.hash_chain(match.id)  # read anew: of entries that do not fit their hashes nothing holds
    log = page.source.log
    found = _statuses(str(log), _file_state(log)).of(match.id)
    lines = (*_head(page, found.checkpoint), *_slip(page, found.slip), *_origins(page, found.origins))
    for line in lines:
        st.markdown(line)
    for problem in found.problems:
        st.warning(problem, icon=":material/warning:")


def _head(page: PageContext, head: CheckpointStatus | None) -> Iterator[str]:
    if head is None:
        yield page.say("seal.no-checkpoint")
        return
    state = "behind" if head.state == "holds" and not head.covers else head.state
    yield page.say(f"seal.head-{state}", origin=_code(head.origin), size=_size(page, head.size))
    yield from _signatures(page, head.signatures)


def _slip(page: PageContext, slip: SlipStatus | None) -> Iterator[str]:
    if slip is None:
        yield page.say("seal.no-slip")
        return
    yield page.say(f"seal.slip-{slip.state}", size=f"{slip.size:,}", since=slip.since or "")
    yield from _signatures(page, slip.signatures)


def _origins(page: PageContext, origins: Iterable[CheckedOrigin]) -> Iterator[str]:
    """The logs from which the match was collected."""
    for one in origins:
        facts = {
            "origin": _code(one.head.origin),
            "size": _size(page, one.head.size),
            "entries": one.row.entries,
        }
        yield page.say("seal.collected" if one.holds else "seal.not-collected", **facts)
        yield from _signatures(page, one.signatures)


def _size(page: PageContext, size: int) -> str:
    """The number of entries of a log."""
    return f"{size:,}" if page.source.sees_sizes else ""


def _signatures(page: PageContext, made: Iterable[CheckedSignature]) -> Iterator[str]:
    for one in made:
        when = "" if one.time is None else format_time(one.time)
        yield INDENT + page.say(f"seal.{one.state}", by=_code(one.signature.name), when=when)


def format_time(seconds: int) -> str:
    """A time in UTC; the number itself if it is out of the calendar's range."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return str(seconds)


def _code(name: str) -> str:
    """A name from outside as code, so that Markdown does not interpret it."""
    return f"`{name.replace('`', chr(39))}`"


def _file_state(log: Path) -> FileState:
    files = (log, Path(f"{database_of(log)}-wal"), checkpoint_of(log), known_keys_of(log))
    found = [path.stat() for path in files if path.exists()]
    return tuple((status.st_size, status.st_mtime_ns) for status in found)


@st.cache_resource(max_entries=2, show_spinner=False)
def _statuses(log: str, state: FileState) -> SigningStatuses:
    return SigningStatuses(Path(log))
