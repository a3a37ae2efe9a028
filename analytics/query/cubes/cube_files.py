"""The index of the cubes: which files hold them, and of which parts of the facts they are the sums.

Like the manifest of the facts it is the commit point: files are written first, and count from the moment
when a new index replaces the old one. Not here: writing the cubes (``cube_refresh``).
"""

from collections.abc import Container, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

import msgspec
import polars as pl

from analytics.store.atomic_files import Stamp, stamp_of, write_atomically
from analytics.store.manifest import Part

FORMAT = 4
FOLDER = "cubes"
NAME = "index.json"
ALL_MONTHS = "ever"
"""Instead of a month: a piece over all of them, so that a query without months reads one file a game."""


class Piece(msgspec.Struct, frozen=True):
    """Rows of a cube in one game and month (or ``ALL_MONTHS``): how many, in how many ``bytes``.

    The pieces of a month are to be added up. One that is ``apart`` is not in the piece over all months yet;
    its rows may be negative, to subtract from the others.
    """

    cube: str
    game: str
    month: str
    name: str
    rows: int
    bytes: int
    apart: bool = False


class CubeIndex(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """``parts`` of the facts that were summed · ``code``: digest of what the sums mean ·
    ``pieces`` count · ``previous`` no longer do; their files stay for whoever is still reading them."""

    generation: int = 0
    code: str = ""
    parts: tuple[Part, ...] = ()
    pieces: tuple[Piece, ...] = ()
    previous: tuple[Piece, ...] = ()
    format: int = FORMAT

    def holds(self, parts: Iterable[Part], code: str) -> bool:
        """Whether these are the sums of exactly these parts, taken as ``code`` takes them."""
        return self.code == code and {*map(mark, self.parts)} == {*map(mark, parts)}

    def of(self, cube: str, months: Container[str] | None) -> list[Piece]:
        """The pieces of a cube, of these months (of all where None)."""
        of_cube = self._by_cube.get(cube, ())
        if months is None:
            return [piece for piece in of_cube if piece.month != ALL_MONTHS]
        together = ALL_MONTHS in months
        return [piece for piece in of_cube if piece.month in months or (together and piece.apart)]

    def size_of(self, cube: str, months: Container[str] | None) -> int:
        """How many rows of a cube there are in these months."""
        return sum(piece.rows for piece in self.of(cube, months))

    @cached_property
    def _by_cube(self) -> Mapping[str, list[Piece]]:
        """The pieces of each cube: there are thousands, and every query looks at several cubes."""
        found: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            found.setdefault(piece.cube, []).append(piece)
        return found


def mark(part: Part) -> tuple[object, ...]:
    """What identifies a part. A part never changes: changed rows go into a new one.

    Sizes are compared as well: a store that was thrown away and made again begins with the same names.
    """
    return (part.game, part.month, part.name, *sorted(part.files.items()))


def path_of(folder: Path, piece: Piece) -> Path:
    """The file of a piece."""
    return folder / FOLDER / relative_path(piece)


def relative_path(piece: Piece) -> str:
    """The same within the folder of cubes; game and month are escaped as in the address of a page."""
    game, month = quote(piece.game, safe=""), quote(piece.month, safe="")
    return f"{piece.cube}/game={game}/month={month}/{piece.name}.parquet"


def read(folder: Path, *pieces: Piece) -> pl.DataFrame:
    """The rows of pieces of one cube, at least one. Raises ``OSError``, ``polars.exceptions.PolarsError``."""
    return pl.read_parquet([path_of(folder, piece) for piece in pieces], hive_partitioning=False)


def stamp(folder: Path) -> Stamp:
    """The stamp of the index of the store in ``folder``."""
    return stamp_of(folder / FOLDER / NAME)


def load(folder: Path) -> CubeIndex:
    """The index of the store in ``folder``; an empty one where there is none that can be read.

    Cubes can always be built again from the facts, so a broken index is no error.
    """
    try:
        index = msgspec.json.decode((folder / FOLDER / NAME).read_bytes(), type=CubeIndex)
    except (OSError, msgspec.DecodeError):
        return CubeIndex()
    return index if index.format == FORMAT else CubeIndex()


def save(folder: Path, index: CubeIndex) -> None:
    """Replace the old index: from here on the pieces of this one count."""
    write_atomically(folder / FOLDER / NAME, msgspec.json.format(msgspec.json.encode(index)))
