"""Drawing cards one by one, and reshuffling decks.

Not here: when a player draws (``phases``, ``setup``, ``effect_handlers``).
"""

from engine.common.deck import numbered_part
from engine.common.marks import mark, marked
from engine.games.aquarian_age.board import (
    DECKED,
    SEATS,
)
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef, Move
from events.model.kinds import Happened


def draw(game: Game, seat: str, number: int, clauses: tuple[str, ...], card: CardRef = "") -> Procedure:
    """``seat`` draws cards one after another from the top of the deck (AA-21-1). If the deck is empty before
    all are drawn, a losing condition is met (AA-base-1-2). Returns the drawn cards."""
    drawn = []
    for _ in range(number):
        deck = game.table.at(f"deck.{seat}")
        if not deck:
            yield from mark_empty_deck(game, seat, clauses)
            break
        drawn.append(deck[-1])
        changes = (Move(deck[-1], f"deck.{seat}", f"hand.{seat}"),)
        yield Happened("drawn", seat, (*clauses, "AA-21-1"), 1, card, changes)
    return tuple(drawn)


def mark_empty_deck(game: Game, seat: str, clauses: tuple[str, ...]) -> Procedure:
    """A card had to be drawn from an empty deck: the player loses at the next state check (AA-base-1-2)."""
    if not marked(game, seat, DECKED):
        changes = (mark(game, seat, DECKED, "AA-base-1-2"),)
        yield Happened("nothing to draw", seat, (*clauses, "AA-base-1-2"), changes=changes)


DEALS = tuple(numbered_part(seat, number) for number in (1, 2) for seat in SEATS)
"""Every shuffle that a record may know: the decks, and the deck after a mulligan."""
