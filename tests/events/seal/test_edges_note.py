"""Signed notes and keys at their limits, and what is told of those that are refused."""

import base64

import pytest

from events.seal import Malformed
from events.seal.note import (
    LARGEST_BYTES,
    MOST_SIGNATURES,
    Forged,
    Note,
    Signature,
    SignerKey,
    Unsigned,
    VerifierKey,
    check,
    parse,
)

KEY = SignerKey("example.org/cup", bytes(range(32)))
OTHER = SignerKey("example.org/judge", bytes(32))
TEXT = "a text\n"
NOTE = Note(TEXT, ()).signed_by(KEY)
LINE = NOTE.signatures[0].line()


def told(data: bytes) -> str:
    with pytest.raises(Malformed) as error:
        parse(data)
    return str(error.value)


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


# --- limits ----------------------------------------------------------------------------------------


def test_the_largest_note_is_read_and_one_byte_more_is_not() -> None:
    rest = len(f"\n\n{LINE}".encode())
    largest = f"{'x' * (LARGEST_BYTES - rest)}\n\n{LINE}".encode()
    assert len(largest) == LARGEST_BYTES
    assert parse(largest).encode() == largest
    assert told(b"x" + largest) == f"a note has at most {LARGEST_BYTES} bytes, not {LARGEST_BYTES + 1}"


def test_a_hundred_signatures_are_read_and_one_more_is_not() -> None:
    full = f"{TEXT}\n{LINE * MOST_SIGNATURES}".encode()
    assert len(parse(full).signatures) == MOST_SIGNATURES
    assert told(full + LINE.encode()) == f"a note has at most {MOST_SIGNATURES} signatures, not 101"


@pytest.mark.parametrize("size", [0, 1, 4])
def test_a_signature_that_is_no_longer_than_its_id_is_cut_short(size: int) -> None:
    data = f"{TEXT}\n— name {encoded(bytes(size))}\n".encode()
    assert told(data) == f"the signature of name is cut short: {size} bytes"


def test_the_shortest_signature_is_an_id_and_a_byte() -> None:
    found = parse(f"{TEXT}\n— name {encoded(b'abcde')}\n".encode())
    assert found.signatures == (Signature("name", b"abcd", b"e"),)


@pytest.mark.parametrize("sign", ["\x00", "\x09", "\x0d", "\x1f"])
def test_control_characters_are_told_by_their_code(sign: str) -> None:
    message = f"a note has no control characters but newlines, and this one has U+{ord(sign):04X}"
    assert told(f"a{sign}b\n\n{LINE}".encode()) == message
    assert told(f"{TEXT}\n{LINE}{sign}".encode()) == message
    with pytest.raises(Malformed, match=r"^the name of a key has no spaces and no '\+', and is not empty"):
        SignerKey.new(f"a{sign}b")


def test_what_follows_the_control_characters_is_text() -> None:
    for sign in (" ", "\x7f", "!"):
        data = f"a{sign}b\n\n{LINE}".encode()
        assert parse(data).text == f"a{sign}b\n"


def test_the_text_ends_at_the_last_empty_line() -> None:
    data = f"a\n\n— b {encoded(b'12345')}\n\n{LINE}".encode()
    found = parse(data)
    assert found.text == f"a\n\n— b {encoded(b'12345')}\n"
    assert [made.name for made in found.signatures] == ["example.org/cup"]


# --- the part at fault is named --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"text\n",
            "a note has a blank line between its text and its signatures; this one has none",
        ),
        (
            b"text\n\n",
            "a note has at least one signature behind its last blank line; this one has none",
        ),
        (f"text\n\n{LINE[:-1]}".encode(), "a note ends with a newline; this one is cut short"),
        (f"ab\n\n{LINE}".encode() + b"\xff", f"a note is UTF-8, and byte {4 + len(LINE.encode())} is not"),
        (b"text\n\n- name AAAA\n", "a signature line is written '— NAME SIGNATURE', not '- name AAAA'"),
        (
            f"text\n\n{'x' * 200}\n".encode(),
            f"a signature line is written '— NAME SIGNATURE', not '{'x' * 80}'",
        ),
        ("text\n\n— name ?\n".encode(), "the signature of name is not base64"),
        ("text\n\n— name AAB=\n".encode(), "the signature of name is not written as base64 writes it"),
        (
            "text\n\n— a+b AAAA\n".encode(),
            "the name of a key has no spaces and no '+', and is not empty, unlike 'a+b'",
        ),
    ],
)
def test_a_note_is_refused_for_the_part_that_is_wrong(data: bytes, message: str) -> None:
    assert told(data) == message


