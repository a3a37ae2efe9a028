"""Checkpoints and proofs as text: their form, and what they show to whom."""

import base64

import pytest

from events.seal import Malformed
from events.seal.checkpoint import LARGEST_SIZE, Checkpoint, SignedCheckpoint
from events.seal.merkle import Tree, leaf
from events.seal.note import Note, SignerKey, Unsigned
from events.seal.proof import HEADER, EntryProof, GrowthProof, Unproven

KEY = SignerKey("example.org/cup", bytes(range(32)))
DATA = [f"entry {number}".encode() for number in range(100)]
TREE = Tree(map(leaf, DATA))


def signed(size: int, *, key: SignerKey = KEY, origin: str = KEY.name, tree: Tree = TREE) -> Note:
    return Note(Checkpoint(origin, size, tree.root(size)).text, ()).signed_by(key)


# --- checkpoints -----------------------------------------------------------------------------------

PUBLISHED = """\
example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa \
Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
"""


def test_the_published_example() -> None:
    found = SignedCheckpoint.parse(PUBLISHED.encode())
    assert found.checkpoint[:2] == ("example.com/behind-the-sofa", 20852163)
    assert found.checkpoint.root.hex()[:8] == "0ac5186a"
    assert found.note.encode().decode() == PUBLISHED


def test_the_text_of_a_checkpoint() -> None:
    head = Checkpoint("月見杯 42", 0, TREE.root(0), ("one", "two 2"))
    assert head.text == "月見杯 42\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\none\ntwo 2\n"
    assert Checkpoint.parse(head.text) == head


ROOT = base64.b64encode(TREE.root()).decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "a\n1\n",
        f"a\n1\n{ROOT}",
        f"\n1\n{ROOT}\n",
        f"a\n1\n{ROOT}\n\nextension\n",
        f"a\n01\n{ROOT}\n",
        f"a\n-1\n{ROOT}\n",
        f"a\n+1\n{ROOT}\n",
        f"a\n1 \n{ROOT}\n",
        f"a\n٣\n{ROOT}\n",
        f"a\n1_0\n{ROOT}\n",
        f"a\n{LARGEST_SIZE + 1}\n{ROOT}\n",
        f"a\n{'9' * 10_000}\n{ROOT}\n",
        f"a\n1\n{ROOT[:-1]}\n",
        f"a\n1\n{ROOT[:-4]}\n",
        f"a\n1\n{ROOT} \n",
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        Checkpoint.parse(text)


@pytest.mark.parametrize("line", ["", "a\nb", "a\tb"])
def test_a_checkpoint_of_which_a_part_is_no_line_has_no_text(line: str) -> None:
    for head in (Checkpoint(line, 1, TREE.root(1)), Checkpoint("a", 1, TREE.root(1), (line,))):
        with pytest.raises(Malformed, match="a line of a checkpoint"):
            head.text  # noqa: B018


