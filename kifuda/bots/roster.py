"""The bots by name, for every game that they can play.

Not here: how they play (the folder of each game).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from events.model.kinds import AnyAct, Declared
from kifuda.bots.aquarian_age.heuristic import AquarianAgePlayer
from kifuda.bots.blade_rondo.heuristic import BladeRondoPlayer
from kifuda.bots.blade_rondo.plans import PLANS
from kifuda.bots.blade_rondo.random_choice import random_keep
from kifuda.bots.chronocard.heuristic import ChronoCardPlayer
from kifuda.bots.chronocard.random_choice import occasional_charm
from kifuda.bots.dice import Dice
from kifuda.bots.fertcg.heuristic import FertcgPlayer
from kifuda.bots.genesis_garden.heuristic import GenesisGardenPlayer
from kifuda.bots.genesis_garden.random_choice import occasional_pass
from kifuda.bots.player import Player, RandomPlayer, Wide

RANDOM, HEURISTIC = "random", "heuristic"
BOTS = (HEURISTIC, RANDOM)
"""Names of all bots."""
DRAFT = "draft"
"""The default plan: the cards with the highest ratings."""


class CannotPlay(LookupError):
    """An unknown bot, plan, card set or setting was asked for; the message lists the known ones."""


def no_wide_choice(game: Game, dice: Dice) -> None:
    """No random answer: for a game whose choices can all be listed."""
    return None


@dataclass(frozen=True, slots=True)
class Skill:
    """What the bots know of one game: its choices with too many options to list, its heuristic player and
    plans, and the act of the table when the time of a match is over (None without a time limit)."""

    wide: Wide
    heuristic: Callable[[str], Player]
    plans: tuple[str, ...]
    overtime: AnyAct | None = None


SKILLS: Mapping[str, Skill] = {
    "blade-rondo": Skill(random_keep, BladeRondoPlayer, tuple(PLANS)),
    "genesis-garden": Skill(
        occasional_pass, GenesisGardenPlayer, (DRAFT, "dragons", "demons", "beasts", "undead")
    ),
    "chronocard": Skill(occasional_charm, ChronoCardPlayer, (DRAFT, "blaze", "ensemble", "mist", "newmoon")),
    "aquarian-age": Skill(no_wide_choice, AquarianAgePlayer, (DRAFT, "swift", "ward", "arcane", "empire")),
    "fertcg": Skill(
        no_wide_choice,
        FertcgPlayer,
        (DRAFT, "riders", "mages", "fortress", "league"),
        overtime=Declared(TABLE, "time-called"),
    ),
}
"""Game → skill. A game that is missing here is played at random."""


def bot(rules: Ruleset, name: str, plan: str = DRAFT) -> Player:
    """A new player. Raises ``CannotPlay`` for a name or a plan that this game does not have."""
    skill = SKILLS.get(rules.game)
    require_known(f"bot of {rules.game}", name, BOTS if skill else (RANDOM,))
    require_known(f"plan of {rules.game}", plan, skill.plans if skill else (DRAFT,))
    if name == RANDOM or skill is None:
        return RandomPlayer(skill.wide if skill else no_wide_choice)
    return skill.heuristic(plan)


def require_known(what: str, name: str, names: tuple[str, ...]) -> None:
    """Raise ``CannotPlay`` unless ``name`` is one of ``names``."""
    if name not in names:
        near = get_close_matches(name, names, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise CannotPlay(f"unknown {what}: {name!r}{hint}; accepted are {', '.join(names)}")
