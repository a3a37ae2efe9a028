"""Digests of the code by which facts, grades and derived data are computed.

When that code changes, its digest changes, and the data is computed again. Not here: the digests that a match
pins (those are of the rules).
"""

import hashlib
import os
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
JUDGING = ("events", "engine", "analytics/store/judgement.py", "analytics/facts/extract/walk.py")
"""Folders and files of the code that grades a match and finds opportunities to answer."""
SOURCES = (*JUDGING, "analytics/facts", "analytics/imports", "analytics/archetypes/label.py")
"""Folders and files of the code that computes rows: reading, judging and relating events."""
ENDINGS = (".py", ".toml")


def code_digest() -> str:
    """SHA-256 (hex) of the code that computes rows."""
    return digest_of(SOURCES)


def judging_digest() -> str:
    """SHA-256 (hex) of the code that computes grades."""
    return digest_of(JUDGING)


def digest_of(sources: tuple[str, ...], *inputs: str) -> str:
    """SHA-256 (hex) over the names and contents of the files and folders ``sources``, relative to the root of
    the project, and over ``inputs``: digests of other inputs."""
    digest = _digest(sources).copy()
    digest.update("".join(f"{value}\n" for value in inputs).encode())
    return digest.hexdigest()


@cache
def _digest(sources: tuple[str, ...]) -> "hashlib._Hash":
    """The hash over the names and contents of all sources, in order; common prefixes of lists are cached."""
    if not sources:
        return hashlib.sha256()
    *before, source = sources
    digest = _digest(tuple(before)).copy()
    top = str(ROOT / source)
    below = (f"{folder}/{name}" for folder, _, names in os.walk(top) for name in names)
    for path in sorted(path for path in below if path.endswith(ENDINGS)) or [top]:
        with open(path, "rb", buffering=0) as file:
            content = file.read()
        digest.update(f"{path[len(str(ROOT)) + 1 :]} {len(content)}\n".encode())
        digest.update(content)
    return digest
