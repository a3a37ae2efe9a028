"""Brings the cubes of a store up to date: sums of new parts are added, those of removed parts subtracted,
game by game and month by month.

A change is written as a piece of its own; after several of them the pieces of a game are merged again, by
month and over all months. A crash at any moment leaves the old cubes or the new ones. Not here: the sums
themselves (``build``), their arithmetic (``merge``), the projection of the facts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from glob import iglob
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import msgspec
import polars as pl
from narwhals.exceptions import NarwhalsError

from analytics.query.cubes.build import built
from analytics.query.cubes.cube import CUBES, Cube
from analytics.query.cubes.cube_digest import SOURCES, cube_digest
from analytics.query.cubes.cube_files import (
    ALL_MONTHS,
    FOLDER,
    CubeIndex,
    Piece,
    load,
    path_of,
    read,
    relative_path,
    save,
)
from analytics.query.cubes.merge import Unsound, added, negated, total
from analytics.query.cubes.part_changes import Change, Place, changes
from analytics.query.cubes.seat_refresh import SEAT_TABLES, refreshed_seats, untouched
from analytics.query.measures.derived import stored_as
from analytics.query.measures.sources import Scans
from analytics.query.measures.sums import ROWS
from analytics.store.atomic_files import DRAFT, size_of, write_atomically
from analytics.store.derived import DerivedData
from analytics.store.manifest import REBUILD, DamagedStore, Manifest, Part
from analytics.store.part_paths import path_of as path_of_facts

PARTS_AT_ONCE = 8
"""Parts of the facts that are summed at a time: what has to fit into memory."""
FEW_ROWS = 500_000
"""So many rows of a fact table are read before they are summed: that is faster, but takes more memory."""


PIECES_MOST = 8
"""With more unmerged pieces than this, the pieces of a game are merged again."""


class Refreshed(NamedTuple):
    """How many games and months were ``merged`` with changes, and how many summed ``afresh``."""

    merged: int
    afresh: int


Cubes = dict[str, pl.DataFrame]
"""Name of a cube → its rows, for all cubes that have any."""


class _CubeData(DerivedData[Refreshed]):
    """The cubes, seats and tallies of a store."""

    def code(self, manifest: Manifest) -> str:
        return cube_digest(manifest)

    def is_fresh(self, folder: Path, manifest: Manifest) -> bool:
        return load(folder).holds(manifest.parts, self.code(manifest))

    def update(self, folder: Path, manifest: Manifest) -> Refreshed:
        try:
            return _Refresh(folder, manifest, load(folder)).refresh()
        except (FileNotFoundError, pl.exceptions.PolarsError, Unsound):  # the files are of no use
            return _Refresh(folder, manifest, CubeIndex()).refresh()


CUBE_DATA = _CubeData(FOLDER, SOURCES, nothing=Refreshed(0, 0))


def refresh(folder: Path) -> Refreshed:
    """Bring the cubes of the store in ``folder`` up to date with its facts. Raises
    ``analytics.store.manifest.StoreError``."""
    return CUBE_DATA.refresh(folder)


class _Refresh:
    """One run. ``standing`` pieces stay as they are, ``written`` ones are new; ``afresh``: how many games and
    months were summed; ``finest``: cube → the one that it is summed from, or itself. Raises ``Unsound`` and
    what reading raises where old pieces are of no use."""

    def __init__(self, folder: Path, manifest: Manifest, index: CubeIndex) -> None:
        self.folder, self.manifest = folder, manifest
        self.code = cube_digest(manifest)
        self.old = index
        self.counting = index if index.code == self.code else CubeIndex()
        self.generation = (index.generation or _latest(folder)) + 1
        self.standing = [piece for piece in self.counting.pieces if piece.cube in CUBES]
        self.written: list[Piece] = []
        self.afresh = 0
        self.finest = {name: _finest(cube) for name, cube in CUBES.items()}

    def refresh(self) -> Refreshed:
        changed = changes(self.counting.parts, self.manifest.parts)
        with ThreadPoolExecutor(max_workers=1) as beside:
            seats = beside.submit(self._refreshed_seats, changed)
            self._refresh_cubes(changed)
            self.written += seats.result()
        of_seats = [piece for piece in self.counting.pieces if piece.cube in SEAT_TABLES]
        pieces = (*self.standing, *untouched(of_seats, changed), *self.written)
        counted = {*map(_place, pieces)}
        index = CubeIndex(
            generation=self.generation,
            code=self.code,
            parts=self.manifest.parts,
            pieces=pieces,
            previous=tuple(piece for piece in self.old.pieces if _place(piece) not in counted),
        )
        save(self.folder, index)
        self._remove_unused_files((*pieces, *index.previous), changed)
        return Refreshed(len(changed) - self.afresh, self.afresh)

    def _refresh_cubes(self, changed: Mapping[Place, Change]) -> None:
        """Write what the cubes of every game that changed have got, or all that they have."""
        for game in sorted({game for game, _ in changed}):
            of_game = {month: change for (one, month), change in changed.items() if one == game}
            if all(map(self._mergeable, of_game.values())) and self._has_room(game, len(of_game)):
                for month, change in of_game.items():
                    self._write((game, month), self._difference(change), apart=True)
            else:
                self._put_together(game, of_game)

    def _refreshed_seats(self, changed: Mapping[Place, Change]) -> list[Piece]:
        """Write the seats of every game and month that changed, and what is derived from them."""
        pieces = [piece for piece in self.counting.pieces if piece.cube in SEAT_TABLES]
        new = refreshed_seats(self.folder, pieces, changed, generation=self.generation)
        return [piece for place, frames in new for piece in self._written(place, frames)]

    def _remove_unused_files(self, pieces: Iterable[Piece], changed: Mapping[Place, Change]) -> None:
        """Remove files of no piece, and drafts that a crash left behind. Where nothing changed, all pieces
        stay, of which there are thousands, so nobody looks there."""
        games = {game for game, _ in changed} | {piece.game for piece in self.old.previous}
        patterns = [quote(game, safe="") for game in games] if self.old.pieces else ["*"]  # nothing is known
        kept = (piece for piece in pieces if piece.game in games or not self.old.pieces)
        there = {path for game in patterns for path in _files(self.folder, game)}
        for path in there.difference(map(relative_path, kept)):
            (self.folder / FOLDER / path).unlink(missing_ok=True)

    def _mergeable(self, change: Change) -> bool:
        """Whether merging the change is less work than summing everything, and its parts can still be
        read."""
        removed = (
            path_of_facts(self.folder, part, table=table) for part in change.removed for table in part.files
        )
        changed = sum(part.matches for part in (*change.added, *change.removed))
        unchanged = sum(part.matches for part in change.unchanged)
        less = changed < unchanged or not (change.unchanged or change.removed)
        return less and all(path.is_file() for path in removed)

    def _has_room(self, game: str, places: int) -> bool:
        """Whether so many more pieces may be added to those of a game, which all exist."""
        kept = [piece for piece in self.standing if piece.game == game]
        beside = {(piece.month, piece.name) for piece in kept if piece.apart}
        whole = all(size_of(path_of(self.folder, piece)) == piece.bytes for piece in kept)
        return bool(kept) and whole and len(beside) + places <= PIECES_MOST

    def _difference(self, change: Change) -> Cubes:
        """What a change adds to the sums and subtracts from them."""
        new, old = self._sums(change.added), self._sums(change.removed)
        if not old:
            return new
        negative = {name: negated(rows, CUBES[name].keys) for name, rows in old.items()}
        return {name: added(pieces, CUBES[name].keys) for name, pieces in _by_cube(new, negative).items()}

    def _put_together(self, game: str, changes: Mapping[str, Change]) -> None:
        """Write the cubes of a game: one piece for each month of which there is more, and one over all."""
        kept = [piece for piece in self.standing if piece.game == game and piece.month != ALL_MONTHS]
        self.standing = [piece for piece in self.standing if piece.game != game]
        months = {
            month: [piece for piece in kept if piece.month == month]
            for month in sorted({piece.month for piece in kept} | set(changes))
        }
        afresh: dict[str, Sequence[Part]] = {}
        for month, pieces in months.items():
            change = changes.get(month)
            if change is None and not any(piece.apart for piece in pieces):
                self.standing += pieces
            elif change is None or (pieces and self._mergeable(change)):
                self._write(
                    (game, month), self._total(pieces, *([self._difference(change)] if change else ()))
                )
            else:
                afresh[month] = [*change.unchanged, *change.added]
        cubes: Cubes = {}
        for month, cubes in self._by_month(afresh):
            self._write((game, month), cubes)
        self.afresh += len(afresh)
        of_game = [piece for piece in (*self.standing, *self.written) if piece.game == game]
        # What was just summed of the only month is what there is over all months.
        is_all = len(months) == 1 and bool(afresh)
        self._write((game, ALL_MONTHS), cubes if is_all else self._total(of_game))

    def _total(self, pieces: Iterable[Piece], *more: Cubes) -> Cubes:
        """The cubes over these pieces, and ``more``, of which only one at a time is held in memory."""
        of_cube: dict[str, list[Piece]] = {}
        for piece in pieces:
            of_cube.setdefault(piece.cube, []).append(piece)
        found = {}
        for name, cube in CUBES.items():
            frames = [cubes[name] for cubes in more if name in cubes]
            if name in of_cube:  # many small files: read together in half the time
                frames.append(read(self.folder, *of_cube[name]))
            if frames:
                found[name] = total(frames, cube.keys)
        return found

    def _by_month(self, months: Mapping[str, Sequence[Part]]) -> Iterator[tuple[str, Cubes]]:
        """The cubes of each of these months of a game. Small months are summed together: planning the sums
        of few rows takes longer than adding them up."""
        for batch in _batches(months):
            if len(batch) == 1:
                ((month, parts),) = batch.items()
                yield month, self._sums(parts)
            else:
                cubes = self._summed([part for parts in batch.values() for part in parts], "month")
                apart = {name: _apart(rows) for name, rows in cubes.items()}
                for month in batch:
                    yield month, {name: rows[month] for name, rows in apart.items() if month in rows}

    def _sums(self, parts: Sequence[Part]) -> Cubes:
        """The cubes over these parts, of which only some are held in memory at a time."""
        starts = range(0, len(parts), PARTS_AT_ONCE)
        return _together(*(self._summed(parts[start : start + PARTS_AT_ONCE]) for start in starts))

    def _summed(self, parts: Sequence[Part], *more: str) -> Cubes:
        """The cubes over these parts, by the columns ``more`` as well. Those of one fact table are summed
        together, so that it is read once; a cube that another one contains is summed from that one."""
        tables, filled = Scans(self.folder, parts), {table for part in parts for table in part.files}
        found: Cubes = {}
        try:
            for fact in {cube.fact: None for cube in CUBES.values() if stored_as(cube.fact) in filled}:
                cubes = [cube for name, cube in self.finest.items() if (name, fact) == (cube.name, cube.fact)]
                frames = [built(tables, cube, by=(*more, *cube.keys)).to_native() for cube in cubes]
                few = sum(part.rows.get(stored_as(fact), 0) for part in parts) <= FEW_ROWS
                rows = pl.collect_all(frames, engine="in-memory" if few else "streaming")
                found |= zip((cube.name for cube in cubes), rows, strict=True)
        except (OSError, pl.exceptions.PolarsError, NarwhalsError) as error:
            raise DamagedStore(f"a part of {self.folder} cannot be read ({error}): {REBUILD}") from error
        for cube in CUBES.values():
            finer = self.finest[cube.name]
            if cube is not finer and finer.name in found:
                keys = (*more, *cube.keys)
                columns = found[finer.name].select(*keys, ROWS, *cube.sums)
                found[cube.name] = total([columns], keys)
        return found

    def _write(self, place: Place, cubes: Cubes, *, apart: bool = False) -> None:
        self.written += self._written(place, cubes, apart=apart)

    def _written(self, place: Place, cubes: Cubes, *, apart: bool = False) -> list[Piece]:
        """Write the pieces of a game and month. There are dozens, most of them small."""
        name = f"{self.generation:06d}"

        def written(cube: str, rows: pl.DataFrame) -> Piece:
            piece = Piece(cube, *place, name=name, rows=rows.height, bytes=0, apart=apart)
            path = path_of(self.folder, piece)
            write_atomically(path, partial(rows.write_parquet, compression="lz4", statistics=False))
            return msgspec.structs.replace(piece, bytes=path.stat().st_size)

        some = {cube: rows for cube, rows in cubes.items() if not rows.is_empty()}
        with ThreadPoolExecutor() as threads:
            return [*threads.map(written, some, some.values())]


@cache
def _finest(cube: Cube) -> Cube:
    """The cube with the most columns that contains this one: itself, if no other does."""
    return max((one for one in CUBES.values() if one.holds(cube)), key=lambda one: len(one.keys))


def _batches(months: Mapping[str, Sequence[Part]]) -> Iterator[dict[str, Sequence[Part]]]:
    """Months of which all parts fit into memory together, and those that do not by themselves."""
    batch: dict[str, Sequence[Part]] = {}
    for month, parts in months.items():
        if batch and len(parts) + sum(map(len, batch.values())) > PARTS_AT_ONCE:
            yield batch
            batch = {}
        batch[month] = parts
    if batch:
        yield batch


def _apart(rows: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Month → its rows."""
    months = rows.partition_by("month", as_dict=True, include_key=False)
    return {str(month): of_month for (month,), of_month in months.items()}


