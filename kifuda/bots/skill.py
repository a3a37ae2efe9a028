"""What the bots know of one game.

Not here: the bots by name (``roster``), how they play (the folder of each game).
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.kernel.game import Game
from events.model.kinds import AnyAct
from kifuda.bots.dice import Dice
from kifuda.bots.player import Player, Wide

DRAFT = "draft"
"""The default plan: the cards with the highest ratings."""


def no_wide_choice(game: Game, dice: Dice) -> None:
    """No random answer: for a game whose choices can all be listed."""
    return None


@dataclass(frozen=True, slots=True)
class Skill:
    """A game's choices with too many options to list, its heuristic player and plans, the usual one first,
    and the act of the table when the time of a match is over (None without a time limit). ``together``: the
    players play with each other, not against."""

    wide: Wide
    heuristic: Callable[[str], Player]
    plans: tuple[str, ...]
    overtime: AnyAct | None = None
    together: bool = False
