"""``kifuda backup`` as somebody meets it on the command line."""

import shutil
from pathlib import Path

import pytest

from events.log.sqlite_log import SqliteLog
from events.seal.paths import files_of
from tests.analytics.imports.samples import SAMPLES
from tests.events.files import NOTE, small_log, vandalise
from tests.events.log_contract import everything, put
from tests.support.command import kifuda, refused

LOG, COPY = Path("kifuda.db"), Path("copy.db")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    small_log(LOG)
    return tmp_path


def test_a_copy_is_read_again_and_named() -> None:
    done = kifuda("backup", COPY)
    assert (done.status, done.err) == (0, "")
    assert "copy.db: 12 records re-hashed of 12" in done.out
    assert done.out.endswith("written: copy.db\n")
    with SqliteLog(COPY) as copy, SqliteLog(LOG) as log:
        assert everything(copy) == everything(log)


def test_the_checkpoint_goes_with_it() -> None:
    kifuda("key", "new", "--name", "example.org/cup", "-o", "cup.key")
    kifuda("checkpoint", "--key", "cup.key")
    done = kifuda("backup", COPY)
    assert done.out.endswith("written: copy.db, copy.db.checkpoint\n")
    key = kifuda("key", "show", "cup.key").out.strip()
    assert kifuda("verify", "--key", key, "--log", COPY).status == 0


def imported() -> dict[str, bytes]:
    """A tournament in the log; its files by their names."""
    assert kifuda("import", SAMPLES / "spring-cup.tdf").status == 0
    return {file.name: file.read_bytes() for file in files_of(LOG).iterdir()}


def test_imported_files_go_with_it_and_come_back() -> None:
    kept = imported()
    done = kifuda("backup", COPY)
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("written: copy.db, copy.db.files\n")
    shutil.rmtree(files_of(LOG))
    for part in (COPY, files_of(COPY)):
        part.rename(part.name.replace("copy", "kifuda"))
    assert {file.name: file.read_bytes() for file in files_of(LOG).iterdir()} == kept
    assert kifuda("import", SAMPLES / "spring-cup.tdf", "--json").lines()[0]["status"] == "already there"


def test_a_file_that_is_gone_is_reported_and_no_fault() -> None:
    (name,) = imported()
    (files_of(LOG) / name).unlink()
    done = kifuda("backup", COPY)
    assert done.status == 0
    assert name in done.out and "nobody keeps any more" in done.out
    assert "もう残っていない" in kifuda("backup", "other.db", "--lang", "ja").out


def test_a_file_that_was_altered_is_reported_and_a_finding() -> None:
    (name,) = imported()
    (files_of(LOG) / name).write_bytes(b"another cup")
    done = kifuda("backup", COPY)
    assert done.status == 1
    assert name in done.out and "altered" in done.out and "nobody keeps" not in done.out
    assert COPY.exists() and not files_of(COPY).exists()


def test_while_somebody_writes() -> None:
    with SqliteLog(LOG, writing=True) as log, log.batch():
        put(log, "a", NOTE)
        assert kifuda("backup", COPY).status == 0
    with SqliteLog(COPY) as copy:
        assert len(everything(copy)) == 12


def test_nothing_is_overwritten() -> None:
    COPY.write_text("dear")
    told = refused("backup", COPY)
    assert "copy.db exists already, and nothing is overwritten" in told
    assert "上書きはしない" in refused("backup", COPY, "--lang", "ja")
    assert "exists already" in refused("backup", LOG)
    assert COPY.read_text() == "dear"


def test_of_a_damaged_log_no_copy_is_kept(folder: Path) -> None:
    vandalise(LOG, "UPDATE entry SET data = x'7b7d' WHERE position = 4")
    done = kifuda("backup", COPY)
    assert (done.status, done.err) == (1, "")
    assert "position 4" in done.out and "no copy was kept" in done.out
    assert [path for path in folder.iterdir() if not path.name.startswith("kifuda.db")] == []
    assert "写しは残さなかった" in kifuda("backup", COPY, "--lang", "ja").out


def test_what_cannot_be_copied_is_said() -> None:
    assert "there is no log at other.db" in refused("backup", COPY, "--log", "other.db")
    assert "the folder none does not exist" in refused("backup", "none/copy.db")
    Path("text.db").write_text("no log")
    assert "text.db is no kifuda log" in refused("backup", COPY, "--log", "text.db")
    assert "FILE is missing" in refused("backup")
    assert not COPY.exists()
