"""What the pages read: the log, and the store that was projected from it. Both are only read.

Whatever is read is kept as long as the log has not grown. Not here: drawing any of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from analytics.manifest import NoStore
from analytics.store import Store
from engine.match import Match
from events.log import MatchInfo
from events.sqlite import SqliteLog
from events.view import PUBLIC, view

TABLE = "table"
"""The perspective that sees everything the record knows."""
EVERYBODY = "public"
"""The perspective that sees what everybody could see."""
KEPT_MATCHES = 64


class NoLog(Exception):
    """There is no log to show."""


@dataclass(frozen=True, slots=True)
class Source:
    """A log and its store. Methods raise ``events.log.LogError``; ``store`` raises ``StoreError``."""

    log: Path
    folder: Path

    def size(self) -> int:
        """Number of entries in the log now. Raises ``NoLog``."""
        with self._opened() as log:
            return log.size

    def matches(self) -> list[MatchInfo]:
        """All matches, in the order in which they began."""
        return _matches(str(self.log), self.size())

    def match(self, id: str) -> Match:
        """A match with everything that the record knows of it."""
        return _match(str(self.log), id, self._entries(id))

    def seen(self, id: str, perspective: str) -> Match:
        """A match as ``perspective`` (``TABLE``, ``EVERYBODY`` or a seat) may know it.

        What it may not know is not in the events. Raises ``LookupError`` where the rules are not
        installed, because then nobody can say what that is.
        """
        if perspective == TABLE:
            return self.match(id)
        return _seen(str(self.log), id, self._entries(id), perspective)

    def chain(self, id: str) -> tuple[int, str]:
        """How many entries a match has, and the leaf hash (hex) of the last, by which anybody can check
        the whole. Everything is read and checked afresh: what was kept from before proves nothing now."""
        with self._opened() as log:
            *_, last = log.read(id)
        return last.entry.seq + 1, last.leaf

    def store(self) -> Store | None:
        """The newest projection; None if nothing was projected yet."""
        try:
            store = _store(str(self.folder))
        except NoStore:
            return None
        store.refresh()
        return store

    def _entries(self, id: str) -> int:
        with self._opened() as log:
            return log.count(id)

    @contextmanager
    def _opened(self) -> Iterator[SqliteLog]:
        if not self.log.exists():
            raise NoLog
        with SqliteLog(self.log) as log:
            yield log


# The number of entries is a part of each key: a log only grows, so equal numbers mean equal contents.


@st.cache_data(max_entries=2, show_spinner=False)
def _matches(path: str, size: int) -> list[MatchInfo]:
    with SqliteLog(path) as log:
        return log.matches()


@st.cache_resource(max_entries=KEPT_MATCHES, show_spinner=False)
def _match(path: str, id: str, entries: int) -> Match:
    with SqliteLog(path) as log:
        return Match.load(log, id)


@st.cache_resource(max_entries=KEPT_MATCHES, show_spinner=False)
def _seen(path: str, id: str, entries: int, perspective: str) -> Match:
    whole = _match(path, id, entries)
    if whole.rules is None:
        raise LookupError(f"{whole.opened.game}@{whole.opened.edition}")
    viewer = PUBLIC if perspective == EVERYBODY else perspective
    return Match(view(whole.derived, whole.rules.sees, viewer), id=id, rules=whole.rules)


@st.cache_resource(max_entries=2, show_spinner=False)
def _store(folder: str) -> Store:
    return Store(Path(folder))
