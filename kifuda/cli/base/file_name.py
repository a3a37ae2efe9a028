"""The name of a file that a command makes for a match.

Not here: where it lies.
"""

import os
from collections.abc import Container
from hashlib import sha256

LONGEST_NAME = 200
"""Bytes of a file name without its ending."""


def file_name(match: str, taken: Container[str] = ()) -> str:
    """A file name for a match: its id where a folder takes it as it is, otherwise told apart by a digest."""
    name = match.replace(os.sep, "_")
    if len(name.encode()) > LONGEST_NAME or name in taken:
        short = name.encode()[:LONGEST_NAME].decode(errors="ignore")
        name = f"{short}~{sha256(match.encode()).hexdigest()[:16]}"
    return name
