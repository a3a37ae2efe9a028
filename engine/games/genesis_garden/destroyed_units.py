"""Destroyed units at the end of a turn: to hand at a price, or to the underworld.

Not here: how units are destroyed (``damage``).
"""

from engine.games.genesis_garden.board import units
from engine.games.genesis_garden.damage import unit_leaves
from engine.games.genesis_garden.effects import consequences
from engine.games.genesis_garden.headquarters import send_cards
from engine.games.genesis_garden.unit import cards_of, is_destroyed
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef
from events.model.kinds import Happened


def destroyed_units(game: Game, seat: str) -> tuple[CardRef, ...]:
    return tuple(card for card in units(game, seat) if is_destroyed(game, card))


def settle_destroyed(game: Game, seat: str, clause: str) -> Procedure:
    """For each destroyed unit its owner chooses: to hand at a price, or face up to the underworld (GG-END-2,
    GG-LEAVE-2)."""
    while left := destroyed_units(game, seat):
        act = yield Ask(seat, ("retrieve", "bury"), about="destroyed", clause=clause, subject=left)
        (card,) = act.cards
        with game.because(game.last):
            if act.verb == "retrieve":
                yield from _retrieve(game, seat, card, clause)
            else:
                changes = unit_leaves(game, card, "underworld")
                yield Happened("buried", seat, (clause, "GG-OP-7"), card=card, changes=changes)
            yield from consequences(game)


def _retrieve(game: Game, seat: str, card: CardRef, clause: str) -> Procedure:
    """One card for each that returns, in a leave phase too, unless a setting makes it free (GG-OP-7)."""
    if clause == "GG-END-2" or game.settings["price_in_leave_phase"]:
        price = len(cards_of(game, card))
        yield from send_cards(game, seat, price, "return price", ("GG-END-3", "GG-OP-7"), card=card)
    changes = unit_leaves(game, card, "hand")
    yield Happened("retrieved", seat, (clause, "GG-OP-7"), card=card, changes=changes)
