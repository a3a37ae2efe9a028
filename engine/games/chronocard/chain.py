"""The chain of interrupts that every declaration opens, and what follows each declaration that is processed.

Not here: the loop itself (``engine.common.chain``), or what declarations do (``process``, ``turn``,
``charm``).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.common.chain import Chain
from engine.effect.context import opponent
from engine.games.chronocard.declaration import SKILL, USE, Declaration
from engine.games.chronocard.declare import declare
from engine.games.chronocard.draw import process_draw
from engine.games.chronocard.ep import generate
from engine.games.chronocard.leaving import check_state
from engine.games.chronocard.process import process, settle_owed
from engine.games.chronocard.trigger import flush
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.kinds import Act

INTERRUPTS = ("use", "skill", "ep", "pass")
"""Events and A.Skills interrupt, and EP may be generated for them (CC-base-5-1)."""


def _seats(game: Game, made: Declaration) -> tuple[str, ...]:
    """Only the declaring player's opponent may interrupt, so that the chain alternates (CC-base-6-1); nobody
    interrupts EP generation (CC-EP-8)."""
    return () if made.kind == "ep" else (opponent(game, made.seat),)


def _answered(game: Game, made: Declaration, act: Act) -> Procedure:
    """An interrupt is declared in its turn. EP generation is no declaration of the chain; a setting makes it
    one, which ends the chain (CC-OP-23)."""
    if act.verb != "ep":
        return (yield from declared(game, act, made))
    yield from generate(game, act)
    return None if game.settings["ep_in_chain"] == "aside" else Declaration("ep", act, seq=game.last)


def declared(game: Game, act: Act, answers: Declaration | None = None) -> Procedure:
    """A use is declared and paid for, and what the payment triggered takes effect (CC-PS-6) before anybody
    can interrupt; returns the declaration."""
    before = len(game.history)
    made = yield from declare(game, act, answers)
    yield from check_state(game)
    yield from flush(game, before)
    return made


def _no_effect(game: Game, made: Declaration) -> Procedure:
    """A declaration without an effect of its own, or whose effect is carried out by the phase."""
    yield from ()


PROCESS: Mapping[str, Callable[[Game, Declaration], Procedure]] = {
    USE: process, SKILL: process, "draw": process_draw, "charm": _no_effect, "end": _no_effect,
    "ep": _no_effect,
}  # fmt: skip


def _process(game: Game, made: Declaration) -> Procedure:
    """One declaration, then what it triggered (CC-OP-12)."""
    with game.because(made.seq):
        before = len(game.history)
        yield from settle_owed(game, made)
        yield from PROCESS[made.kind](game, made)
        yield from check_state(game)
        yield from flush(game, before)


CHAIN = Chain[Declaration](
    verbs=INTERRUPTS,
    clause="CC-base-6-3",
    seats=_seats,
    answered=_answered,
    process=_process,  # the last declaration first (CC-base-6-2), and nothing is added meanwhile (CC-OP-11)
)
REOPENING = replace(CHAIN, reopens=True)


def run_chain(game: Game, made: Declaration) -> Procedure:
    """Process a declaration with all its interrupts (CC-base-6-4)."""
    chain = REOPENING if game.settings["interrupts_between"] else CHAIN  # CC-OP-11
    yield from chain.run(game, made)
