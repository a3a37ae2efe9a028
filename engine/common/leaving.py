"""The changes that accompany a card that leaves its place.

Not here: what a game adds (cards that leave with it, marks of other cards), or why a card leaves.
"""

from collections.abc import Callable

from engine.kernel.game import Game
from events.model.changes import AnyChange, Attach, CardRef, Expire, Flip, Grant, Move, Place, Turn


def moved(
    game: Game, card: CardRef, place: Place, *, under: bool = False, turn_first: bool = False
) -> list[AnyChange]:
    """The changes that move a card to ``place``, unattached, face up and upright.

    ``turn_first`` puts the turn before the other two; the order of changes is part of the stored events.
    """
    table = game.table
    changes: list[AnyChange] = [Move(card, table.place[card], place, under)]
    if turn_first and card in table.quarter:
        changes.append(Turn(card, 0))
    if card in table.host:
        changes.append(Attach(card, ""))
    if card in table.down:
        changes.append(Flip(card, down=False))
    if not turn_first and card in table.quarter:
        changes.append(Turn(card, 0))
    return changes


def ended(game: Game, card: CardRef, also: Callable[[Grant], bool] | None = None) -> list[AnyChange]:
    """The changes that end all effects and marks on a card, and those for which ``also`` holds."""
    return [
        Expire(grant.id)
        for grant in game.table.grants.values()
        if grant.on == card or (also is not None and also(grant))
    ]
