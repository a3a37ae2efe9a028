"""Paths of the files that belong to a log but are not part of its database.

They lie beside it: what shows that a log is incomplete must not be lost with it. Not here: their contents
(``checkpoint``, ``keys``, ``slip``).
"""

import os
from pathlib import Path

CHECKPOINT = ".checkpoint"
KEY = ".key"
KNOWN = ".keys"
SLIPS = ".slips"
FILES = ".files"
TILES = ".tiles"


def database_of(log: Path) -> Path:
    """The file itself, where ``log`` is a symbolic link: everything else of the log lies beside it."""
    return Path(os.path.realpath(log)) if log.is_symlink() else log


def _beside(log: Path, suffix: str) -> Path:
    file = database_of(log)
    return file.with_name(file.name + suffix)


def checkpoint_of(log: Path) -> Path:
    """The path of the checkpoint of a log."""
    return _beside(log, CHECKPOINT)


def key_of(log: Path) -> Path:
    """The path of the private key that signs the heads of a log automatically."""
    return _beside(log, KEY)


def known_keys_of(log: Path) -> Path:
    """The path of the list of verifier keys for the slips of a log."""
    return _beside(log, KNOWN)


def slips_of(log: Path) -> Path:
    """The folder with the slips of a log."""
    return _beside(log, SLIPS)


def tiles_of(log: Path) -> Path:
    """The path of the roots over every 256 leaves of a log."""
    return _beside(log, TILES)


def files_of(log: Path) -> Path:
    """The folder with the files that a log refers to by SHA-256, which is also their name."""
    return _beside(log, FILES)