def _together(*pieces: Cubes) -> Cubes:
    """All pieces added up, cube by cube. Raises ``Unsound``."""
    if len(pieces) == 1:
        return pieces[0]
    return {name: total(frames, CUBES[name].keys) for name, frames in _by_cube(*pieces).items()}


def _by_cube(*pieces: Cubes) -> dict[str, list[pl.DataFrame]]:
    """Cube → its rows in each of the pieces that have any."""
    return {name: frames for name in CUBES if (frames := [piece[name] for piece in pieces if name in piece])}


def _place(piece: Piece) -> tuple[str, ...]:
    """What identifies the file of a piece."""
    return piece.cube, piece.game, piece.month, piece.name


def _latest(folder: Path) -> int:
    """The highest generation of which there are files, whether they count or not; 0 where there are none."""
    numbers = (path.rpartition("/")[2].partition(".")[0] for path in _files(folder))
    return max((int(number) for number in numbers if number.isdecimal()), default=0)


def _files(folder: Path, game: str = "*") -> Iterator[str]:
    """Every file that was written as a piece of a game, or begun, by its path in the folder of cubes. There
    are thousands, so no objects are made of their paths."""
    paths = iglob(f"*/game={game}/month=*/*", root_dir=folder / FOLDER)
    return (path for path in paths if path.endswith((".parquet", f".parquet{DRAFT}")))
