"""Whatever bytes come, a decoder gives what they say or says what is wrong, and nothing else."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.seal import Malformed, SealError
from events.seal.checkpoint import Checkpoint, SignedCheckpoint
from events.seal.merkle import Tree, leaf
from events.seal.note import Note, SignerKey, VerifierKey, check, parse
from events.seal.proof import EntryProof, GrowthProof

KEY = SignerKey("example.org/杯", bytes(range(32)))
TREE = Tree(leaf(bytes([number])) for number in range(11))
HEAD = Checkpoint("example.org/杯", 11, TREE.root())
NOTE = Note(HEAD.text, ()).signed_by(KEY)
ENTRY = EntryProof(4, TREE.inclusion(4), NOTE, b"extra")
GROWTH = GrowthProof(6, TREE.consistency(6), NOTE)

DECODERS: dict[str, tuple[Callable[[bytes], object], bytes]] = {
    "note": (parse, NOTE.encode()),
    "checkpoint": (SignedCheckpoint.parse, NOTE.encode()),
    "entry": (EntryProof.parse, ENTRY.encode()),
    "growth": (GrowthProof.parse, GROWTH.encode()),
}
PARTS = (
    b"\n", b"\n\n", "— ".encode(), b" ", b"+", b"=", b"\x00", b"\r", b"\xff", "月".encode(), b"0", b"-1",
    b"9" * 25, b"9" * 5000, b"index 0\n", b"old 0\n", b"extra \n", "٣".encode(),
)  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn, whole: bytes) -> bytes:
    """Nearly right bytes: some cut out, some put in."""
    data = whole
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(data)))
        end = draw(st.integers(begin, min(begin + 40, len(data))))
        data = data[:begin] + draw(st.sampled_from(PARTS) | st.binary(max_size=4)) + data[end:]
    return data


@pytest.mark.parametrize("name", DECODERS)
@given(data=st.data())
def test_any_bytes_are_read_or_refused(name: str, data: st.DataObject) -> None:
    decode, whole = DECODERS[name]
    given_bytes = data.draw(st.binary() | spoilt(whole))
    try:
        found = decode(given_bytes)
    except Malformed as error:
        assert str(error)
        return
    assert encoded(found) == given_bytes, "there is one way to write it"


def encoded(found: object) -> bytes:
    match found:
        case SignedCheckpoint(checkpoint=head, note=note):
            assert head.text == note.text
            return note.encode()
        case Note() | EntryProof() | GrowthProof():
            return found.encode()
    raise AssertionError(found)


@given(st.text() | st.from_regex(r"\A(PRIVATE\+KEY\+)?\w+\+[0-9a-f]{8}\+AQ[A-Za-z0-9+/]{42}\Z"))
def test_a_text_made_by_chance_is_no_key(text: str) -> None:
    for kind in (VerifierKey, SignerKey):
        with pytest.raises(Malformed):
            kind.parse(text)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=70))
def test_no_public_key_takes_any_signature(public: bytes, signature: bytes) -> None:
    assert VerifierKey("name", public).made(signature, "text\n") is False


@given(spoilt(ENTRY.encode()))
def test_a_spoilt_proof_shows_nothing(data: bytes) -> None:
    """Bytes that still show the entry differ in nothing that was proven."""
    try:
        found = EntryProof.parse(data)
        found.check(leaf(b"\x04"), [KEY.verifier])
    except SealError:
        return
    assert (found.position, found.proof, found.note.text) == (*ENTRY[:2], NOTE.text)
    assert check(found.note, [KEY.verifier])
