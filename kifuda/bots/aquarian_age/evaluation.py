"""Estimates in points what using a card or an effect is worth now: one damage to the opponent is ten points.

Reads the card texts, the table and the player's own hand. Not here: choosing an act (``heuristic``), or what
happens in attacks (``combat``).
"""

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import owner
from engine.games.aquarian_age.board import (
    PERMANENT,
    attached,
    character_of,
    controller,
    is_character,
    power,
    zone_of,
)
from engine.games.aquarian_age.costs import cost_of, effect_cost, missing_factors, payable_power_cards
from engine.games.aquarian_age.damage import LOSING_DAMAGE
from engine.games.aquarian_age.declaration import (
    EFFECT,
    Declaration,
    counts_as_break,
    effect_of,
    use_text,
)
from engine.games.aquarian_age.declare import x_declared
from engine.games.aquarian_age.values import (
    NO_EFFECTS,
    current_attack,
    endurance,
    has,
    is_nullified,
    may_be_named,
    mind,
    permanent_limit,
    skill,
)
from engine.kernel.game import Game
from events.model.changes import CardRef, Holder
from events.model.kinds import AnyAct
from kifuda.bots.scorer import WIN, Scorer

POWER = 4
"""Points for one power card, paid or set."""
CARD = 6
HOPE = 99
BODY = 3
"""Points for each point of attack and endurance on the field."""
SILENCED = 2
"""Points for a character without skills or effects for a turn."""


class AquarianAgeScorer(Scorer):
    """Prices of Aquarian Age: characters by their numbers and their power, hand cards, power cards."""

    CARD = CARD

    def side(self, game: Game, one: Holder) -> str:
        """The player in whose territory a character is; of a power card its character's."""
        if one in game.rules.seats:
            return one
        return controller(game, one) if zone_of(game, one) in ("control", "faction") else owner(one)

    def life(self, game: Game, seat: str, number: int) -> int:
        return WIN if number >= life_left(game, seat) else self.LIFE * number

    def hurt(self, game: Game, card: CardRef, number: int) -> int:
        """Damage outside of battle discards a character whose endurance it reaches, and nothing else."""
        if has(game, card, "shield"):
            return 0
        return self.lost(game, card) if number - skill(game, card, "resist") >= endurance(game, card) else 0

    def lost(self, game: Game, card: CardRef) -> int:
        if is_character(game, card):
            return 10 + of_character(game, card)
        return 2 * CARD  # a break card, on a character or being declared

    def drawn(self, game: Game, seat: str, number: int) -> int:
        """No draw from a deck that is running out."""
        left = len(game.table.at(f"deck.{seat}")) - number
        return CARD * number if left > 3 else -HOPE if left < 0 else 0

    def moved(self, game: Game, card: CardRef, zone: str) -> int:
        if zone in ("control", "faction", "hand"):
            return 2 * CARD
        return -POWER if card in game.table.host else -CARD

    def modified(self, game: Game, one: Holder, line: tree.Modify, number: int, *, quantity: str) -> int:
        """Numbers of characters that can use them this turn; protection and skills by a little."""
        if one in game.rules.seats:
            return CARD if quantity == "factors" and _lacks(game, one, number) else 0
        if not is_character(game, one):
            return 0  # what changes costs is seen to where they are paid (``heuristic``)
        ready = zone_of(game, one) == "control" and power(game, one) > 0
        mine = controller(game, one) == game.table.seat and game.table.phase == "main"
        match quantity:
            case "attack" | "own-attack" | "mental" | "judge":
                return BODY * number if ready and mine else 0
            case "endurance":
                return -self.lost(game, one) if endurance(game, one) + number <= 0 else number
            case "initiative" | "penetrate" | "stealth":
                return SILENCED * number if ready and mine else 0
            case "no-skills" | "no-effects":
                return -SILENCED if ready else 0
            case "charge" | "draw" | "capacity" | "mind":
                return POWER * number
        return SILENCED * number if quantity.startswith("unaffected") else 0

    def other(self, game: Game, line: tree.Effect, context: Context) -> int:
        match line:
            case tree.AttachTo(tree.Named("cost"), to, "power") if not isinstance(to, str):
                return sum(_of_shift(game, one, context) for one in self.cards(game, to, context))
            case tree.AttachTo(_, to, "power") if not isinstance(to, str):
                room = sum(mind(game, one) - power(game, one) for one in self.cards(game, to, context))
                return 6 * min(room, 2)
            case tree.AttachTo(_, _, "familiar"):
                return 10
        return 0


