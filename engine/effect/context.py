"""What the words of a card text refer to where the text is read.

Not here: what the text does (``interpret``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from engine.effect import tree
from engine.kernel.game import Game
from events.model.changes import CardRef


class Context:
    """Where a text is read: ``you`` its player, ``card`` its card, ``action`` the current action.

    ``bearer`` is the card or player it is attached to; ``clauses`` are cited by what the text does; ``named``
    are cards that the text set aside; ``fits``, where it is set, says which cards may be chosen; ``moment``
    is the moment of a text that acts while its card is in place.
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
        """The seat that a word for a player refers to."""
        if who == "you":
            return self.you
        if who == "opponent":
            return opponent(game, self.you)
        if who == "bearer":
            return self.bearer
        return str(self.action.seat)

    @property
    def x(self) -> int:
        """The X that was named with the current action."""
        return int(self.action.number or 0)

    def thing(self, thing: Literal["bearer"] | tree.Thing) -> tuple[CardRef, ...]:
        """The instances that a word for a card refers to."""
        if thing == "bearer":
            return (self.bearer,) if self.bearer else ()
        if isinstance(thing, tree.This):
            return (self.card,)
        if isinstance(thing, tree.Action):
            return (self.action.card,) if self.action.card else ()
        return self.named.get(thing.name, ())


def opponent(game: Game, seat: str) -> str:
    """The other seat of a two-player game."""
    first, second = game.rules.seats
    return second if seat == first else first
