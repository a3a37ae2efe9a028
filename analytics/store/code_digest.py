"""One digest for everything that depends on code: facts, grades, and all data derived from the facts.

When the code that something was computed by changes, its digest does, and it is computed again. Not here:
the digests that a match pins (those are of the rules, not of this code).
"""

import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
JUDGING = ("events", "engine", "analytics/store/judgement.py", "analytics/facts/extract/walk.py")
"""Folders and files that decide how a match is graded, and which opportunities to answer there were."""
SOURCES = (*JUDGING, "analytics/facts", "analytics/imports", "analytics/archetypes/label.py")
"""Folders and files that decide what a row says: how events are read, judged and tied together."""
ENDINGS = (".py", ".toml")


def code_digest() -> str:
    """SHA-256 (hex) of the code that decides what a row says."""
    return digest_of(SOURCES)


def judging_digest() -> str:
    """SHA-256 (hex) of the code that decides a grade."""
    return digest_of(JUDGING)


def digest_of(sources: tuple[str, ...], *inputs: str) -> str:
    """SHA-256 (hex) over the names and contents of the files and folders ``sources``, given from the root of
    the project, and over ``inputs``: digests of what else a result depends on."""
    digest = _digest(sources).copy()
    digest.update("".join(f"{value}\n" for value in inputs).encode())
    return digest.hexdigest()


@cache
def _digest(sources: tuple[str, ...]) -> "hashlib._Hash":
    """Over the names and contents of all sources, in order. What two lists begin with is read once."""
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
