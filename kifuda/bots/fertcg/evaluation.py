"""Estimates in points what acts of FERTCG are worth: attacks, moves and cards, from open information.

Not here: choosing an act (``heuristic``).
"""

from engine.effect.context import opponent
from engine.effect.select import owner
from engine.games.fertcg.attack import usable_equipment
from engine.games.fertcg.board import FORWARD, ROWS, SORTIE_SQUARES, attached, square_of, units
from engine.games.fertcg.chips import chips
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.power import chip_cost, damage, strikes
from engine.games.fertcg.reach import attack_value, equipment, squares_in_range
from engine.kernel.game import Game
from events.model.changes import CardRef

KILL, LOSS = 12, 9
"""Points for destroying an enemy unit, and for losing one's own."""
NO_USE = -99
"""Points for an attack that cannot be paid for or does nothing."""


def unit_worth(game: Game, unit: CardRef) -> int:
    """Points for a unit in play: its numbers and its abilities."""
    printed = game.printed(unit)
    stats = printed.stats
    return (
        stats["stamina"] + 2 * stats.get("attack", 0) + stats.get("counter", 0) + 2 * len(printed.abilities)
    )


def best_gear(game: Game, unit: CardRef, target: CardRef) -> CardRef:
    """The gear that a unit would attack with: the strongest that it can pay for, else the strongest."""
    able = usable_equipment(game, unit, target) or list(equipment(game, unit))
    has = chips(game, unit)
    return max(able, key=lambda gear: ((attack_value(game, gear) or 0) <= has, attack_value(game, gear) or 0))


def expected(game: Game, fight: Fight) -> tuple[int, int]:
    """Damage that an attack would do now, and chips that it would cost."""
    times = strikes(game, fight).value
    return max(damage(game, fight, times).value, 0), chip_cost(game, fight, times).value


def blow(game: Game, unit: CardRef, target: CardRef) -> int:
    """Points for an attack: chips taken and lost, units destroyed on either side, the counter."""
    fight = Fight(unit, target, {unit: best_gear(game, unit, target), target: target})
    dealt, cost = expected(game, fight)
    has, there = chips(game, unit), chips(game, target)
    if cost > has or not dealt:
        return NO_USE
    kills, dies = dealt >= there, cost == has
    points = min(dealt, there) - cost + (KILL if kills else 0) - (LOSS if dies else 0)
    if not kills:
        back = game.printed(target).stats.get("counter", 0)
        points -= min(back, has - cost) + (LOSS if back >= has - cost > 0 else 0)
    return points


def way_to_go(square: str, seat: str) -> int:
    """Rows from a square to the enemy's sortie squares."""
    goal = len(ROWS) - 1 if FORWARD[seat] > 0 else 0
    return abs(ROWS.index(square[1]) - goal)


def threatened(game: Game, square: str, seat: str) -> bool:
    """Whether an enemy that could strike reaches a square."""
    foes = units(game, opponent(game, seat))
    return any(
        square in squares_in_range(game, foe, gear)
        for foe in foes
        for gear in equipment(game, foe)
        if chips(game, foe) >= (attack_value(game, gear) or 0)
    )


def stands_to_seize(game: Game, unit: CardRef) -> bool:
    """Whether a unit stands on an enemy sortie square."""
    return square_of(game, unit) in SORTIE_SQUARES[opponent(game, owner(unit))]


def fits_better(game: Game, card: CardRef, unit: CardRef) -> int:
    """By how much a card raises a unit's attack; at most 0 for a unit with attachments or too few chips."""
    own = max((attack_value(game, gear) or 0 for gear in equipment(game, unit)), default=0)
    gain = (attack_value(game, card) or 0) - own
    return gain if not attached(game, unit) and chips(game, unit) > own + gain else min(gain, 0)
