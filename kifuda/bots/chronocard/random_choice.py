"""The one choice of ChronoCard TCG that chance would put off for ever: to attack.

Not here: attacking with a purpose (``heuristic``).
"""

from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.kinds import AnyAct
from kifuda.bots.dice import Dice

OFTEN = 3
"""One in so many acts of a main phase is a charm, if there is one; else any act is as likely as any other."""


def occasional_charm(game: Game, dice: Dice) -> AnyAct | None:
    """Any charm, now and then: whoever Checks characters for EP as gladly has none left to attack with."""
    ask = game.ask
    if ask is None or ask.about != "main" or dice.below(OFTEN):
        return None
    charms = [act for act in options(game) if act.verb == "charm"]
    return dice.pick(charms) if charms else None
