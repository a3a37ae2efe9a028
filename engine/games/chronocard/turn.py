"""A turn: start, draw, main, charm where one was declared, end (CC-base-4-1).

Not here: the start and end phases (``phases``), the charm phase (``charm``).
"""

from engine.games.chronocard.chain import declared, run_chain
from engine.games.chronocard.charm import charm_phase, declare_charm
from engine.games.chronocard.declaration import Declaration
from engine.games.chronocard.ep import generate
from engine.games.chronocard.phases import begin_phase, end_phase, end_turn
from engine.games.chronocard.start_phase import start_phase
from engine.games.chronocard.timing import alternate, with_ep
from engine.games.chronocard.trigger import flush
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.kinds import Began, Resolved


def turn(game: Game, number: int, seat: str) -> Procedure:
    """One whole turn of ``seat``."""
    yield Began("turn", number=number, seat=seat, clauses=("CC-base-4-1",))
    yield from start_phase(game, seat)
    yield from draw_phase(game, seat)
    yield from main_phase(game, seat)
    yield from end_turn(game, number, seat)


def from_draw_phase(game: Game, number: int, seat: str) -> Procedure:
    """A turn of ``seat`` from its draw phase."""
    yield Began("turn", number=number, seat=seat, clauses=("CC-base-4-1",))
    yield from draw_phase(game, seat)
    yield from main_phase(game, seat)
    yield from end_turn(game, number, seat)


def from_main_phase(game: Game, number: int, seat: str) -> Procedure:
    """A turn of ``seat`` from its main phase."""
    yield Began("turn", number=number, seat=seat, clauses=("CC-base-4-1",))
    yield from main_phase(game, seat)
    yield from end_turn(game, number, seat)


def draw_phase(game: Game, seat: str) -> Procedure:
    """The turn player may act before the draw declaration, by a setting both players (CC-OP-30), and both
    after it (CC-base-4-9)."""
    yield from begin_phase(game, "draw", seat)
    if game.settings["before_draw"] == "both_players":
        yield from alternate(game, seat, clause="CC-OP-30")
    while True:
        act = yield Ask(
            seat,
            with_ep(game, "draw", "use", "skill"),
            about="draw",
            clause="CC-base-4-10",
            omissible="never",
        )
        with game.because(game.last):
            if act.verb == "ep":
                yield from generate(game, act)
            elif act.verb == "draw":
                yield from run_chain(game, Declaration("draw", act, seq=game.last))
                break
            else:
                yield from run_chain(game, (yield from declared(game, act)))
    yield from alternate(game, seat, clause="CC-base-4-9")
    yield from end_phase(game, "draw", seat)


def main_phase(game: Game, seat: str) -> Procedure:
    """Acts in any order and number (CC-base-4-11), until the end of the phase is declared and processed after
    its interrupts (CC-base-4-12), or a charm leads to the charm phase (CC-base-8-5)."""
    before = len(game.history)
    yield from begin_phase(game, "main", seat)
    yield from flush(game, before)
    while True:
        act = yield Ask(
            seat,
            ("ep", "use", "skill", "charm", "end"),
            about="main",
            clause="CC-base-4-11",
            omissible="never",
        )
        with game.because(game.last):
            match act.verb:
                case "ep":
                    yield from generate(game, act)
                case "end":
                    yield from run_chain(game, Declaration("end", act, seq=game.last))
                    yield Resolved("end", seat, ("CC-base-4-12",))
                    yield from end_phase(game, "main", seat)
                    return
                case "charm":
                    follows, support = yield from declare_charm(game, act)
                    if follows:
                        yield from end_phase(game, "main", seat)
                        yield from charm_phase(game, seat, support)
                        return
                case _:
                    yield from run_chain(game, (yield from declared(game, act)))
