"""The bytes of imported files, beside the log, under their SHA-256.

They can be removed without hurting the log, which names them by their digests. Not here: which bytes of a
file may be stored (its format decides).
"""

from hashlib import sha256
from pathlib import Path

from analytics.store.atomic_files import write_atomically
from events.seal.paths import files_of


def store(log: Path, data: bytes) -> str:
    """Store ``data`` so that it is on disk when this returns; its SHA-256 (hex). Raises ``OSError``."""
    digest = sha256(data).hexdigest()
    path = files_of(log) / digest
    if not path.exists():
        write_atomically(path, data)
    return digest
