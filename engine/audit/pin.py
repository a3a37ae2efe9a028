"""What a match was judged by: digests of the clauses, the cards and the code that decides it.

Not here: judging (``adjudicate``).
"""

import hashlib
from functools import cache
from pathlib import Path

from engine.games.installed import folder
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
    their names.

    A new game, or a text that is worded better, leaves it as it is.
    """
    whole = hashlib.sha256()
    for name, path in deciding_files(game, root).items():
        whole.update(name.encode() + b"\x00")
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def deciding_files(game: str, root: Path = ENGINE) -> dict[str, Path]:
    """Return name → path of the code that decides matches of ``game``, sorted by name.

    The names of the shared code are its paths below ``root``; those of the game's own begin with ``games/``
    and its id, wherever its package lies.
    """
    own = folder(game) if root == ENGINE else root / "games" / _module(game)
    shared = {path.relative_to(root).as_posix(): path for glob in DECIDING for path in root.glob(glob)}
    rules = {f"games/{_module(game)}/{path.relative_to(own).as_posix()}": path for path in own.rglob("*.py")}
    return dict(sorted((shared | rules).items()))


def _module(game: str) -> str:
    return game.replace("-", "_")
