"""A log with a key signs its head by itself, and nothing that does not continue what was signed before."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.log.contract import Conflict, Damaged, Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Ended
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read, write
from events.seal.guard import Forked, Rolledback
from events.seal.head_signing import AnotherLog, seal
from events.seal.inspection import inspect
from events.seal.note import Forged, Note, SignerKey
from events.seal.paths import checkpoint_of
from events.seal.sealed_log import SealedLog
from events.seal.sealer import AnotherKey, Sealer
from tests.events.files import DAMAGE, NOTE, small_log, vandalise
from tests.support import effort

KEY = SignerKey("example.org/cup", bytes(range(32)))
END = Ended("match", winner="A", reason="life")


def signed(path: Path) -> int:
    """How many entries are signed; they are the beginning of the log, and the signature holds."""
    found = inspect(path, [KEY.verifier])
    assert found.findings == () and found.signed is not None
    return found.signed.checkpoint.size


def test_the_end_of_a_match_is_signed(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with SealedLog(path, KEY) as log:
        log.append("a", [Pending(NOTE), Pending(DAMAGE, 0)], expected=0, command="1", at=1)
        log.append("a", [Pending(Ended("turn", number=1))], expected=2, command="2", at=2)
        assert read(checkpoint_of(path)) is None
        log.append("a", [Pending(DAMAGE), Pending(END, 3)], expected=3, command="3", at=3)
        assert signed(path) == 5
        log.append("a", [Pending(NOTE)], expected=5, command="4", at=4)
        assert signed(path) == 5
        log.append("b", [Pending(END)], expected=0, command="5", at=5)
        assert signed(path) == 7


def test_a_batch_is_signed_once_when_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, written = tmp_path / "log.db", []

    def noted(*what: Any) -> None:
        written.append(what[1])
        write(*what)

    monkeypatch.setattr("events.seal.sealer.write", noted)
    with SealedLog(path, KEY) as log:
        with log.batch():
            for number in range(5):
                log.append(f"m{number}", [Pending(END)], expected=0, command=f"{number}", at=1)
            assert read(checkpoint_of(path)) is None
        assert signed(path) == 5
        with pytest.raises(Conflict), log.batch():
            log.append("x", [Pending(END)], expected=0, command="x", at=1)
            log.append("x", [Pending(END)], expected=9, command="y", at=1)
        assert (signed(path), log.size) == (5, 5)
        with log.batch():
            pass
    assert len(written) == 1


def test_signing_goes_on_where_another_writer_stopped(tmp_path: Path) -> None:
    path = small_log(tmp_path / "log.db")
    with SealedLog(path, KEY) as log:
        with log.batch():
            pass
        assert signed(path) == 12, "what was there before and not signed"
    with SqliteLog(path, writing=True) as log:
        log.append("x", [Pending(END)], expected=0, command="x", at=1)
    with SealedLog(path, KEY) as log:
        log.append("y", [Pending(END)], expected=0, command="y", at=1)
        assert signed(path) == 14
        assert seal(path, KEY).signed is not None
        checkpoint_of(path).unlink()
        log.append("z", [Pending(END)], expected=0, command="z", at=1)
        assert signed(path) == 15


@settings(max_examples=effort.examples(30), deadline=None)
@given(acts=st.lists(st.integers(1, 40), min_size=1, max_size=12), page=st.sampled_from([1, 2, 3, 7, 64]))
def test_what_is_signed_step_by_step_is_what_is_signed_at_once(
    tmp_path_factory: pytest.TempPathFactory, acts: list[int], page: int
) -> None:
    path = tmp_path_factory.mktemp("step") / "log.db"
    with pytest.MonkeyPatch.context() as patched, SealedLog(path, KEY) as log:
        patched.setattr("events.seal.sealer.PAGE_ROWS", page)
        for number, entries in enumerate(acts):
            act = [Pending(DAMAGE) for _ in range(entries - 1)] + [Pending(END)]
            log.append(f"m{number}", act, expected=0, command=f"{number}", at=1)
    assert signed(path) == sum(acts)
    by_itself = read(checkpoint_of(path))
    checkpoint_of(path).unlink()
    assert seal(path, KEY).signed == by_itself


# --- what is not signed ------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of twelve entries, signed."""
    path = small_log(tmp_path / "log.db")
    assert seal(path, KEY).signed is not None
    return path


