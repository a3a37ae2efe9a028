"""One run of the projection: turns matches into rows and rows into parts, which replace older ones.

Not here: when a run is possible (``projection``), the content of rows (``facts``).
"""

from functools import cached_property
from itertools import chain, islice
from pathlib import Path

from analytics.store.batch import Batches
from analytics.store.code_digest import code_digest
from analytics.store.grades import Grades
from analytics.store.manifest import Manifest, Part, StoreError, digest_of_tables, head, load, save
from analytics.store.match_rows import Key, MatchRows, RowMaker
from analytics.store.parts import ids_of, latest_generation, read_part, remove_unused_files, write_part
from events.log.contract import Log
from events.seal.merkle import Edge

PART_MATCHES = 2048
"""Matches of a full part; a part that is not full is rewritten together with new matches."""


class Run:
    """``standing`` parts stay unchanged, ``batches`` become new ones, ``written`` are those already written.

    ``old`` is the manifest to extend; without it everything is computed again, while the old parts stay valid
    until the run is finished. ``returning``: matches that already have rows in standing parts.
    """

    def __init__(self, log: Log, folder: Path, old: Manifest | None, grades: Grades) -> None:
        self.log, self.folder, self.old, self.grades = log, folder, old, grades
        self.counting = _counting(folder)
        self.size = log.size
        self.edge = _grown(log, old, self.size)
        self.standing: list[Part] = list(old.parts) if old else []
        self.written: list[Part] = []
        self.batches = Batches()
        self.unreadable = dict(old.unreadable) if old else {}
        self.returning: frozenset[str] = frozenset()
        self.matches = self.rows = 0

    @cached_property
    def generation(self) -> int:
        """The number in the names of the parts that this run writes; known before the first of them."""
        return latest_generation(self.folder) + 1

    def touched(self) -> list[str]:
        """The matches to project: those with new entries, in the order of the log."""
        if self.old is None:
            return [info.match for info in self.log.matches() if info.first_position < self.size]
        since = self.old.position
        first_seq: dict[str, int] = {}
        for record in self.log.follow(since, self.size - since):
            first_seq.setdefault(record.entry.match, record.entry.seq)
        self.returning = frozenset(match for match, seq in first_seq.items() if seq)
        self._take_out()
        return list(first_seq)

    def _take_out(self) -> None:
        """Rewrite parts without the rows of matches that have new entries."""
        for part in tuple(self.standing) if self.returning else ():
            if part in self.standing and not self.returning.isdisjoint(ids_of(self.folder, part)):
                key = part.game, part.month
                self._open(key)
                self._carry(key, part)
                self._write_full(key)

    def _carry(self, key: Key, part: Part) -> None:
        if part in self.standing:
            self.standing.remove(part)
            self.batches.of(key).carry(read_part(self.folder, part, without=self.returning))

    def _open(self, key: Key) -> None:
        """Create the batch if it is missing, with the rows of parts that are not full."""
        if key in self.batches:
            return
        self.batches.of(key)
        for part in [part for part in self.standing if (part.game, part.month) == key]:
            if part.matches < PART_MATCHES:
                self._carry(key, part)

    def maker(self) -> RowMaker:
        """What makes the rows of the matches to project; ask for it after ``touched``."""
        return RowMaker(self.grades, None if self.old is None else self.returning)

    def add(self, made: MatchRows) -> None:
        """Add the rows of a match.

        One of which no rows can be made, whatever the reason, is listed instead and keeps no other one out.
        """
        self.unreadable.pop(made.match, None)
        if made.why:
            self.unreadable[made.match] = made.why
        if made.key is None or made.rows is None:
            return
        self._open(made.key)
        self.rows += self.batches.add(made.key, made.match, made.rows)
        self.matches += len(made.rows.get("match", ()))
        self._write_full(made.key)

    def _write_full(self, key: Key) -> None:
        if self.batches.of(key).matches >= PART_MATCHES:
            self._write(key)
        elif (largest := self.batches.overfull()) is not None:
            self._write(largest)

    def _write(self, key: Key) -> None:
        batch = self.batches.take(key)
        tables = batch.tables()
        self.unreadable |= batch.refused
        self.matches -= len(batch.refused)
        self.rows -= batch.refused_rows
        if not batch.matches:
            return
        game, month = key
        name = f"{self.generation:06d}-{len(self.written):04d}"
        self.written.append(
            write_part(self.folder, tables, name=name, game=game, month=month, stamp=self._stamp())
        )

    def _stamp(self) -> dict[str, str]:
        """The origin that is written into every file."""
        return {
            "log": self.log.name,
            "position": str(self.size),
            "root": self.edge.root().hex(),
            "code": code_digest(),
        }

    def finish(self) -> None:
        """Write the remaining batches and the new manifest."""
        for key in self.batches:
            self._write(key)
        manifest = Manifest(
            log=self.log.name,
            position=self.size,
            head=head(self.log, self.size),
            root=self.edge.root().hex(),
            edge=tuple(node.hex() for node in self.edge.hashes()),
            code=code_digest(),
            judging=self.grades.judging,
            generation=self.generation,
            tables=digest_of_tables(),
            parts=(*self.standing, *self.written),
            previous=tuple(part for part in self.counting if part not in self.standing),
            unreadable=self.unreadable,
        )
        save(self.folder, manifest)
        remove_unused_files(self.folder, chain(manifest.parts, manifest.previous))


def _counting(folder: Path) -> tuple[Part, ...]:
    """The parts that are valid until this run is done; none of a damaged store that a rebuild replaces."""
    try:
        return load(folder).parts
    except StoreError:
        return ()


def _grown(log: Log, old: Manifest | None, size: int) -> Edge:
    """The Merkle tree over the first ``size`` entries, extended from that of ``old``."""
    edge = Edge(old.position, [bytes.fromhex(node) for node in old.edge]) if old else Edge()
    leaves = islice(log.leaves(edge.size), size - edge.size)
    while page := list(islice(leaves, PAGE)):
        edge.extend(page)
    return edge


PAGE = 16_384
"""Leaves added at once."""
