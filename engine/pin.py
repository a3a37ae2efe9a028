"""What a match was judged by: digests of the clauses, the cards and the engine.

Not here: comparing them (``adjudicate``).
"""

import hashlib
from functools import cache
from pathlib import Path

from engine.clause import digest
from engine.once import once
from engine.ruleset import Ruleset

PINNED = (".py", ".toml")


def pin(rules: Ruleset, cards: str) -> dict[str, str]:
    """SHA-256 (hex) of the clauses, of the card set ``cards`` and of the engine.

    Raises ``KeyError`` for a card set that the ruleset does not have.
    """
    return {
        "clauses": _clauses(rules),
        "cards": rules.sets[cards].sha256,
        "engine": engine_digest(),
    }


@once
def _clauses(rules: Ruleset) -> str:
    return digest(dict(rules.clauses))


@cache
def engine_digest() -> str:
    """SHA-256 (hex) over the code and data of this package, file by file in the order of their paths."""
    root = Path(__file__).parent
    whole = hashlib.sha256()
    paths = (path for path in root.rglob("*") if path.suffix in PINNED and path.is_file())
    for path in sorted(paths, key=lambda path: path.relative_to(root).as_posix()):
        whole.update(path.relative_to(root).as_posix().encode() + b"\x00")
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()
