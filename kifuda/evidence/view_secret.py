"""The secret of a log: 32 bytes in a file beside it, from which the salts of its views are derived.

Its owner can test guesses at everything that the log's views hide; without it, no bundles of views bound with
it can be made. It is in no log, view or bundle. Not here: salts (``commitment``).
"""

import base64
import os
import stat
from pathlib import Path

from events.seal.checkpoint import sync_folder
from events.seal.paths import database_of
from kifuda.evidence import EvidenceError

SUFFIX = ".secret"
SECRET_BYTES = 32
HEAD = "SECRET+kifuda-views/v1+"
MODE = 0o600


def secret_of(log: Path) -> Path:
    """The path of the secret of a log."""
    file = database_of(log)
    return file.with_name(file.name + SUFFIX)


def make(log: Path) -> bytes:
    """The secret of the log; a new one, synced when this returns, if there is none.

    Raises what ``read`` raises, and ``OSError``.
    """
    path = secret_of(log)
    secret = os.urandom(SECRET_BYTES)
    draft = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE), "wb") as file:
            file.write(f"{HEAD}{base64.b64encode(secret).decode()}\n".encode())
            file.flush()
            os.fsync(file.fileno())
        # Linked and not renamed, so that an existing secret is never replaced.
        os.link(draft, path)
    except FileExistsError:
        return read(log)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path)
    return secret


def read(log: Path) -> bytes:
    """The secret of the log. Raises ``EvidenceError`` if it is missing, readable by others or malformed."""
    path = secret_of(log)
    try:
        # Permissions and content come from the same open file; a pipe does not block.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_mode & 0o077:
                raise EvidenceError("secret-exposed", path=path)
            data = file.read(200) if stat.S_ISREG(status.st_mode) else b""
    except FileNotFoundError as error:
        raise EvidenceError("no-secret", path=path) from error
    try:
        text = data.decode()
        secret = base64.b64decode(text.removeprefix(HEAD).removesuffix("\n"), validate=True)
    except ValueError as error:
        raise EvidenceError("bad-secret", path=path) from error
    if not text.startswith(HEAD) or len(secret) != SECRET_BYTES:
        raise EvidenceError("bad-secret", path=path)
    return secret
