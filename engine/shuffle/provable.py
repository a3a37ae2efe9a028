"""Provable shuffles: an order that follows from secrets to which every party committed before.

Pure functions over bytes, described step by step in ``docs/shuffles.md`` for whoever checks a match without
this program. Not here: where secrets come from (the engine has no randomness), and the notes of a record
(``commitments``, ``proofs``).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence

ALGORITHM = "hmac-sha256-fisher-yates/v1"
"""The name under which an event says that its order was made this way."""
DECLARED, SIMULATED = PLAIN = ("declared", "simulated")
"""What an event says instead where nothing is proven: somebody declared the order, or bots play."""
SECRET_BYTES = 32
_WORD_BYTES = 8
_WORDS = 1 << (8 * _WORD_BYTES)


def commitment(match: str, number: int, party: str, secret: bytes) -> str:
    """What ``party`` publishes before shuffle ``number`` (from 1) of ``match``: SHA-256, hex.

    It binds the party to its secret, and to this match, shuffle and party. Raises ``ValueError`` for a
    secret that is not ``SECRET_BYTES`` long: a short one could be guessed.
    """
    return hashlib.sha256(_fields("commit", match, str(number), party, _whole(secret))).hexdigest()


def seed(match: str, number: int, secrets: Sequence[tuple[str, bytes]]) -> bytes:
    """Return the 32 bytes that fix shuffle ``number``: over all secrets, in the order of the parties.

    Raises ``ValueError`` for a secret of a wrong length.
    """
    parts = [part for party, secret in secrets for part in (party, _whole(secret))]
    return hmac.digest(f"{ALGORITHM}/seed".encode(), _fields("seed", match, str(number), *parts), "sha256")


def shuffled(cards: Iterable[str], key: bytes) -> tuple[str, ...]:
    """Return ``cards`` (instances or faces) in the order that ``key`` fixes, whatever order they come in.

    They are sorted by code points first, which is the same for everybody, then shuffled by Fisher and Yates
    from the last card down.
    """
    order, words = sorted(cards), _words(key)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _below(limit: int, words: Iterator[int]) -> int:
    """Return a number from 0 to ``limit - 1``, each equally likely: words beyond the last whole multiple of
    ``limit`` are skipped."""
    fair = _WORDS - _WORDS % limit
    return next(word for word in words if word < fair) % limit


def _words(key: bytes) -> Iterator[int]:
    """Yield numbers of 64 bits without end: HMAC-SHA256 of a counter, four numbers to a block."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(_WORD_BYTES, "big"), "sha256")
        for at in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[at : at + _WORD_BYTES], "big")
        counter += 1


def _fields(purpose: str, *fields: str | bytes) -> bytes:
    """Return the purpose and the fields as unambiguous bytes: each is preceded by its length."""
    whole = bytearray()
    for field in (f"{ALGORITHM}/{purpose}", *fields):
        data = field.encode() if isinstance(field, str) else field
        whole += len(data).to_bytes(4, "big") + data
    return bytes(whole)


def _whole(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret
