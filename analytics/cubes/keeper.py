"""Keeps the cubes of a store: what came is added, what went is taken away, game by game and month by month.

For each game there are pieces by month, and one over all months that is kept in the same way. A crash at any
moment leaves the cubes as they were or as they are to be. Not here: the sums themselves (``build``), their
arithmetic (``merge``), the projection of the facts.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import polars as pl
from narwhals.exceptions import NarwhalsError

from analytics.cubes.build import built
from analytics.cubes.cube import CUBES
from analytics.cubes.digest import cube_digest
from analytics.cubes.merge import Unsound, negated, total
from analytics.cubes.shelf import EVER, FOLDER, Piece, Shelf, load, mark, path_of, save
from analytics.files import DRAFT, write_atomically
from analytics.manifest import REBUILD, DamagedStore, Manifest, Part, writing
from analytics.manifest import load as load_manifest
from analytics.measures.derived import stored_as
from analytics.measures.sources import on_polars
from analytics.measures.sums import ROWS
from analytics.parts import path_of as path_of_facts

PARTS_AT_ONCE = 8
"""So many parts of the facts are summed at a time: what has to fit into memory."""


class Refreshed(NamedTuple):
    """So many games and months were ``merged`` with what changed, so many summed ``afresh``."""

    merged: int
    afresh: int


Place = tuple[str, str]
"""A game and a month."""
Cubes = dict[str, pl.DataFrame]
"""Name of a cube → its rows, for all cubes that have any."""


class Change(NamedTuple):
    """What became of one game and month: parts that ``stay``, ``came`` and ``went``."""

    stay: list[Part]
    came: list[Part]
    went: list[Part]


def refresh(folder: Path) -> Refreshed:
    """Bring the cubes of the store in ``folder`` up to date with its facts.

    Raises ``analytics.manifest.StoreError``: there is no store, it is damaged, or another process is
    writing to it.
    """
    if _fits(load(folder), load_manifest(folder)):
        return Refreshed(0, 0)
    with writing(folder):
        try:
            return _Keeper(folder, load_manifest(folder), load(folder)).refresh()
        except (FileNotFoundError, pl.exceptions.PolarsError):  # pieces that were to stand are damaged
            return _Keeper(folder, load_manifest(folder), Shelf()).refresh()


def _fits(shelf: Shelf, manifest: Manifest) -> bool:
    return shelf.holds(manifest.parts, cube_digest(manifest.code))


class _Keeper:
    """One run. ``standing`` pieces stay as they are, ``written`` ones are new; so many games and months were
    summed ``afresh``."""

    def __init__(self, folder: Path, manifest: Manifest, shelf: Shelf) -> None:
        self.folder, self.manifest = folder, manifest
        self.code = cube_digest(manifest.code)
        self.old = shelf
        self.counting = shelf if shelf.code == self.code else Shelf()
        self.generation = max(shelf.generation, _latest(folder)) + 1
        self.written: list[Piece] = []
        self.afresh = 0

    def refresh(self) -> Refreshed:
        changes = _changes(self.counting.parts, self.manifest.parts)
        games = {game for game, _ in changes}
        replaced = {*changes, *((game, EVER) for game in games)}
        standing = [piece for piece in self.counting.pieces if (piece.game, piece.month) not in replaced]
        for game in sorted(games):
            of_game = [(place, change) for place, change in changes.items() if place[0] == game]
            differences = [self._merge(place, change) for place, change in of_game]
            self._merge_months(game, differences, standing)
        pieces = (*standing, *self.written)
        previous = tuple(piece for piece in self.old.pieces if piece not in standing)
        shelf = Shelf(
            generation=self.generation,
            code=self.code,
            parts=self.manifest.parts,
            pieces=pieces,
            previous=previous,
        )
        save(self.folder, shelf)
        _sweep(self.folder, (*pieces, *previous))
        return Refreshed(len(changes) - self.afresh, self.afresh)

    def _merge(self, place: Place, change: Change) -> tuple[Cubes, ...] | None:
        """Write all cubes of a game and month. Gives what was added to those of the game; None where that
        cannot be told."""
        if self._worth_merging(change):
            came, went = self._sums(change.came), self._sums(change.went)
            difference = (came, {name: negated(rows, CUBES[name].keys) for name, rows in went.items()})
            if (merged := self._added(place, difference)) is not None:
                self._write(place, merged)
                return difference
        self.afresh += 1
        whole = self._sums([*change.stay, *change.came])
        self._write(place, whole)
        new = self._knows(place[0]) and not (change.stay or change.went)
        return (whole,) if new else None

    def _knows(self, game: str) -> bool:
        return any(piece.game == game for piece in self.counting.pieces)

    def _merge_months(
        self, game: str, differences: Sequence[tuple[Cubes, ...] | None], standing: Sequence[Piece]
    ) -> None:
        """Write the cubes of a game over all months: what was kept with all ``differences``, or else the sums
        of its pieces by month, those that stand and those that were written."""
        known = [difference for difference in differences if difference is not None]
        whole = None
        if self._knows(game) and len(known) == len(differences):
            whole = self._added((game, EVER), [*chain.from_iterable(known)])
        if whole is None:
            pieces = [piece for piece in (*standing, *self.written) if piece.game == game]
            whole = {name: self._over_months(name, pieces) for name in CUBES}
        self._write((game, EVER), whole)

    def _worth_merging(self, change: Change) -> bool:
        """Whether what changed is less than everything, and can still be read."""
        gone = (path_of_facts(self.folder, part, table=table) for part in change.went for table in part.files)
        changed = sum(part.matches for part in (*change.came, *change.went))
        return changed < sum(part.matches for part in change.stay) and all(path.is_file() for path in gone)

    def _added(self, place: Place, difference: Sequence[Cubes]) -> Cubes | None:
        """What was kept, with what came and without what went; None where that cannot be had."""
        try:
            return _together(self._kept(place), *difference)
        except (Unsound, OSError, pl.exceptions.PolarsError):
            return None  # what was kept is of no use, but it can always be summed afresh

    def _over_months(self, cube: str, pieces: Iterable[Piece]) -> pl.DataFrame:
        """The rows of one cube over all of its pieces among these."""
        read = [self._read(piece) for piece in pieces if piece.cube == cube]
        return total(read, CUBES[cube].keys) if read else pl.DataFrame()

    def _kept(self, place: Place) -> Cubes:
        """The cubes of a game and month, as they were kept."""
        pieces = [piece for piece in self.counting.pieces if (piece.game, piece.month) == place]
        return {piece.cube: self._read(piece) for piece in pieces}

    def _read(self, piece: Piece) -> pl.DataFrame:
        return pl.read_parquet(path_of(self.folder, piece), hive_partitioning=False)

    def _sums(self, parts: Sequence[Part]) -> Cubes:
        """The cubes over these parts, of which only some are held in memory at a time."""
        starts = range(0, len(parts), PARTS_AT_ONCE)
        return _together(*(self._summed(parts[start : start + PARTS_AT_ONCE]) for start in starts))

    def _summed(self, parts: Sequence[Part]) -> Cubes:
        """The cubes over these parts; one that another one holds is summed from that one."""
        tables, filled = on_polars(self.folder, parts), {table for part in parts for table in part.files}
        found: Cubes = {}
        try:
            for cube in sorted(CUBES.values(), key=lambda cube: -len(cube.keys)):
                finer = next((name for name in found if CUBES[name].holds(cube)), None)
                if finer is not None:
                    found[cube.name] = total([found[finer].select(*cube.keys, ROWS, *cube.sums)], cube.keys)
                elif stored_as(cube.fact) in filled:
                    found[cube.name] = built(tables, cube).collect("polars", engine="streaming").to_native()
        except (OSError, pl.exceptions.PolarsError, NarwhalsError) as error:
            raise DamagedStore(f"a part of {self.folder} cannot be read ({error}): {REBUILD}") from error
        return found

    def _write(self, place: Place, cubes: Cubes) -> None:
        for cube, rows in cubes.items():
            if not rows.is_empty():
                piece = Piece(cube, *place, name=f"{self.generation:06d}", rows=rows.height)
                write_atomically(path_of(self.folder, piece), partial(rows.write_parquet, compression="lz4"))
                self.written.append(piece)


def _together(*pieces: Cubes) -> Cubes:
    """All pieces added up, cube by cube. Raises ``Unsound``."""
    if len(pieces) == 1:
        return pieces[0]
    return {
        name: total([piece[name] for piece in pieces if name in piece], cube.keys)
        for name, cube in CUBES.items()
        if any(name in piece for piece in pieces)
    }


def _changes(before: Sequence[Part], now: Sequence[Part]) -> dict[Place, Change]:
    """(game, month) → what became of it, where anything did."""
    changes: dict[Place, Change] = defaultdict(lambda: Change([], [], []))
    known, wanted = {*map(mark, before)}, {*map(mark, now)}
    for part in now:
        change = changes[part.game, part.month]
        (change.stay if mark(part) in known else change.came).append(part)
    for part in before:
        if mark(part) not in wanted:
            changes[part.game, part.month].went.append(part)
    return {key: change for key, change in changes.items() if change.came or change.went}


def _latest(folder: Path) -> int:
    """The highest generation of which there are files, whether they count or not; 0 where there are none."""
    numbers = (path.name.partition(".")[0] for path in _files(folder))
    return max((int(number) for number in numbers if number.isdecimal()), default=0)


def _sweep(folder: Path, kept: Iterable[Piece]) -> None:
    """Remove files of pieces that are not ``kept``, and drafts that a crash left behind."""
    keep = {path_of(folder, piece) for piece in kept}
    for path in _files(folder):
        if path not in keep:
            path.unlink(missing_ok=True)


def _files(folder: Path) -> Iterator[Path]:
    """Every file that was written as a piece, or begun."""
    for ending in (".parquet", f".parquet{DRAFT}"):
        yield from (folder / FOLDER).glob(f"*/game=*/month=*/*{ending}")
