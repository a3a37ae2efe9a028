"""The Merkle tree of RFC 6962 over leaf hashes: its root as it grows, proofs, and their verification.

A hash is 32 bytes, a leaf's place is its position in the log. Not here: who signed a root (``checkpoint``),
and how a proof is written down (``proof``).
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

Hash = bytes
HASH_BYTES = 32
EMPTY: Hash = sha256().digest()
"""The root of no leaves."""

Proof = tuple[Hash, ...]


def leaf(data: bytes) -> Hash:
    """The hash of a leaf that holds ``data``. The prefix keeps leaves and nodes apart."""
    return sha256(b"\x00" + data).digest()


def node(left: Hash, right: Hash) -> Hash:
    """The hash above two others."""
    return sha256(b"\x01" + left + right).digest()


def level_above(nodes: Sequence[Hash]) -> list[Hash]:
    """The level above an even number of nodes."""
    below = iter(nodes)
    return [sha256(b"\x01" + left + right).digest() for left, right in zip(below, below, strict=True)]


class Edge:
    """A tree that stores only its right edge: enough to grow and to compute the root."""

    def __init__(self, size: int = 0, hashes: Sequence[Hash] = ()) -> None:
        """The empty tree, or the tree of ``size`` leaves whose ``hashes()`` these are."""
        self.size = size
        # By level: the last node there, if it still waits for its right neighbour.
        nodes = iter(hashes)
        self._waiting: list[Hash | None] = [
            next(nodes) if size >> level & 1 else None for level in range(size.bit_length())
        ]

    def hashes(self) -> tuple[Hash, ...]:
        """What must be stored to let the tree grow later: one hash for each binary 1 of its size."""
        return tuple(node for node in self._waiting if node is not None)

    def extend(self, leaves: Sequence[Hash], *, level: int = 0) -> None:
        """Add leaves at the right; with a ``level``, roots over ``2**level`` leaves each, to a tree whose
        size is a multiple of that."""
        self.size += len(leaves) << level
        nodes = list(leaves)
        while nodes:
            while level >= len(self._waiting):
                self._waiting.append(None)
            waiting = self._waiting[level]
            if waiting is not None:
                nodes.insert(0, waiting)
            self._waiting[level] = nodes.pop() if len(nodes) % 2 else None
            nodes = level_above(nodes)
            level += 1

    def root(self) -> Hash:
        """The root of the tree as it is now."""
        root: Hash | None = None
        for waiting in self._waiting:
            if waiting is not None:
                root = waiting if root is None else node(waiting, root)
        return EMPTY if root is None else root


class Tree:
    """A tree that stores all complete subtrees (two hashes a leaf), so it can also make proofs."""

    def __init__(self, leaves: Iterable[Hash] = ()) -> None:
        # [level][i] is the root over the 2**level leaves from i * 2**level on.
        self._levels: list[list[Hash]] = [[]]
        self.extend(leaves)

    @property
    def size(self) -> int:
        """Number of leaves."""
        return len(self._levels[0])

    def append(self, leaf: Hash) -> None:
        """Add one leaf at the right."""
        self.extend((leaf,))

    def extend(self, leaves: Iterable[Hash]) -> None:
        """Add leaves at the right."""
        self._levels[0] += leaves
        for level, nodes in enumerate(self._levels):
            if level + 1 == len(self._levels) and len(nodes) > 1:
                self._levels.append([])  # The loop goes on with it.
            if level + 1 < len(self._levels):
                above = self._levels[level + 1]
                above += level_above(nodes[2 * len(above) : len(nodes) // 2 * 2])

    def root(self, size: int | None = None) -> Hash:
        """The root of the first ``size`` leaves, by default of all. Raises ``ValueError``."""
        return self._subtree_root(0, self._checked_size(size))

    def inclusion(self, position: int, size: int | None = None) -> Proof:
        """Proof that the leaf at ``position`` is one of the first ``size``: siblings, the lowest first
        (RFC 6962, 2.1.1). Raises ``ValueError`` for a leaf or a size that is not there."""
        end = self._checked_size(size)
        if not 0 <= position < end:
            raise ValueError(f"there is no leaf {position} among {end}")
        return tuple(self._path(position, 0, end))

    def consistency(self, old: int, size: int | None = None) -> Proof:
        """Proof that the first ``size`` leaves begin with the first ``old`` (RFC 6962, 2.1.2); empty for 0.
        Raises ``ValueError`` for sizes that are not there."""
        end = self._checked_size(size)
        if not 0 <= old <= end:
            raise ValueError(f"a tree of {end} leaves has none of {old} at its beginning")
        return tuple(self._subproof(old, 0, end)) if old else ()

    def _checked_size(self, size: int | None) -> int:
        end = self.size if size is None else size
        if not 0 <= end <= self.size:
            raise ValueError(f"the tree has {self.size} leaves, not {end}")
        return end

    def _subtree_root(self, begin: int, end: int) -> Hash:
        """The root over the leaves from ``begin`` up to ``end``; ``begin`` is where a subtree begins."""
        count = end - begin
        if count == 0:
            return EMPTY
        if count & (count - 1) == 0:
            return self.complete_root(begin, count)
        middle = begin + _left(count)
        return node(self._subtree_root(begin, middle), self._subtree_root(middle, end))

    def complete_root(self, begin: int, count: int) -> Hash:
        """The root over ``count`` leaves, a power of two, from ``begin`` on, a multiple of it."""
        return self._levels[count.bit_length() - 1][begin // count]

    def _path(self, position: int, begin: int, end: int) -> list[Hash]:
        if end - begin == 1:
            return []
        middle = begin + _left(end - begin)
        if position < middle:
            return [*self._path(position, begin, middle), self._subtree_root(middle, end)]
        return [*self._path(position, middle, end), self._subtree_root(begin, middle)]

    def _subproof(self, old: int, begin: int, end: int) -> list[Hash]:
        if old == end:
            # The checker already has the root of the whole old tree.
            return [self._subtree_root(begin, end)] if begin else []
        middle = begin + _left(end - begin)
        if old <= middle:
            return [*self._subproof(old, begin, middle), self._subtree_root(middle, end)]
        return [*self._subproof(old, middle, end), self._subtree_root(begin, middle)]


def _left(count: int) -> int:
    """How many of ``count`` > 1 leaves lie left: the largest power of two below ``count``."""
    return 1 << ((count - 1).bit_length() - 1)


# --- verification ----------------------------------------------------------------------------------


def included(leaf: Hash, position: int, *, size: int, root: Hash, proof: Sequence[Hash]) -> bool:
    """Whether ``proof`` shows that ``leaf`` is at ``position`` in the tree of this size and root
    (RFC 9162, 2.1.3.2)."""
    if not 0 <= position < size:
        return False
    here, last, found = position, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if here & 1 or here == last:
            found = node(sibling, found)
            while not here & 1 and here:  # The right edge has no nodes on these levels.
                here, last = here >> 1, last >> 1
        else:
            found = node(found, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and found == root


def consistent(old: int, old_root: Hash, *, size: int, root: Hash, proof: Sequence[Hash]) -> bool:
    """Whether ``proof`` shows that the tree of this size and root begins with the old one
    (RFC 9162, 2.1.4.2). Every tree begins with the empty one."""
    if not 0 <= old <= size:
        return False
    if old in (0, size):
        return not proof and old_root == (root if old == size else EMPTY)
    # A complete old tree is a node of the new one, and the proof leaves it out.
    path = list(proof) if old & (old - 1) else [old_root, *proof]
    if not path:
        return False
    here, last = old - 1, size - 1
    while here & 1:
        here, last = here >> 1, last >> 1
    found_old = found = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if here & 1 or here == last:
            found_old, found = node(sibling, found_old), node(sibling, found)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            found = node(found, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and found_old == old_root and found == root
