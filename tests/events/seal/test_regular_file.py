"""Files that are none: a named pipe, a device, a folder."""

import os
from pathlib import Path

import pytest

from events.regular_file import NO_FILE, read_file
from events.seal import SealError
from events.seal.checkpoint import read
from events.seal.paths import checkpoint_of, known_keys_of
from events.seal.verifiers import listed_keys


def test_a_file_is_read_and_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abc")
    (tmp_path / "link").symlink_to("file")
    assert read_file(tmp_path / "link") == b"abc"
    assert read_file(tmp_path / "file", most=2) == b"ab"


def test_nothing_without_an_end_is_read_or_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for name in ("pipe", "zero"):
        with pytest.raises(OSError, match=NO_FILE):
            read_file(tmp_path / name)
    with pytest.raises(OSError):
        read_file(tmp_path)


def test_files_beside_a_log_may_be_pipes(tmp_path: Path) -> None:
    log = tmp_path / "cup.db"
    os.mkfifo(checkpoint_of(log))
    os.mkfifo(known_keys_of(log))
    with pytest.raises(SealError, match=NO_FILE):
        read(checkpoint_of(log))
    with pytest.raises(SealError, match=NO_FILE):
        listed_keys(log)
