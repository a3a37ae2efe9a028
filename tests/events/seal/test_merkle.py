"""The tree against the definition of RFC 6962, word for word, and against published test vectors."""

from functools import cache
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.seal.merkle import EMPTY, Edge, Hash, Tree, consistent, included, leaf, node

MANY = 130
LEAVES = tuple(leaf(str(number).encode()) for number in range(2000))

VECTOR = ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
"""Certificate Transparency's test leaves, and the roots over the first 0, 1, … 8 of them."""
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
DATA = [bytes.fromhex(text) for text in VECTOR]


# --- the definition (RFC 6962, 2.1), over leaf hashes ------------------------------------------------


def half(count: int) -> int:
    power = 1
    while power * 2 < count:
        power *= 2
    return power


@cache
def mth(leaves: tuple[Hash, ...]) -> Hash:
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = half(len(leaves))
    return sha256(b"\x01" + mth(leaves[:k]) + mth(leaves[k:])).digest()


def path(m: int, leaves: tuple[Hash, ...]) -> list[Hash]:
    if len(leaves) == 1:
        return []
    k = half(len(leaves))
    if m < k:
        return [*path(m, leaves[:k]), mth(leaves[k:])]
    return [*path(m - k, leaves[k:]), mth(leaves[:k])]


def subproof(m: int, leaves: tuple[Hash, ...], known: bool) -> list[Hash]:
    n = len(leaves)
    if m == n:
        return [] if known else [mth(leaves)]
    k = half(n)
    if m <= k:
        return [*subproof(m, leaves[:k], known), mth(leaves[k:])]
    return [*subproof(m - k, leaves[k:], False), mth(leaves[:k])]


# --- roots -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(9))
def test_published_roots(size: int) -> None:
    leaves = [leaf(data) for data in DATA[:size]]
    edge = Edge()
    edge.extend(leaves)
    assert Tree(leaves).root().hex() == edge.root().hex() == ROOTS[size]


PATHS = [  # (position, size, proof), from the same source
    (0, 1, []),
    (
        0,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        5,
        8,
        [
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
]


@pytest.mark.parametrize(("position", "size", "proof"), PATHS)
def test_published_inclusion_proofs(position: int, size: int, proof: list[str]) -> None:
    found = Tree(map(leaf, DATA)).inclusion(position, size)
    assert [step.hex() for step in found] == proof
    root = bytes.fromhex(ROOTS[size])
    assert included(leaf(DATA[position]), position, size=size, root=root, proof=found)


def test_every_way_of_growing_gives_the_root_of_the_definition() -> None:
    one_by_one, edge = Tree(), Edge()
    for size in range(MANY + 1):
        root = mth(LEAVES[:size])
        assert one_by_one.root() == Tree(LEAVES[:size]).root() == Tree(LEAVES).root(size) == root
        assert edge.root() == root
        assert one_by_one.size == edge.size == size
        one_by_one.append(LEAVES[size])
        edge.extend(LEAVES[size : size + 1])


@given(st.lists(st.integers(0, 300), max_size=6))
def test_leaves_may_come_in_any_portions(portions: list[int]) -> None:
    tree, edge, size = Tree(), Edge(), 0
    for portion in portions:
        tree.extend(LEAVES[size : size + portion])
        edge.extend(LEAVES[size : size + portion])
        size += portion
        edge = Edge(size, edge.hashes())
    assert tree.root() == edge.root() == mth(LEAVES[:size])


# --- proofs ----------------------------------------------------------------------------------------


def test_every_inclusion_proof_is_that_of_the_definition_and_holds() -> None:
    tree = Tree(LEAVES[:MANY])
    for size in range(1, MANY + 1):
        root = tree.root(size)
        for position in range(size):
            proof = tree.inclusion(position, size)
            assert list(proof) == path(position, LEAVES[:size])
            assert included(LEAVES[position], position, size=size, root=root, proof=proof)


def test_every_consistency_proof_is_that_of_the_definition_and_holds() -> None:
    tree = Tree(LEAVES[:MANY])
    for size in range(MANY + 1):
        for old in range(size + 1):
            proof = tree.consistency(old, size)
            assert list(proof) == (subproof(old, LEAVES[:size], True) if old else [])
            assert consistent(old, tree.root(old), size=size, root=tree.root(size), proof=proof)


LARGE = Tree(LEAVES)
sizes = st.integers(1, len(LEAVES))


@given(st.data())
def test_an_inclusion_proof_holds_for_nothing_else(data: st.DataObject) -> None:
    size = data.draw(sizes)
    position = data.draw(st.integers(0, size - 1))
    proof, root = LARGE.inclusion(position, size), LARGE.root(size)
    right = LEAVES[position]
    assert included(right, position, size=size, root=root, proof=proof)
    assert not included(bytes(32), position, size=size, root=root, proof=proof)
    assert not included(right, position, size=size, root=bytes(32), proof=proof)
    assert not included(right, position, size=size, root=root, proof=(*proof, bytes(32)))
    other = data.draw(st.integers(-1, size))
    assert included(right, other, size=size, root=root, proof=proof) is (other == position)
    for step in range(len(proof)):
        assert not included(right, position, size=size, root=root, proof=altered(proof, step))
        assert not included(right, position, size=size, root=root, proof=proof[:step] + proof[step + 1 :])


@given(st.data())
def test_a_consistency_proof_holds_for_nothing_else(data: st.DataObject) -> None:
    size = data.draw(sizes)
    old = data.draw(st.integers(1, size))
    proof, root, old_root = LARGE.consistency(old, size), LARGE.root(size), LARGE.root(old)
    assert consistent(old, old_root, size=size, root=root, proof=proof)
    assert not consistent(old, bytes(32), size=size, root=root, proof=proof)
    assert not consistent(old, old_root, size=size, root=bytes(32), proof=proof)
    assert not consistent(old, old_root, size=size, root=root, proof=(*proof, bytes(32)))
    assert not consistent(size + 1, old_root, size=size, root=root, proof=proof)
    assert not consistent(-1, old_root, size=size, root=root, proof=proof)
    for step in range(len(proof)):
        assert not consistent(old, old_root, size=size, root=root, proof=altered(proof, step))
        assert not consistent(old, old_root, size=size, root=root, proof=proof[:step] + proof[step + 1 :])


def altered(proof: tuple[Hash, ...], step: int) -> tuple[Hash, ...]:
    return (*proof[:step], bytes([proof[step][0] ^ 1]) + proof[step][1:], *proof[step + 1 :])


@pytest.mark.parametrize("size", [2, 3, 4, 8, 100])
def test_a_root_is_neither_a_leaf_of_its_tree_nor_the_tree_before(size: int) -> None:
    root = LARGE.root(size)
    for position in range(size):
        assert not included(root, position, size=size, root=root, proof=())
    for old in range(1, size):
        assert not consistent(old, root, size=size, root=root, proof=())
        assert not consistent(old, root, size=size, root=root, proof=(root,))


def test_a_rewritten_leaf_breaks_the_proof_of_consistency() -> None:
    forged = Tree([*LEAVES[:40], leaf(b"forged"), *LEAVES[41:]])
    for old in range(41, 300):
        proof = forged.consistency(old, 300)
        assert not consistent(old, LARGE.root(old), size=300, root=forged.root(300), proof=proof)


def test_every_tree_begins_with_the_empty_one_and_with_nothing_else_of_no_leaves() -> None:
    assert consistent(0, EMPTY, size=7, root=LARGE.root(7), proof=())
    assert consistent(0, EMPTY, size=0, root=EMPTY, proof=())
    assert not consistent(0, bytes(32), size=7, root=LARGE.root(7), proof=())
    assert not consistent(0, EMPTY, size=7, root=LARGE.root(7), proof=(EMPTY,))


def test_a_repeated_last_leaf_is_another_tree_and_a_leaf_is_no_node() -> None:
    """Trees that pad with the last leaf, or that hash leaves like nodes, fail here (CVE-2012-2459)."""
    a, b, c = LEAVES[:3]
    assert Tree([a, b, c]).root() != Tree([a, b, c, c]).root()
    assert leaf(a + b) != node(a, b)


def test_what_is_not_there_cannot_be_proven() -> None:
    tree = Tree(LEAVES[:5])
    for call in (
        lambda: tree.root(6),
        lambda: tree.root(-1),
        lambda: tree.inclusion(5),
        lambda: tree.inclusion(-1),
        lambda: tree.inclusion(3, 3),
        lambda: tree.consistency(6),
        lambda: tree.consistency(4, 3),
    ):
        with pytest.raises(ValueError, match=r"leaves|leaf"):
            call()
