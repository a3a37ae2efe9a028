"""A copy of a log in use is the log of one instant, wholly read again; a damaged one is never left behind."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
import pytest

from events.backup import backup
from events.backup.backup import BackupExists, back_up
from events.log.compact_layout import COMPACT
from events.log.contract import NotALog, Unwritable
from events.log.database import layout_of
from events.log.plain_layout import PLAIN
from events.log.sqlite_log import SqliteLog
from events.seal.head_signing import seal
from events.seal.note import SignerKey
from events.seal.paths import checkpoint_of, files_of
from tests.events.files import NOTE, as_plain, raw, small_log, vandalise
from tests.events.log_contract import everything, put
from tests.events.processes import start


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return small_log(tmp_path / "log.db")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    (tmp_path / "copies").mkdir()
    return tmp_path / "copies" / "copy.db"


def lying(copy: Path) -> list[str]:
    return sorted(path.name for path in copy.parent.iterdir())


def sealed(path: Path) -> None:
    assert seal(path, SignerKey.new("example.org/cup")).signed is not None


def test_a_copy_is_the_log(path: Path, copy: Path) -> None:
    done = back_up(path, copy)
    assert done.files == (copy,)
    assert done.inspection.scan is not None and done.inspection.scan.rehashed == 12
    assert lying(copy) == ["copy.db"]
    with SqliteLog(path) as log, SqliteLog(copy) as copied:
        assert everything(copied) == everything(log)
    with SqliteLog(copy, writing=True) as copied:
        assert put(copied, "a", NOTE).first_position == 12


def test_the_checkpoint_is_copied_and_compared(path: Path, copy: Path) -> None:
    sealed(path)
    done = back_up(path, copy)
    assert done.files == (copy, checkpoint_of(copy))
    assert checkpoint_of(copy).read_bytes() == checkpoint_of(path).read_bytes()
    assert done.inspection.signed is not None and done.inspection.findings == ()


def test_what_is_not_yet_in_the_file_is_copied(path: Path, copy: Path) -> None:
    with SqliteLog(path, writing=True) as log:
        put(log, "a", NOTE)
        with log.batch():
            put(log, "a", NOTE)
            back_up(path, copy)
    with SqliteLog(copy) as copied:
        assert len(everything(copied)) == 13


WRITE = """
import sys
from events.model.kinds import Noted
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
with SqliteLog(sys.argv[1], writing=True) as log:
    print("open", flush=True)
    number = 0
    while True:
        act = [Pending(Noted("comment", "x" * 500, line=number))] * 3
        log.append("w", act, expected=3 * number, command=f"w{number}", at=0)
        number += 1
