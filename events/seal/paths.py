"""Paths of the files that belong to a log but are not part of its database.

They lie beside it: what shows that a log is incomplete must not be lost with it. Not here: their contents
(``checkpoint``, ``keys``, ``slip``).
"""

from pathlib import Path

CHECKPOINT = ".checkpoint"
KEY = ".key"
KNOWN = ".keys"
SLIPS = ".slips"
FILES = ".files"


def checkpoint_of(log: Path) -> Path:
    """The path of the checkpoint of a log."""
    return log.with_name(log.name + CHECKPOINT)


def key_of(log: Path) -> Path:
    """The path of the private key that signs the heads of a log automatically."""
    return log.with_name(log.name + KEY)


def known_keys_of(log: Path) -> Path:
    """The path of the list of verifier keys for the slips of a log."""
    return log.with_name(log.name + KNOWN)


def slips_of(log: Path) -> Path:
    """The folder with the slips of a log."""
    return log.with_name(log.name + SLIPS)


def files_of(log: Path) -> Path:
    """The folder with the files that a log refers to by SHA-256, which is also their name."""
    return log.with_name(log.name + FILES)
