"""Countersignatures as C2SP has them, and whose they are."""

import base64
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from events.seal import Malformed
from events.seal.cosignature import CosignerKey, cosigned, time_of
from events.seal.note import Note, Signature, SignerKey, VerifierKey
from events.seal.paths import known_keys_of
from events.seal.verifiers import add_key, check_signatures, listed_keys, parse_key

ALICE = SignerKey("alice.example", bytes(range(32)))
BOB = SignerKey("bob.example", bytes(32))
KEEPER = SignerKey("example.org/cup", bytes(range(1, 33)))
TEXT = "example.org/cup/r1\n3\n+ZUK7skUaJ85nXwfQnmGdgHp6/Ohom9ObW205pJapwA=\n"
AT = 1_767_225_600


def states(note: Note, *known: VerifierKey | CosignerKey) -> list[str]:
    return [made.state for made in check_signatures(note, known)]


def test_a_countersignature_is_made_of_what_the_specification_says() -> None:
    note = cosigned(Note(TEXT, ()), ALICE, at=AT)
    private = Ed25519PrivateKey.from_private_bytes(ALICE.seed)
    public = private.public_key().public_bytes_raw()
    key_id = sha256(b"alice.example\n\x04" + public).digest()[:4]
    value = private.sign(b"cosignature/v1\ntime 1767225600\n" + TEXT.encode())
    line = base64.b64encode(key_id + AT.to_bytes(8, "big") + value).decode()
    assert note.encode().decode() == f"{TEXT}\n— alice.example {line}\n"
    written = f"alice.example+{key_id.hex()}+{base64.b64encode(bytes([4]) + public).decode()}"
    assert str(CosignerKey.of(ALICE.verifier)) == written
    assert parse_key(written) == CosignerKey("alice.example", public)


def test_who_signed_and_when() -> None:
    note = cosigned(cosigned(Note(TEXT, ()).signed_by(KEEPER), ALICE, at=AT), BOB, at=AT + 1)
    found = check_signatures(note, [KEEPER.verifier, CosignerKey.of(ALICE.verifier)])
    assert [(made.signature.name, made.role, made.time, made.state) for made in found] == [
        ("example.org/cup", "signature", None, "holds"),
        ("alice.example", "countersignature", AT, "holds"),
        ("bob.example", "countersignature", AT + 1, "unknown"),
    ]


def test_a_key_that_signs_vouches_for_its_countersignatures_but_not_the_other_way_round() -> None:
    note = cosigned(Note(TEXT, ()).signed_by(ALICE), ALICE, at=AT)
    assert states(note, ALICE.verifier) == ["holds", "holds"]
    assert states(note, CosignerKey.of(ALICE.verifier)) == ["unknown", "holds"]


def test_a_countersignature_does_not_hold_for_another_time_text_or_key() -> None:
    note = cosigned(Note(TEXT, ()), ALICE, at=AT)
    (made,) = note.signatures
    later = made._replace(value=(AT + 1).to_bytes(8, "big") + made.value[8:])
    assert states(note._replace(signatures=(later,)), ALICE.verifier) == ["forged"]
    assert states(note._replace(text=TEXT.replace("3", "4", 1)), ALICE.verifier) == ["forged"]
    other = SignerKey(ALICE.name, bytes(32))
    assert states(note, other.verifier) == ["unknown"], "another key of this name has another id"
    assert states(note) == ["unknown"]


def test_a_signature_is_no_countersignature() -> None:
    """Of the same key over the same text: neither counts in the place of the other."""
    key_id = CosignerKey.of(ALICE.verifier).id
    plain = ALICE.sign(TEXT)
    for value in (plain.value, bytes(8) + plain.value):
        note = Note(TEXT, (Signature(ALICE.name, key_id, value),))
        assert states(note, ALICE.verifier) == ["forged"]
    (made,) = cosigned(Note(TEXT, ()), ALICE, at=AT).signatures
    note = Note(TEXT, (made._replace(key_id=ALICE.verifier.id),))
    assert states(note, ALICE.verifier) == ["forged"]


def test_what_was_countersigned_keeps_its_time() -> None:
    note = cosigned(Note(TEXT, ()), ALICE, at=AT)
    assert cosigned(note, ALICE, at=AT + 99) == note
    forged = note._replace(signatures=(note.signatures[0]._replace(value=bytes(72)),))
    assert cosigned(forged, ALICE, at=AT) == note


@given(st.binary(max_size=100))
def test_any_bytes_are_a_countersignature_or_none(value: bytes) -> None:
    time = time_of(value)
    assert (time is not None) == (len(value) == 72 and value[0] < 128)
    assert not CosignerKey.of(ALICE.verifier).made(value, TEXT)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("alice", "NAME[+]ID[+]KEY"),
        ("alice+00000000+BA==", "should have 32 bytes"),
        ("alice+00000000+Bw==", "of type 07"),
        ("PRIVATE+KEY+alice+00000000+AQ==", "this is the private key"),
        (str(CosignerKey.of(ALICE.verifier)).replace("alice", "mallory"), "does not fit"),
        (str(ALICE.verifier).replace("alice", "mallory"), "does not fit"),
    ],
)
def test_what_is_no_verifier_key(text: str, told: str) -> None:
    with pytest.raises(Malformed, match=told):
        parse_key(text)


def test_keys_are_listed_one_a_line(tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    assert listed_keys(log) == ()
    lines = ["# players", "", str(ALICE.verifier), f"  {CosignerKey.of(BOB.verifier)}  "]
    known_keys_of(log).write_text("\n".join(lines), "utf-8")
    assert listed_keys(log) == (ALICE.verifier, CosignerKey.of(BOB.verifier))
    known_keys_of(log).write_text("\n".join([*lines, "who?"]), "utf-8")
    with pytest.raises(Malformed, match=r"log\.db\.keys:5: a verifier key is written NAME\+ID\+KEY"):
        listed_keys(log)


@pytest.mark.parametrize("before", ["", "# players\n", "# players"])
def test_a_key_is_listed_once(tmp_path: Path, before: str) -> None:
    log = tmp_path / "log.db"
    if before:
        known_keys_of(log).write_text(before, "utf-8")
    for _ in range(2):
        for key in (ALICE.verifier, BOB.verifier):
            add_key(log, key)
    assert listed_keys(log) == (ALICE.verifier, BOB.verifier)
    assert known_keys_of(log).read_text("utf-8").startswith(before)
