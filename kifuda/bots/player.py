"""The interface of a player, and the player that chooses at random.

Not here: playing well (the folder of each game), or who plays whom (``simulate``).
"""

from collections.abc import Callable
from typing import Protocol

from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.kinds import AnyAct
from kifuda.bots.dice import Dice


class Player(Protocol):
    """Answers the asks that are put to one seat."""

    def choose(self, game: Game, dice: Dice) -> AnyAct:
        """A legal answer to the open ask. It may read of ``game`` what the seat asked could see."""
        ...


Wide = Callable[[Game, Dice], AnyAct | None]
"""A random answer to an ask that has too many options to list; None for other asks."""


class RandomPlayer:
    """Chooses among all options with equal probability."""

    def __init__(self, wide: Wide) -> None:
        self._wide = wide

    def choose(self, game: Game, dice: Dice) -> AnyAct:
        return self._wide(game, dice) or dice.pick(list(options(game)))
