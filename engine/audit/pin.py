"""What a match was judged by: digests of the clauses, the cards and the engine.

Not here: comparing them (``adjudicate``).
"""

import hashlib
from functools import cache
from pathlib import Path

from engine.kernel.clause import digest
from engine.kernel.identity_cache import cached_by_identity
from engine.kernel.ruleset import Ruleset

DECIDING = ("kernel/**/*.py", "common/**/*.py", "effect/**/*.py")
"""What of this package decides how a match goes on, beside its game. Words, notation and cases do not."""


def pin(rules: Ruleset, cards: str) -> dict[str, str]:
    """SHA-256 (hex) of the clauses, of the card set ``cards`` and of the code that applies them.

    Raises ``KeyError`` for a card set that the ruleset does not have.
    """
    return {
        "clauses": _clauses(rules),
        "cards": rules.sets[cards].sha256,
        "engine": engine_digest(rules.game),
    }


@cached_by_identity
def _clauses(rules: Ruleset) -> str:
    return digest(dict(rules.clauses))


@cache
def engine_digest(game: str, root: Path = Path(__file__).parents[1]) -> str:
    """SHA-256 (hex) over the code that decides matches of ``game``, file by file in the order of their paths.

    Another game may come, or a text be worded better, without a record seeming to be judged by other rules.
    """
    own = f"games/{game.replace('-', '_')}/**/*.py"
    names = sorted(
        {path.relative_to(root).as_posix() for glob in (*DECIDING, own) for path in root.glob(glob)}
    )
    whole = hashlib.sha256()
    for name in names:
        whole.update(name.encode() + b"\x00")
        whole.update(hashlib.sha256((root / name).read_bytes()).digest())
    return whole.hexdigest()
