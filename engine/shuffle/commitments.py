"""The two notes that prove a shuffle: a party's commitment before it, and its secret after play.

``Noted`` with the topic ``commit`` or ``reveal``, ``by`` the party; the text is the number of the shuffle and
32 bytes in hex. Not here: whether they fit each other (``proofs``), nor how a record spells them
(``notation.line.shuffle_proof``).
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from engine.kernel.ask import TABLE
from engine.shuffle.provable import SECRET_BYTES, commitment
from events.model.kinds import Noted

COMMIT, REVEAL = "commit", "reveal"
_TEXT = re.compile(rf"([1-9][0-9]{{0,5}}) ([0-9a-f]{{{2 * SECRET_BYTES}}})")


class Statement(NamedTuple):
    """A commitment or a secret of ``party``: shuffle ``number`` (from 1, without retracted ones),
    ``data``."""

    number: int
    party: str
    data: bytes


def read(note: Noted) -> Statement | None:
    """Return what the note states; None if it is not written as ``commit`` and ``reveal`` write it."""
    found = _TEXT.fullmatch(note.text)
    return Statement(int(found[1]), note.by, bytes.fromhex(found[2])) if found else None


def commit(match: str, number: int, party: str, secret: bytes) -> Noted:
    """Return the note by which ``party`` commits to ``secret``. Raises ``ValueError`` for a wrong length."""
    return Noted(COMMIT, f"{number} {commitment(match, number, party, secret)}", by=party)


def reveal(number: int, party: str, secret: bytes) -> Noted:
    """Return the note by which ``party`` reveals its secret."""
    return Noted(REVEAL, f"{number} {secret.hex()}", by=party)


def parties(seats: Iterable[str]) -> tuple[str, ...]:
    """Return who has to commit, in the order in which their secrets are joined: the table, then the seats by
    name."""
    return (TABLE, *sorted(seats))
