"""Proofs and checkpoints at their limits, and what a judge is told who was handed a bad one."""

import base64

import pytest

from events.seal import Malformed
from events.seal.checkpoint import LARGEST_SIZE, Checkpoint, SignedCheckpoint
from events.seal.merkle import EMPTY, HASH_BYTES, Tree, leaf
from events.seal.note import LARGEST_BYTES, MOST_SIGNATURES, Note, Signature, SignerKey
from events.seal.proof import HEADER, MOST_HASHES, EntryProof, GrowthProof, Unproven

KEY = SignerKey("example.org/cup", bytes(range(32)))
DATA = [f"entry {number}".encode() for number in range(20)]
TREE = Tree(map(leaf, DATA))
ROOT = base64.b64encode(TREE.root()).decode()


def signed(size: int, origin: str = KEY.name) -> Note:
    return Note(Checkpoint(origin, size, TREE.root(size)).text, ()).signed_by(KEY)


END = b"\n\n" + signed(3).encode()


def told(parse: object, data: bytes) -> str:
    assert callable(parse)
    with pytest.raises(Malformed) as error:
        parse(data)
    return str(error.value)


# --- the part at fault is named --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("above", "message"),
    [
        (f"{HEADER} \nindex 2", f"a proof begins with the line {HEADER}"),
        (f"{HEADER}\nextra ?\nindex 2", "the extra data of the proof is not base64"),
        (f"{HEADER}\nextra eA", "the extra data of the proof is not base64"),
        (f"{HEADER}\nextra eB==\nindex 2", "the extra data of the proof is not written as base64 writes it"),
        (
            f"{HEADER}\nextra eA==\nextra eA==\nindex 2",
            "a proof says 'index N' in its second line, or behind its extra data",
        ),
        (
            f"{HEADER}\nextra eA==",
            "a proof says 'index N' in its second line, or behind its extra data",
        ),
        (
            f"{HEADER}\nindex 2.0",
            "the index of a proof is a decimal number without leading zeros, not '2.0'",
        ),
        (f"{HEADER}\nindex 2\n?", "a hash of the proof is not base64"),
        (f"{HEADER}\nindex 2\nAAAA", "a hash of a proof has 32 bytes"),
        (f"{HEADER}\nindex 2\n{ROOT}\n{ROOT[:-1]}", "a hash of the proof is not base64"),
        (f"{HEADER}\nindex 2\u3000", "the lines of a proof are ASCII"),
    ],
)
def test_the_proof_of_an_entry_is_refused_for_the_part_that_is_wrong(above: str, message: str) -> None:
    assert told(EntryProof.parse, above.encode() + END) == message


@pytest.mark.parametrize(
    ("above", "message"),
    [
        ("new 2", "a proof of growth begins with the line 'old N'"),
        (f"{HEADER}\nindex 2", "a proof of growth begins with the line 'old N'"),
        ("", "a proof of growth begins with the line 'old N'"),
        ("old -2", "the old size of a proof is a decimal number without leading zeros, not '-2'"),
        ("old 2\nindex 2", "a hash of the proof is not base64"),
    ],
)
def test_the_proof_of_growth_is_refused_for_the_part_that_is_wrong(above: str, message: str) -> None:
    assert told(GrowthProof.parse, above.encode() + END) == message


@pytest.mark.parametrize("parse", [EntryProof.parse, GrowthProof.parse])
def test_a_proof_without_its_checkpoint_says_so(parse: object) -> None:
    lines = f"{HEADER}\nindex 2\n" if parse == EntryProof.parse else "old 2\n"
    missing = "a proof has an empty line before its checkpoint; this one has none"
    assert told(parse, lines.encode()) == missing
    assert told(parse, lines.encode() + signed(3).encode().replace(b"\n\n", b"\n")) == missing
    assert told(parse, lines.encode() + b"\n") == "a note has a blank line between its text and its" + (
        " signatures; this one has none"
    )


@pytest.mark.parametrize("digits", [40, 41, 500])
def test_a_number_far_too_long_is_told_by_its_first_digits(digits: int) -> None:
    number = "1" * digits
    assert told(GrowthProof.parse, f"old {number}".encode() + END) == (
        f"the old size of a proof is a decimal number without leading zeros, not '{'1' * 40}'"
    )


# --- what was not proven ---------------------------------------------------------------------------


def test_who_is_not_shown_the_entry_is_told_which_place_of_which_log() -> None:
    proof = EntryProof(5, TREE.inclusion(5), signed(20))
    with pytest.raises(Unproven) as error:
        proof.check(leaf(DATA[6]), [KEY.verifier])
    assert str(error.value) == (
        "the proof does not show this entry at position 5 of the 20 of example.org/cup"
    )


def test_who_is_not_shown_the_growth_is_told_from_what_to_what() -> None:
    before = Checkpoint(KEY.name, 7, TREE.root(7))
    with pytest.raises(Unproven) as error:
        GrowthProof(7, (), signed(20)).check(before, [KEY.verifier])
    assert str(error.value) == (
        "the proof does not show that the 20 entries of example.org/cup"
        " begin with the 7 that were signed before"
    )