MATERIAL = b"\x01" + bytes(range(32))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name", "a verifier key is written NAME+ID+KEY"),
        (f"name+0000000+{encoded(MATERIAL)}", "a verifier key is written NAME+ID+KEY"),
        (f"name+000000000+{encoded(MATERIAL)}", "a verifier key is written NAME+ID+KEY"),
        (f"name+0000000G+{encoded(MATERIAL)}", "a verifier key is written NAME+ID+KEY"),
        (f"name+0000000A+{encoded(MATERIAL)}", "a verifier key is written NAME+ID+KEY"),
        ("name+00000000", "a verifier key is written NAME+ID+KEY"),
        ("name+00000000+?", "the key name is not base64"),
        ("name+00000000+", "the key name is of type none; known is 01 (Ed25519)"),
        (
            f"name+00000000+{encoded(b'Z' + MATERIAL)}",
            "the key name is of type 5a; known is 01 (Ed25519)",
        ),
        (f"name+00000000+{encoded(MATERIAL[:-1])}", "the key name should have 32 bytes, not 31"),
        (f"name+00000000+{encoded(MATERIAL + b'x')}", "the key name should have 32 bytes, not 33"),
        (
            KEY.reveal(),
            "this is the private key; the verifier key is what 'kifuda key show' prints",
        ),
    ],
)
def test_a_verifier_key_is_refused_for_the_part_that_is_wrong(text: str, message: str) -> None:
    with pytest.raises(Malformed) as error:
        VerifierKey.parse(text)
    assert str(error.value) == message


def test_the_id_that_would_fit_a_public_key_is_told() -> None:
    spoilt = str(KEY.verifier).replace(KEY.verifier.id.hex(), "00000000")
    with pytest.raises(Malformed) as error:
        VerifierKey.parse(spoilt)
    assert str(error.value) == (
        f"verifier key example.org/cup: the id 00000000 does not fit it, {KEY.verifier.id.hex()} does"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (str(KEY.verifier), "a private key is written PRIVATE+KEY+NAME+ID+KEY"),
        ("PRIVATE+KEY+name", "a private key is written PRIVATE+KEY+NAME+ID+KEY"),
        (f" {KEY.reveal()}", "a private key is written PRIVATE+KEY+NAME+ID+KEY"),
        ("PRIVATE+KEY+name+00000000+AQ==", "the key name should have 32 bytes, not 0"),
        (
            f"PRIVATE+KEY+name+00000000+{encoded(MATERIAL)}",
            "private key name: its id 00000000 does not fit it",
        ),
    ],
)
def test_a_private_key_is_refused_for_the_part_that_is_wrong(text: str, message: str) -> None:
    with pytest.raises(Malformed) as error:
        SignerKey.parse(text)
    assert str(error.value) == message


def test_a_private_key_is_read_as_it_was_written_whatever_its_name() -> None:
    """The name may itself begin like the line of a private key."""
    for name in ("example.org/cup", "PRIVATE", "月見杯"):
        key = SignerKey.new(name)
        assert SignerKey.parse(key.reveal()) == key


@pytest.mark.parametrize("name", ["", " ", "a b", "a+", "\ud800"])
def test_what_is_no_name_is_repeated_in_the_refusal(name: str) -> None:
    with pytest.raises(Malformed) as error:
        SignerKey.new(name)
    assert str(error.value).startswith("the name of a key ")
    assert str(error.value).endswith(f", unlike {name!r}")


# --- who has signed --------------------------------------------------------------------------------


def test_a_note_without_a_known_signature_says_who_has_signed_each_once() -> None:
    note = NOTE.signed_by(OTHER)
    twice = note._replace(signatures=(*note.signatures, note.signatures[0]))
    with pytest.raises(Unsigned) as error:
        check(twice, [])
    cup, judge = KEY.verifier.id.hex(), OTHER.verifier.id.hex()
    assert str(error.value) == (
        f"no signature by a known key; signed by example.org/cup+{cup}, example.org/judge+{judge}"
    )


def test_who_did_not_make_a_signature_is_told_by_name_and_id() -> None:
    with pytest.raises(Forged) as error:
        check(NOTE._replace(text="another\n"), [OTHER.verifier, KEY.verifier])
    assert str(error.value) == (
        f"the signature of example.org/cup+{KEY.verifier.id.hex()} does not hold: key or text is another one"
    )


def test_a_known_signature_behind_an_unknown_one_counts_and_is_looked_at() -> None:
    note = Note(TEXT, ()).signed_by(OTHER).signed_by(KEY)
    assert check(note, [KEY.verifier]) == note.signatures[1:]
    spoilt = note.signatures[1]._replace(value=bytes(64))
    with pytest.raises(Forged):
        check(note._replace(signatures=(note.signatures[0], spoilt)), [KEY.verifier])


def test_all_signatures_by_known_keys_are_given_in_their_order() -> None:
    note = Note(TEXT, ()).signed_by(OTHER).signed_by(KEY)
    assert check(note, iter([KEY.verifier, OTHER.verifier, KEY.verifier])) == note.signatures


class Colliding(VerifierKey):
    """A key that somebody searched for until its id was that of another: an id has only 32 bits."""

    @property
    def id(self) -> bytes:
        return KEY.verifier.id


def test_a_key_with_the_id_of_another_neither_hides_it_nor_stands_in_for_it() -> None:
    colliding = Colliding(KEY.name, OTHER.verifier.public)
    for known in ([colliding, KEY.verifier], [KEY.verifier, colliding]):
        assert check(NOTE, known) == NOTE.signatures
    with pytest.raises(Forged):
        check(NOTE, [colliding])


def test_a_new_signature_replaces_only_one_by_the_same_name_and_id() -> None:
    made = NOTE.signatures[0]
    near = (made._replace(name="example.org/cap"), made._replace(key_id=bytes(4)))
    stale = made._replace(value=bytes(64))
    note = NOTE._replace(signatures=(near[0], stale, near[1])).signed_by(KEY)
    assert note.signatures == (*near, made)
