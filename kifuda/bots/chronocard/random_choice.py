"""Random attacks in ChronoCard TCG: uniformly random acts Check nearly all characters, and none can attack.

Not here: attacks that are evaluated (``heuristic``).
"""

from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.kinds import AnyAct
from kifuda.bots.dice import Dice

OFTEN = 3
"""One act in this many in a main phase is a charm, if one is legal; otherwise all acts are equally likely."""


def occasional_charm(game: Game, dice: Dice) -> AnyAct | None:
    """A random charm once in ``OFTEN`` acts, else None."""
    ask = game.ask
    if ask is None or ask.about != "main" or dice.below(OFTEN):
        return None
    charms = [act for act in options(game) if act.verb == "charm"]
    return dice.pick(charms) if charms else None
