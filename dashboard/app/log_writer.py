"""The one writer of the log, shared by everybody who records or imports on this server.

Not here: what is written (``engine.record.live_recording``), and who may write (``access``).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

import streamlit as st

from events.log.contract import Pending, Receipt
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Derived
from events.seal.paths import key_of


class LogWriter:
    """The log at ``path``, opened for writing by this process. If its key file lies beside it, each finished
    match is signed. Thread-safe: one act at a time.

    Raises ``events.log.contract.LogError``, ``events.seal.SealError``.
    """

    def __init__(self, path: Path) -> None:
        self._lock = RLock()
        self._path = path
        self._log = _open(path)

    def append(
        self, match: str, events: Sequence[Pending], *, expected: int, command: str, at: int
    ) -> Receipt:
        """As ``events.log.contract.Log.append``."""
        with self.locked() as log:
            return log.append(match, events, expected=expected, command=command, at=at)

    def history(self, match: str) -> list[Derived]:
        """As ``events.log.contract.Log.history``."""
        with self.locked() as log:
            return log.history(match)

    def count(self, match: str) -> int:
        """As ``events.log.contract.Log.count``."""
        with self.locked() as log:
            return log.count(match)

    @property
    def signs(self) -> bool:
        """Whether the key of the log lies beside it."""
        return key_of(self._path).exists()

    def sign(self, match: str, at: int) -> None:
        """Make the result slip of a finished match and sign it with the key of the log; players and judges
        countersign it. ``at`` in microseconds since 1970. Raises ``events.seal.SealError``."""
        from events.seal import keys
        from events.seal.slip_signing import sign

        key = keys.read(key_of(self._path))
        with self.locked() as log:
            sign(log, self._path, match, key, keeper=key, at=at // 1_000_000)

    @contextmanager
    def locked(self) -> Iterator[SqliteLog]:
        """The log itself, for several acts in a row; nobody else writes meanwhile."""
        with self._lock:
            yield self._log


def _open(path: Path) -> SqliteLog:
    key = key_of(path)
    if not key.exists():
        return SqliteLog(path, writing=True)
    # Imported here: a log without a key does not need the cryptography modules.
    from events.seal import keys
    from events.seal.sealed_log import SealedLog

    return SealedLog(path, keys.read(key))


@st.cache_resource(show_spinner=False)
def log_writer(path: str) -> LogWriter:
    """The writer of the log at ``path``, one for all sessions."""
    return LogWriter(Path(path))
