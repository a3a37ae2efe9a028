"""What a match was judged by: digests of the clauses, the cards and the code that decides it.

Not here: judging (``adjudicate``).
"""

import hashlib
from functools import cache
from pathlib import Path

from engine.kernel.clause import digest
from engine.kernel.identity_cache import cached_by_identity
from engine.kernel.ruleset import Ruleset
from events.model.kinds import Opened

ENGINE = Path(__file__).parents[1]
DECIDING = ("kernel/**/*.py", "common/**/*.py", "effect/**/*.py")
"""Code of this package that decides how a match goes on, beside its game's own: all that the driver and the
rulesets import. Checks of card files are among it: no card set loads without them. Records, cases, audits,
proofs of shuffles and texts are not."""


def unpinned(opened: Opened, rules: Ruleset) -> tuple[str, ...]:
    """Return what of ``rules``, by the keys of ``pin``, is not what a match pins, in their order.

    What it does not pin cannot differ.
    """
    installed = pin(rules, opened.cards)
    return tuple(key for key, digest in installed.items() if opened.digests.get(key, digest) != digest)


def pin(rules: Ruleset, cards: str) -> dict[str, str]:
    """Return the SHA-256 (hex) of the clauses, of the card set ``cards`` and of the code that applies them.

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
def engine_digest(game: str, root: Path = ENGINE) -> str:
    """Return the SHA-256 (hex) over the code that decides matches of ``game``, file by file in the order of
    their paths.

    A new game, or a text that is worded better, leaves it as it is.
    """
    whole = hashlib.sha256()
    for name in deciding_files(game, root):
        whole.update(name.encode() + b"\x00")
        whole.update(hashlib.sha256((root / name).read_bytes()).digest())
    return whole.hexdigest()


def deciding_files(game: str, root: Path = ENGINE) -> list[str]:
    """Return the paths below ``root`` of the code that decides matches of ``game``, sorted."""
    own = f"games/{game.replace('-', '_')}/**/*.py"
    return sorted(
        {path.relative_to(root).as_posix() for glob in (*DECIDING, own) for path in root.glob(glob)}
    )
