"""What of a match is signed, for those who show it."""

from pathlib import Path

from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.seal.checkpoint import Checkpoint, write
from events.seal.head_signing import seal
from events.seal.note import Note, SignerKey
from events.seal.paths import checkpoint_of, known_keys_of
from events.seal.slip import path_of
from events.seal.status import SigningStatus, SigningStatuses
from tests.events.files import DAMAGE, vandalise
from tests.events.seal import test_slip
from tests.events.seal.test_slip import ALICE, AT, JUDGE, KEEPER, finish, go_on, signed

log = test_slip.log
SIZE = 16


def standing(path: Path, match: str = "cup-r1", *keys: SignerKey) -> SigningStatus:
    return SigningStatuses(path, [key.verifier for key in keys]).of(match)


def states(found: SigningStatus) -> list[tuple[str, str, int | None]]:
    assert found.slip is not None
    return [(made.signature.name, made.state, made.time) for made in found.slip.signatures]


def test_nothing_is_signed(log: Path) -> None:
    assert standing(log) == SigningStatus(None, None, ())


def test_a_match_is_covered_when_all_of_it_is_signed(log: Path) -> None:
    seal(log, KEEPER)
    found = standing(log, "cup-r1", KEEPER).checkpoint
    assert found is not None and found.covers
    assert (found.origin, found.size, found.state) == (KEEPER.name, SIZE, "holds")
    assert [made.state for made in found.signatures] == ["holds"]
    go_on(log, "cup-r1")
    finish(log, "cup-r2")
    for match, covered in (("a", True), ("cup-r1", False), ("cup-r2", False)):
        head = standing(log, match).checkpoint
        assert head is not None and (head.state, head.covers) == ("holds", covered)


def test_who_signed_the_slip_and_when(log: Path) -> None:
    signed(log, ALICE, KEEPER)
    signed(log, JUDGE, at=AT + 5)
    found = standing(log, "cup-r1", KEEPER)
    assert states(found) == [
        ("example.org/cup", "holds", None),
        ("alice.example", "unknown", AT),
        ("judge.example", "unknown", AT + 5),
    ]
    assert found.slip is not None and found.slip[:3] == (4, "holds", 0)
    known_keys_of(log).write_text(f"{ALICE.verifier}\n", "utf-8")
    assert [state for _, state, _ in states(standing(log))] == ["unknown", "holds", "unknown"]
    go_on(log, "cup-r1")
    later = standing(log)
    assert later.slip is not None and later.slip[:3] == (4, "holds", 1)


def test_a_log_that_is_not_what_was_signed_covers_nothing(log: Path) -> None:
    signed(log, KEEPER, KEEPER)
    seal(log, KEEPER)
    vandalise(log, "DELETE FROM entry WHERE position = 15")
    found = standing(log)
    assert found.checkpoint is not None and found.slip is not None
    assert (found.checkpoint.state, found.checkpoint.covers, found.slip.state) == ("short", False, "short")
    checkpoint_of(log).rename(log.with_name("aside"))
    with SqliteLog(log, writing=True) as other:
        other.append("cup-r1", [Pending(DAMAGE)], expected=3, command="again", at=1)
    log.with_name("aside").rename(checkpoint_of(log))
    found = standing(log)
    assert found.checkpoint is not None and found.slip is not None
    assert (found.checkpoint.state, found.checkpoint.covers, found.slip.state) == ("fork", False, "fork")


def test_a_slip_of_another_log_is_said_to_be_one(log: Path) -> None:
    signed(log, JUDGE, JUDGE)
    seal(log, KEEPER)
    found = standing(log)
    assert found.slip is not None and found.slip.state == "stranger"


def test_what_cannot_be_read_is_told(log: Path) -> None:
    signed(log, KEEPER, KEEPER)
    checkpoint_of(log).write_bytes(b"nothing")
    known_keys_of(log).write_bytes(b"nobody")
    note = Note(Checkpoint("example.org/cup/other", 1, bytes(32)).text, ()).signed_by(KEEPER)
    write(path_of(log, "cup-r1"), note)
    found = standing(log)
    assert found[:2] == (None, None)
    told = "\n".join(found.problems)
    assert len(found.problems) == 3
    assert "log.db.checkpoint" in told and "log.db.keys:1" in told and "is the slip of match 'other'" in told
