"""The scorekeepers' desk: the one writer of the log, for everybody who records on the pages of this server.

Not here: what is written (``engine.record.live_recording``), and who may (``app``).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

import streamlit as st

from events.log.contract import Pending, Receipt
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Derived
from events.seal.paths import key_of

Clock = Callable[[], int]


class Desk:
    """The log at ``path``, held for writing by this process; signed at the end of each match where its key
    lies beside it. Safe to share between threads: one act after the other.

    Raises ``events.log.contract.LogError``, ``events.seal.SealError``.
    """

    def __init__(self, path: Path) -> None:
        self._lock = RLock()
        self._path = path
        self._log = _opened(path)

    def append(
        self, match: str, events: Sequence[Pending], *, expected: int, command: str, at: int
    ) -> Receipt:
        """As ``events.log.contract.Log.append``."""
        with self.held() as log:
            return log.append(match, events, expected=expected, command=command, at=at)

    def history(self, match: str) -> list[Derived]:
        """As ``events.log.contract.Log.history``."""
        with self.held() as log:
            return log.history(match)

    def count(self, match: str) -> int:
        """As ``events.log.contract.Log.count``."""
        with self.held() as log:
            return log.count(match)

    @property
    def signs(self) -> bool:
        """Whether the key of the log lies beside it."""
        return key_of(self._path).exists()

    def sign(self, match: str, at: int) -> None:
        """Make the slip of a finished match and sign it for the keeper of the log; players and judges
        countersign it. ``at`` in microseconds. Raises ``events.seal.SealError``."""
        from events.seal import keys
        from events.seal.slip_signing import sign

        key = keys.read(key_of(self._path))
        with self.held() as log:
            sign(log, self._path, match, key, keeper=key, at=at // 1_000_000)

    @contextmanager
    def held(self) -> Iterator[SqliteLog]:
        """The log itself, for what takes more than one act; nobody else writes meanwhile."""
        with self._lock:
            yield self._log


def _opened(path: Path) -> SqliteLog:
    key = key_of(path)
    if not key.exists():
        return SqliteLog(path, writing=True)
    # Keys load much that a log without one has no use for.
    from events.seal import keys
    from events.seal.sealed_log import SealedLog

    return SealedLog(path, keys.read(key))


@st.cache_resource(show_spinner=False)
def desk(path: str) -> Desk:
    """The desk of a log; there is one for all sessions."""
    return Desk(Path(path))
