"""The bots by name, for every game that they can play.

Not here: how they play (the folder of each game).
"""

from difflib import get_close_matches

from engine.games.installed import reference
from engine.kernel.ruleset import Ruleset
from kifuda.bots.player import Player, RandomPlayer
from kifuda.bots.skill import DRAFT, Skill, no_wide_choice

RANDOM, HEURISTIC = "random", "heuristic"
BOTS = (HEURISTIC, RANDOM)
"""Names of all bots."""


class CannotPlay(LookupError):
    """An unknown bot, plan, card set or setting was asked for; the message lists the known ones."""


def skill_of(game: str) -> Skill | None:
    """What the bots know of this game; None where it is played at random."""
    found: Skill | None = reference(game, "bots")
    return found


def plans_of(game: str) -> tuple[str, ...]:
    """The plans that decks of this game are drafted for."""
    skill = skill_of(game)
    return skill.plans if skill else (DRAFT,)


def bots_of(game: str) -> tuple[str, ...]:
    """The names of the bots that play this game."""
    return BOTS if skill_of(game) else (RANDOM,)


def usual_players(rules: Ruleset) -> tuple[str, ...]:
    """The bots that play a match where nobody says which: a heuristic player against random ones, or
    heuristic ones together."""
    skill = skill_of(rules.game)
    first = HEURISTIC if skill else RANDOM
    others = first if skill and skill.together else RANDOM
    return (first, *(others for _ in rules.seats[1:]))


def usual_plans(rules: Ruleset) -> tuple[str, ...]:
    """Their plans where nobody says which: for each the usual one."""
    return (plans_of(rules.game)[0],) * len(rules.seats)


def bot(rules: Ruleset, name: str, plan: str = "") -> Player:
    """A new player; ``plan`` is the usual one if it is ``""``. Raises ``CannotPlay`` for a name or a plan
    that this game does not have."""
    plan = plan or plans_of(rules.game)[0]
    skill = skill_of(rules.game)
    require_known(f"bot of {rules.game}", name, bots_of(rules.game))
    require_known(f"plan of {rules.game}", plan, plans_of(rules.game))
    if name == RANDOM or skill is None:
        return RandomPlayer(skill.wide if skill else no_wide_choice)
    return skill.heuristic(plan)


def require_known(what: str, name: str, names: tuple[str, ...]) -> None:
    """Raise ``CannotPlay`` unless ``name`` is one of ``names``."""
    if name not in names:
        near = get_close_matches(name, names, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise CannotPlay(f"unknown {what}: {name!r}{hint}; accepted are {', '.join(names)}")