@pytest.mark.parametrize(
    ("old", "origin", "about"),
    [(8, KEY.name, "example.org/cup and its first 8"), (7, "other", "other and its first 7")],
)
def test_a_proof_about_another_log_or_another_beginning_is_told_apart(
    old: int, origin: str, about: str
) -> None:
    """Its hashes are right: it is the answer to another question."""
    before = Checkpoint(KEY.name, 7, TREE.root(7))
    proof = GrowthProof(old, TREE.consistency(old), signed(20, origin))
    with pytest.raises(Unproven) as error:
        proof.check(before, [KEY.verifier])
    assert str(error.value) == (
        f"the proof is about {about} entries, not about example.org/cup and its first 7"
    )


# --- limits ----------------------------------------------------------------------------------------


def test_the_longest_proof_is_read_and_a_longer_one_is_not() -> None:
    longest = EntryProof(0, (TREE.root(),) * MOST_HASHES, signed(3))
    assert EntryProof.parse(longest.encode()) == longest
    longer = longest._replace(proof=(TREE.root(),) * (MOST_HASHES + 1))
    assert told(EntryProof.parse, longer.encode()) == "a proof has at most 63 hashes, not 64"


def test_the_longest_log_of_which_a_proof_can_be_written_down() -> None:
    """2**63 - 1 entries: as many as others count."""
    last = EntryProof(LARGEST_SIZE, (), signed(3))
    assert last.position == 9_223_372_036_854_775_807
    assert EntryProof.parse(last.encode()) == last
    beyond = last._replace(position=LARGEST_SIZE + 1)
    assert "the index of a proof is a decimal number" in told(EntryProof.parse, beyond.encode())
    head = Checkpoint(KEY.name, LARGEST_SIZE, EMPTY)
    assert Checkpoint.parse(head.text) == head


def test_a_proof_of_the_largest_size_is_read_and_one_byte_more_is_not() -> None:
    note = signed(3)
    above = len(EntryProof(0, (), note, b"").encode())
    room = 2 * LARGEST_BYTES - above
    extra = bytes(room // 4 * 3)
    largest = EntryProof(0, (), note, extra).encode()
    filled = largest.replace(b"index 0", b"index " + b"1" * (1 + 2 * LARGEST_BYTES - len(largest)))
    assert len(filled) == 2 * LARGEST_BYTES
    assert EntryProof.parse(filled).extra == extra
    longer = filled.replace(b"index ", b"index 1")
    assert told(EntryProof.parse, longer) == "a proof has at most 2000000 bytes, not 2000001"


def test_a_position_far_beyond_the_log_shows_nothing() -> None:
    proof = EntryProof(2**62, TREE.inclusion(5), signed(20))
    with pytest.raises(Unproven):
        proof.check(leaf(DATA[5]), [KEY.verifier])


# --- checkpoints -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\n1\n", "a checkpoint has three lines or more, none of them empty: origin, size, root"),
        (
            f"a\n1\n{ROOT}",
            "a checkpoint has three lines or more, none of them empty: origin, size, root",
        ),
        (f"a\n1\n{ROOT[:-1]}\n", "the root of the checkpoint is not base64"),
        ("a\n1\nAAAA\n", "the root of a checkpoint has 32 bytes, not 3"),
        (
            f"a\n 1\n{ROOT}\n",
            "the size of a checkpoint is a decimal number without leading zeros, not ' 1'",
        ),
    ],
)
def test_a_checkpoint_is_refused_for_the_part_that_is_wrong(text: str, message: str) -> None:
    with pytest.raises(Malformed) as error:
        Checkpoint.parse(text)
    assert str(error.value) == message


def test_the_shortest_and_the_longest_root_that_are_none() -> None:
    for size in (0, HASH_BYTES - 1, HASH_BYTES + 1):
        root = base64.b64encode(bytes(size)).decode()
        with pytest.raises(Malformed):
            Checkpoint.parse(f"a\n1\n{root}\n")


def test_spaces_are_part_of_a_line_of_a_checkpoint_and_control_characters_are_not() -> None:
    """U+0020 is the first sign that may stand in one, U+001F the last that may not."""
    assert Checkpoint.parse(Checkpoint(" ", 1, EMPTY, (" x",)).text).extensions == (" x",)
    for sign in ("\x1f", "\n", "\r", "\x00"):
        with pytest.raises(Malformed, match="a line of a checkpoint is not empty and has no newline"):
            Checkpoint(f"a{sign}b", 1, EMPTY).text  # noqa: B018


def test_extensions_are_kept_in_order_and_signed() -> None:
    head = Checkpoint(KEY.name, 1, TREE.root(1), ("first", "second"))
    found = SignedCheckpoint.parse(Note(head.text, ()).signed_by(KEY).encode())
    assert found.checkpoint.extensions == ("first", "second")


def test_a_checkpoint_may_have_as_many_signatures_as_others_read() -> None:
    many = tuple(Signature(f"witness{number}", bytes(4), b"\x01") for number in range(MOST_SIGNATURES))
    note = Note(signed(3).text, many)
    assert SignedCheckpoint.parse(note.encode()).note == note
