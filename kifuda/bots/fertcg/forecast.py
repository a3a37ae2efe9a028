"""What a strike comes to as it stands, and with one more ability, effect or surprise card used in it.

The damage and the chips are those of the two formulas (``engine.games.fertcg.power``). Not here: choosing
what to use (``heuristic``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.effect import tree
from engine.effect.context import Context
from engine.games.fertcg.ability import ability_named
from engine.games.fertcg.chips import chips
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.power import base_value, chip_cost, damage, strikes, triangle
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.kinds import AnyAct
from kifuda.bots.fertcg.evaluation import KILL, LOSS, SCORER

DAMAGE, COST, STRIKES, TAKEN, KEEPS = "damage", "chip-cost", "strikes", "damage-taken", "keeps-magic"
KEPT_MAGIC = 6
"""Points for a magic card that stays after its attack."""


@dataclass(slots=True)
class Added:
    """What is supposed to be used as well: changes of the strike's numbers, each with its operation."""

    changes: list[tuple[str, str, int]] = field(default_factory=list)
    cancelled: bool = False

    def of(self, quantity: str, operation: str) -> Iterator[int]:
        return (number for what, how, number in self.changes if (what, how) == (quantity, operation))


def outcome(game: Game, fight: Fight, added: Added | None = None) -> int:
    """Points of a strike for the seat that strikes: chips taken and paid, units lost."""
    added = added or Added()
    if added.cancelled:
        return 0
    times = max(strikes(game, fight).value + sum(added.of(STRIKES, "add")), 0)
    dealt, cost = _dealt(game, fight, times, added), _cost(game, fight, times, added)
    has, there = chips(game, fight.striker), chips(game, fight.victim)
    if cost > has:
        return 0
    points = 2 * min(dealt, there) - 2 * cost + (KILL if dealt >= there else 0)
    if cost == has and has:
        points -= LOSS
    if any(added.of(KEEPS, "add")) and game.printed(fight.wielded).kind == "magic":
        points += KEPT_MAGIC
    return points


def _dealt(game: Game, fight: Fight, times: int, added: Added) -> int:
    if any(number == 0 for number in added.of(TAKEN, "become")):
        return 0
    if not added.changes:
        return max(damage(game, fight, times).value, 0)
    grants = game.table.effects(fight.striker, DAMAGE)
    number = base_value(game, fight)
    for by in [*(one.amount for one in grants if one.operation == "times"), *added.of(DAMAGE, "times")]:
        number *= by
    for by in [*(one.amount for one in grants if one.operation == "divide"), *added.of(DAMAGE, "divide")]:
        number //= by
    number += triangle(game, fight) + sum(one.amount for one in grants if one.operation == "add")
    number += sum(added.of(DAMAGE, "add"))
    taken = game.table.effects(fight.victim, TAKEN)
    return 0 if any(one.operation == "become" for one in taken) else max(number * times, 0)


def _cost(game: Game, fight: Fight, times: int, added: Added) -> int:
    if fight.countering and fight.is_initial:
        return 0
    least = min(added.of(COST, "become"), default=None)
    cost = chip_cost(game, fight, times).value if least is None else least
    return max(cost + sum(added.of(COST, "add")), 0)


def added_by(game: Game, fight: Fight, lines: Iterable[tree.Effect], context: Context) -> Added:
    """What a text adds to a strike; conditions are taken as they stand."""
    found = Added()
    for line in lines:
        _add(game, fight, line, context, found)
    return found


def _add(game: Game, fight: Fight, line: tree.Effect, context: Context, found: Added) -> None:
    match line:
        case tree.If(condition, then):
            if SCORER.holds(game, condition, context):
                _add(game, fight, then, context, found)
        case tree.Both(first, second):
            _add(game, fight, first, context, found)
            _add(game, fight, second, context, found)
        case tree.Modify(quantity, _, operation, amount):
            found.changes.append((quantity, operation, SCORER.amount(game, amount, context)))


def text_used(game: Game, act: AnyAct) -> Ability:
    """The text that an act of the preparation second uses."""
    printed = game.printed(act.cards[0])
    if act.verb == "use":
        ability = ability_named(game, act.cards[0], act.words[0])
        assert ability is not None  # it is an option
        return ability
    return printed.all("option")[0] if act.verb == "apply" else printed.abilities[0]


def gained(game: Game, act: AnyAct, fight: Fight) -> int:
    """Points that an act of the preparation second changes the strike by, for its player, and what its text
    does beside."""
    ability = text_used(game, act)
    unit = fight.of(act.seat)
    context = Context(act.seat, act.cards[0], ("FE-A-P-1",), action=fight, bearer=unit)
    change = outcome(game, fight, added_by(game, fight, ability.do, context)) - outcome(game, fight)
    beside = sum(
        SCORER.line(game, line, context) for line in ability.do if not isinstance(line, tree.Modify | tree.If)
    )
    return (change if act.seat == fight.seat else -change) + beside
