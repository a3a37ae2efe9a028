"""Whatever is not a log of ours is refused with words that help, and nothing is made by reading."""

from pathlib import Path
from typing import Any

import apsw
import pytest

from events.log.contract import NotALog, Pending, Receipt, Unwritable
from events.log.database import APPLICATION_ID, LAYOUTS
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Declared, Happened
from tests.events.files import raw, small_log
from tests.events.log_contract import everything, put

VERSION = max(LAYOUTS)
GOLDEN = Path(__file__).with_name("golden")


def other_database(path: Path) -> None:
    with raw(path) as connection:
        connection.execute("CREATE TABLE shopping (item TEXT)")


def later_version(path: Path) -> None:
    small_log(path)
    with raw(path) as connection:
        connection.pragma("user_version", VERSION + 1)


@pytest.mark.parametrize("writing", [False, True])
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_text("# a record\n"), "log.db is no kifuda log: not an SQLite database"),
        (lambda path: path.write_bytes(b"SQLite for"), "log.db is no kifuda log: not an SQLite database"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(200)), "log.db is no kifuda log"),
        (lambda path: path.touch(), "log.db is empty: .*to begin a new one, remove the file"),
        (lambda path: path.mkdir(), "log.db is a folder, not a kifuda log"),
        (other_database, "log.db is no kifuda log, but an SQLite database of another program"),
        (later_version, "log.db is a kifuda log of version 3; this kifuda reads versions 1 to 2"),
    ],
    ids=["text", "stub", "magic", "empty", "folder", "foreign", "later"],
)
def test_what_is_no_log_is_refused(tmp_path: Path, make: object, message: str, writing: bool) -> None:
    assert callable(make)
    make(tmp_path / "log.db")
    before = (tmp_path / "log.db").read_bytes() if (tmp_path / "log.db").is_file() else None
    with pytest.raises(NotALog, match=message):
        SqliteLog(tmp_path / "log.db", writing=writing)
    assert before is None or (tmp_path / "log.db").read_bytes() == before


def test_reading_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(NotALog, match=r"there is no log at .*log.db"):
        SqliteLog(tmp_path / "log.db")
    assert list(tmp_path.iterdir()) == []


def test_writing_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(NotALog, match=r"the folder .*cups does not exist"):
        SqliteLog(tmp_path / "cups" / "log.db", writing=True)
    assert list(tmp_path.iterdir()) == []


def test_a_new_log_is_whole_before_anything_is_appended(tmp_path: Path) -> None:
    SqliteLog(tmp_path / "log.db", writing=True).close()
    assert [path.name for path in tmp_path.iterdir()] == ["log.db"]
    with SqliteLog(tmp_path / "log.db") as log:
        assert everything(log) == []
    with raw(tmp_path / "log.db") as connection:
        assert connection.pragma("application_id") == APPLICATION_ID == 0x4B494655
        assert connection.pragma("journal_mode") == "wal"


def test_names_that_mean_something_to_sqlite_are_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:log?mode=memory", "月見杯 [1].db", "-log.db"):
        small_log(Path(name))
        with SqliteLog(name) as log:
            assert len(everything(log)) == 12
        assert (tmp_path / name).is_file()


def test_an_sqlite_that_may_corrupt_is_not_written_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = small_log(tmp_path / "log.db")
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.51.2")
    with pytest.raises(Unwritable, match=r"SQLite 3\.51\.2 .*3\.51\.3 or newer"):
        SqliteLog(path, writing=True)
    with SqliteLog(path) as log:
        assert len(everything(log)) == 12


def test_a_file_that_may_not_be_written_is_not_opened_for_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WriteProtected(apsw.Connection):
        """What SQLite gives for a file without write permission; the superuser never sees one."""

        def readonly(self, name: str) -> bool:
            return True

    path = small_log(tmp_path / "log.db")
    monkeypatch.setattr(apsw, "Connection", WriteProtected)
    with pytest.raises(Unwritable, match=r"log\.db may not be written to"):
        SqliteLog(path, writing=True)
    with SqliteLog(path) as log:
        assert len(everything(log)) == 12


@pytest.mark.parametrize("name", ["synchronous", "fullfsync", "checkpoint_fullfsync"])
def test_an_sqlite_that_does_not_sync_is_not_written_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    class Deaf(apsw.Connection):
        """One that leaves out a pragma, as an SQLite does that was built without it."""

        def pragma(self, asked: str, *value: Any, **how: Any) -> Any:  # type: ignore[override]
            return 0 if asked == name else super().pragma(asked, *value, **how)

    path = small_log(tmp_path / "log.db")
    monkeypatch.setattr(apsw, "Connection", Deaf)
    with pytest.raises(Unwritable, match=rf"does not sync as a log needs it: {name} is 0 and should be"):
        SqliteLog(path, writing=True)
    with SqliteLog(path) as log:
        assert len(everything(log)) == 12


def test_a_file_system_without_a_write_ahead_file_is_not_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Old(apsw.Connection):
        def pragma(self, asked: str, *value: Any, **how: Any) -> Any:  # type: ignore[override]
            return "delete" if asked == "journal_mode" else super().pragma(asked, *value, **how)

    path = small_log(tmp_path / "log.db")
    monkeypatch.setattr(apsw, "Connection", Old)
    with pytest.raises(Unwritable, match=r"does not let SQLite write ahead \(journal mode delete\)"):
        SqliteLog(path, writing=True)


# --- files of earlier versions ---------------------------------------------------------------------


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_file_that_was_made_by_every_version_is_read_and_continued(tmp_path: Path, version: int) -> None:
    """Of version 1 a file with entries of format 1, as they were stored before there was a second."""
    path = tmp_path / "log.db"
    path.write_bytes((GOLDEN / f"log.v{version}.sqlite").read_bytes())
    with SqliteLog(path) as log:
        before = everything(log)
        assert [info[:3] for info in log.matches()] == [("月見杯-r1", 4, 0), ("b", 4, 2)]
        assert [type(event) for event in log.events("b")] == 2 * [Declared, Happened]
        assert before[1].data.startswith(b'{"at":1767225600000000,"cause":0,')
        leaf = before[1].leaf
    with SqliteLog(path, writing=True) as log:
        act = [Pending(record.entry.event, record.entry.cause) for record in before[:2]]
        again = log.append("月見杯-r1", act, expected=0, command="月見杯-r1:0", at=0)
        assert again == Receipt("月見杯-r1", 0, 2, 0, leaf, repeated=True)
        assert put(log, "b", act[0].event).first_position == 8
        assert everything(log)[:8] == before
        assert everything(log)[8].entry.prev == before[7].leaf


@pytest.mark.parametrize("version", LAYOUTS)
def test_the_tables_are_those_of_their_version(tmp_path: Path, version: int) -> None:
    """Whoever changes them raises the version, and keeps a file of the one before."""
    assert len(list(GOLDEN.glob("log.v*.sqlite"))) == len(LAYOUTS)
    (tmp_path / "log.db").write_bytes((GOLDEN / f"log.v{version}.sqlite").read_bytes())
    with raw(tmp_path / "log.db") as connection:
        stored = dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
    assert stored == {name: sql.strip() for name, sql in LAYOUTS[version].schema.items()}
