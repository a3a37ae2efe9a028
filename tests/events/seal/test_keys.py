"""Private keys in files: nobody else reads them, and nothing overwrites them."""

import os
from pathlib import Path

import pytest

from events.seal.keys import KeyExists, KeyExposed, NoKey, read, write
from events.seal.note import SignerKey

KEY = SignerKey("example.org/月見杯", bytes(range(32)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.key"


def test_a_key_is_read_as_it_was_written(path: Path) -> None:
    write(path, KEY)
    assert read(path) == KEY
    assert path.read_text("utf-8") == KEY.reveal() + "\n"


@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
def test_only_the_owner_can_use_it_whatever_the_umask(path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        write(path, KEY)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600


def test_nothing_is_overwritten(path: Path) -> None:
    for make in (path.write_text, lambda text: path.symlink_to(path.parent / "elsewhere")):
        make("precious")
        with pytest.raises(KeyExists, match="exists already"):
            write(path, KEY)
        path.unlink()
    assert not (path.parent / "elsewhere").exists()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o666, 0o777])
def test_a_key_that_others_can_use_is_refused(path: Path, mode: int) -> None:
    write(path, KEY)
    path.chmod(mode)
    with pytest.raises(KeyExposed, match=f"mode {mode:04o}.*chmod 0600"):
        read(path)


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o700])
def test_a_key_that_its_owner_alone_can_use_is_taken(path: Path, mode: int) -> None:
    write(path, KEY)
    path.chmod(mode)
    assert read(path) == KEY


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "a private key is written"),
        (b"\xff", "not UTF-8"),
        (str(KEY.verifier).encode(), "a private key is written"),
        (KEY.reveal().encode() + b"\n\n", "not base64"),
        (b"x" * 5000, "more than 4096 bytes"),
    ],
)
def test_a_file_that_is_no_key_is_refused_with_the_reason(path: Path, data: bytes, told: str) -> None:
    path.write_bytes(data)
    path.chmod(0o600)
    with pytest.raises(NoKey) as error:
        read(path)
    assert told in str(error.value) and str(path) in str(error.value)


def test_a_missing_key_and_a_folder(path: Path) -> None:
    with pytest.raises(NoKey, match="No such file"):
        read(path)
    path.mkdir(0o700)
    with pytest.raises(NoKey, match="directory"):
        read(path)


def test_a_pipe_is_no_key_and_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path, 0o600)
    with pytest.raises(NoKey, match="no file"):
        read(path)


def test_a_key_of_which_only_a_part_could_be_written_leaves_no_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write(path, KEY)
    assert not path.exists()
