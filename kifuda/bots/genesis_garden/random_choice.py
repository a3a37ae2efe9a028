"""Random passes in Genesis Garden: uniformly random acts would rearrange a field almost without end.

Not here: arranging a field by its worth (``heuristic``).
"""

from engine.kernel.game import Game
from events.model.kinds import AnyAct, Passed
from kifuda.bots.dice import Dice

ENOUGH = 3
"""The field stays as it is once in this many times; otherwise all changes are equally likely."""


def occasional_pass(game: Game, dice: Dice) -> AnyAct | None:
    """A pass once in ``ENOUGH`` times, else None: there are dozens of changes and only one pass."""
    ask = game.ask
    if ask is None or ask.about != "union" or dice.below(ENOUGH):
        return None
    return Passed(ask.seat, "pass")
