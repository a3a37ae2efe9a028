"""Surprise cards (サプライズカード): their declaration, and the chain (効果のつながり) of responses to them.

Not here: when one may be declared (``verbs``), or what its text does (``effect_handlers``).
"""

from engine.common.chain import Chain
from engine.effect.context import opponent
from engine.effect.interpret import carry_out
from engine.games.fertcg.declaration import Declaration
from engine.games.fertcg.durations import ended_outside_fights
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.leaving import leaves, withdraw, zone_after_use
from engine.games.fertcg.price import pay, price_of_card
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import Move
from events.model.kinds import Act, Failed, Happened, Resolved

CARD = "surprise"


def play(game: Game, act: Act, fight: Fight | None) -> Procedure:
    """A surprise card with all responses (FE-S-1); without a response it takes effect at once (FE-S-5)."""
    made = yield from declare(game, act, fight, None)
    yield from CHAIN.run(game, made)


def declare(game: Game, act: Act, fight: Fight | None, answers: Declaration | None) -> Procedure:
    """The card is paid for and waits in the chain; returns its declaration."""
    card, *named = act.cards
    seat, seq = act.seat, game.last
    yield from pay(game, seat, price_of_card(game, seat, card), tuple(named), card, "FE-base-6-2")
    shown = (Move(card, f"hand.{seat}", f"chain.{seat}"),)
    yield Happened("surprise", seat, ("FE-A-P-2", "FE-S-1"), card=card, changes=shown)
    (ability,) = game.printed(card).abilities
    return Declaration(CARD, seat, card, ability, seq=seq, process=_take_effect, fight=fight, answers=answers)


def _seats(game: Game, made: Declaration) -> tuple[str, ...]:
    """Only the declaring player's opponent may respond: nobody responds to the own card (FE-S-6)."""
    return (opponent(game, made.seat),)


def _answered(game: Game, last: Declaration, act: Act) -> Procedure:
    return (yield from declare(game, act, last.fight, last))


def _process(game: Game, made: Declaration) -> Procedure:
    """The last one first (FE-S-1, FE-S-2); a nullified card goes to the pile all the same (FE-base-8-1)."""
    with game.because(made.seq):
        yield from made.process(game, made)


def _take_effect(game: Game, made: Declaration) -> Procedure:
    card, seat = made.card, made.seat
    if made.nullified:
        gone = leaves(game, (card,), "out")
        yield Failed(CARD, seat, "nullified", ("FE-base-8-1", "FE-base-8-2"), card, gone)
        return
    yield from carry_out(game, made.ability.do, made.context("FE-S-5", "FE-S-1"))
    gone = (*leaves(game, (card,), zone_after_use(game, card)), *ended_outside_fights(game))
    once = tuple(dict.fromkeys(gone))  # what the card says of itself ends with it and with the strike
    yield Resolved(CARD, seat, ("FE-S-5", "FE-S-1"), card, once)
    yield from withdraw(game)


CHAIN = Chain[Declaration](
    verbs=("play", "pass"),
    clause="FE-S-4",
    seats=_seats,
    answered=_answered,
    process=_process,
    about="chain",
    reopens=True,  # the rest is responded to again (FE-S-3), so two own cards may follow each other (FE-S-7)
)
