"""A power cut can tear the first sector of a log; the write-ahead file still has what is missing."""

from pathlib import Path

import pytest

from events.log.contract import NotALog
from events.log.sqlite_log import SqliteLog
from tests.campaign.memory import memory
from tests.campaign.sealed import LOG, lay, sealed_log
from tests.campaign.workload import act

ACTS = 60
"""So many make the file grow, which writes its first page anew."""
ENTRIES = sum(len(act(11, number).events) for number in range(ACTS))


@pytest.mark.parametrize("writing", [False, True])
@pytest.mark.parametrize("torn", [b"", b"SQLite for", bytes(512)])
def test_a_torn_beginning_is_read_from_the_write_ahead_file(torn: bytes, writing: bool) -> None:
    with memory() as folder:
        files = sealed_log(folder / "whole", ahead=True, acts=ACTS)
        data = files[LOG]
        path = lay(files | {LOG: torn + bytes(512 - len(torn)) + data[512:]}, folder / "torn")
        with SqliteLog(path, writing=writing) as log:
            assert len(list(log.follow())) == ENTRIES


def test_without_what_is_missing_it_is_no_log() -> None:
    with memory() as folder:
        files = sealed_log(folder / "whole", ahead=True)
        useless = {LOG: bytes(len(files[LOG])), f"{LOG}-wal": b"no write-ahead file"}
        for writing in (False, True):
            with pytest.raises(NotALog):
                SqliteLog(lay(useless, folder / "torn"), writing=writing)


def test_the_write_ahead_file_of_another_program_makes_no_log(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("a text\n" * 100)
    (tmp_path / "notes.txt-wal").write_bytes(bytes(100))
    with pytest.raises(NotALog):
        SqliteLog(tmp_path / "notes.txt")
