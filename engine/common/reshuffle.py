"""Cards that are put in order anew: which faces are among them, and what of them is known afterwards.

Not here: why they are, and who is asked for the order (the games).
"""

from collections.abc import Sequence

from engine.kernel.game import Game
from events.model.changes import AnyChange, CardRef, FaceId, Know, Move, Place
from events.model.kinds import Shuffled


def faces_of(game: Game, cards: Sequence[CardRef]) -> dict[FaceId, int]:
    """The faces among some cards with their copies; those that nobody knows are left out."""
    copies: dict[FaceId, int] = {}
    for card in cards:
        if face := game.table.face[card]:
            copies[face] = copies.get(face, 0) + 1
    return copies


def reordered(game: Game, place: Place, cards: Sequence[CardRef], order: Shuffled) -> tuple[AnyChange, ...]:
    """The cards of a pile in the order that chance gave, what leaves it first on top. Of copies the first is
    taken, and where none is left a card that nobody knew; where nobody wrote down what lies at a spot, the
    card there is not known any more."""
    face, left = game.table.face, list(cards)
    chosen: dict[int, CardRef] = {}
    for at, listed in enumerate(order.order):
        if listed:
            known = (card for card in left if face[card] == listed)
            chosen[at] = next(known, "") or next(card for card in left if not face[card])
            left.remove(chosen[at])
    changes: list[AnyChange] = []
    for at in reversed(range(len(order.order))):
        card = chosen.get(at) or left.pop(0)
        changes.append(Move(card, place, place))
        if face[card] != order.order[at]:
            changes.append(Know(card, order.order[at]))
    return tuple(changes)
