"""Remembers the latest of what was found, and forgets what nobody asked for since.

Not here: what is remembered of a store (``reader.cached_per_projection``).
"""

from typing import TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")


def remember(recent: dict[Key, Found], key: Key, found: Found, *, most: int) -> Found:
    """Note this as the latest, and leave ``most`` of them; returns it."""
    recent.pop(key, None)
    recent[key] = found
    while len(recent) > most:
        recent.pop(next(iter(recent)), None)
    return found
