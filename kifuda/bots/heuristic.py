"""Base class of the heuristic players: they answer each ask by its subject.

Not here: the answers (the folder of each game).
"""

from collections.abc import Callable, Mapping
from typing import ClassVar

from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import Refused, check, options
from events.model.kinds import AnyAct, Passed
from kifuda.bots.dice import Dice

Answer = Callable[[Game, Ask], AnyAct]


class HeuristicPlayer:
    """Plays one game. ``answers``: ``Ask.about`` → function that answers; other asks get the first option.
    ``plan`` is what its deck is drafted for."""

    answers: ClassVar[Mapping[str, Answer]]

    def __init__(self, plan: str) -> None:
        self.plan = plan

    def choose(self, game: Game, dice: Dice) -> AnyAct:
        ask = game.ask
        assert ask is not None
        return self.answers.get(ask.about, _first)(game, ask)


def _first(game: Game, ask: Ask) -> AnyAct:
    return next(options(game))


def pass_(game: Game, ask: Ask) -> AnyAct:
    """Pass."""
    return Passed(ask.seat, "pass")


def is_allowed(game: Game, act: AnyAct) -> bool:
    """Whether the rules take the act as an answer to the open ask."""
    try:
        check(game, act)
    except Refused:
        return False
    return True
