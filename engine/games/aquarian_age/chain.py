"""The chain of responses that every declaration opens, and what follows each declaration that is processed.

Not here: the loop itself (``engine.common.chain``), or what declarations do.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.common.chain import Chain
from engine.effect.context import opponent
from engine.games.aquarian_age.attack import (
    attack_without_cost,
    declare_guard,
    defender,
    may_attack,
    process_attack,
    process_guard,
)  # fmt: skip
from engine.games.aquarian_age.board import (
    SEATS,
    card_named_by_acts,
    character_of,
    is_character,
    is_controlled,
)
from engine.games.aquarian_age.declaration import ATTACK, EFFECT, GUARD, SET, USE, Declaration
from engine.games.aquarian_age.declare import declare_card, declare_effect
from engine.games.aquarian_age.resolve import process_card, process_effect, process_set
from engine.games.aquarian_age.state_checks import check_state
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef
from events.model.kinds import Act, Failed

ANSWERS = ("use", "effect", "guard", "pass")


def _seats(game: Game, made: Declaration) -> tuple[str, ...]:
    """Who may guard against an attack comes first, otherwise the declaring player's opponent; then the other
    one (AA-OP-13). The chain is closed when both have passed (AA-base-7-6)."""
    if game.settings["first_response"] == "turn_player":
        return game.table.seat, opponent(game, game.table.seat)
    other = opponent(game, made.seat)
    first = (defender(game, made) or other) if made.kind == ATTACK else other
    return first, opponent(game, first)


def _answered(game: Game, made: Declaration, act: Act) -> Procedure:
    """A response is a declaration of its own, as indivisible as any other."""
    if act.verb == GUARD:
        answer = yield from declare_guard(game, act, made, character_of(game, act.cards[0]))
    elif act.verb == EFFECT:
        answer = yield from declare_effect(game, act, made)
    else:
        answer = yield from declare_card(game, act, made)
    yield from _check_declared(game, answer)
    return answer


def _check_declared(game: Game, made: Declaration) -> Procedure:
    """What a payment, or a text that is due as soon as something is declared, has brought about is checked
    before anybody can respond (AA-17-4b, AA-base-7-5)."""
    with game.because(made.seq):
        yield from check_state(game)


PROCESS: Mapping[str, Callable[[Game, Declaration], Procedure]] = {
    SET: process_set, USE: process_card, EFFECT: process_effect, ATTACK: process_attack, GUARD: process_guard,
}  # fmt: skip


def _process(game: Game, made: Declaration) -> Procedure:
    """One declaration, then the state checks (AA-base-7-5)."""
    with game.because(made.seq):
        yield from PROCESS[made.kind](game, made)
        yield from check_state(game)


CHAIN = Chain[Declaration](
    verbs=ANSWERS,
    clause="AA-base-7-6",
    seats=_seats,
    answered=_answered,
    process=_process,  # newest first
    about="response",
)
REOPENING = replace(CHAIN, reopens=True)


def run_chain(game: Game, made: Declaration) -> Procedure:
    """Process a declaration with all responses; nothing is declared meanwhile, unless a setting allows it
    between them (AA-OP-14). Then the attacks that effects in it have ordered, each with its own chain."""
    yield from _check_declared(game, made)
    chain = REOPENING if game.settings["responses_between"] else CHAIN
    yield from chain.run(game, made)
    for attacker, target in made.orders:
        if reason := _why_no_attack(game, attacker, target):
            yield Failed(ATTACK, made.seat, *reason, card_named_by_acts(game, attacker))
        else:
            yield from run_chain(game, (yield from attack_without_cost(game, attacker, target)))


def _why_no_attack(game: Game, attacker: CardRef, target: str) -> tuple[str, tuple[str, ...]] | None:
    """Why an ordered attack is not declared, and the clauses; None if it is."""
    if not is_character(game, attacker):
        return "attacker gone", ("AA-OP-26",)
    if not is_controlled(game, attacker):
        return "cannot attack", ("AA-3-2b",)
    if not may_attack(game, attacker):
        return "cannot attack", ("AA-3-8",)
    there = target in SEATS or is_character(game, target)
    return None if there else ("target gone", ("AA-base-10-3",))