SCORER = AquarianAgeScorer()


def life_left(game: Game, seat: str) -> int:
    """How much more damage loses."""
    return LOSING_DAMAGE - len(game.table.at(f"damage.{seat}"))


def of_act(game: Game, act: AnyAct) -> int:
    """Points for declaring this card or effect now, less its cost."""
    made = Declaration(act.verb, act, seq=0)
    if act.verb == EFFECT:
        made.ability = effect_of(game, act)
        made.character = character_of(game, act.cards[0])
        assert made.ability is not None
        if is_nullified(game, made.character, NO_EFFECTS):
            return -HOPE
        made.aim(game)
        return of_declared(game, made) - POWER * effect_cost(made.ability, act.number or 0)
    made.number = x_declared(game, act)
    printed = game.printed(made.card)
    made.as_break = counts_as_break(game, made.card)
    if not made.as_break and printed.kind != "permanent":
        made.ability = use_text(printed)
        made.aim(game)
    if missing_factors(game, act.seat, made.card, made.aims) or _too_dear(game, made):
        return -HOPE
    points = of_declared(game, made)
    return points - POWER * cost_of(game, made.card, made.number, made.aims).value - CARD


def of_declared(game: Game, made: Declaration) -> int:
    """Points for its player if a declared card or effect is carried out now, whatever it cost."""
    if made.ability is not None:
        return SCORER.ability(game, made.ability, made.context(game, "AA-7-1"))
    if made.card and made.targets and is_character(game, character_of(game, made.targets[0])):
        if made.as_break:
            return _of_break(game, made)
        return _of_permanent(game, made, character_of(game, made.targets[0]))
    return 0


def _too_dear(game: Game, made: Declaration) -> bool:
    """Whether the printed cost is more than the player can pay. Possible reductions are not considered."""
    return cost_of(game, made.card, made.number, made.aims).value > len(payable_power_cards(game, made.seat))


def _lacks(game: Game, seat: str, number: int) -> bool:
    """Whether a card in hand lacks so few factors, and no more than its cost."""
    able = len(payable_power_cards(game, seat))
    for card in game.table.at(f"hand.{seat}"):
        printed = game.card(card)
        if printed is not None and printed.kind != "character" and (printed.cost or 0) <= able:
            missing = missing_factors(game, seat, card)
            if missing and sum(missing.values()) <= number:
                return True
    return False


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
    freed = 12 if zone_of(game, target) == "faction" else 0
    return gained - of_character(game, target) + POWER * power(game, target) + freed + 14


def _of_permanent(game: Game, made: Declaration, character: CardRef) -> int:
    """Points for a permanent: on an own character with room for it, in play or soon."""
    if controller(game, character) != made.seat or not may_be_named(game, character):
        return 0
    room = len(attached(game, character, PERMANENT)) < permanent_limit(game, character)
    return 12 + power(game, character) if room else 0


def _of_shift(game: Game, target: CardRef, context: Context) -> int:
    """Points for each power card moved that the target has room for; more if it can then be controlled."""
    number = int(context.action.number or 0)
    room = mind(game, target) - power(game, target)
    frees = zone_of(game, target) == "faction" and room == number
    return POWER * min(room, number) + (CARD if frees else 0)
