"""Where a unit can move and whom it can attack, by the patterns of its card and its equipment.

Not here: whether it may move or act now (``verbs``).
"""

from collections.abc import Iterator

from engine.effect.context import opponent
from engine.effect.diagram import offsets
from engine.effect.select import owner
from engine.games.fertcg.board import FAMILIES, action_family, attached, is_free, shifted, square_of, units
from engine.kernel.card import Card
from engine.kernel.game import Game
from events.model.changes import CardRef

MOVES = {
    "foot": (".#.", "#@#", ".#."),
    "mounted": ("###", "#@#", ".#."),
    "flying": ("###", "#@#", "###"),
}
"""One square orthogonally; orthogonally or diagonally forward; in all directions (FE-base-3-4)."""

ATTACKS = {
    "direct": (".#.", "#@#", ".#."),
    "indirect": ("..#..", ".#.#.", "#.@.#", ".#.#.", "..#.."),
    "magic": ("..#..", ".###.", "##@##", ".###.", "..#.."),
    "healing": ("@",),
}
"""What an action family reaches where a card has no pattern of its own (FE-OP-30)."""


def moves(card: Card) -> tuple[str, ...]:
    """The move pattern of a unit card: its own, which overrides that of its family (FE-base-3-4)."""
    own = card.diagrams.get("move")
    return own or MOVES[next(family for family in FAMILIES if family in card.keywords)]


def move_squares(game: Game, unit: CardRef) -> list[str]:
    """The empty squares to which a unit can move at once (FE-base-5-8)."""
    return [square for square in _on_board(game, unit, moves(game.printed(unit))) if is_free(game, square)]


def _on_board(game: Game, unit: CardRef, pattern: tuple[str, ...]) -> Iterator[str]:
    """The squares of a pattern that are on the board."""
    here, seat = square_of(game, unit), owner(unit)
    for right, ahead in offsets(pattern) if here else ():
        if square := shifted(here, seat, right, ahead):
            yield square


# --- attacks -----------------------------------------------------------------------------------------


def attack_value(game: Game, gear: CardRef) -> int | None:
    """The attack value printed on an equipment; None for a staff (FE-A-D-2, FE-A-C-6)."""
    return game.printed(gear).stats.get("attack")


def equipment(game: Game, unit: CardRef) -> tuple[CardRef, ...]:
    """What a unit can strike with: its initial equipment (the unit itself) and its attached cards, and
    nothing else (FE-A-0a)."""
    return tuple(gear for gear in (unit, *attached(game, unit)) if attack_value(game, gear) is not None)


def squares_in_range(game: Game, unit: CardRef, gear: CardRef, *, countering: bool = False) -> set[str]:
    """The squares in range of a unit with an equipment (FE-base-3-5): by the pattern printed on it, else by
    that of its family (FE-OP-30); some equipment has a longer range when attacking (FE-C-10)."""
    printed = game.printed(gear)
    squares = set(_on_board(game, unit, _attack_pattern(game, unit, gear)))
    if not countering and "charge" in printed.diagrams:
        squares |= set(_on_board(game, unit, printed.diagrams["charge"]))
    return squares


def _attack_pattern(game: Game, unit: CardRef, gear: CardRef) -> tuple[str, ...]:
    """What an attached card without a pattern reaches: the squares of its own family, or by setting those of
    the unit that wields it (FE-OP-30)."""
    printed = game.printed(gear)
    if "attack" not in printed.diagrams and game.settings["attached_squares"] == "unit":
        printed = game.printed(unit)
    return printed.diagrams.get("attack") or ATTACKS[action_family(printed)]


def is_in_range(
    game: Game, unit: CardRef, gear: CardRef, target: CardRef, *, countering: bool = False
) -> bool:
    return square_of(game, target) in squares_in_range(game, unit, gear, countering=countering)


def units_in_range(game: Game, unit: CardRef) -> list[CardRef]:
    """The enemy units in range of some equipment of a unit (FE-A-2, FE-base-7-1)."""
    squares = {square for gear in equipment(game, unit) for square in squares_in_range(game, unit, gear)}
    foes = units(game, opponent(game, owner(unit)))
    return [foe for foe in foes if square_of(game, foe) in squares]


def in_effect_range(game: Game, unit: CardRef, card: CardRef) -> bool:
    """Whether a unit is in the effect range of a staff or an ability of another (FE-B-2); a card without such
    a pattern has everybody in range."""
    pattern = game.printed(unit).diagrams.get("effect")
    return pattern is None or square_of(game, card) in set(_on_board(game, unit, pattern))
