"""Provable shuffles: an order that follows from secrets which every party had committed to before.

Pure functions over bytes, described step by step in ``docs/shuffles.md`` for whoever checks a match without
this program. Not here: where secrets come from (the engine knows no chance), nor what a record says of
them (``vouch``).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence

ALGORITHM = "hmac-sha256-fisher-yates/v1"
"""The name under which an event says that its order was made this way."""
DECLARED, SIMULATED = PLAIN = ("declared", "simulated")
"""What stands there where nothing is to be proven: somebody says so, or bots play."""
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
    """The 32 bytes that fix shuffle ``number``: over the secrets of all parties, in the order of the parties.

    Raises ``ValueError`` for a secret of a wrong length.
    """
    parts = [part for party, secret in secrets for part in (party, _whole(secret))]
    return hmac.digest(f"{ALGORITHM}/seed".encode(), _fields("seed", match, str(number), *parts), "sha256")


def shuffled(cards: Iterable[str], key: bytes) -> tuple[str, ...]:
    """``cards`` (instances or faces) in the order that ``key`` fixes, whatever order they are given in.

    They start sorted by code points, which is the same for everybody; then Fisher and Yates, from the last
    card down.
    """
    order, words = sorted(cards), _words(key)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _below(limit: int, words: Iterator[int]) -> int:
    """A number from 0 to ``limit - 1``, each as likely as any other: words beyond the last whole multiple of
    ``limit`` are passed over."""
    fair = _WORDS - _WORDS % limit
    return next(word for word in words if word < fair) % limit


def _words(key: bytes) -> Iterator[int]:
    """Numbers of 64 bits, without end: HMAC-SHA256 of a counter, four to a block."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(_WORD_BYTES, "big"), "sha256")
        for at in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[at : at + _WORD_BYTES], "big")
        counter += 1


def _fields(purpose: str, *fields: str | bytes) -> bytes:
    """The purpose and the fields as bytes that no other purpose or fields have: each after its length."""
    whole = bytearray()
    for field in (f"{ALGORITHM}/{purpose}", *fields):
        data = field.encode() if isinstance(field, str) else field
        whole += len(data).to_bytes(4, "big") + data
    return bytes(whole)


def _whole(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret
