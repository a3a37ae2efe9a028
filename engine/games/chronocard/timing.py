"""The timing at which both players may use events and A.Skills alternately: in the charm phase, and after the
draw.

Not here: the chain that each declaration opens (``chain``).
"""

from engine.effect.context import opponent
from engine.games.chronocard.chain import declared, run_chain
from engine.games.chronocard.ep import generate
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.kinds import Passed


def with_ep(game: Game, *verbs: str) -> tuple[str, ...]:
    """The acts, including EP generation where the setting allows it (CC-OP-8)."""
    return ("ep", *verbs) if game.settings["ep_windows"] == "wide" else verbs


def alternate(game: Game, turn_player: str, *, clause: str) -> Procedure:
    """The turn player first, until both pass in a row (CC-OP-17)."""
    first = game.settings["effect_timing_first"] == "turn_player"
    seat, passes = turn_player if first else opponent(game, turn_player), 0
    while passes < len(game.rules.seats):
        act = yield Ask(
            seat,
            with_ep(game, "use", "skill", "pass"),
            about="timing",
            clause=clause,
            omissible="silent",  # an opportunity that was not used, not a response
        )
        with game.because(game.last):
            if act.verb == "ep":
                yield from generate(game, act)
                continue
            if type(act) is Passed:
                passes += 1
            else:
                passes = 0
                yield from run_chain(game, (yield from declared(game, act)))
        seat = opponent(game, seat)
