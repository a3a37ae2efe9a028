"""Estimates in points what acts of FERTCG are worth: texts, attacks, moves and cards, from open information.

Not here: choosing an act (``heuristic``), or what is used in a fight (``forecast``).
"""

from engine.effect import tree
from engine.effect.context import Context, opponent
from engine.effect.select import owner
from engine.games.fertcg.attack import usable_equipment
from engine.games.fertcg.board import FORWARD, ROWS, SORTIE_SQUARES, attached, on_field, square_of, units
from engine.games.fertcg.chips import chips, unused
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.power import chip_cost, damage, strikes
from engine.games.fertcg.price import Price, has_pile, price_of_card
from engine.games.fertcg.reach import attack_value, equipment, squares_in_range
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import CardRef, Holder
from kifuda.bots.scorer import Scorer

KILL, LOSS = 12, 9
"""Points for destroying an enemy unit, and for losing one's own."""
NO_USE = -99
"""Points for an attack that cannot be paid for or does nothing."""
HAND_CARD, UNUSED = 3, 1
"""Points for a hand card, and for an unused chip."""
FULL_HAND = 8
"""Hand cards from which another one is worth less."""


class FertcgScorer(Scorer):
    """Prices of FERTCG: chips on units, units, hand cards."""

    CARD = HAND_CARD

    def hurt(self, game: Game, card: CardRef, number: int) -> int:
        if not on_field(game, card):
            return 0
        there = chips(game, card)
        return 2 * min(number, there) + (KILL if number >= there else 0)

    def healed(self, game: Game, one: Holder, number: int) -> int:
        if one in game.rules.seats or not on_field(game, one):
            return 0
        room = game.printed(one).stats["stamina"] - chips(game, one)
        return 2 * min(number, room, unused(game, owner(one)))

    def turned(self, game: Game, card: CardRef, way: str) -> int:
        return 4 if way == "upright" and card in game.table.quarter and chips(game, card) > 2 else 0

    def drawn(self, game: Game, seat: str, number: int) -> int:
        if len(game.table.at(f"deck.{seat}")) < number:
            return 0
        return (HAND_CARD if len(game.table.at(f"hand.{seat}")) < FULL_HAND else 1) * number

    def moved(self, game: Game, card: CardRef, zone: str) -> int:
        """A unit is taken back only before it is lost."""
        if not on_field(game, card):
            return HAND_CARD if zone == "hand" else -HAND_CARD
        if zone == "hand" and chips(game, card) <= 1 and threatened(game, square_of(game, card), owner(card)):
            return LOSS
        return -LOSS

    def unless_paid(self, game: Game, seat: str, number: int, points: int) -> int:
        return points if unused(game, seat) < number else max(points // 2, 2 * number)

    def modified(self, game: Game, one: Holder, line: tree.Modify, number: int, *, quantity: str) -> int:
        """What changes a strike is seen to in the fight; sleep costs a turn."""
        return -4 if quantity == "asleep" else 0

    def other(self, game: Game, line: tree.Effect, context: Context) -> int:
        if isinstance(line, tree.Push):
            return 2 * len(self.cards(game, line.cards, context))
        return 0


SCORER = FertcgScorer()


def of_text(game: Game, seat: str, card: CardRef, ability: Ability) -> int:
    """Points for a text that is used outside of a fight."""
    return SCORER.ability(game, ability, Context(seat, card, ("FE-S-5",), bearer=card))


def of_price(price: Price) -> int:
    """Points that a price costs."""
    piles = (price.deck + price.out + 1) // 2
    return 2 * price.stamina + HAND_CARD * price.hand + UNUSED * price.unused + piles


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
    """Points for an attack: chips taken and lost, units destroyed on either side, the counter. One that its
    unit cannot pay for counts if cards or abilities can make it cheap enough."""
    fight = Fight(unit, target, {unit: best_gear(game, unit, target), target: target})
    dealt, cost = expected(game, fight)
    has, there = chips(game, unit), chips(game, target)
    if cost > has:
        cost = _cheapest(game, unit, cost)
    if cost > has or not dealt:
        return NO_USE
    kills, dies = dealt >= there, cost == has and cost > 0
    points = min(dealt, there) - cost + (KILL if kills else 0) - (LOSS if dies else 0)
    if not kills:
        back = game.printed(target).stats.get("counter", 0)
        points -= min(back, has - cost) + (LOSS if back >= has - cost > 0 else 0)
    return points


def _cheapest(game: Game, unit: CardRef, cost: int) -> int:
    """The chips that a strike would cost with the one thing that makes it cheapest: an ability of the unit or
    a surprise card in hand that can be paid for."""
    seat, found = owner(unit), cost
    for ability in game.printed(unit).abilities:
        if ability.on == "special" and has_pile(game, seat, "deck", Price(deck=1)):
            found = min(found, _with(game, ability, cost, unit))
    for card in game.table.at(f"hand.{seat}"):
        printed = game.card(card)
        if printed is not None and printed.kind == "surprise" and printed.abilities[0].on == "on-attack":
            ability = printed.abilities[0]
            payable = unused(game, seat) >= price_of_card(game, seat, card).unused
            if payable and ability.needs is None:
                found = min(found, _with(game, ability, cost, unit))
    return found


def _with(game: Game, ability: Ability, cost: int, unit: CardRef) -> int:
    for line in ability.do:
        if isinstance(line, tree.Modify) and line.quantity == "chip-cost":
            number = SCORER.amount(game, line.amount, Context(owner(unit), unit, ("FE-A-C-9",)))
            return max(number if line.operation == "become" else cost + number, 0)
    return cost


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
