"""Known keys and countersignatures at their limits, and what is told of keys that are refused."""

from pathlib import Path

import pytest

from events.seal import Malformed, SealError
from events.seal.checkpoint import LARGEST_SIZE
from events.seal.cosignature import CosignerKey, cosigned, time_of
from events.seal.note import LARGEST_BYTES, Note, Signature, SignerKey, VerifierKey
from events.seal.paths import known_keys_of
from events.seal.verifiers import add_key, check_signatures, listed_keys, parse_key

KEY = SignerKey("example.org/cup", bytes(range(32)))
ALICE = SignerKey("alice.example", bytes(range(1, 33)))
OTHER = SignerKey("example.org/other", bytes(32))
AT = 1_767_225_600

# --- keys ------------------------------------------------------------------------------------------


def with_plus() -> SignerKey:
    """A key whose text has a plus sign in its base64 as well."""
    for number in range(1000):
        key = SignerKey("a", number.to_bytes(32, "big"))
        if all("+" in str(form).split("+", 2)[2] for form in (key.verifier, CosignerKey.of(key.verifier))):
            return key
    raise AssertionError("no such key")


def test_the_type_of_a_key_is_read_from_its_bytes() -> None:
    key = with_plus()
    for form in (key.verifier, CosignerKey.of(key.verifier)):
        found = parse_key(str(form))
        assert (type(found), found) == (type(form), form)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a verifier key is written NAME+ID+KEY"),
        ("a+b", "a verifier key is written NAME+ID+KEY"),
        ("a+00000000+BA==", "the key a should have 32 bytes, not 0"),
        ("a+00000000+Bw==", "the key a is of type 07; known is 01 (Ed25519)"),
        ("a+00000000+?", "the key a is not base64"),
        (
            ALICE.reveal(),
            "this is the private key; the verifier key is what 'kifuda key show' prints",
        ),
    ],
)
def test_a_key_of_either_type_is_refused_for_the_part_that_is_wrong(text: str, message: str) -> None:
    with pytest.raises(Malformed) as error:
        parse_key(text)
    assert str(error.value) == message


def test_a_key_that_countersigns_is_refused_for_the_part_that_is_wrong() -> None:
    key = CosignerKey.of(ALICE.verifier)
    for text, message in (
        (str(ALICE.verifier), "the key alice.example is of type 01; known is 04 (Ed25519)"),
        (ALICE.reveal(), "this is the private key; the verifier key is what 'kifuda key show' prints"),
        ("a", "a verifier key is written NAME+ID+KEY"),
        (
            str(key).replace(key.id.hex(), "00000000"),
            f"verifier key alice.example: the id 00000000 does not fit it, {key.id.hex()} does",
        ),
    ):
        with pytest.raises(Malformed) as error:
            CosignerKey.parse(text)
        assert str(error.value) == message
    assert CosignerKey.parse(str(key)) == key


def test_the_list_of_keys_has_a_largest_size(tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    line = f"{ALICE.verifier}\n".encode()
    filled = line + b"#" * (LARGEST_BYTES - len(line))
    known_keys_of(log).write_bytes(filled)
    assert listed_keys(log) == (ALICE.verifier,)
    known_keys_of(log).write_bytes(filled + b"#")
    with pytest.raises(Malformed) as error:
        listed_keys(log)
    assert str(error.value) == (
        f"{known_keys_of(log)} has more than {LARGEST_BYTES} bytes; it lists verifier keys, one a line"
    )


def test_the_list_of_keys_may_hold_remarks_and_nothing_else(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log.db"
    known_keys_of(log).write_bytes(b"# caf\xe9\n \t\n" + f"\t{ALICE.verifier} \n#{OTHER.verifier}".encode())
    assert listed_keys(log) == (ALICE.verifier,)
    known_keys_of(log).write_bytes(f"{ALICE.verifier}\n\n".encode() + b"caf\xe9\n")
    with pytest.raises(Malformed, match=r"log\.db\.keys:3: a verifier key is written NAME\+ID\+KEY"):
        listed_keys(log)
    known_keys_of(log).unlink()
    known_keys_of(log).mkdir()
    with pytest.raises(SealError) as error:
        listed_keys(log)
    assert str(error.value) == f"{known_keys_of(log)} cannot be read: Is a directory"


@pytest.mark.parametrize(
    ("before", "between"),
    [(None, ""), ("", ""), ("#", "\n"), ("# players\n", ""), (f"{OTHER.verifier}", "\n")],
)
def test_a_key_is_listed_on_a_line_of_its_own(tmp_path: Path, before: str | None, between: str) -> None:
    """Behind a remark that somebody left without a newline it would be part of the remark."""
    log = tmp_path / "log.db"
    if before is not None:
        known_keys_of(log).write_text(before, "utf-8")
    for _ in range(2):
        assert add_key(log, ALICE.verifier) == known_keys_of(log)
        assert known_keys_of(log).read_text("utf-8") == f"{before or ''}{between}{ALICE.verifier}\n"
    assert listed_keys(log)[-1] == ALICE.verifier


class Colliding(VerifierKey):
    """A key that somebody searched for until its id was that of another: an id has only 32 bits."""

    @property
    def id(self) -> bytes:
        return KEY.verifier.id


def test_a_key_with_the_id_of_another_neither_hides_it_nor_stands_in_for_it() -> None:
    note = Note("text\n", ()).signed_by(KEY)
    colliding = Colliding(KEY.name, OTHER.verifier.public)
    for known in ([colliding, KEY.verifier], [KEY.verifier, colliding, KEY.verifier]):
        assert [made.state for made in check_signatures(note, iter(known))] == ["holds"]
    assert [made.state for made in check_signatures(note, [colliding])] == ["forged"]


# --- countersignatures -----------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "known"), [(71, False), (72, True), (73, False), (64, False), (0, False)])
def test_a_countersignature_has_the_length_of_a_time_and_a_signature(length: int, known: bool) -> None:
    value = bytes([0] * 7 + [9] + [1] * 64 + [2])[:length]
    assert time_of(value) == (9 if known else None)


def test_the_latest_time_is_the_largest_number_that_others_hold() -> None:
    rest = bytes(64)
    assert time_of(LARGEST_SIZE.to_bytes(8, "big") + rest) == LARGEST_SIZE
    assert time_of((LARGEST_SIZE + 1).to_bytes(8, "big") + rest) is None
    note = cosigned(Note("text\n", ()), ALICE, at=LARGEST_SIZE)
    assert [(made.time, made.state) for made in check_signatures(note, [ALICE.verifier])] == [
        (LARGEST_SIZE, "holds")
    ]
    assert [made.time for made in check_signatures(cosigned(Note("text\n", ()), ALICE, at=0), [])] == [0]


def test_who_countersigns_again_takes_away_only_what_seems_to_be_by_the_same_key() -> None:
    note = cosigned(Note("text\n", ()).signed_by(KEY).signed_by(ALICE), OTHER, at=AT)
    own = CosignerKey.of(ALICE.verifier)
    seeming = Signature(own.name, own.id, bytes(72))
    near = (Signature(own.name, bytes(4), bytes(72)), Signature("alice.exampel", own.id, bytes(72)))
    made = cosigned(note._replace(signatures=(seeming, *note.signatures, *near)), ALICE, at=AT)
    assert made.signatures[:-1] == (*note.signatures, *near)
    assert [one.state for one in check_signatures(made, [own])][-1] == "holds"
