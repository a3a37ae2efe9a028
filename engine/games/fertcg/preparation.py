"""The preparation second (準備セコンド): both sides alternately use what affects the fight, until both pass.

Not here: what each thing does (``ability``, ``surprise``), or what follows (``attack``).
"""

from engine.effect.context import opponent
from engine.games.fertcg.ability import apply, use
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.surprise import play
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.kinds import Act, Passed

VERBS = ("use", "apply", "play", "pass")
"""Abilities, optional effects of an equipment, and surprise cards (FE-A-P-1 to FE-A-P-5)."""


def preparation(game: Game, fight: Fight) -> Procedure:
    """The striking side first, then alternately; two passes in a row close it (FE-OP-10)."""
    seat, passes = fight.seat, 0
    if game.settings["preparation_first"] == "other_side":
        seat = opponent(game, seat)
    while passes < 2 and fight.stands(game):
        clause = "FE-A-R-7" if fight.countering else "FE-A-P-1"
        act = yield Ask(seat, VERBS, about="preparation", clause=clause, subject=fight)
        passes = passes + 1 if type(act) is Passed else 0
        if type(act) is not Passed:
            yield from _done(game, act, fight)
        seat = opponent(game, seat)


def _done(game: Game, act: Act, fight: Fight) -> Procedure:
    if act.verb == "use":
        yield from use(game, act, fight)
    elif act.verb == "apply":
        yield from apply(game, act, fight)
    else:
        with game.because(game.last):
            yield from play(game, act, fight)
