"""Units: how they stand, and their numbers with everything that changes them.

Not here: what makes them stand otherwise (``damage``, ``summon``, ``union``).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.amount import Amount
from engine.card import Ability, Card
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import holders
from engine.effect.value import holds, value
from engine.game import Game
from engine.games.genesis_garden.board import SEATS, row_of, seat_of, units
from events.changes import CardRef

ACTIVE, TIRED, DESTROYED = 0, 1, 2
"""Quarter turns of a card: upright, sideways, turned to the opponent (GG-ACT-14, GG-ATK-10)."""
OPERATIONS = ("add", "times", "become")
REAR_ATTACK = "rear-attack"
"""The skill (技能) of units that attack from the rear row: the exception that GG-SUM-7 speaks of."""


def is_destroyed(game: Game, card: CardRef) -> bool:
    return game.table.quarter.get(card) == DESTROYED


def is_tired(game: Game, card: CardRef) -> bool:
    return game.table.quarter.get(card) == TIRED


def is_active(game: Game, card: CardRef) -> bool:
    return card not in game.table.quarter


def partner(game: Game, card: CardRef) -> CardRef:
    """The rear card that lies on a front card in union; ``""`` for a unit of one card (GG-UNION-5)."""
    guests = game.table.guests.get(card, ())
    return guests[0] if guests else ""


def cards_of(game: Game, card: CardRef) -> tuple[CardRef, ...]:
    """The cards of a unit: what befalls one of a pair befalls both (GG-UNION-13)."""
    other = partner(game, card)
    return (card, other) if other else (card,)


def race(card: Card) -> str:
    """The race (種族) of a card: the first of its tags."""
    return card.tags[0]


def is_hero(card: Card) -> bool:
    """A hero (英雄) has a rank (GG-SUM-10)."""
    return card.stats.get("rank", 0) > 0


def has_skill(game: Game, card: CardRef, skill: str) -> bool:
    """Whether a unit has a skill (技能); those of a pair in union are off (GG-UNION-6)."""
    if partner(game, card) and not game.settings["skills_in_union"]:  # GG-OP-3
        return False
    return skill in game.printed(card).keywords


# --- numbers -------------------------------------------------------------------------------------------


def number(game: Game, card: CardRef, quantity: str) -> int:
    """Attack, defence or speed of a unit now. Values of a pair are added up, but its speed is that of the
    front card (GG-UNION-7, GG-UNION-8); damage lowers defence (GG-ACC-3)."""
    total = _own(game, card, quantity)
    if quantity != "speed":
        other = partner(game, card)
        if other:
            total += _own(game, other, quantity)
    if quantity == "defence":
        total -= damage_on(game, card)
    return total


def _own(game: Game, card: CardRef, quantity: str) -> int:
    total = game.printed(card).stats[quantity]
    found = [*_granted(game, card, quantity), *continuous(game, card, quantity)]
    if found:
        for operation in OPERATIONS:
            for how, amount, _ in found:
                if how == operation:
                    total = total + amount if how == "add" else total * amount if how == "times" else amount
    return total


def _granted(game: Game, card: CardRef, quantity: str) -> Iterator[tuple[str, int, CardRef]]:
    for grant in game.table.effects(card, quantity):
        yield grant.operation, grant.amount, grant.source


def damage_on(game: Game, card: CardRef) -> int:
    """The accumulated damage (蓄積ダメージ) of a unit (GG-ACC-2)."""
    return sum(grant.amount for grant in game.table.effects(card, "damage"))


def told(game: Game, card: CardRef, quantity: str, clause: str) -> Amount:
    """The same number with every step that makes it."""
    amount = Amount(game.printed(card).stats[quantity], card, clause)
    _steps(game, card, quantity, amount)
    other = partner(game, card)
    if other:
        second = Amount(game.printed(other).stats[quantity], other, clause)
        _steps(game, other, quantity, second)
        amount.step("add", second.value, other, "GG-UNION-7")
    if quantity == "defence" and (suffered := damage_on(game, card)):
        amount.step("add", -suffered, "damage", "GG-ACC-3")
    return amount


def _steps(game: Game, card: CardRef, quantity: str, amount: Amount) -> None:
    found = [
        *((how, by, source, "GG-DEST-3") for how, by, source in _granted(game, card, quantity)),
        *((how, by, source, "GG-SPELL-3") for how, by, source in continuous(game, card, quantity)),
    ]
    for operation in OPERATIONS:
        for how, by, source, clause in found:
            if how == operation:
                amount.step(how, by, source, clause)


# --- continuous effects (永続効果) ---------------------------------------------------------------------


def continuous(game: Game, card: CardRef, quantity: str) -> Iterator[tuple[str, int, CardRef]]:
    """What continuous effects do to a number of a unit: on by themselves as long as their conditions hold,
    their own cards tired or not (GG-SPELL-3, GG-OP-11)."""
    for seat in SEATS:
        for source in units(game, seat):
            for ability in game.printed(source).all("continuous"):
                yield from _lasting(game, source, seat, ability, card, quantity)


def _lasting(
    game: Game, source: CardRef, seat: str, ability: Ability, card: CardRef, quantity: str
) -> Iterator[tuple[str, int, CardRef]]:
    if is_destroyed(game, source) or not stands_right(game, source, ability):
        return
    if partner(game, source) and not game.settings["continuous_in_union"]:  # GG-OP-6
        return
    context = Context(seat, source, ("GG-SPELL-3",))
    if ability.needs is not None and not holds(game, ability.needs, context):
        return
    for effect in ability.do:
        if (
            type(effect) is tree.Modify
            and effect.quantity == quantity
            and card in holders(game, effect.who, context)
        ):
            yield effect.operation, value(game, effect.amount, context), source


def stands_right(game: Game, card: CardRef, ability: Ability) -> bool:
    """Whether a card is in the row that the header of its effect names (GG-ACT-4)."""
    return ability.zone in ("", "field", row_of(game, card))


# --- turn order by speed ---------------------------------------------------------------------------------


def next_in_line(game: Game, cards: list[CardRef], first: str) -> tuple[str, tuple[CardRef, ...]]:
    """Whose cards come next, and which: those of the highest speed, the first player's before the other's;
    among them their player is free (GG-ACT-10 to GG-ACT-12, GG-BATTLE-2, GG-BATTLE-4)."""
    speeds = {card: number(game, card, "speed") for card in cards}
    fastest = max(speeds.values())
    line = [card for card in cards if speeds[card] == fastest]
    seats = {card: seat_of(game, card) for card in line}
    seat = first if first in seats.values() else seats[line[0]]
    return seat, tuple(card for card in line if seats[card] == seat)


# --- traits that card text may name ------------------------------------------------------------------------

TRAITS = {
    # A card on the field that is not in the destroyed state: what conditions count (GG-OP-7, GG-OP-9).
    "unit": lambda game, card: not is_destroyed(game, card),
    "active": is_active,
    "tired": is_tired,
    "hero": lambda game, card: is_hero(game.printed(card)),
    "face-up": lambda game, card: card not in game.table.down,
}
