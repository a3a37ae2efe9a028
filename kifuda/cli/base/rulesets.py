"""Games as they are named on the command line.

Not here: the rulesets themselves.
"""

from __future__ import annotations

from difflib import get_close_matches

from engine.games.installed import Broken, broken_game
from engine.games.registry import RULESETS, editions_of
from engine.kernel.ruleset import Ruleset
from kifuda.cli.base.language import Misuse, say


def rulesets(name: str | None) -> list[Ruleset]:
    """The editions of one game, or all that are installed. Raises ``Misuse`` for an unknown name, and
    for a game that cannot be used, with the reason."""
    if name is None:
        return list(RULESETS.values())
    game = name.partition("@")[0]
    found = [ruleset for ruleset in editions_of(game) if name in (ruleset.game, ruleset.id)]
    if not found:
        if (unusable := broken_game(game)) is not None:
            raise Misuse("broken-game", said=why_broken(unusable))
        games = [ruleset.game for ruleset in RULESETS.values()]
        near = get_close_matches(name, [*games, *RULESETS])
        raise Misuse("game", given=name, near=", ".join(near[:1]), accepted=", ".join(RULESETS))
    return found


def why_broken(found: Broken) -> str:
    """Why a game that a package registers cannot be used, or not whole."""
    facts = {"game": found.name, "package": found.package, "detail": found.detail, "part": found.part}
    return say(f"games.{found.cause}", at=found.at, **facts)


def ruleset(name: str) -> Ruleset:
    """A game by its name (its last edition) or with its edition. Raises ``Misuse``."""
    return rulesets(name)[-1]


def cards_of(rules: Ruleset, name: str | None) -> str:
    """The name of a card set of the game, by default its first. Raises ``Misuse`` for an unknown one."""
    if name is None:
        return next(iter(rules.sets))
    if name not in rules.sets:
        raise Misuse("cards", given=name, accepted=", ".join(rules.sets))
    return name


def edition(of: Ruleset | None, name: str) -> Ruleset:
    """Another edition by ``1.03`` or ``game@1.03``; a bare one of the same game. Raises ``Misuse``."""
    full = name if "@" in name or of is None else f"{of.game}@{name}"
    if full not in RULESETS:
        game = full.partition("@")[0]
        known = [id for id in RULESETS if id.startswith(f"{game}@")] or list(RULESETS)
        near = get_close_matches(full, known)
        raise Misuse("edition", given=full, near=", ".join(near[:1]), accepted=", ".join(known))
    return RULESETS[full]
