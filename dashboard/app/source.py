"""What the pages read: the log, and the store that was projected from it. Both are only read.

Whatever is read is kept as long as the log has not grown. Not here: drawing any of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec
import streamlit as st

from analytics.store.manifest import NoStore, StoreError, load
from analytics.store.reader import Store
from analytics.tournaments.compare import Comparison, compare
from analytics.tournaments.gather import Gathered, Recalled, gather, recall
from analytics.tournaments.membership import Register
from dashboard.app.access import Viewer
from engine.audit.adjudicate import adjudicate
from engine.audit.verdict import Finding, Verdict
from engine.games.registry import RULESETS
from engine.kernel.bilingual import Bilingual
from engine.record.live_recording import keeper_of
from engine.record.match import Match
from events.log.contract import MatchInfo
from events.log.sqlite_log import SqliteLog
from events.view.view import PUBLIC, view

TABLE = "table"
"""The perspective that sees everything the record knows."""
EVERYBODY = "public"
"""The perspective that sees what everybody could see."""
KEPT_MATCHES = 64
KEPT_TOURNAMENTS = 8


class NoLog(Exception):
    """There is no log to show."""


class Withheld(Exception):
    """A perspective that this reader may not take."""


class Chain(NamedTuple):
    """The ``leaf`` hash (hex) of the last entry of a match, by which anybody can check the whole, and when
    each entry was ``recorded``, in microseconds since 1970, UTC."""

    leaf: str
    recorded: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A log and its store, as far as ``viewer`` may have them.

    Methods raise ``events.log.contract.LogError``; ``store`` raises ``StoreError``.
    """

    log: Path
    folder: Path
    viewer: Viewer

    def size(self) -> int:
        """Number of entries in the log now. Raises ``NoLog``."""
        with self._opened() as log:
            return log.size

    def matches(self) -> list[MatchInfo]:
        """All matches, in the order in which they began. Of a long log that takes many seconds."""
        return _matches(str(self.log), self.size())

    def names(self, number: int, *, latest: bool = False) -> list[str]:
        """The matches that began first, in their order, or the ``latest``, the last one first; no more than
        ``number``."""
        return _names(str(self.log), self.size(), number, latest)

    def has(self, id: str) -> bool:
        """Whether there is a match of this name."""
        return self._entries(id) > 0

    def tournaments(self) -> list[Gathered]:
        """All tournaments, the first one first."""
        return _tournaments(*self._state())

    def tournament(self, id: str) -> Recalled:
        """A tournament with everything that the log knows of it. It has to be there."""
        return _tournament(*self._state(), id)

    def compared(self, id: str) -> Comparison:
        """The table in the file of a tournament beside what its rounds give. It has to be there."""
        return _compared(*self._state(), id)

    def _state(self) -> tuple[str, int, str, int]:
        """The log and the facts as they are now."""
        try:
            generation = load(self.folder).generation
        except StoreError:
            generation = 0
        return str(self.log), self.size(), str(self.folder), generation

    def perspectives(self, id: str) -> tuple[str, ...]:
        """Whose eyes this reader may look through at a match, the widest first: of ``TABLE``, its seats and
        ``EVERYBODY``.

        Without its rules nobody can say what is hidden, so that only who may see everything sees anything.
        """
        whole = self._whole(id)
        if self._sees_all(id):
            return (TABLE, *whole.opened.players, EVERYBODY) if whole.rules is not None else (TABLE,)
        if whole.rules is None:
            return ()
        players = whole.opened.players.items()
        return (*(seat for seat, name in players if name and name == self.viewer.player), EVERYBODY)

    def _sees_all(self, id: str) -> bool:
        role = self.viewer.role
        return role == "judge" or (role == "scorekeeper" and self.viewer.keeper in self._keepers(id))

    def seen(self, id: str, perspective: str) -> Match:
        """A match as ``perspective`` (``TABLE``, ``EVERYBODY`` or a seat) may know it.

        What it may not know is not in the events. Raises ``Withheld`` for one that is not this reader's.
        """
        if perspective not in self.perspectives(id):
            raise Withheld(perspective)
        return self._whole(id) if perspective == TABLE else _seen(*self._key(id), perspective)

    def verdict(self, id: str) -> Verdict:
        """What the rules say of a match. For a reader who may not see all of it, findings have a place and a
        kind, and nothing by which a hidden face could be told."""
        verdict = self._whole(id).verdict
        if self._sees_all(id):
            return verdict
        bare = (
            Finding(found.seq, found.kind, "", Bilingual("", ""), follows=found.follows)
            for found in verdict.findings
        )
        return msgspec.structs.replace(verdict, findings=tuple(bare))

    def judged(self, id: str, ruleset: str) -> Verdict:
        """What another installed edition of the rules (``game@edition``) says of a match. Raises ``Withheld``
        for a reader who may not see all of it."""
        if not self._sees_all(id):
            raise Withheld(TABLE)
        return _judged(*self._key(id), ruleset)

    def recordable(self, id: str) -> bool:
        """Whether this reader may write on a match: one of the own, or one that goes on."""
        unfinished = self._whole(id).at(len(self._whole(id)) - 1).table.result is None
        return self.viewer.records and (unfinished or self._sees_all(id))

    def _whole(self, id: str) -> Match:
        return _match(*self._key(id))

    def _key(self, id: str) -> tuple[str, str, int]:
        return str(self.log), id, self._entries(id)

    def _keepers(self, id: str) -> frozenset[str]:
        return _keepers(*self._key(id))

    def chain(self, id: str) -> Chain:
        """The entries of a match. Everything is read and checked afresh: what was kept from before proves
        nothing now."""
        with self._opened() as log:
            records = list(log.read(id))
        return Chain(records[-1].leaf, tuple(record.entry.at for record in records))

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


