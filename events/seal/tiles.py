"""Roots over every 1,024 leaves of a log, kept in a file beside it.

With them the root of the log and proofs about an entry take some thousand leaves instead of all. The file is
derived: it can be deleted, and is only believed where it gives the root that was signed. Not here: that
comparison (``guard``).
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from events.seal.merkle import HASH_BYTES, Edge, Hash, Tree, level_above
from events.seal.paths import tiles_of

HEIGHT = 10
TILE_LEAVES = 1 << HEIGHT
NEW_TILES = 4
"""So many tiles are missing in the file before it is written again."""

Leaves = Callable[[int, int], Sequence[Hash]]
"""A function that gives the leaves from one position up to another."""


def read(log: Path) -> list[Hash]:
    """The roots of the first tiles of the log, as far as the file has them."""
    try:
        data = tiles_of(log).read_bytes()
    except OSError:
        return []
    return [data[start : start + HASH_BYTES] for start in range(0, len(data) - HASH_BYTES + 1, HASH_BYTES)]


def write(log: Path, tiles: Sequence[Hash]) -> None:
    """Replace the file. Where nothing can be written, the next one computes the roots again."""
    path = tiles_of(log)
    draft = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    with suppress(OSError):
        try:
            draft.write_bytes(b"".join(tiles))
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


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
