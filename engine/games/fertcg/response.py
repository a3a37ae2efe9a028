"""Surprise cards outside fights: after each declared step the other player may use one (FE-OP-26).

Not here: the turn player, who may use one instead of a step (``turn``, ``invasion``).
"""

from engine.effect.context import opponent
from engine.games.fertcg.surprise import play
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.kinds import Passed


def respond(game: Game, seat: str) -> Procedure:
    """The opponent of ``seat`` is asked, one card after another, while there is a card in hand."""
    other = opponent(game, seat)
    while game.settings["surprises_between"] and game.table.at(f"hand.{other}"):
        act = yield Ask(other, ("play", "pass"), about="window", clause="FE-OP-26", omissible="silent")
        if type(act) is Passed:
            return
        with game.because(game.last):
            yield from play(game, act, None)
