"""A file to import, wherever it comes from.

Not here: what it holds (``formats``).
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple


class Source(NamedTuple):
    """A file: its name for messages, and its bytes."""

    name: str
    data: bytes


def digest_of(sources: Sequence[Source]) -> str:
    """One SHA-256 (hex) for files that are imported together: of the single file, or of the sorted digests of
    several."""
    digests = sorted(sha256(source.data).hexdigest() for source in sources)
    return digests[0] if len(digests) == 1 else sha256("".join(digests).encode()).hexdigest()
