"""A log that signs its own head after each finished match and after each batch.

Not here: what is signed and how (``sealer``), and where the key comes from.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from events.log.contract import Pending, Receipt
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Ended
from events.seal.note import SignerKey
from events.seal.sealer import Sealer


class SealedLog(SqliteLog):
    """The log at ``path``, opened for writing, with ``key`` to sign its heads.

    Entries are on disk before they are signed. If signing fails then, ``append`` and ``batch`` raise what
    ``Sealer.seal`` raises; appending the same command again changes nothing and signs.
    Raises as ``SqliteLog`` and ``Sealer`` do, and makes no log for a key that may not sign it.
    """

    def __init__(self, path: str | PathLike[str], key: SignerKey) -> None:
        self._sealer = Sealer(Path(path), key)
        self._many = False
        super().__init__(path, writing=True)

    def append(
        self, match: str, events: Sequence[Pending], *, expected: int, command: str, at: int
    ) -> Receipt:
        """Append one act; sign the head if it ends a match."""
        receipt = super().append(match, events, expected=expected, command=command, at=at)
        if not self._many and any(ends_match(pending) for pending in events):
            self._sealer.seal()
        return receipt

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Commit many acts at once, then sign the head."""
        with super().batch():
            self._many = True
            try:
                yield
            finally:
                self._many = False
        self._sealer.seal()

    def close(self) -> None:
        """Close the log; closing twice is harmless."""
        self._sealer.close()
        super().close()


def ends_match(pending: Pending) -> bool:
    """Whether this event ends the match."""
    return type(pending.event) is Ended and pending.event.span == "match"
