"""Projects a log into a store: every match that has new entries is turned into rows again, as a whole.

A crash at any moment leaves the store as it was or as it is to be. Not here: what the rows say
(``facts``), nor reading them (``store``).
"""

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from analytics.batch import Batch
from analytics.digest import code_digest
from analytics.facts.head import played
from analytics.facts.walk import Unfoldable, tell
from analytics.manifest import Manifest, NoStore, OtherLog, Part, StoreError, load, save, writing
from analytics.parts import latest_generation, matches_of, read_part, sweep, write_part
from engine.adjudicate import adjudicate
from engine.verdict import Grade
from events.kinds import Derived
from events.log import Log

UNDATED = "undated"
"""The month of a match whose record does not say when it was played."""
PART_MATCHES = 2048
"""So many matches make a full part; a part that is not full is written again with what comes next."""

Judge = Callable[[str, Sequence[Derived]], Grade]
"""Gives the grade of a match by its id and its events, each with its cause."""
Progress = Callable[[int, int], None]
"""Is told how many matches are done, and of how many."""


class Projected(NamedTuple):
    """What a projection did: so many ``matches`` were turned into ``rows``; the store now reaches up to
    ``position`` of the log. ``unreadable``: match → why there are no rows of it."""

    matches: int
    rows: int
    position: int
    unreadable: dict[str, str]


def audit(match: str, derived: Sequence[Derived]) -> Grade:
    """The grade that the rules give: the judge for whoever has not audited the log already."""
    return adjudicate(derived, match=match).grade


def project(
    log: Log,
    folder: Path,
    *,
    judge: Judge = audit,
    progress: Progress = lambda done, of: None,
    rebuild: bool = False,
) -> Projected:
    """Bring the store in ``folder`` up to date with ``log``; it is made where there is none.

    ``rebuild`` starts afresh, and so does a change of the code that makes the rows. Raises
    ``analytics.manifest.StoreError``, ``events.log.LogError``.
    """
    with writing(folder):
        old = None if rebuild else _previous(folder, log)
        work = _Projection(log, folder, old)
        if old is not None and old.position == work.size:
            return Projected(0, 0, old.position, old.unreadable)
        touched = work.touched()
        for done, match in enumerate(touched):
            progress(done, len(touched))
            work.add(match, judge)
        work.finish()
        progress(len(touched), len(touched))
        return Projected(work.matches, work.rows, work.size, work.unreadable)


def _previous(folder: Path, log: Log) -> Manifest | None:
    """What the folder holds, if it can be built on. Raises ``OtherLog``, ``DamagedStore``."""
    try:
        old = load(folder)
    except NoStore:
        return None
    if old.code != code_digest():
        return None
    if old.position > log.size or old.head != _head(log, old.position):
        raise OtherLog(
            f"{folder} was projected from {old.log}, and {log.name} does not continue that log:"
            " project into another folder, or rebuild this one"
        )
    return old


def _head(log: Log, size: int) -> str:
    """Leaf hash (hex) of the last of the first ``size`` entries."""
    return next(log.follow(size - 1, 1)).leaf if size else ""


def _counting(folder: Path) -> tuple[Part, ...]:
    """The parts that count until this run is done; none of a store that a rebuild has to replace whole."""
    try:
        return load(folder).parts
    except StoreError:
        return ()


class _Projection:
    """One run: ``standing`` parts stay as they are, ``batches`` by game and month become new ones."""

    def __init__(self, log: Log, folder: Path, old: Manifest | None) -> None:
        self.log, self.folder, self.old = log, folder, old
        self.counting = _counting(folder)
        self.size = log.size
        self.generation = latest_generation(folder) + 1
        self.standing: list[Part] = list(old.parts) if old else []
        self.written: list[Part] = []
        self.batches: dict[tuple[str, str], Batch] = {}
        self.unreadable = dict(old.unreadable) if old else {}
        self.returning: frozenset[str] = frozenset()
        self.matches = self.rows = 0

    def touched(self) -> list[str]:
        """The matches to project: those with new entries, in the order of the log."""
        if self.old is None:
            return [info.match for info in self.log.matches()]
        since = self.old.position
        first_seq: dict[str, int] = {}
        for record in self.log.follow(since, self.size - since):
            first_seq.setdefault(record.entry.match, record.entry.seq)
        self.returning = frozenset(match for match, seq in first_seq.items() if seq)
        self._take_out()
        return list(first_seq)

    def _take_out(self) -> None:
        """Parts with rows of matches that have gone on are written again, without these rows."""
        for part in tuple(self.standing) if self.returning else ():
            if part in self.standing and not self.returning.isdisjoint(matches_of(self.folder, part)):
                batch = self._batch(part.game, part.month)
                self._carry(batch, part)
                if batch.matches >= PART_MATCHES:
                    self._write(part.game, part.month)

    def _carry(self, batch: Batch, part: Part) -> None:
        if part in self.standing:
            self.standing.remove(part)
            batch.carry(read_part(self.folder, part, without=self.returning))

    def _batch(self, game: str, month: str) -> Batch:
        """The batch of a game and month; a new one begins with what is in parts that are not full."""
        key = game, month
        if key not in self.batches:
            self.batches[key] = Batch()
            for part in [part for part in self.standing if (part.game, part.month) == key]:
                if part.matches < PART_MATCHES:
                    self._carry(self.batches[key], part)
        return self.batches[key]

    def add(self, match: str, judge: Judge) -> None:
        """Turn a match into rows; one that cannot be read is named instead."""
        derived = self.log.history(match)
        self.unreadable.pop(match, None)
        try:
            story = tell(match, derived)
        except Unfoldable as error:
            self.unreadable[match] = str(error)
            return
        story.grade = judge(match, derived)
        day = played(story.opened.head)
        game, month = story.opened.game, f"{day:%Y-%m}" if day else UNDATED
        batch = self._batch(game, month)
        self.matches += 1
        self.rows += batch.add(story)
        if batch.matches >= PART_MATCHES:
            self._write(game, month)

    def _write(self, game: str, month: str) -> None:
        batch = self.batches.pop((game, month))
        if batch.matches:
            name = f"{self.generation:06d}-{len(self.written):04d}"
            self.written.append(write_part(self.folder, batch.tables(), name=name, game=game, month=month))

    def finish(self) -> None:
        """Write what is left, and let it count."""
        for game, month in list(self.batches):
            self._write(game, month)
        manifest = Manifest(
            log=self.log.name,
            position=self.size,
            head=_head(self.log, self.size),
            code=code_digest(),
            generation=self.generation,
            parts=(*self.standing, *self.written),
            previous=tuple(part for part in self.counting if part not in self.standing),
            unreadable=self.unreadable,
        )
        save(self.folder, manifest)
        sweep(self.folder, chain(manifest.parts, manifest.previous))
