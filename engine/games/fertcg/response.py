"""The end of a declared step: units without chips leave, then the other player may use surprise cards
outside fights (FE-OP-26).

Not here: the turn player, who may use one instead of a step (``turn``, ``invasion``).
"""

from engine.effect.context import opponent
from engine.games.fertcg.leaving import withdraw
from engine.games.fertcg.surprise import play
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.kinds import Passed


def respond(game: Game, seat: str) -> Procedure:
    """Units without chips leave first (FE-base-6-3); then the opponent of ``seat`` is asked, one card after
    another, while there is a card in hand."""
    yield from withdraw(game)
    other = opponent(game, seat)
    while game.settings["surprises_between"] and game.table.at(f"hand.{other}"):
        act = yield Ask(other, ("play", "pass"), about="window", clause="FE-OP-26", omissible="silent")
        if type(act) is Passed:
            return
        with game.because(game.last):
            yield from play(game, act, None)
