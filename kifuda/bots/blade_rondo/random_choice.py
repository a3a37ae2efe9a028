"""Random answer to the one choice of Blade Rondo with too many options to list: seven swords of fifteen.

Not here: choosing by rating (``plans``).
"""

from engine.games.blade_rondo.setup import KEEP
from engine.kernel.game import Game
from events.model.kinds import AnyAct, Chose
from kifuda.bots.dice import Dice


def random_keep(game: Game, dice: Dice) -> AnyAct | None:
    """One of the 6,435 ways to keep seven, all equally likely; None for another ask."""
    ask = game.ask
    if ask is None or ask.about != "keep":
        return None
    return Chose(ask.seat, "keep", tuple(dice.mixed(game.table.at(f"dealt.{ask.seat}"))[:KEEP]))
