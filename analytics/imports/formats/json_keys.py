"""Keys that stand twice in one object of a JSON file: which of both values is meant, the file does not say.

JSON leaves it to its readers what becomes of them (RFC 8259, 4), and most take the last one without a word.
Not here: reading JSON (``rows``).
"""

import json
import re
from typing import NamedTuple

TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]')
"""A text, or a sign between values; numbers and words are passed over."""


class Twice(NamedTuple):
    """A key and the bytes at which it stands first and again."""

    key: str
    first: int
    again: int


def key_twice(data: bytes) -> Twice | None:
    """The first key that an object has a second time; None if there is none. ``data`` is valid JSON."""
    try:
        json.loads(data, object_pairs_hook=_checked, parse_int=str, parse_float=str)
    except (_Found, RecursionError):
        return _find(data)
    return None


class _Found(Exception):
    pass


def _checked(pairs: list[tuple[str, object]]) -> None:
    """Keep nothing of an object that has every key once."""
    if len(dict(pairs)) < len(pairs):
        raise _Found


def _find(data: bytes) -> Twice | None:
    """Walk the file token by token, which takes ten times as long: only for a file that has such a key, or
    that is too deep for the other way."""
    open_objects: list[dict[str, int] | None] = []  # None for a list
    at_key = False
    for token in TOKEN.finditer(data):
        sign = token[0]
        if sign in (b"{", b"["):
            open_objects.append({} if sign == b"{" else None)
        elif sign in (b"}", b"]"):
            open_objects.pop()
        elif at_key and open_objects and (keys := open_objects[-1]) is not None and sign != b",":
            key = json.loads(sign)
            if key in keys:
                return Twice(key, keys[key], token.start())
            keys[key] = token.start()
        at_key = sign in (b"{", b",")
    return None