# --- an entry --------------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", [None, b"", b"any \x00 bytes"])
def test_an_entry_is_shown_to_be_in_the_log(extra: bytes | None) -> None:
    for size in (1, 2, 63, 64, 100):
        for position in {0, size // 2, size - 1}:
            made = EntryProof(position, TREE.inclusion(position, size), signed(size), extra)
            found = EntryProof.parse(made.encode())
            assert found == made
            assert found.check(leaf(DATA[position]), [KEY.verifier]).size == size


def test_the_form_of_the_proof_of_an_entry() -> None:
    proof = EntryProof(2, TREE.inclusion(2, 3), signed(3), b"x")
    step = base64.b64encode(TREE.root(2)).decode()
    assert proof.encode() == f"{HEADER}\nextra eA==\nindex 2\n{step}\n\n".encode() + signed(3).encode()


def test_a_proof_is_for_one_entry_at_one_place_of_one_log() -> None:
    proof = EntryProof(5, TREE.inclusion(5), signed(100))
    for wrong, data in (
        (proof, DATA[6]),
        (proof._replace(position=6), DATA[5]),
        (proof._replace(position=100), DATA[5]),
        (proof._replace(proof=proof.proof[:-1]), DATA[5]),
        (proof._replace(note=signed(99)), DATA[5]),
    ):
        with pytest.raises(Unproven, match="does not show this entry"):
            wrong.check(leaf(data), [KEY.verifier])


def test_a_proof_under_a_checkpoint_that_nobody_known_signed_shows_nothing() -> None:
    stranger = SignerKey(KEY.name, bytes(32))
    with pytest.raises(Unsigned):
        EntryProof(5, TREE.inclusion(5), signed(100, key=stranger)).check(leaf(DATA[5]), [KEY.verifier])


END = f"\n\n{signed(3).encode().decode()}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty line"),
        (f"{HEADER}\nindex 2\n", "empty line"),
        (f"c2sp.org/tlog-proof@v2\nindex 2{END}", "begins with the line"),
        (f"{HEADER}{END}", "index N"),
        (f"{HEADER}\nindex{END}", "index N"),
        (f"{HEADER}\nindex 02{END}", "decimal number"),
        (f"{HEADER}\nindex -2{END}", "decimal number"),
        (f"{HEADER}\nindex 2\nindex 2{END}", "base64"),
        (f"{HEADER}\nextra ?\nindex 2{END}", "base64"),
        (f"{HEADER}\nindex 2\nAAAA{END}", "32 bytes"),
        (f"{HEADER}\nindex 2\n月{END}", "ASCII"),
        (f"{HEADER}\nindex 2" + f"\n{ROOT}" * 64 + END, "at most 63"),
        (f"{HEADER}\nindex 2\n\n{END}", "three lines"),
        (HEADER + "x" * 2_000_000, "at most 2000000 bytes"),
    ],
)
def test_what_is_no_proof_of_an_entry_is_refused_with_the_reason(text: str, told: str) -> None:
    with pytest.raises(Malformed) as error:
        EntryProof.parse(text.encode())
    assert told in str(error.value)


# --- growth ----------------------------------------------------------------------------------------


def test_growth_is_shown() -> None:
    for old in (0, 1, 31, 32, 64, 99, 100):
        made = GrowthProof(old, TREE.consistency(old), signed(100))
        found = GrowthProof.parse(made.encode())
        assert found == made
        before = Checkpoint(KEY.name, old, TREE.root(old))
        assert found.check(before, [KEY.verifier]).size == 100


def test_the_form_of_the_proof_of_growth() -> None:
    step = base64.b64encode(leaf(DATA[2])).decode()
    expected = f"old 2\n{step}\n\n".encode() + signed(3).encode()
    assert GrowthProof(2, TREE.consistency(2, 3), signed(3)).encode() == expected


def test_a_log_that_was_rewritten_or_is_another_one_did_not_grow() -> None:
    forged = Tree([*map(leaf, DATA[:10]), leaf(b"forged"), *map(leaf, DATA[11:])])
    before = Checkpoint(KEY.name, 50, TREE.root(50))
    for wrong in (
        GrowthProof(50, forged.consistency(50), signed(100, tree=forged)),
        GrowthProof(50, (), signed(100)),
        GrowthProof(51, TREE.consistency(51), signed(100)),
        GrowthProof(50, TREE.consistency(50), signed(100, origin="example.org/other")),
    ):
        with pytest.raises(Unproven):
            wrong.check(before, [KEY.verifier])
    with pytest.raises(Unsigned):
        GrowthProof(50, TREE.consistency(50), signed(100)).check(before, [])


@pytest.mark.parametrize(
    "text", ["", "old 2", f"old{END}", f"new 2{END}", f"old 02{END}", f"old 2\nAA=={END}"]
)
def test_what_is_no_proof_of_growth_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        GrowthProof.parse(text.encode())