"""


@pytest.fixture
def writer(path: Path) -> Iterator[None]:
    """Another process that appends without end."""
    process = start(WRITE, path)
    assert process.stdout and process.stdout.readline() == "open\n"
    yield
    assert process.poll() is None, process.communicate()
    process.kill()
    process.communicate()


@pytest.mark.usefixtures("writer")
def test_while_another_process_goes_on_writing(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES_A_STEP", 1)
    with SqliteLog(path) as log:
        sizes = []
        for number in range(5):
            target = copy.with_name(f"{number}.db")
            before = log.size
            copied: list[tuple[int, int]] = []
            steps = copied.append
            done = back_up(path, target, copying=lambda *step, to=steps: to(step))
            assert done.inspection.findings == () and copied[-1][0] == copied[-1][1] == len(copied)
            assert done.inspection.scan is not None
            assert before <= done.inspection.scan.size <= log.size
            sizes.append(done.inspection.scan.size)
            with SqliteLog(target) as one:
                assert everything(one) == list(log.follow(0, one.size))
                assert one.count("w") % 3 == 0, "no act is copied in part"
    assert len(set(sizes)) > 1, "it did go on writing"


def test_progress_is_told(path: Path, copy: Path) -> None:
    copied: list[tuple[int, int]] = []
    checked: list[tuple[int, int]] = []
    back_up(
        path,
        copy,
        copying=lambda done, of: copied.append((done, of)),
        checking=lambda done, of: checked.append((done, of)),
    )
    assert copied[-1][0] == copied[-1][1] > 1
    assert checked[-1] == (12, 12)


@pytest.mark.parametrize("ending", ["", ".checkpoint", "-wal", "-shm", "-journal"])
def test_nothing_is_overwritten(path: Path, copy: Path, ending: str) -> None:
    there = copy.with_name(copy.name + ending)
    there.write_text("dear")
    with pytest.raises(BackupExists, match=rf"{there.name} exists already"):
        back_up(path, copy)
    assert lying(copy) == [there.name] and there.read_text() == "dear"


def test_not_even_what_appears_meanwhile(path: Path, copy: Path) -> None:
    sealed(path)

    def meddle(done: int, of: int) -> None:
        copy.write_text("dear")

    with pytest.raises(BackupExists, match=r"copy\.db exists already"):
        back_up(path, copy, checking=meddle)
    assert lying(copy) == ["copy.db"] and copy.read_text() == "dear"


def test_a_log_is_not_copied_onto_itself(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(BackupExists):
        back_up(path, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE entry SET data = x'7b7d' WHERE position = 4", "unreadable"),
        ("DELETE FROM entry WHERE position = 4", "missing"),
        ("DELETE FROM entry WHERE position = 11", "short"),
        ("CREATE TABLE more (x)", "schema"),
    ],
)
def test_of_a_damaged_log_nothing_is_kept(path: Path, copy: Path, statement: str, code: str) -> None:
    sealed(path)
    vandalise(path, statement)
    done = back_up(path, copy)
    assert done.files == ()
    assert code in {found.code for found in done.inspection.findings}
    assert lying(copy) == []


def test_of_another_history_nothing_is_kept(path: Path, copy: Path, tmp_path: Path) -> None:
    sealed(path)
    with SqliteLog(tmp_path / "other.db", writing=True) as other:
        for _ in range(12):
            put(other, "a", NOTE)
    path.write_bytes((tmp_path / "other.db").read_bytes())
    done = back_up(path, copy)
    assert [found.code for found in done.inspection.findings] == ["fork"]
    assert lying(copy) == []


def test_of_a_file_that_is_cut_short_nothing_is_kept(path: Path, copy: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])
    done = back_up(path, copy)
    assert [found.code for found in done.inspection.findings] == ["damaged"]
    assert lying(copy) == []


def test_what_cannot_be_written_is_said(path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotALog, match=r"the folder .*none does not exist"):
        back_up(path, copy.parent / "none" / "copy.db")

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("events.backup.backup.os.fsync", full)
    with pytest.raises(Unwritable, match=r"copy\.db cannot be written: No space left on device"):
        back_up(path, copy)
    assert lying(copy) == []


def test_a_full_disk_leaves_nothing(path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(apsw.Connection):
        def backup(self, *names: object) -> apsw.Backup:
            raise apsw.FullError("database or disk is full")

    def connection(name: str, **how: Any) -> apsw.Connection:
        return real(name, **how) if how else Full(name)

    real = apsw.Connection
    monkeypatch.setattr(apsw, "Connection", connection)
    with pytest.raises(Unwritable, match="the copy cannot be written: database or disk is full"):
        back_up(path, copy)
    assert lying(copy) == []


def test_there_must_be_a_log(tmp_path: Path, copy: Path) -> None:
    with pytest.raises(NotALog, match="there is no log"):
        back_up(tmp_path / "none.db", copy)
    assert lying(copy) == []


# --- files that the log names by their digests ------------------------------------------------------


def attach(log: Path, data: bytes) -> Path:
    folder = files_of(log)
    folder.mkdir(exist_ok=True)
    (path := folder / sha256(data).hexdigest()).write_bytes(data)
    return path


def test_attached_files_are_copied_with_their_bytes(path: Path, copy: Path) -> None:
    for data in (b"a cup", b"another"):
        attach(path, data)
    done = back_up(path, copy)
    assert done.files == (copy, files_of(copy))
    there = {file.name: file.read_bytes() for file in files_of(copy).iterdir()}
    assert there == {file.name: file.read_bytes() for file in files_of(path).iterdir()}
    assert set(done.attached.copied) == set(there) and len(there) == 2
    assert done.attached.damaged == ()


def test_a_copy_of_the_copy_is_the_same(path: Path, copy: Path) -> None:
    attach(path, b"a cup")
    back_up(path, copy)
    again = copy.with_name("again.db")
    assert back_up(copy, again).attached == back_up(path, copy.with_name("third.db")).attached
    assert [file.read_bytes() for file in files_of(again).iterdir()] == [b"a cup"]


def test_what_is_not_what_its_name_says_is_told_and_not_copied(path: Path, copy: Path) -> None:
    sound, altered = attach(path, b"a cup"), attach(path, b"another")
    altered.write_bytes(b"anothEr")
    done = back_up(path, copy)
    assert done.attached == ((sound.name,), (altered.name,))
    assert [file.name for file in files_of(copy).iterdir()] == [sound.name]


def test_drafts_links_and_strange_files_are_left(path: Path, copy: Path, tmp_path: Path) -> None:
    one = attach(path, b"a cup")
    one.rename(one.with_name(f"{one.name}.draft"))
    (files_of(path) / "notes.txt").write_text("mine")
    (tmp_path / "elsewhere").write_bytes(b"another")
    (files_of(path) / sha256(b"another").hexdigest()).symlink_to(tmp_path / "elsewhere")
    assert back_up(path, copy).files == (copy,)
    assert lying(copy) == ["copy.db"]


def test_files_beside_the_target_are_not_overwritten(path: Path, copy: Path) -> None:
    attach(path, b"a cup")
    files_of(copy).mkdir()
    with pytest.raises(BackupExists):
        back_up(path, copy)
    assert lying(copy) == ["copy.db.files"] and list(files_of(copy).iterdir()) == []


def test_of_a_damaged_log_no_files_are_left(path: Path, copy: Path) -> None:
    attach(path, b"a cup")
    vandalise(path, "UPDATE entry SET data = x'7b7d' WHERE position = 4")
    assert back_up(path, copy).files == ()
    assert lying(copy) == []


def test_when_the_log_cannot_get_its_name_the_files_go_too(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attach(path, b"a cup")

    def refused(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("events.backup.backup.os.link", refused)
    with pytest.raises(Unwritable):
        back_up(path, copy)
    assert lying(copy) == []


def test_a_compact_copy_holds_the_same_entries_under_the_same_checkpoint(path: Path, tmp_path: Path) -> None:
    """Of a log of layout 1, which goes on as it is until somebody puts the copy in its place."""
    as_plain(path)
    assert seal(path, SignerKey("example.org/cup", bytes(range(32)))).signed is not None
    with SqliteLog(path) as log:
        before = everything(log)
    steps: list[tuple[int, int]] = []
    done = back_up(path, tmp_path / "small.db", compact=True, copying=lambda *step: steps.append(step))
    assert [file.name for file in done.files] == ["small.db", "small.db.checkpoint"]
    assert (done.inspection.findings, steps[-1]) == ((), (len(before), len(before)))
    with raw(path) as old, raw(tmp_path / "small.db") as new:
        assert (layout_of(old), layout_of(new)) == (PLAIN, COMPACT)
    with SqliteLog(tmp_path / "small.db", writing=True) as log:
        assert everything(log) == before
        put(log, "a", NOTE)


def test_a_log_with_a_finding_has_no_compact_copy(path: Path, tmp_path: Path) -> None:
    vandalise(path, "UPDATE entry SET leaf = zeroblob(32) WHERE position = 4")
    done = back_up(path, tmp_path / "small.db", compact=True)
    assert done.files == () and done.inspection.findings
    assert not list(tmp_path.glob("*small.db*"))
