"""What others hold of a log, compared with it: a newer head, and the slips of its matches."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Ended
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read, write
from events.seal.cosignature import CosignerKey
from events.seal.head_signing import seal
from events.seal.inspection import Inspection, inspect
from events.seal.note import Note, SignerKey
from events.seal.paths import checkpoint_of, known_keys_of
from events.seal.slip import path_of, read_slip
from events.seal.slip_signing import sign
from events.seal.verifiers import AnyKey
from tests.events.files import DAMAGE, NOTE, small_log, vandalise

KEY = SignerKey("example.org/cup", bytes(range(32)))
ALICE = SignerKey("alice.example", bytes(range(1, 33)))
OTHER = SignerKey("example.org/other", bytes(32))
AT = 1_767_225_600
SIZE = 16


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A signed log of sixteen entries, and the slip of its only finished match, ``r1``."""
    path = small_log(tmp_path / "log.db")
    grow(path, "r1")
    assert seal(path, KEY).signed is not None
    with SqliteLog(path) as log:
        sign(log, path, "r1", ALICE, keeper=KEY, at=AT)
    return path


def grow(path: Path, match: str) -> None:
    with SqliteLog(path, writing=True) as log:
        act = [Pending(NOTE), Pending(DAMAGE, 0), Pending(DAMAGE, 0), Pending(Ended("match", winner="A"))]
        log.append(match, act, expected=0, command=match, at=1)


def codes(inspection: Inspection) -> list[str]:
    return [found.code for found in inspection.findings]


def head_of(path: Path) -> SignedCheckpoint:
    found = read(checkpoint_of(path))
    assert found is not None
    return found


# --- a head that somebody else keeps -----------------------------------------------------------------


def test_an_older_head_is_the_beginning_of_the_log(log: Path) -> None:
    kept = head_of(log)
    grow(log, "r2")
    seal(log, KEY)
    assert inspect(log, [KEY.verifier], head=kept).findings == ()
    assert inspect(log, head=kept).findings == ()


def test_an_older_copy_with_its_older_checkpoint_is_found_by_whoever_has_a_newer_head(log: Path) -> None:
    for path in (log, checkpoint_of(log)):
        shutil.copy(path, path.with_name("copy-" + path.name))
    grow(log, "r2")
    seal(log, KEY)
    kept = head_of(log)
    for path in (log, checkpoint_of(log)):
        shutil.copy(path.with_name("copy-" + path.name), path)
    assert inspect(log, [KEY.verifier]).findings == (), "by itself it is a sound log"
    (found,) = inspect(log, [KEY.verifier], head=kept).findings
    assert found == ("head-short", {"size": SIZE, "signed": SIZE + 4, "first": SIZE, "last": SIZE + 3})
    grow(log, "r2 otherwise")
    assert seal(log, KEY).signed is not None
    assert codes(inspect(log, [KEY.verifier], head=kept)) == ["head-fork"]


def test_a_head_is_signed_by_the_log_it_names(log: Path) -> None:
    kept = head_of(log)
    mine = Note(kept.note.text, ()).signed_by(OTHER)
    assert codes(inspect(log, [KEY.verifier], head=SignedCheckpoint(kept.checkpoint, mine))) == [
        "head-unsigned"
    ]
    (made,) = kept.note.signatures
    forged = kept.note._replace(signatures=(made._replace(value=bytes(64)),))
    assert codes(inspect(log, [KEY.verifier], head=SignedCheckpoint(kept.checkpoint, forged))) == [
        "head-forged"
    ]
    other = kept.checkpoint._replace(origin=OTHER.name)
    note = Note(other.text, ()).signed_by(OTHER)
    found = inspect(log, [KEY.verifier, OTHER.verifier], head=SignedCheckpoint(other, note))
    assert codes(found) == ["head-stranger"]


# --- slips -------------------------------------------------------------------------------------------


def test_slips_hold_for_the_keys_that_are_named_or_listed(log: Path) -> None:
    def states(*keys: AnyKey) -> list[str]:
        found = inspect(log, keys)
        assert found.findings == ()
        (seen,) = found.slips
        assert (seen.slip.match, seen.compared) == ("r1", ("holds", 0))
        return [made.state for made in seen.signatures]

    assert states() == ["unknown", "unknown"]
    assert states(KEY.verifier) == ["holds", "unknown"]
    assert states(CosignerKey.of(ALICE.verifier)) == ["unknown", "holds"]
    known_keys_of(log).write_text(f"{ALICE.verifier}\n", "utf-8")
    assert states(KEY.verifier) == ["holds", "holds"]


