"""The ways in which a card is turned in place: Checked, upright, face down, recovered.

Not here: what turns cards (``effect_handlers``, ``payment``).
"""

from collections.abc import Callable

from engine.games.chronocard.board import is_character, is_checked, is_down
from engine.games.chronocard.leaving import recover, turn_face_down
from engine.kernel.game import Game
from events.model.changes import AnyChange, CardRef, Turn


def _can_turn_down(game: Game, card: CardRef) -> bool:
    return is_character(game, card) and not is_down(game, card)


Turning = tuple[str, Callable[[Game, CardRef], bool], Callable[[Game, CardRef], list[AnyChange]]]
WAYS: dict[str, Turning] = {
    "sideways": (
        "checked",
        lambda game, card: not is_checked(game, card),
        lambda game, card: [Turn(card, 1)],
    ),
    "upright": ("unchecked", is_checked, lambda game, card: [Turn(card, 0)]),
    "face down": ("turned face down", _can_turn_down, turn_face_down),
    "face up": ("recovered", is_down, recover),
}
"""Way → what it is called, whether a card can be turned so (only from the opposite state), and the
changes."""
