"""What of a match is signed: whether the checkpoint covers it, who signed its slip and when, and what holds.

Not here: comparing and checking (``events.seal.status``).
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from dashboard.app.page_context import PageContext
from engine.record.match import Match
from events.seal.paths import checkpoint_of, known_keys_of
from events.seal.status import CheckpointStatus, SigningStatuses, SlipStatus
from events.seal.verifiers import CheckedSignature

INDENT = "└ "
"""Stands before a signature, below what it signs."""
Stamp = tuple[tuple[int, int], ...]
"""Length and time of change of each file: what was compared counts as long as none of them changes."""


def show(page: PageContext, match: Match) -> None:
    """Draw what is signed, a line each."""
    log = page.source.log
    found = _standings(str(log), _stamp(log)).of(match.id)
    for line in (*_head(page, found.checkpoint), *_slip(page, found.slip)):
        st.markdown(line)
    for problem in found.problems:
        st.warning(problem, icon=":material/warning:")


def _head(page: PageContext, head: CheckpointStatus | None) -> Iterator[str]:
    if head is None:
        yield page.say("seal.no-checkpoint")
        return
    state = "behind" if head.state == "holds" and not head.covers else head.state
    yield page.say(f"seal.head-{state}", origin=_code(head.origin), size=f"{head.size:,}")
    yield from _signatures(page, head.signatures)


def _slip(page: PageContext, slip: SlipStatus | None) -> Iterator[str]:
    if slip is None:
        yield page.say("seal.no-slip")
        return
    yield page.say(f"seal.slip-{slip.state}", size=f"{slip.size:,}", since=slip.since or "")
    yield from _signatures(page, slip.signatures)


def _signatures(page: PageContext, made: Iterable[CheckedSignature]) -> Iterator[str]:
    for one in made:
        when = "" if one.time is None else format_time(one.time)
        yield INDENT + page.say(f"seal.{one.state}", by=_code(one.signature.name), when=when)


def format_time(seconds: int) -> str:
    """A time in words; as a number where no calendar reaches."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return str(seconds)


def _code(name: str) -> str:
    """A name that others chose, shown as it is."""
    return f"`{name.replace('`', chr(39))}`"


def _stamp(log: Path) -> Stamp:
    files = (log, log.with_name(f"{log.name}-wal"), checkpoint_of(log), known_keys_of(log))
    found = [path.stat() for path in files if path.exists()]
    return tuple((status.st_size, status.st_mtime_ns) for status in found)


@st.cache_resource(max_entries=2, show_spinner=False)
def _standings(log: str, stamp: Stamp) -> SigningStatuses:
    return SigningStatuses(Path(log))
