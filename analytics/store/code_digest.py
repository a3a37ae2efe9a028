"""Digests of the code by which facts, grades and derived data are computed.

When that code changes, its digest changes, and the data is computed again. Not here: the digests that a match
pins (those are of the rules).
"""

import hashlib
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
    files = (path for path in (ROOT / source).rglob("*") if path.suffix in ENDINGS)
    for path in sorted(files) or [ROOT / source]:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest
