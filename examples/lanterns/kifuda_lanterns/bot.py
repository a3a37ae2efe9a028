"""A player of Lanterns with a head.

Not here: chance, which plays where no bot is named (``kifuda.bots``).
"""

from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.kinds import AnyAct
from kifuda.bots.dice import Dice
from kifuda.bots.skill import Skill, no_wide_choice
from kifuda_lanterns.board import SEATS, light

PLANS = ("steady",)
WORTH_BLOWING = 4
"""From this light on, a wind takes more than a lantern gives."""


class LanternsPlayer:
    """Blows where it takes more than a lantern gives, and wards off what takes as much."""

    def __init__(self, plan: str) -> None:
        self.plan = plan

    def choose(self, game: Game, dice: Dice) -> AnyAct:
        """A legal act of the seat that is asked."""
        return max(options(game), key=lambda act: self._worth(game, act))

    def _worth(self, game: Game, act: AnyAct) -> int:
        card = game.card(act.cards[0]) if act.cards else None
        if card is None:
            return 1
        if card.kind == "lantern":
            return 2
        against = light(game, act.seat if act.verb == "ward" else _other(act.seat))
        return 3 if against >= WORTH_BLOWING else 0


def _other(seat: str) -> str:
    return next(each for each in SEATS if each != seat)


SKILL = Skill(no_wide_choice, LanternsPlayer, PLANS)
