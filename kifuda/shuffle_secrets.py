"""Secrets for provable shuffles: random bytes of the system, in files that only their owner can read.

Not here: the order that follows from secrets (``engine.shuffle.provable``).
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from pathlib import Path
from typing import NamedTuple

import msgspec
import tomli

from engine.shuffle.commitments import commit, reveal
from engine.shuffle.provable import SECRET_BYTES
from events.model.kinds import Noted

MODE = 0o600
LARGEST_BYTES = 4096
_PARTY = re.compile(r"[A-Za-z][A-Za-z0-9]{0,15}")
_HEX = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")
NUMBER_MOST = 999_999


class SecretError(Exception):
    """A secret file that cannot be used: ``key`` of the message, ``path`` of the file, ``why`` it is."""

    def __init__(self, key: str, path: Path, why: str = "") -> None:
        super().__init__(f"{path}: {key} {why}")
        self.key, self.path, self.why = key, path, why


class Secret(NamedTuple):
    """The secret of a party for one shuffle of one match, not published until the match is over."""

    match: str
    number: int
    party: str
    data: bytes

    @property
    def commitment(self) -> Noted:
        """The note that the party publishes before the shuffle."""
        return commit(self.match, self.number, self.party, self.data)

    @property
    def opening(self) -> Noted:
        """The note that the party publishes after the match."""
        return reveal(self.number, self.party, self.data)


def draw(match: str, number: int, party: str) -> Secret:
    """A new secret."""
    return Secret(match, number, party, secrets.token_bytes(SECRET_BYTES))


def write(path: Path, secret: Secret) -> None:
    """Write a secret, synced when this returns. Raises ``SecretError`` if the file exists, ``OSError``."""
    lines = (
        "# A secret for a shuffle. Whoever deals gets it before the shuffle, everybody else after the match.",
        f"match = {msgspec.json.encode(secret.match).decode()}",
        f"shuffle = {secret.number}",
        f'party = "{secret.party}"',
        f'secret = "{secret.data.hex()}"',
    )
    try:
        write_private(path, "\n".join(lines) + "\n")
    except FileExistsError as error:
        raise SecretError("secret-exists", path) from error


def write_private(path: Path, text: str) -> None:
    """Write a new file that only its owner can read, synced when this returns; remove it after an error.

    Raises ``OSError``, including ``FileExistsError``: nothing is overwritten.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE)
    try:
        with os.fdopen(file, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def read(path: Path) -> Secret:
    """The secret in a file. Raises ``SecretError``, ``OSError``."""
    with path.open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if mode & 0o077:
            raise SecretError("secret-exposed", path, f"{stat.S_IMODE(mode):04o}")
        data = file.read(LARGEST_BYTES + 1)
    try:
        found = tomli.loads(data.decode())
    except ValueError as error:
        raise SecretError("no-secret", path, "match, shuffle, party, secret") from error
    match found:
        case {
            "match": str(match),
            "shuffle": number,
            "party": str(party),
            "secret": str(digits),
            **rest,
        }:
            if (
                type(number) is int  # ``True`` is an ``int`` in Python
                and match
                and 1 <= number <= NUMBER_MOST
                and is_party(party)
                and _HEX.fullmatch(digits)
                and not rest
            ):
                return Secret(match, number, party, bytes.fromhex(digits))
    raise SecretError("no-secret", path, "match, shuffle, party, secret")


def is_party(name: str) -> bool:
    """Whether this is a valid name of a party: a seat or the table."""
    return _PARTY.fullmatch(name) is not None
