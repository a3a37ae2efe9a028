"""The course of a match: the deal, the turns, the end.

A procedure yields events, which are folded at once, and asks, which wait for an answer. Not here: which
answers are allowed (``verbs``).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.effect.context import Context, opponent
from engine.effect.interpret import carry_out
from engine.kernel.ask import TABLE, Ask
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure, to_the_end
from engine.kernel.ruleset import Flaw
from events.model.changes import AnyChange, CardRef, Create, Move, Set
from events.model.kinds import AnyAct, Began, Ended, Failed, Happened, Resolved, Shuffled
from kifuda_lanterns.board import HAND_SIZE, SEATS, hand, light


@dataclass
class Deed:
    """A wind that may be warded off."""

    seat: str
    card: CardRef
    nullified: bool = False


def play(game: Game) -> Procedure:
    """A whole match."""
    yield from to_the_end(deal(game), turns_from(game, 1, SEATS[0]))


def resume(game: Game, number: int, seat: str) -> Procedure:
    """The rest of a match from the start of a turn: where cases begin, and positions that are set up."""
    yield from to_the_end(turns_from(game, number, seat))


# --- the deal ------------------------------------------------------------------------------------------


def deal(game: Game) -> Procedure:
    """Chance gives an order; a record may know the part of each player, and the rest of it (LA-1)."""
    order = yield Ask(
        TABLE, ("shuffle",), about="deal", clause="LA-1", subject=whole_pool(game), omissible="never"
    )
    changes: list[AnyChange] = [Set("light", seat, 0) for seat in SEATS]
    for number, face in enumerate(order.order[: HAND_SIZE * len(SEATS)]):
        seat = SEATS[number // HAND_SIZE]
        changes.append(Create(f"{seat}.{number % HAND_SIZE + 1}", face, f"hand.{seat}"))
    yield Happened("dealt", TABLE, ("LA-1",), HAND_SIZE, changes=tuple(changes))


def whole_pool(game: Game) -> Deal:
    """All cards: first the hands, then what nobody gets."""
    size = sum(game.knowledge.copies.values())
    parts = {f"dealt.{seat}": (n * HAND_SIZE, (n + 1) * HAND_SIZE) for n, seat in enumerate(SEATS)}
    parts["rest"] = (HAND_SIZE * len(SEATS), size)
    return Deal("pool", size, parts, game.knowledge.copies)


def check_shuffle(game: Game, shuffled: Shuffled) -> Flaw | None:
    """What is wrong with a recorded order of all cards (LA-1)."""
    return whole_pool(game).flaw(shuffled, size="LA-1", copies="LA-1")


# --- turns ---------------------------------------------------------------------------------------------


def turns_from(game: Game, number: int, seat: str) -> Procedure:
    """Turns until a light wins, or until all is played (LA-4)."""
    while any(hand(game, each) for each in SEATS):
        yield from turn(game, number, seat)
        number, seat = number + 1, opponent(game, seat)
    most = max(light(game, each) for each in SEATS)
    best = [each for each in SEATS if light(game, each) == most]
    raise MatchOver(best[0] if len(best) == 1 else "", "light", "LA-4")


def turn(game: Game, number: int, seat: str) -> Procedure:
    """One card, or none (LA-2); then a look at the light (LA-4, LA-OP-1)."""
    yield Began("turn", number=number, seat=seat, clauses=("LA-2",))
    act = yield Ask(seat, ("play", "pass"), about="play", clause="LA-2")
    with game.because(game.last):  # what follows is caused by the act
        if act.verb == "play":
            yield from use(game, seat, act.cards[0])
        else:
            yield from put_away(game, seat)
    yield Ended("turn", number=number, seat=seat, clauses=("LA-2",))
    if light(game, seat) >= int(game.settings["goal"]):
        raise MatchOver(seat, "light", "LA-4", "LA-OP-1")


def use(game: Game, seat: str, card: CardRef) -> Procedure:
    """The card is spent; a wind can be answered before it blows (LA-3)."""
    deed = Deed(seat, card)
    yield spent(card, seat, "LA-2")
    printed = game.printed(card)
    if printed.kind == "wind":
        other = opponent(game, seat)
        act = yield Ask(other, ("ward", "pass"), about="answer", clause="LA-3", subject=deed)
        if act.verb == "ward":
            yield from ward(game, deed, act)
    if deed.nullified:
        yield Failed("card", seat, "nullified", ("LA-3",), card)
        return
    yield from carry_out(game, printed.on("play"), Context(seat, card, ("LA-2",)))
    yield Resolved("card", seat, ("LA-2",), card)


def ward(game: Game, deed: Deed, act: AnyAct) -> Procedure:
    """A screen is spent, and does what its text says."""
    card = act.cards[0]
    yield spent(card, act.seat, "LA-3")
    context = Context(act.seat, card, ("LA-3",), action=deed)
    yield from carry_out(game, game.printed(card).on("ward"), context)


def put_away(game: Game, seat: str) -> Iterator[Happened]:
    """Whoever has neither lantern nor wind keeps no cards (LA-2)."""
    for card in tuple(hand(game, seat)):
        yield spent(card, seat, "LA-2")


def spent(card: CardRef, seat: str, clause: str) -> Happened:
    """A card that leaves the hand."""
    moved = (Move(card, f"hand.{seat}", f"spent.{seat}"),)
    return Happened("played", seat, (clause,), card=card, changes=moved)


def nullify(game: Game, effect: Any, context: Context) -> Procedure:
    """The word ``nullify`` of card texts."""
    context.action.nullified = True
    yield from ()
