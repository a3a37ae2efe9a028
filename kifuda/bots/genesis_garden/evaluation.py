"""Estimates in points what effects are worth in Genesis Garden: one card of the headquarters is ten points.

Reads the card texts, the table and the player's own hand. Not here: choosing an act (``heuristic``), unions.
"""

from engine.effect import tree
from engine.effect.context import Context, opponent
from engine.effect.select import owner
from engine.games.genesis_garden.board import ROWS, SUMMONS, has_room, row_of, units
from engine.games.genesis_garden.effects import Cause, ability_of
from engine.games.genesis_garden.headquarters import survives_sending
from engine.games.genesis_garden.summon import hero_condition_met
from engine.games.genesis_garden.unit import is_active, is_destroyed, is_hero, is_tired, number, unit_of
from engine.kernel.game import Game
from events.model.changes import CardRef, Holder
from events.model.kinds import Began, Happened
from kifuda.bots.scorer import WIN, Scorer

REBIRTH = 2
"""Points for each face-up card of the underworld that a cost turns face down."""
DRAWN = 3
"""Points for a hand card in the place of a card of the headquarters."""
CALLED = 12


class GenesisGardenScorer(Scorer):
    """Prices of Genesis Garden: the headquarters, and units by their numbers."""

    def life(self, game: Game, seat: str, number: int) -> int:
        return self.LIFE * number if survives_sending(game, seat, number) else WIN

    def hurt(self, game: Game, card: CardRef, number: int) -> int:
        unit = unit_of(game, card)
        if not unit or is_destroyed(game, unit):
            return 0
        return self.lost(game, unit) if _defence(game, unit) <= number else number

    def lost(self, game: Game, card: CardRef) -> int:
        unit = unit_of(game, card)
        return of_unit(game, unit) if unit and not is_destroyed(game, unit) else 0

    def turned(self, game: Game, card: CardRef, way: str) -> int:
        match way:
            case "sideways":
                return (
                    -4 - number(game, card, "attack") if row_of(game, card) and is_active(game, card) else 0
                )
            case "upright":
                return 4 + number(game, card, "attack") if row_of(game, card) and is_tired(game, card) else 0
            case "face down":
                return -REBIRTH
        return REBIRTH

    def drawn(self, game: Game, seat: str, number: int) -> int:
        return DRAWN * number if survives_sending(game, seat, number + reserve(game, seat)) else -WIN

    def moved(self, game: Game, card: CardRef, zone: str) -> int:
        if row_of(game, card):
            return -of_unit(game, card) // 2 if zone == "hand" else -of_unit(game, card)
        return self.CARD if zone == "hand" else -self.CARD

    def modified(self, game: Game, one: Holder, line: tree.Modify, number: int, *, quantity: str) -> int:
        """By the point, for who can use it; what the combat at hand gains is seen to in ``of_battle``."""
        if one in game.rules.seats:
            return 0
        unit = unit_of(game, one)
        if not unit or is_destroyed(game, unit):
            return 0
        if quantity == "defence" and number < 0 and _defence(game, unit) + number <= 0:
            return -of_unit(game, unit)
        if line.until == "end of action":
            return 0
        fights = game.table.phase in ("union", "spell", "battle") and is_active(game, unit)
        return 2 * number if fights and quantity in ("attack", "defence") else 0

    def other(self, game: Game, line: tree.Effect, context: Context) -> int:
        if isinstance(line, tree.Summon):
            return sum(_of_call(game, card) for card in self.cards(game, line.cards, context))
        return 0


SCORER = GenesisGardenScorer()


def _defence(game: Game, unit: CardRef) -> int:
    return number(game, unit, "defence")


def of_unit(game: Game, unit: CardRef) -> int:
    """Points for a unit in play."""
    return 6 + 2 * max(number(game, unit, "attack"), 0) + max(_defence(game, unit), 0)


def _of_call(game: Game, card: CardRef) -> int:
    """Points for a unit that a text calls, if there is a summon and room left for it."""
    seat, printed = owner(card), game.printed(card)
    if game.table.track("summons", seat) >= SUMMONS or not any(has_room(game, seat, row) for row in ROWS):
        return 0
    if is_hero(printed) and not hero_condition_met(game, seat, printed):
        return 0
    return CALLED + 2 * printed.stats["attack"] if printed.kind != "spell" else CALLED // 2


def reserve(game: Game, seat: str) -> int:
    """Cards that the headquarters should keep: for upkeep, and for the attacks that may get through."""
    foes = [card for card in units(game, opponent(game, seat)) if not is_destroyed(game, card)]
    strongest = max((number(game, card, "attack") for card in foes), default=0)
    return sum(1 for _ in units(game, seat)) + strongest + 1


def of_effect(game: Game, card: CardRef, moment: str, cause: Cause) -> int:
    """Points for using the effect that a card has for a moment, less the cards that it turns face down."""
    ability = ability_of(game, card, moment)
    if ability is None:
        return 0
    context = Context(owner(card), card, ("GG-OP-12",), action=cause)
    points = SCORER.ability(game, ability, context) - REBIRTH * ability.cost
    fight = of_battle(game, card, ability.do, context)
    return points + fight


def of_battle(game: Game, card: CardRef, lines: tuple[tree.Effect, ...], context: Context) -> int:
    """Points for what a text turns in the combat at hand: its last attack and the block of it."""
    attacker, blocker = fighters(game)
    if not attacker or not blocker:
        return 0
    power, wall = number(game, attacker, "attack"), number(game, blocker, "defence")
    for line in lines:
        if isinstance(line, tree.Modify) and line.until in ("end of action", "end of turn"):
            by = SCORER.amount(game, line.amount, context)
            for one in SCORER.holders(game, line.who, context):
                if line.quantity == "attack" and one == attacker:
                    power += by
                elif line.quantity == "defence" and one == blocker:
                    wall += by
    before = number(game, attacker, "attack") > number(game, blocker, "defence")
    after = power > wall
    if before == after:
        return 0
    gained = of_unit(game, blocker) + number(game, attacker, "attack")
    return gained if after is (owner(card) == owner(attacker)) else -gained


def fighters(game: Game) -> tuple[CardRef, CardRef]:
    """The attacker and the blocker of the combat at hand; ``""`` outside of one."""
    blocker = ""
    for event in reversed(game.history):
        if type(event) is Began:
            break
        if type(event) is Happened:
            if event.what in ("attack ends", "combat ends"):
                break
            if event.what == "blocks" and not blocker:
                blocker = event.card
            if event.what == "attacks":
                return event.card, blocker
    return "", ""
