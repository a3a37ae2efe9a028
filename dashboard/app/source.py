"""What the pages read, as far as the reader may see it: the log, and the store projected from it.

Not here: opening and caching them (``cached_reads``), writing the log (``log_writer``).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from analytics.store.manifest import NoStore, StoreError, load
from analytics.store.reader import Store
from analytics.tournaments.compare import Comparison
from analytics.tournaments.counting_rules import Counting
from analytics.tournaments.gather import LoadedTournament, TournamentSummary
from dashboard.app import cached_reads
from dashboard.app.access import Viewer
from engine.audit.verdict import Finding, ShuffleStatus, Verdict
from engine.kernel.bilingual import Bilingual
from engine.record.live_recording import keeper_of
from engine.record.match import Match
from events.log.contract import MatchInfo
from events.log.sqlite_log import SqliteLog
from events.view.own_count import OwnCount
from events.view.view import PUBLIC

TABLE = "table"
"""The perspective that sees everything in the record."""
EVERYBODY = "public"
"""The perspective that sees what everybody could see."""


class NoLog(Exception):
    """There is no log at the given path."""


class Withheld(Exception):
    """The reader may not take this perspective."""


class HashChain(NamedTuple):
    """The ``leaf`` hash (hex) of the last entry of a match, which commits to all entries before it, and when
    each entry was ``recorded``, in microseconds since 1970, UTC. Each is empty where it is withheld."""

    leaf: str
    recorded: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A log and its store, restricted to what ``viewer`` may see.

    Methods raise ``events.log.contract.LogError``; ``store`` raises ``StoreError``.
    """

    log: Path
    folder: Path
    viewer: Viewer

    # --- the log -----------------------------------------------------------------------------------------

    def size(self) -> int:
        """Number of entries in the log now. Raises ``NoLog``."""
        with self._open() as log:
            return log.size

    def matches(self) -> list[MatchInfo]:
        """All matches, in the order in which they began. Takes many seconds for a long log."""
        return cached_reads.matches(str(self.log), self.size())

    def match_names(self, number: int, *, latest: bool = False) -> list[str]:
        """Ids of at most ``number`` matches: the first, or with ``latest`` the last, newest first."""
        return cached_reads.match_names(str(self.log), self.size(), number, latest)

    def has_match(self, id: str) -> bool:
        """Whether the log has a match with this id."""
        return self._entries(id) > 0

    def hash_chain(self, id: str) -> HashChain:
        """The entries of a match, read and checked anew on each call: a cached result would prove nothing.

        While a match goes on, and where its entries have no salt, a hash could be used to try guesses at
        hidden cards: it is withheld from those who may not see the whole table. So is, while it goes on, how
        many entries there are.
        """
        with self._open() as log:
            records = list(log.read(id))
        if self.is_withheld(id):
            return HashChain("", ())
        safe = self._sees_all(id) or all(record.entry.salt for record in records)
        return HashChain(records[-1].leaf if safe else "", tuple(record.entry.at for record in records))

    @property
    def sees_sizes(self) -> bool:
        """Whether this reader may know how long the log is. From how it grows one could tell how long the
        matches are that go on."""
        return self.viewer.role == "judge"

    def is_withheld(self, id: str) -> bool:
        """Whether this reader gets a match by an own count alone: it goes on, and they may not see all."""
        return not self._sees_all(id) and not self._whole(id).is_over

    # --- one match, as far as the reader may see it --------------------------------------------------------

    def perspectives(self, id: str) -> tuple[str, ...]:
        """The perspectives that the reader may take on a match, widest first: ``TABLE``, seats, ``EVERYBODY``

        Without the rules of a match nobody can say what is hidden in it, so only readers who may see
        everything get a perspective.
        """
        whole = self._whole(id)
        if self._sees_all(id):
            return (TABLE, *whole.opened.players, EVERYBODY) if whole.rules is not None else (TABLE,)
        if whole.rules is None:
            return ()
        players = whole.opened.players.items()
        return (*(seat for seat, name in players if name and name == self.viewer.player), EVERYBODY)

    def match(self, id: str, perspective: str) -> Match:
        """A match with the events that ``perspective`` (``TABLE``, ``EVERYBODY`` or a seat) may know; of one
        that is withheld they are numbered by the reader's own count.

        Raises ``Withheld`` if the reader may not take this perspective.
        """
        if perspective not in self.perspectives(id):
            raise Withheld(perspective)
        if perspective == TABLE:
            return self._whole(id)
        viewer = PUBLIC if perspective == EVERYBODY else perspective
        if self.is_withheld(id):
            return cached_reads.own_view(*self._key(id), viewer)[0]
        return cached_reads.view(*self._key(id), viewer)

    def verdict(self, id: str) -> Verdict:
        """The verdict on a match. For a reader who may not see all of it, findings keep only their place and
        kind, since their texts could reveal hidden cards; of a match that is withheld, the place by the
        reader's own count."""
        whole = self._whole(id)
        if self._sees_all(id):
            return whole.verdict
        bare = tuple(
            Finding(found.seq, found.kind, "", Bilingual("", ""), follows=found.follows)
            for found in whole.verdict.findings
        )
        verdict = msgspec.structs.replace(whole.verdict, findings=bare)
        if whole.rules is None or not self.is_withheld(id):
            return verdict
        match, count = cached_reads.own_view(*self._key(id), PUBLIC)
        return _by_own_count(verdict, match, count)

    def verdict_under(self, id: str, ruleset: str) -> Verdict:
        """The verdict on a match under another installed edition (``game@edition``). Raises ``Withheld`` for
        readers who may not see all of the match."""
        if not self._sees_all(id):
            raise Withheld(TABLE)
        return cached_reads.verdict_under(*self._key(id), ruleset)

    def may_record(self, id: str) -> bool:
        """Whether this reader may record on a match: on an unfinished one, or on one of their own."""
        return self.viewer.records and (not self._whole(id).is_over or self._sees_all(id))

    # --- tournaments and the store -------------------------------------------------------------------------

    def tournaments(self) -> list[TournamentSummary]:
        """All tournaments, oldest first."""
        return cached_reads.tournaments(*self._state())

    def tournament(self, id: str) -> LoadedTournament:
        """A tournament with everything that the log has of it. The id must exist."""
        return cached_reads.tournament(*self._state(), id)

    def compared_standings(self, id: str, counting: Counting) -> Comparison:
        """The standings in a tournament's file, compared with those computed so from its rounds. The id must
        exist."""
        return cached_reads.compared_standings(*self._state(), id, str(counting))

    def store(self) -> Store | None:
        """The newest projection; None if nothing was projected yet."""
        try:
            store = cached_reads.store(str(self.folder))
        except NoStore:
            return None
        store.refresh()
        return store

    def keeper_at(self, id: str, seq: int) -> str:
        """Who recorded an event of a match by hand; ``""`` if it was imported."""
        with self._open() as log:
            return keeper_of(log.entry(id, seq).entry.command)

    # --- helpers -------------------------------------------------------------------------------------------

    def _sees_all(self, id: str) -> bool:
        role = self.viewer.role
        return role == "judge" or (
            role == "scorekeeper" and self.viewer.keeper in cached_reads.keepers(*self._key(id))
        )

    def _state(self) -> tuple[str, int, str, int]:
        """The current state of log and store, as a cache key."""
        try:
            generation = load(self.folder).generation
        except StoreError:
            generation = 0
        return str(self.log), self.size(), str(self.folder), generation

    def _whole(self, id: str) -> Match:
        return cached_reads.match(*self._key(id))

    def _key(self, id: str) -> tuple[str, str, int]:
        return str(self.log), id, self._entries(id)

    def _entries(self, id: str) -> int:
        with self._open() as log:
            return log.count(id)

    def _open(self) -> SqliteLog:
        if not self.log.exists():
            raise NoLog
        return SqliteLog(self.log)


def _by_own_count(verdict: Verdict, match: Match, count: OwnCount) -> Verdict:
    """A verdict on a match of which ``match`` is what a viewer sees, with that viewer's numbers."""

    def numbered(found: Finding) -> Finding:
        return msgspec.structs.replace(found, seq=count.seq(found.seq))

    def placed(status: ShuffleStatus) -> ShuffleStatus:
        return msgspec.structs.replace(status, seq=count.seq(status.seq))

    return msgspec.structs.replace(
        verdict,
        findings=tuple(map(numbered, verdict.findings)),
        shuffles=tuple(map(placed, verdict.shuffles)),
        events=len(match),
        acts=len(list(match.acts())),
    )