def test_a_key_that_did_not_sign_the_log_makes_nothing(log: Path) -> None:
    files = {file: file.read_bytes() for file in log.parent.iterdir()}
    with pytest.raises(AnotherLog, match=r"example\.org/judge"):
        SealedLog(log, SignerKey("example.org/judge", bytes(32)))
    with pytest.raises(AnotherKey, match=r"is not signed by example\.org/cup\+"):
        SealedLog(log, SignerKey(KEY.name, bytes(32)))
    before = read(checkpoint_of(log))
    assert before is not None
    spoilt = before.note.signatures[0]._replace(value=bytes(64))
    write(checkpoint_of(log), Note(before.note.text, (spoilt,)))
    with pytest.raises(Forged):
        SealedLog(log, KEY)
    checkpoint_of(log).write_bytes(files[checkpoint_of(log)])
    assert {file: file.read_bytes() for file in files} == files


def test_a_key_of_another_log_makes_no_log(log: Path) -> None:
    elsewhere = log.with_name("new.db")
    shutil.copy(checkpoint_of(log), checkpoint_of(elsewhere))
    with pytest.raises(AnotherLog):
        SealedLog(elsewhere, SignerKey("example.org/judge", bytes(32)))
    assert not elsewhere.exists()


def test_a_log_that_is_no_continuation_is_not_signed(log: Path) -> None:
    sealer = Sealer(log, KEY)
    before = checkpoint_of(log).read_bytes()
    vandalise(log, "DELETE FROM entry WHERE position = 11")
    with pytest.raises(Rolledback):
        sealer.seal()
    vandalise(log, "UPDATE entry SET leaf = zeroblob(32) WHERE position = 2")
    with SqliteLog(log) as damaged:
        assert damaged.size == 11
    signed_less = checkpoint_of(log).with_name("less.db.checkpoint")
    write(signed_less, _of(log, 5))
    signed_less.replace(checkpoint_of(log))
    with pytest.raises(Forked):
        sealer.seal()
    sealer.close()
    assert checkpoint_of(log).read_bytes() != before


def _of(path: Path, size: int) -> Note:
    """A signed head of so many entries that are not those of the log."""
    return Note(Checkpoint(KEY.name, size, bytes(32)).text, ()).signed_by(KEY)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM entry WHERE position = 13", "position 13.*missing"),
        ("UPDATE entry SET data = x'7b' WHERE position = 14", "position 14.*stored hash"),
    ],
)
def test_damage_among_what_came_since_is_not_signed(log: Path, statement: str, told: str) -> None:
    before = checkpoint_of(log).read_bytes()
    with SqliteLog(log, writing=True) as grown:
        grown.append("d", [Pending(DAMAGE)] * 4, expected=0, command="d", at=1)
    vandalise(log, statement)
    sealer = Sealer(log, KEY)
    for _ in range(2):
        with pytest.raises(Damaged, match=told):
            sealer.seal()
    sealer.close()
    assert checkpoint_of(log).read_bytes() == before


def test_where_signing_fails_the_act_is_kept_and_asking_again_signs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.db"
    with SealedLog(path, KEY) as log:
        act = [Pending(NOTE), Pending(END)]
        with monkeypatch.context() as patched:
            patched.setattr("events.seal.checkpoint.os.fsync", _full)
            with pytest.raises(OSError, match="No space"):
                log.append("a", act, expected=0, command="a", at=1)
        assert (log.size, read(checkpoint_of(path))) == (2, None)
        assert log.append("a", act, expected=0, command="a", at=1).repeated
        assert signed(path) == 2


def _full(file: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_checkpoint_by_somebody_else_meanwhile_is_looked_at(log: Path) -> None:
    with SealedLog(log, KEY) as writer:
        writer.append("x", [Pending(END)], expected=0, command="x", at=1)
        write(checkpoint_of(log), _of(log, 13))
        with pytest.raises(Forked):
            writer.append("y", [Pending(END)], expected=0, command="y", at=1)
        assert read(checkpoint_of(log)) == SignedCheckpoint.parse(_of(log, 13).encode())
