"""Who and what the words of a card text mean at the place where it is read.

Not here: what the text does (``interpret``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.effect import tree
from engine.kernel.game import Game
from events.model.changes import CardRef


class Context:
    """From where a text is read: ``you`` its player, ``card`` its card, ``action`` the action at hand.

    ``bearer`` is whom the card is attached to; ``clauses`` are cited by what the text does; ``named``
    holds cards that the text set aside; ``fits``, where it is set, tells which cards may be chosen;
    ``moment`` is the moment of a text that acts as long as its card lies there.
    """

    __slots__ = ("action", "bearer", "card", "clauses", "fits", "moment", "named", "you")

    def __init__(
        self, you: str, card: CardRef, clauses: tuple[str, ...], *, action: Any = None, bearer: str = ""
    ) -> None:
        self.you = you
        self.card = card
        self.clauses = clauses
        self.action = action
        self.bearer = bearer
        self.named: dict[str, tuple[CardRef, ...]] = {}
        self.fits: Callable[[CardRef], bool] | None = None
        self.moment = ""

    def who(self, game: Game, who: str) -> str:
        """The seat that a word for a player means here."""
        if who == "you":
            return self.you
        if who == "opponent":
            return opponent(game, self.you)
        if who == "bearer":
            return self.bearer
        return str(self.action.seat)

    def thing(self, thing: tree.Thing) -> tuple[CardRef, ...]:
        """The instances that a word for a card means here."""
        if isinstance(thing, tree.This):
            return (self.card,)
        if isinstance(thing, tree.Action):
            return (self.action.card,)
        return self.named.get(thing.name, ())


def opponent(game: Game, seat: str) -> str:
    """The other seat of a two-player game."""
    first, second = game.rules.seats
    return second if seat == first else first
