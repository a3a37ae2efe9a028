"""Drawing cards, and an empty deck.

Not here: the declaration (``turn``) and its window (``chain``).
"""

from engine.common.deck import new_order, numbered_part
from engine.common.marks import mark, marked
from engine.effect.context import opponent
from engine.games.chronocard.board import (
    DECKED,
    SEATS,
    WAITING,
    kind,
)
from engine.games.chronocard.declaration import Declaration
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure
from events.model.changes import CardRef, Move
from events.model.kinds import Failed, Happened, Resolved

RESHUFFLES_NAMED = 999
"""The number of shuffles of one deck that have a name, for what a record says about them."""


def process_draw(game: Game, made: Declaration) -> Procedure:
    """Process a draw declaration: draw cards (CC-base-4-10, CC-OP-6), unless an added cost was not paid
    (CC-OP-28)."""
    if made.void:
        clause = "CC-OP-28" if made.void == "cost" else "CC-base-1-4"
        yield Failed("draw", made.seat, made.void, (clause,))
        return
    first_turn = game.table.turn == 1 and not game.settings["first_turn_draws"]  # CC-OP-22
    if not first_turn:
        yield from draw(game, made.seat, int(game.settings["draw_count"]), ("CC-base-4-10", "CC-OP-6"))
    yield Resolved("draw", made.seat, ("CC-base-4-10",))


def draw(game: Game, seat: str, number: int, clauses: tuple[str, ...], card: CardRef = "") -> Procedure:
    """``seat`` draws one card after another from the top of its deck. Returns them."""
    drawn: list[CardRef] = []
    for _ in range(number):
        if not game.table.at(f"deck.{seat}"):
            yield from _new_deck(game, seat)
        deck = game.table.at(f"deck.{seat}")
        if not deck:
            yield from _deck_exhausted(game, seat)
            break
        drawn.append(deck[-1])
        changes = (Move(deck[-1], f"deck.{seat}", f"hand.{seat}"),)
        yield Happened("drawn", seat, clauses, 1, card, changes)
    return tuple(drawn)


def _new_deck(game: Game, seat: str) -> Procedure:
    """An empty deck is no defeat (CC-base-9-5): the discard pile is shuffled into a new deck (CC-OP-19),
    without a heroine (CC-OP-2) and without a card that waits there to be processed (CC-OP-1)."""
    pile = tuple(
        card
        for card in game.table.at(f"discard.{seat}")
        if kind(game, card) != "heroine" and not marked(game, card, WAITING)
    )
    if not pile:
        return
    moves = tuple(Move(card, f"discard.{seat}", f"deck.{seat}") for card in pile)
    yield Happened("new deck", seat, ("CC-OP-19", "CC-base-9-5"), len(pile), changes=moves)
    order = yield from new_order(game, seat, pile, part=_part(game, seat), clause="CC-OP-19")
    yield Happened("shuffled", seat, ("CC-OP-19", "CC-base-1-3"), changes=order)


def _part(game: Game, seat: str) -> str:
    """The name of this shuffle: the second of the deck, the third …"""
    earlier = sum(
        type(event) is Happened and event.what == "shuffled" and event.of == seat for event in game.history
    )
    number = 2 + earlier
    return numbered_part(seat, number) if number <= RESHUFFLES_NAMED else ""


def _deck_exhausted(game: Game, seat: str) -> Procedure:
    """Neither deck nor discard pile: the player is defeated, at once or at the next check (CC-base-9-5,
    CC-OP-19)."""
    clauses = ("CC-base-9-5", "CC-OP-19")
    if game.settings["deck_out_judged"] == "at_once":
        raise MatchOver(opponent(game, seat), "deck", *clauses)
    if not marked(game, seat, DECKED):
        yield Happened("nothing to draw", seat, clauses, changes=(mark(game, seat, DECKED, "CC-OP-19"),))


DEALS = tuple(
    part
    for number in range(1, RESHUFFLES_NAMED + 1)
    for seat in SEATS
    for part in ((f"heroine.{seat}",) if number == 1 else ()) + (numbered_part(seat, number),)
)
"""Every shuffle that a record may know, those of the opening first."""