def test_a_match_that_went_on_is_no_finding(log: Path) -> None:
    with SqliteLog(log, writing=True) as grown:
        grown.append("r1", [Pending(NOTE)], expected=4, command="late", at=9)
    found = inspect(log)
    assert (found.findings, found.slips[0].compared) == ((), ("holds", 1))


def test_a_match_that_lost_its_end_is_found_by_its_slip(log: Path) -> None:
    checkpoint_of(log).unlink()
    vandalise(log, "DELETE FROM entry WHERE position = 15")
    (found,) = inspect(log).findings
    assert found == ("slip-short", {"file": "log.db.slips/r1.slip", "match": "r1", "signed": 4})


def _other_root(log: Path) -> None:
    note = Note(Checkpoint("example.org/cup/r1", 4, bytes(32)).text, ()).signed_by(KEY)
    write(path_of(log, "r1"), note)


def _other_log(log: Path) -> None:
    slip = read_slip(path_of(log, "r1"))
    assert slip is not None
    head = slip.signed.checkpoint._replace(origin="example.org/other/r1")
    write(path_of(log, "r1"), Note(head.text, ()).signed_by(OTHER))


def _other_name(log: Path) -> None:
    path_of(log, "r1").rename(path_of(log, "a"))


def _no_match(log: Path) -> None:
    write(path_of(log, "r9"), Note(Checkpoint("example.org/cup/r9", 4, bytes(32)).text, ()).signed_by(KEY))


def _no_signature(log: Path) -> None:
    text = path_of(log, "r1").read_text("utf-8").partition("\n\n")[0]
    path_of(log, "r1").write_text(f"{text}\n\n", "utf-8")


def _no_keeper(log: Path) -> None:
    slip = read_slip(path_of(log, "r1"))
    assert slip is not None
    note = slip.signed.note
    write(path_of(log, "r1"), note._replace(signatures=note.signatures[1:]))


def _no_player(log: Path) -> None:
    slip = read_slip(path_of(log, "r1"))
    assert slip is not None
    note = slip.signed.note
    write(path_of(log, "r1"), note._replace(signatures=note.signatures[:1]))


def _other_time(log: Path) -> None:
    slip = read_slip(path_of(log, "r1"))
    assert slip is not None
    keeper, alice = slip.signed.note.signatures
    later = alice._replace(value=(AT + 60).to_bytes(8, "big") + alice.value[8:])
    write(path_of(log, "r1"), slip.signed.note._replace(signatures=(keeper, later)))


def _unreadable_list(log: Path) -> None:
    known_keys_of(log).write_text("nonsense", "utf-8")


@pytest.mark.parametrize(
    ("spoil", "found"),
    [  # a key that was named and has no signature left is found as well
        (_other_root, ["slip-fork", "silent"]),
        (_other_log, ["slip-stranger", "silent"]),
        (_other_name, ["slip-misfiled"]),
        (_no_match, ["slip-of-nothing"]),
        (_no_signature, ["slip-unreadable", "silent"]),
        (_no_keeper, ["slip-unsigned"]),
        (_no_player, ["silent"]),
        (_other_time, ["slip-forged"]),
        (_unreadable_list, ["keys-unreadable"]),
    ],
)
def test_what_is_wrong_with_a_slip_is_found(
    log: Path, spoil: Callable[[Path], None], found: list[str]
) -> None:
    assert inspect(log, [KEY.verifier, ALICE.verifier]).findings == ()
    spoil(log)
    assert codes(inspect(log, [KEY.verifier, ALICE.verifier])) == found


def test_every_flipped_bit_of_a_slip_is_found(log: Path) -> None:
    path = path_of(log, "r1")
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(bytes([*data[:at], data[at] ^ 1 << at % 8, *data[at + 1 :]]))
        found = inspect(log, [KEY.verifier, ALICE.verifier])
        holding = [made for seen in found.slips for made in seen.signatures if made.state == "holds"]
        assert found.findings or len(holding) < 2, at
