"""Where the files lie that belong to a log and are no part of its database.

They lie beside it, because what shows that a log is not whole must not be lost with it. Not here: their
contents (``checkpoint``, ``keys``, ``slip``).
"""

from pathlib import Path

CHECKPOINT = ".checkpoint"
KEY = ".key"
KNOWN = ".keys"
SLIPS = ".slips"
FILES = ".files"


def beside(log: Path) -> Path:
    """Where the checkpoint of a log lies."""
    return log.with_name(log.name + CHECKPOINT)


def key_of(log: Path) -> Path:
    """Where the private key lies that signs the heads of a log by themselves."""
    return log.with_name(log.name + KEY)


def known_keys_of(log: Path) -> Path:
    """Where the verifier keys are listed by which the slips of a log are checked."""
    return log.with_name(log.name + KNOWN)


def slips_of(log: Path) -> Path:
    """The folder with the signed results of the matches of a log."""
    return log.with_name(log.name + SLIPS)


def files_of(log: Path) -> Path:
    """The folder with the files that a log names by their SHA-256, each called by it."""
    return log.with_name(log.name + FILES)
