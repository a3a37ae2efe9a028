"""What an inspection tells of a checkpoint: who vouches for the log, and what is wrong where nobody does."""

from pathlib import Path

import pytest

from events.log.sqlite_log import SqliteLog
from events.seal.checkpoint import Checkpoint, read, write
from events.seal.head_signing import seal
from events.seal.inspection import Inspection, inspect
from events.seal.merkle import EMPTY
from events.seal.note import Note, SignerKey, VerifierKey
from events.seal.paths import checkpoint_of
from tests.events.files import small_log, vandalise

KEY = SignerKey("example.org/cup", bytes(range(32)))
JUDGE = SignerKey("example.org/judge", bytes(32))
GUEST = SignerKey("example.org/guest", bytes(31) + b"\x01")
SIZE = 12


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of twelve entries, signed."""
    path = small_log(tmp_path / "log.db")
    assert seal(path, KEY).signed is not None
    return path


def signed(log: Path) -> Note:
    found = read(checkpoint_of(log))
    assert found is not None
    return found.note


def only(found: Inspection) -> tuple[str, dict[str, object]]:
    (finding,) = found.findings
    return finding.code, dict(finding.facts)


def identity(*keys: SignerKey) -> str:
    return ", ".join(f"{key.name}+{key.verifier.id.hex()}" for key in keys)


# --- who vouches -----------------------------------------------------------------------------------


def test_the_signatures_that_hold_are_given_and_no_others(log: Path) -> None:
    note = signed(log).signed_by(JUDGE).signed_by(GUEST)
    write(checkpoint_of(log), note)
    found = inspect(log, [KEY.verifier, GUEST.verifier])
    assert (found.findings, found.holding) == ((), (note.signatures[0], note.signatures[2]))
    assert found.signed == read(checkpoint_of(log))


def test_without_keys_nobody_vouches_but_the_log_is_compared(log: Path) -> None:
    found = inspect(log)
    assert (found.findings, found.holding) == ((), ())
    assert found.signed is not None and found.signed.note == signed(log)


def test_keys_that_may_be_gone_through_only_once_are_enough(log: Path) -> None:
    assert inspect(log, iter([KEY.verifier])).holding == signed(log).signatures


def test_one_signature_under_the_name_of_the_log_is_enough_beside_those_of_others(log: Path) -> None:
    write(checkpoint_of(log), Note(signed(log).text, ()).signed_by(JUDGE).signed_by(KEY))
    assert inspect(log, [KEY.verifier, JUDGE.verifier]).findings == ()


def test_those_who_only_countersigned_are_named_and_do_not_vouch(log: Path) -> None:
    note = Note(signed(log).text, ()).signed_by(JUDGE).signed_by(GUEST)
    write(checkpoint_of(log), note)
    found = inspect(log, [JUDGE.verifier, GUEST.verifier])
    assert only(found) == ("stranger", {"origin": KEY.name, "keys": identity(JUDGE, GUEST)})
    assert found.holding == note.signatures


# --- what is wrong with the checkpoint -------------------------------------------------------------


def test_a_checkpoint_that_is_gone_is_told_once_and_the_log_is_read_all_the_same(log: Path) -> None:
    checkpoint_of(log).unlink()
    found = inspect(log, [KEY.verifier])
    assert only(found) == ("no-checkpoint", {})
    assert (found.signed, found.holding) == (None, ())
    assert found.scan is not None and found.scan.rehashed == SIZE
    assert found.scan.prefix_root == EMPTY


@pytest.mark.parametrize("keys", [[], [KEY.verifier]])
def test_a_checkpoint_that_cannot_be_read_is_told_with_its_file_and_not_as_missing(
    log: Path, keys: list[VerifierKey]
) -> None:
    checkpoint_of(log).write_bytes(b"no note\n")
    code, facts = only(inspect(log, keys))
    assert code == "checkpoint-unreadable"
    reason = "a note has a blank line between its text and its signatures; this one has none"
    assert facts == {"why": f"{checkpoint_of(log)}: {reason}"}


def test_a_checkpoint_that_is_a_folder_is_told_with_the_reason_of_the_system(log: Path) -> None:
    checkpoint_of(log).unlink()
    checkpoint_of(log).mkdir()
    assert only(inspect(log)) == (
        "checkpoint-unreadable",
        {"why": f"{checkpoint_of(log)} cannot be read: Is a directory"},
    )


def test_a_note_that_is_no_checkpoint_is_told_with_its_file(log: Path) -> None:
    write(checkpoint_of(log), Note("only a text\n", ()).signed_by(KEY))
    code, facts = only(inspect(log, [KEY.verifier]))
    assert code == "checkpoint-unreadable"
    assert str(facts["why"]).startswith(f"{checkpoint_of(log)}: a checkpoint has three lines or more")


def test_a_signature_that_does_not_hold_is_told_with_its_key(log: Path) -> None:
    spoilt = signed(log).signatures[0]._replace(value=bytes(64))
    write(checkpoint_of(log), signed(log)._replace(signatures=(spoilt,)))
    found = inspect(log, [KEY.verifier])
    code, facts = only(found)
    assert (code, found.holding) == ("forged", ())
    assert str(facts["why"]).startswith(f"the signature of {identity(KEY)} does not hold")


def test_a_checkpoint_that_nobody_named_has_signed_is_told_with_its_signers(log: Path) -> None:
    write(checkpoint_of(log), signed(log).signed_by(GUEST))
    found = inspect(log, [JUDGE.verifier])
    code, facts = only(found)
    assert (code, found.holding) == ("unsigned", ())
    assert facts == {"why": f"no signature by a known key; signed by {identity(KEY, GUEST)}"}


# --- what is wrong between the two -----------------------------------------------------------------


def test_everything_that_is_wrong_is_told_the_checkpoint_first(log: Path) -> None:
    write(checkpoint_of(log), signed(log).signed_by(GUEST))
    vandalise(
        log,
        "UPDATE entry SET leaf = zeroblob(32) WHERE position = 3",
        "DELETE FROM entry WHERE position = 11",
    )
    found = inspect(log, [JUDGE.verifier])
    assert [finding.code for finding in found.findings] == ["unsigned", "changed", "short"]
    assert found.findings[2].facts == {"size": 11, "signed": 12, "first": 11, "last": 11}


def test_a_log_that_cannot_be_read_to_its_end_is_told_with_its_checkpoint(log: Path) -> None:
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size - 4096)
    found = inspect(log, [KEY.verifier])
    code, facts = only(found)
    assert (code, found.scan, found.slips) == ("damaged", None, ())
    assert "log.db" in str(facts["why"])
    assert found.signed is not None and found.holding == signed(log).signatures


def test_a_gap_is_told_as_a_gap_and_not_as_another_history(log: Path) -> None:
    """Without the missing entry nobody can say what the root would be."""
    vandalise(log, "DELETE FROM entry WHERE position = 9")
    assert [finding.code for finding in inspect(log, [KEY.verifier]).findings] == ["missing"]


def test_a_head_of_no_entries_is_compared_as_well(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    SqliteLog(path, writing=True).close()
    write(checkpoint_of(path), Note(Checkpoint(KEY.name, 0, bytes(32)).text, ()).signed_by(KEY))
    assert only(inspect(path, [KEY.verifier])) == ("fork", {"signed": 0})


def test_a_log_that_is_as_long_as_its_head_is_not_short(log: Path) -> None:
    assert inspect(log, [KEY.verifier]).findings == ()
    write(checkpoint_of(log), Note(Checkpoint(KEY.name, SIZE + 1, EMPTY).text, ()).signed_by(KEY))
    assert only(inspect(log, [KEY.verifier])) == (
        "short",
        {"size": SIZE, "signed": SIZE + 1, "first": SIZE, "last": SIZE},
    )