@st.cache_data(max_entries=4, show_spinner=False)
def _names(path: str, size: int, number: int, latest: bool) -> list[str]:
    with SqliteLog(path) as log:
        return log.names(number, latest=latest)


@st.cache_resource(max_entries=2, show_spinner=False)
def _tournaments(path: str, size: int, folder: str, generation: int) -> list[Gathered]:
    with SqliteLog(path) as log:
        return gather(Register(log, Path(folder)))


@st.cache_resource(max_entries=KEPT_TOURNAMENTS, show_spinner=False)
def _tournament(path: str, size: int, folder: str, generation: int, id: str) -> Recalled:
    gathered = next(one for one in _tournaments(path, size, folder, generation) if one.id == id)
    with SqliteLog(path) as log:
        return recall(Register(log, Path(folder)), gathered)


@st.cache_resource(max_entries=KEPT_TOURNAMENTS, show_spinner=False)
def _compared(path: str, size: int, folder: str, generation: int, id: str) -> Comparison:
    return compare(_tournament(path, size, folder, generation, id).tournament)


@st.cache_resource(max_entries=KEPT_MATCHES, show_spinner=False)
def _match(path: str, id: str, entries: int) -> Match:
    with SqliteLog(path) as log:
        return Match.load(log, id)


@st.cache_resource(max_entries=KEPT_MATCHES, show_spinner=False)
def _seen(path: str, id: str, entries: int, perspective: str) -> Match:
    whole = _match(path, id, entries)
    assert whole.rules is not None  # nobody has this perspective without them
    viewer = PUBLIC if perspective == EVERYBODY else perspective
    return Match(view(whole.derived, whole.rules.sees, viewer), id=id, rules=whole.rules)


@st.cache_data(max_entries=KEPT_MATCHES, show_spinner=False)
def _judged(path: str, id: str, entries: int, ruleset: str) -> Verdict:
    return adjudicate(_match(path, id, entries).derived, RULESETS[ruleset], match=id)


@st.cache_data(max_entries=KEPT_MATCHES, show_spinner=False)
def _keepers(path: str, id: str, entries: int) -> frozenset[str]:
    """Who has recorded any of a match by hand."""
    with SqliteLog(path) as log:
        return frozenset(filter(None, (keeper_of(record.entry.command) for record in log.read(id))))


@st.cache_resource(max_entries=2, show_spinner=False)
def _store(folder: str) -> Store:
    return Store(Path(folder))
