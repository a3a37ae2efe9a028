"""Roots over every 1,024 leaves of a log, kept in a file beside it, and over every 1,024 of these.

With them the root of the log and proofs about an entry take some thousand leaves instead of all. The file is
derived: it can be deleted, and is only believed where it gives the root that was signed. Not here: that
comparison (``guard``).
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from events.seal.merkle import HASH_BYTES, Edge, Hash, Tree, level_above
from events.seal.paths import tiles_of

HEIGHT = 10
TILE_LEAVES = 1 << HEIGHT
GROUP_TILES = 1 << HEIGHT
"""After so many roots of tiles the file has the root over them."""
NEW_TILES = 4
"""So many tiles are missing in the file before they are added to it."""

Leaves = Callable[[int, int], Sequence[Hash]]
"""A function that gives the leaves from one position up to another."""


class LastTiles(NamedTuple):
    """The end of the file: the roots of ``groups``, and those of the ``tiles`` behind them, of which there is
    one at least unless there is no tile at all."""

    groups: list[Hash]
    tiles: list[Hash]

    @property
    def number(self) -> int:
        """How many tiles there are in all."""
        return len(self.groups) * GROUP_TILES + len(self.tiles)

    def edge(self) -> Edge:
        """The tree over the leaves of all tiles but the last."""
        above = Edge()
        above.extend(self.groups, level=HEIGHT)
        above.extend(self.tiles[:-1])
        return Edge(above.size * TILE_LEAVES, above.hashes())


def read(log: Path) -> list[Hash]:
    """The roots of the first tiles of the log, as far as the file has them."""
    try:
        found = _hashes(tiles_of(log).read_bytes())
    except OSError:
        return []
    return [root for index, root in enumerate(found, start=1) if index % (GROUP_TILES + 1)]


def read_last(log: Path, most: int) -> LastTiles:
    """The end of the file, of which no more than ``most`` tiles count. Reads only that end and the groups."""
    try:
        with tiles_of(log).open("rb") as file:
            hashes = os.fstat(file.fileno()).st_size // HASH_BYTES
            count = min(most, hashes - hashes // (GROUP_TILES + 1))
            groups = max(0, count - 1) // GROUP_TILES
            found = []
            for group in range(1, groups + 1):
                file.seek((group * (GROUP_TILES + 1) - 1) * HASH_BYTES)
                found.append(file.read(HASH_BYTES))
            file.seek(_place(groups * GROUP_TILES))
            return LastTiles(found, _hashes(file.read((count - groups * GROUP_TILES) * HASH_BYTES)))
    except OSError:
        return LastTiles([], [])


def write(log: Path, tiles: Sequence[Hash], *, keep: int = 0) -> None:
    """Put ``tiles`` behind the first ``keep`` of the file, in the place of all others. Where nothing can be
    written, the next one computes the roots again."""
    path = tiles_of(log)
    draft = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    with suppress(OSError):
        try:
            data = bytearray(path.read_bytes()[: _place(keep)] if keep else b"")
            for count, root in enumerate(tiles, start=keep + 1):
                data += root
                if count % GROUP_TILES == 0:
                    data += roots(_hashes(data[-GROUP_TILES * HASH_BYTES :]))[0]
            draft.write_bytes(data)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def _place(tiles: int) -> int:
    """Where the file has the root of the tile behind so many."""
    return (tiles + tiles // GROUP_TILES) * HASH_BYTES


def _hashes(data: bytes | bytearray) -> list[Hash]:
    return [
        bytes(data[start : start + HASH_BYTES]) for start in range(0, len(data) - HASH_BYTES + 1, HASH_BYTES)
    ]


def roots(leaves: Sequence[Hash]) -> list[Hash]:
    """The roots over every ``TILE_LEAVES`` of these leaves, of which there are whole tiles."""
    nodes = list(leaves)
    for _ in range(HEIGHT):
        nodes = level_above(nodes)
    return nodes


def edge_of(tiles: Sequence[Hash]) -> Edge:
    """The tree over the leaves of these tiles."""
    above = Edge()
    above.extend(tiles)
    return Edge(len(tiles) * TILE_LEAVES, above.hashes())


class TiledTree(Tree):
    """A tree of ``size`` leaves over ``tiles``; it asks for those leaves alone that a proof needs."""

    def __init__(self, tiles: Sequence[Hash], size: int, leaves: Leaves) -> None:
        super().__init__()
        self._above = Tree(tiles)
        self._size, self._leaves = size, leaves

    @property
    def size(self) -> int:
        """Number of leaves."""
        return self._size

    def complete_root(self, begin: int, count: int) -> Hash:
        """As in ``Tree``."""
        if count >= TILE_LEAVES:
            return self._above.complete_root(begin >> HEIGHT, count >> HEIGHT)
        return Tree(self._leaves(begin, begin + count)).root()
