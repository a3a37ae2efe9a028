"""Signed notes: the published example, every rule of the form, and who has signed."""

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

# From the documentation of golang.org/x/mod/sumdb/note.
GO_SIGNER = (
    "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
)  # fmt: skip
GO_VERIFIER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_TEXT = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
)
GO_NOTE = (
    f"{GO_TEXT}\n— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)

KEY = SignerKey("example.org/cup", bytes(range(32)))
OTHER = SignerKey("example.org/judge", bytes(32))
TEXT = "a text\n\nwith an empty line\n"
NOTE = Note(TEXT, ()).signed_by(KEY)


def test_the_published_example() -> None:
    signer, verifier = SignerKey.parse(GO_SIGNER), VerifierKey.parse(GO_VERIFIER)
    assert signer.verifier == verifier
    assert (signer.reveal(), str(verifier)) == (GO_SIGNER, GO_VERIFIER)
    assert Note(GO_TEXT, ()).signed_by(signer).encode().decode() == GO_NOTE
    assert [str(made) for made in check(parse(GO_NOTE.encode()), [verifier])] == ["PeterNeumann+c74f20a3"]


def test_a_note_is_read_as_it_was_written() -> None:
    note = NOTE.signed_by(OTHER)
    assert parse(note.encode()) == note
    assert note.text == TEXT
    assert [made.name for made in note.signatures] == ["example.org/cup", "example.org/judge"]


def test_the_name_of_a_key_may_be_japanese() -> None:
    key = SignerKey.new("月見杯")
    note = Note(TEXT, ()).signed_by(key)
    assert VerifierKey.parse(str(key.verifier)) == key.verifier
    assert check(parse(note.encode()), [key.verifier]) == note.signatures


def test_a_private_key_does_not_show_itself() -> None:
    for shown in (repr(KEY), str(KEY), f"{KEY}"):
        assert shown == "SignerKey('example.org/cup', …)"


def test_new_keys_differ() -> None:
    assert SignerKey.new("a").seed != SignerKey.new("a").seed


# --- who has signed --------------------------------------------------------------------------------


def test_signatures_by_unknown_keys_are_ignored() -> None:
    note = NOTE.signed_by(OTHER)
    assert check(note, [KEY.verifier]) == NOTE.signatures
    broken = note.signatures[1]._replace(value=bytes(64))
    assert check(note._replace(signatures=(note.signatures[0], broken)), [KEY.verifier]) == NOTE.signatures


def test_a_key_of_the_same_name_or_the_same_id_is_another_one() -> None:
    made = NOTE.signatures[0]
    for near in (made._replace(name="example.org/cap"), made._replace(key_id=bytes(4))):
        with pytest.raises(Unsigned):
            check(NOTE._replace(signatures=(near,)), [KEY.verifier])


@pytest.mark.parametrize("keys", [[], [OTHER.verifier]])
def test_nobody_known_has_signed(keys: list[VerifierKey]) -> None:
    with pytest.raises(Unsigned, match=r"signed by example\.org/cup\+"):
        check(NOTE, keys)


def test_a_text_that_was_changed_is_not_signed() -> None:
    with pytest.raises(Forged, match=r"example\.org/cup\+"):
        check(NOTE._replace(text="another text\n"), [KEY.verifier])


@pytest.mark.parametrize("value", [b"", b"\x00", bytes(63), bytes(64), bytes(65), b"\xff" * 64])
def test_what_a_known_key_did_not_make_condemns_the_note(value: bytes) -> None:
    forged = Signature(KEY.name, KEY.verifier.id, value)
    both = NOTE.signed_by(OTHER)
    with pytest.raises(Forged):
        check(both._replace(signatures=(*both.signatures, forged)), [KEY.verifier, OTHER.verifier])


def test_every_flipped_bit_of_a_note_is_noticed() -> None:
    data = NOTE.encode()
    for at in range(len(data)):
        for bit in range(8):
            spoilt = bytes([*data[:at], data[at] ^ 1 << bit, *data[at + 1 :]])
            with pytest.raises((Malformed, Forged, Unsigned)):
                check(parse(spoilt), [KEY.verifier])


def test_a_new_signature_takes_the_place_of_an_older_one_by_the_same_key() -> None:
    stale = NOTE._replace(signatures=(NOTE.signatures[0]._replace(value=bytes(64)),))
    assert stale.signed_by(OTHER).signed_by(KEY).signatures[1] == NOTE.signatures[0]


# --- the form --------------------------------------------------------------------------------------

LINE = NOTE.signatures[0].line()
SHORT = base64.b64encode(b"1234").decode()
LOOSE = LINE.rstrip("\n").removesuffix("=") + "\n"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "blank line"),
        (b"text\n", "blank line"),
        (b"text\n\n", "at least one signature"),
        (f"text\n{LINE}".encode(), "blank line"),
        (f"text\n\n{LINE}\n".encode(), "at least one signature"),
        (f"text\n\n{LINE[:-1]}".encode(), "cut short"),
        (f"text\n\n{LINE}no line\n".encode(), "a signature line is written"),
        (f"text\n\n{LINE.replace('— ', '- ')}".encode(), "a signature line is written"),
        (f"text\n\n{LINE.replace('— ', '—')}".encode(), "a signature line is written"),
        (b"text\n\n\xe2\x80\x94 name\n", "a signature line is written"),
        (f"text\n\n—  {SHORT}\n".encode(), "the name of a key"),
        (f"text\n\n— a+b {SHORT}\n".encode(), "the name of a key"),
        (f"text\n\n— a\u3000b {SHORT}\n".encode(), "the name of a key"),
        (f"text\n\n— name {SHORT}\n".encode(), "cut short"),
        ("text\n\n— name \n".encode(), "cut short"),
        ("text\n\n— name AAAA AAAA\n".encode(), "not base64"),
        (f"text\n\n{LOOSE}".encode(), "not base64"),
        ("text\n\n— name MTIzNDV=\n".encode(), "base64"),
        ("text\n\n— name MTIzNDX=\n".encode(), "base64"),
        (f"te\txt\n\n{LINE}".encode(), "U+0009"),
        (f"text\r\n\n{LINE}".encode(), "U+000D"),
        (f"text\n\n{LINE}".encode() + b"\xff\n", "UTF-8"),
        (f"text\n\n{LINE * (MOST_SIGNATURES + 1)}".encode(), "at most 100 signatures"),
        (b"x" * (LARGEST_BYTES + 1), "at most 1000000 bytes"),
    ],
)
def test_what_is_no_note_is_refused_with_the_reason(data: bytes, told: str) -> None:
    with pytest.raises(Malformed) as error:
        parse(data)
    assert told in str(error.value)


