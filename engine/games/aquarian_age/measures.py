"""What card texts can read from a card at this moment, and what anybody can read from a character.

Not here: how the numbers come about (``values``, ``costs``).
"""

from collections.abc import Callable, Mapping

from engine.games.aquarian_age.board import character_of, is_character, power
from engine.games.aquarian_age.costs import cost_of
from engine.games.aquarian_age.standing_texts import FIRST, aimed, x_of
from engine.games.aquarian_age.values import attack, endurance, mental, mind, own_attack
from engine.kernel.game import Game
from events.model.changes import CardRef, Holder


def current_cost(game: Game, card: CardRef) -> int:
    """The cost of a card for a text that reads it: its X, or what is printed as changed by whatever acts on
    it, wherever the card is (AA-8-1-c). Of an X kinds a and d keep their value in use (AA-20-5-a2,
    AA-20-5-d2), b and c have the current one (AA-20-5-b2, AA-20-5-c2)."""
    if game.printed(card).cost is None:
        return x_of(game, card)
    return cost_of(game, card, 0, {FIRST: aimed(game, card)}).value


def _of_character(measure: Callable[[Game, CardRef], int]) -> Callable[[Game, CardRef], int]:
    """A number of the character that a card is part of, whichever card the text names."""
    return lambda game, card: measure(game, character_of(game, card) or card)


MEASURES: Mapping[str, Callable[[Game, CardRef], int]] = {
    "cost": current_cost,
    "power": _of_character(power),
    "mind": _of_character(mind),
    "endurance": _of_character(endurance),
    "attack": _of_character(lambda game, card: attack(game, card).value),
    "own-attack": _of_character(lambda game, card: own_attack(game, card).value),
    "mental": _of_character(lambda game, card: mental(game, card).value),
}
"""What a text can read from a card now."""


def numbers(game: Game, of: Holder) -> Mapping[str, int]:
    """What a character has now (AA-base-4-2)."""
    if of not in game.table.place or not is_character(game, of):
        return {}
    return {name: measure(game, of) for name, measure in MEASURES.items() if name != "cost"}
