"""What an ability or a card costs, each kind from its own pool, and paying it in full (FE-base-6-2).

A cost is named after what is paid: chips of the unit (気力), hand cards (手札), the top of the deck (山札) or
of the out-of-battle pile (戦場外), or unused chips (FE-K-1, FE-K-6). Not here: who may use what (``verbs``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.common.reveal import ask_faces
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import owner
from engine.effect.value import value
from engine.games.fertcg.chips import chips, spend_chips, take_chips, unused
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.leaving import leaves
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef
from events.model.kinds import Paid

AS_NEEDED = "as-needed"
"""The printed X of 残像: as many chips as the current equipment needs (FE-base-9-3)."""
BY_EQUIPMENT = ("option", "wielded")
"""Moments of texts of an equipment, which are paid for with unused chips."""
PILES = ("deck", "out")
PILE_COST = "pile-cost"
"""What 指揮 reduces: costs that are paid from a pile, and no others (FE-K-6)."""


@dataclass(frozen=True, slots=True)
class Price:
    """How much of each kind of cost; the chips of ``unit`` pay ``stamina``."""

    unit: CardRef = ""
    stamina: int = 0
    hand: int = 0
    deck: int = 0
    out: int = 0
    unused: int = 0

    def of_pile(self, pile: str) -> int:
        """The part that is paid from the deck or from the out-of-battle pile."""
        return self.deck if pile == "deck" else self.out


def price_of(game: Game, unit: CardRef, ability: Ability, fight: Fight | None = None) -> Price:
    """The price of an ability of a unit, or of one of its equipments, which costs unused chips."""
    cost = ability.cost
    if AS_NEEDED in ability.keywords and fight is not None:
        cost = game.printed(fight.gear[unit]).cost or 0
    lines = _lines(game, owner(unit), ability)
    card = fight.gear[unit] if fight is not None and ability.on in BY_EQUIPMENT else unit
    cost = _reduced(game, cost, ability, Context(owner(unit), card, (), bearer=unit))
    if ability.on in BY_EQUIPMENT:
        return replace(lines, unit=unit, unused=cost)
    return replace(lines, unit=unit, stamina=cost)


def price_of_card(game: Game, seat: str, card: CardRef) -> Price:
    """The price of a surprise card: unused chips, and its other costs (FE-base-6-1)."""
    printed = game.printed(card)
    (ability,) = printed.abilities
    cost = _reduced(game, printed.cost or 0, ability, Context(seat, card, ()))
    return replace(_lines(game, seat, ability), unused=cost)


def _reduced(game: Game, cost: int, ability: Ability, context: Context) -> int:
    """The number of chips, less what the text takes off for this use; never below 0."""
    for line in ability.price:
        if isinstance(line, tree.ReduceCost):
            cost -= max(0, value(game, line.amount, context))
    return max(cost, 0)


def _lines(game: Game, seat: str, ability: Ability) -> Price:
    """The bracketed costs of cards (FE-K-1); only those from a pile are reduced by 指揮 (FE-K-6)."""
    found = {"hand": 0, "deck": 0, "out": 0}
    for line in ability.price:
        if isinstance(line, tree.ReduceCost):
            continue  # it is about chips
        assert isinstance(line, tree.MoveTo) and isinstance(line.cards, tree.Cards)
        assert isinstance(line.number, tree.Number)
        number = line.number.value
        if line.cards.zone in PILES:
            number += sum(grant.amount for grant in game.table.effects(seat, PILE_COST))
        found[line.cards.zone] += max(number, 0)
    return Price(hand=found["hand"], deck=found["deck"], out=found["out"])


# --- can it be paid? -----------------------------------------------------------------------------------


def has_stamina(game: Game, price: Price) -> bool:
    """Chips of this unit and no other (FE-K-2)."""
    return not price.stamina or chips(game, price.unit) >= price.stamina


def has_unused(game: Game, seat: str, price: Price) -> bool:
    """Chips on units and used ones pay for no card (FE-base-6-1)."""
    return not price.unused or unused(game, seat) >= price.unused


def has_pile(game: Game, seat: str, pile: str, price: Price) -> bool:
    """A pile that is too short pays nothing (FE-OP-5)."""
    return len(game.table.at(f"{pile}.{seat}")) >= price.of_pile(pile)


def hand_fits(game: Game, seat: str, price: Price, named: tuple[CardRef, ...], but: CardRef = "") -> bool:
    """Exactly as many own hand cards as are asked for (FE-K-3), without the card that is used itself."""
    hand = game.table.at(f"hand.{seat}")
    return len(named) == price.hand and all(card in hand and card != but for card in named)


# --- paying ----------------------------------------------------------------------------------------------


def pay(
    game: Game, seat: str, price: Price, named: tuple[CardRef, ...], source: CardRef, clause: str
) -> Procedure:
    """One payment for each kind of cost, all before anything takes effect (FE-K-1)."""
    if price.stamina:
        changes = tuple(take_chips(game, price.unit, price.stamina))
        yield Paid(seat, "stamina", ("FE-K-2", clause), price.stamina, source, changes=changes)
    if price.unused:
        changes = tuple(spend_chips(game, seat, price.unused))
        yield Paid(seat, "unused chips", ("FE-base-6-1", clause), price.unused, source, changes=changes)
    if price.hand:
        changes = leaves(game, named, "out")
        yield Paid(seat, "hand", ("FE-K-3", clause), price.hand, source, named, changes)
    for pile, number, own in (("deck", price.deck, "FE-K-4"), ("out", price.out, "FE-K-5")):
        if number:
            yield from from_pile(game, seat, pile, number, source, (own, clause))


def from_pile(
    game: Game, seat: str, pile: str, number: int, source: CardRef, clauses: tuple[str, ...]
) -> Procedure:
    """The top cards of a pile go out of the country; there is no choice (FE-K-4, FE-K-5)."""
    cards = top(game, f"{pile}.{seat}", number)
    yield from ask_faces(game, seat, cards, clauses[0])
    changes = leaves(game, cards, "abroad")
    yield Paid(seat, pile, clauses, number, source, cards, changes)


def top(game: Game, place: str, number: int) -> tuple[CardRef, ...]:
    """The top cards of a pile, from the top down."""
    return tuple(reversed(game.table.at(place)[-number:])) if number else ()
