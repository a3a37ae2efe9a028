"""The key with which the owner of a log signs it, given or beside the log; logs that sign their own heads.

Not here: what is signed (``events.seal``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from events.log.sqlite_log import SqliteLog
from events.seal.paths import checkpoint_of, key_of
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.output import console

if TYPE_CHECKING:
    from events.seal.note import SignerKey

KeyFile = Annotated[Path | None, typer.Option("--key", envvar="KIFUDA_KEY", metavar="FILE")]
"""The private key of the log; by default the one beside it."""


def find_key(log: Path, named: Path | None) -> SignerKey | None:
    """The key in the file ``named``, else in the file beside the log, else None.

    Raises ``events.seal.SealError`` for a file that is no key or that others can read.
    """
    path = named or key_of(log)
    if named is None and not lexists(path):  # a link that leads nowhere is a broken key, not none
        return None
    # Importing keys is slow, and a log without a key does not need them.
    from events.seal import keys

    return keys.read(path)


def require_key(log: Path, named: Path | None) -> SignerKey:
    """As ``find_key``. Raises ``Misuse`` where there is none."""
    key = find_key(log, named)
    if key is None:
        raise Misuse("no-log-key", log=log, path=key_of(log))
    return key


@contextmanager
def recording(log: Path, named: Path | None = None) -> Iterator[SqliteLog]:
    """The log, opened for writing; with a key it signs its head at the end of each match or batch."""
    key = find_key(log, named)
    with SqliteLog(log, writing=True) if key is None else _open_sealed_log(log, key) as opened:
        if opened.left_open is not None:
            console(stderr=True).print(say("log.left-open", path=log, holder=opened.left_open))
        if key is None and checkpoint_of(log).exists():
            console(stderr=True).print(say("log.goes-on-unsigned", path=log, key=key_of(log)))
        yield opened


def _open_sealed_log(log: Path, key: SignerKey) -> SqliteLog:
    from events.seal.sealed_log import SealedLog

    return SealedLog(log, key)
