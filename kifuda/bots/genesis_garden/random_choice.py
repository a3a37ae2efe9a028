"""The one question of Genesis Garden that chance would never be done with: rearranging a field.

Not here: doing it with a purpose (``heuristic``).
"""

from engine.kernel.game import Game
from events.model.kinds import AnyAct, Passed
from kifuda.bots.dice import Dice

ENOUGH = 3
"""One in so many times the field stays as it is; else any change is as likely as any other."""


def occasional_pass(game: Game, dice: Dice) -> AnyAct | None:
    """To leave the field as it is, now and then: there are dozens of changes, and only one way to stop."""
    ask = game.ask
    if ask is None or ask.about != "union" or dice.below(ENOUGH):
        return None
    return Passed(ask.seat, "pass")