def test_a_line_separator_of_unicode_ends_no_line() -> None:
    note = Note("a\u2028b\x85c\n", ()).signed_by(KEY)
    assert check(parse(note.encode()), [KEY.verifier]) == note.signatures


VKEY = str(KEY.verifier)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "NAME+ID+KEY"),
        ("name", "NAME+ID+KEY"),
        ("name+00000000", "NAME+ID+KEY"),
        (VKEY.replace("+", "", 1), "NAME+ID+KEY"),
        (VKEY.replace("cup", "cap"), "does not fit"),
        (VKEY.upper(), "key"),
        (f" {VKEY}", "no spaces"),
        (f"{VKEY}\n", "not base64"),
        ("name+00000000+AQ==", "32 bytes"),
        ("name+00000000+BA==", "type 04"),
        ("name+00000000+", "type none"),
        ("name+00000000+%%%%", "not base64"),
        ("na\udcffme+00000000+AQ==", "Unicode"),
        (KEY.reveal(), "private key"),
    ],
)
def test_what_is_no_verifier_key_is_refused(text: str, told: str) -> None:
    with pytest.raises(Malformed) as error:
        VerifierKey.parse(text)
    assert told in str(error.value)


@pytest.mark.parametrize("text", ["", VKEY, KEY.reveal().replace("cup", "cap"), KEY.reveal()[:-4]])
def test_what_is_no_private_key_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(Malformed) as error:
        SignerKey.parse(text)
    assert base64.b64encode(KEY.seed).decode()[4:20] not in str(error.value)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\nb", "a\u00a0b", "\x00", "\udcff"])
def test_a_name_that_notes_cannot_hold(name: str) -> None:
    with pytest.raises(Malformed, match="the name of a key"):
        SignerKey.new(name)
