"""Estimates in points what using a card or an effect is worth now: one damage to the opponent is ten points.

Reads the card texts, the table and the player's own hand. Not here: choosing an act (``heuristic``).
"""

from engine.effect import tree
from engine.effect.select import owner
from engine.effect.value import value
from engine.games.aquarian_age.board import character_of, controller, is_character, power, top
from engine.games.aquarian_age.costs import cost_of, effect_cost, missing_factors, payable_power_cards
from engine.games.aquarian_age.declaration import (
    Declaration,
    counts_as_break,
    effect_of,
    use_text,
)
from engine.games.aquarian_age.declare import x_declared
from engine.games.aquarian_age.values import current_attack, endurance, mind
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import CardRef
from events.model.kinds import AnyAct

POWER = 4
"""Points for one power card, paid or set."""
CARD = 6
HOPE = 99
BODY = 3
"""Points for each point of attack and endurance on the field."""


def of_act(game: Game, act: AnyAct) -> int:
    """Points for declaring this card or effect now, less its cost."""
    made = Declaration(act.verb, act, seq=0)
    if act.verb == "effect":
        made.ability = effect_of(game, act)
        made.character = character_of(game, act.cards[0])
        assert made.ability is not None
        return _of_text(game, made.ability, made) - POWER * effect_cost(made.ability, act.number or 0)
    made.number = x_declared(game, act)
    if missing_factors(game, act.seat, made.card) or _too_dear(game, made):
        return -HOPE
    points = -POWER * cost_of(game, made.card, made.number).value - CARD
    printed = game.printed(made.card)
    if counts_as_break(game, made.card):
        return points + _of_break(game, made)
    if printed.kind == "permanent":
        return points + (12 + power(game, character_of(game, act.targets[0])))
    made.ability = use_text(printed)
    return points + (_of_text(game, made.ability, made) if made.ability else 0)


def _too_dear(game: Game, made: Declaration) -> bool:
    """Whether the printed cost is more than the player can pay. Possible reductions are not considered."""
    return cost_of(game, made.card, made.number).value > len(payable_power_cards(game, made.seat))


def of_character(game: Game, character: CardRef) -> int:
    """Points for a character in its present state."""
    return BODY * (current_attack(game, character).value + endurance(game, character)) + POWER * power(
        game, character
    )


def _of_break(game: Game, made: Declaration) -> int:
    target = character_of(game, made.targets[0])
    stats = game.printed(made.card).stats
    gained = BODY * (stats.get("attack", stats.get("mental", 0)) + stats.get("endurance", 0))
    if controller(game, target) != made.seat:
        return gained + of_character(game, target)
    freed = 12 if game.table.place[target].startswith("faction") else 0
    return gained - of_character(game, target) + POWER * power(game, target) + freed + 14


def _of_text(game: Game, ability: Ability, made: Declaration) -> int:
    return sum(_of_line(game, line, made) for line in ability.do)


def _of_line(game: Game, line: tree.Effect, made: Declaration) -> int:
    context = made.context(game, "AA-7-1")
    match line:
        case tree.Damage("opponent", amount):
            return 10 * value(game, amount, context)
        case tree.Damage(tree.Named(), amount):
            number = value(game, amount, context)
            return sum(
                _of_fall(game, one, made.seat)
                for one in _targets(game, made)
                if number >= endurance(game, one)
            )
        case tree.Destroy(tree.Named()):
            return sum(_of_fall(game, one, made.seat) for one in _targets(game, made))
        case tree.If(tree.Compare(tree.Current("mind"), "<=", tree.X()), tree.Destroy(tree.Named())):
            return sum(
                _of_fall(game, one, made.seat)
                for one in _targets(game, made)
                if mind(game, one) <= made.number
            )
        case tree.Draw(amount):
            return CARD * value(game, amount, context)
        case tree.AttachTo(tree.Named("cost"), _, "power"):
            return sum(_of_shift(game, one, made) for one in _targets(game, made))
        case tree.AttachTo(_, _, "power"):
            room = sum(mind(game, one) - power(game, one) for one in _targets(game, made))
            return 6 * min(room, 2)
        case tree.AttachTo(_, _, "familiar"):
            return 10
        case tree.Modify("no-skills" | "no-effects"):
            return sum(2 if owner(one) != made.seat else -9 for one in _targets(game, made))
        case tree.Modify("factors" | "cost"):
            return -9
        case tree.Modify(_, tree.Named(), "add", amount):
            good = value(game, amount, context)
            return sum(2 * good if owner(one) == made.seat else -2 * good for one in _targets(game, made))
        case tree.Modify(_, tree.Cards()):
            return 8
        case tree.MoveTo(number, tree.Cards("control", "opponent", "power")):
            return 5 * min(value(game, number, context), _power_of(game, made))
        case tree.MoveTo(_, tree.Cards("discard")):
            return 12 if game.table.at(f"discard.{made.seat}") else -CARD
    return 0


def _of_shift(game: Game, target: CardRef, made: Declaration) -> int:
    """Points for each power card moved that the target has room for; more if it can then be controlled."""
    room = mind(game, target) - power(game, target)
    frees = game.table.place[target].startswith("faction") and room == made.number
    return POWER * min(room, made.number) + (CARD if frees else 0)


def _power_of(game: Game, made: Declaration) -> int:
    other = "B" if made.seat == "A" else "A"
    return sum(power(game, one) for one in game.table.at(f"control.{other}") if is_character(game, one))


def _targets(game: Game, made: Declaration) -> list[CardRef]:
    """The characters that the act names."""
    return [one for card in made.targets if (one := character_of(game, card)) and top(game, one) == card]


def _of_fall(game: Game, character: CardRef, seat: str) -> int:
    points = 10 + of_character(game, character)
    return points if controller(game, character) != seat else -points
