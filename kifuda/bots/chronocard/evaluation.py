"""Estimates in points what an act is worth now, from the card texts: one damage is about ten points.

Reads the table and the player's own hand. Not here: choosing an act (``heuristic``).
"""

from collections.abc import Iterable

from engine.effect import tree
from engine.effect.select import owner
from engine.effect.value import value
from engine.games.chronocard.board import is_down
from engine.games.chronocard.declaration import Declaration, of_card, of_skill
from engine.games.chronocard.strength import strength
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import CardRef
from events.model.kinds import AnyAct

BODY = 4
"""Points for each AP and DP of a character played."""
CARD = 8
GIVEN_UP = 9
LASTING = 12
"""Points for a card gained in hand, for one discarded, and for a lasting effect."""


def of_act(game: Game, act: AnyAct) -> int:
    """Points for using a card or a skill now."""
    made = of_card(game, act, seq=0) if act.verb == "use" else of_skill(game, act, seq=0)
    points = -GIVEN_UP * len(made.spent)
    if act.verb == "use":
        printed = game.printed(made.card)
        points += BODY * (printed.stats.get("AP", 0) + printed.stats.get("DP", 0))
        points += 2 * CARD * printed.stats.get("EP", 0) if printed.kind in ("bg", "character") else 0
        points += LASTING * sum(ability.on not in ("use", "skill") for ability in printed.abilities)
        points += CARD * len(printed.all("skill"))
    return points + _of_text(game, made.ability, made)


def _of_text(game: Game, ability: Ability | None, made: Declaration) -> int:
    return sum(_of_line(game, line, made) for line in ability.do) if ability else 0


def _of_line(game: Game, line: tree.Effect, made: Declaration) -> int:
    context = made.context("")
    match line:
        case tree.Damage("opponent", amount):
            return 10 * value(game, amount, context)
        case tree.Damage(tree.Named(), amount):
            return sum(_hurt(game, card, value(game, amount, context), made.seat) for card in made.targets)
        case tree.Draw(amount):
            return CARD * value(game, amount, context)
        case tree.Add(amount, "taken", "you"):
            healed = min(-value(game, amount, context), game.table.track("taken", made.seat))
            return 6 * healed
        case tree.Add(amount, "EP", "you"):
            return 5 * value(game, amount, context)
        case tree.TurnTo(_, "sideways"):
            return _of_targets(made.targets, made.seat, theirs=12, mine=-12)
        case tree.TurnTo(_, "upright" | "face up"):
            return _of_targets(made.targets, made.seat, theirs=-12, mine=14) or 6
        case tree.TurnTo(_, "face down"):
            return _of_targets(made.targets, made.seat, theirs=24, mine=-24)
        case tree.MoveTo(_, tree.Named(), "hand"):
            if all(game.table.place[card].startswith("discard") for card in made.targets):
                return CARD + 4
            return sum(_bounced(game, card, made.seat) for card in made.targets)
        case tree.MoveTo(_, tree.Cards("hand", "opponent")):
            return CARD if game.table.at(f"hand.{_other(game, made.seat)}") else -1
        case tree.MoveTo(_, tree.Named(), "discard"):
            return _of_targets(made.targets, made.seat, theirs=14, mine=-14)
        case tree.Modify("first-turn"):
            return _of_targets(made.targets, made.seat, theirs=2, mine=-9)
        case tree.Modify(_, tree.Named()):
            return _of_targets(made.targets, made.seat, theirs=-9, mine=5)
        case tree.Modify(_, tree.This()):
            return 5
        case tree.AttachTo():
            return LASTING
    return 0


def _of_targets(targets: Iterable[CardRef], seat: str, *, theirs: int, mine: int) -> int:
    return sum(mine if owner(card) == seat else theirs for card in targets)


def _hurt(game: Game, card: CardRef, amount: int, seat: str) -> int:
    """Points for damage to a character: 20 if it turns face down, else 2; negative for one's own."""
    if is_down(game, card):
        return 0
    falls = strength(game, card, "DP").value <= amount
    return (20 if falls else 2) * (-1 if owner(card) == seat else 1)


def _bounced(game: Game, card: CardRef, seat: str) -> int:
    cost = game.printed(card).cost or 0
    return (-10 if owner(card) == seat else 6) * (cost + 1)


def _other(game: Game, seat: str) -> str:
    first, second = game.rules.seats
    return second if seat == first else first
