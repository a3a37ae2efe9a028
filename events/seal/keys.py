"""Private keys in files: only their owner can read them; a file that others can read is refused.

Not here: what a key is and what it signs (``note``).
"""

import os
import stat
from pathlib import Path

from events.regular_file import open_file
from events.seal import Malformed, SealError
from events.seal.checkpoint import sync_folder
from events.seal.note import SignerKey

MODE = 0o600
LARGEST_BYTES = 4096
"""Far more than a key has; a larger file is not a key."""


class KeyExists(SealError):
    """There is a file at ``path`` already; without that key, what it signed could not be continued."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} exists already; a key is never overwritten, name another file")
        self.path = path


class KeyExposed(SealError):
    """Others than its owner can use the file (``mode``), and could sign with it."""

    def __init__(self, path: Path, mode: int) -> None:
        super().__init__(f"{path} can be used by others (mode {mode:04o}): chmod {MODE:04o} {path}")
        self.path, self.mode = path, mode


class NoKey(SealError):
    """The file at ``path`` is missing or not a private key; ``why`` is the reason."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path} is no private key: {why}")
        self.path, self.why = path, why


def write(path: Path, key: SignerKey) -> None:
    """Write a new key; it is on disk when this returns. Raises ``KeyExists``, ``OSError``."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        file = os.open(path, flags, MODE)
    except FileExistsError as error:
        raise KeyExists(path) from error
    try:
        with os.fdopen(file, "w") as out:
            out.write(key.reveal() + "\n")
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    sync_folder(path)


def read(path: Path) -> SignerKey:
    """The key in a file. Raises ``KeyExposed``, ``NoKey``."""
    try:
        # Permissions and content come from the same open file: its name could be given to another file.
        with open_file(path) as file:
            status = os.fstat(file.fileno())
            if status.st_mode & 0o077:
                raise KeyExposed(path, stat.S_IMODE(status.st_mode))
            data = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise NoKey(path, error.strerror or str(error)) from error
    if len(data) > LARGEST_BYTES:
        raise NoKey(path, f"it has more than {LARGEST_BYTES} bytes")
    try:
        return SignerKey.parse(data.decode().removesuffix("\n"))
    except UnicodeDecodeError as error:
        raise NoKey(path, "it is not UTF-8") from error
    except Malformed as error:
        raise NoKey(path, str(error)) from error
