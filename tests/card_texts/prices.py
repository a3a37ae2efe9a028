"""A price that is announced is paid: the cost and the lines of a price, before the first line of their text.

Not here: that a payment moves as much as it says (``laws``), or what the text then does (``deeds``).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.effect import tree
from engine.effect.nodes import nodes
from engine.games.fertcg.declaration import EQUIPPING
from engine.games.fertcg.price import AS_NEEDED, PILE_COST
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import Flip, Move, Set, Turn
from events.model.kinds import Chose, Declared, Paid

PRICED = {
    "aquarian-age": ("effect",),
    "chronocard": ("skill", "use"),
    "fertcg": (
        "special",
        "crest",
        "instead",
        "option",
        "transform",
        EQUIPPING,
        "any-time",
        "unit-step",
        "on-attack",
        "when-hit",
    ),
    "genesis-garden": ("activated", "battle"),
}
"""Moments of abilities that are declared at a cost or a price."""
CHOSEN = (AS_NEEDED, "x-free", "x-vary")
"""Keywords of abilities whose cost is a number that is chosen."""
ASIDE = ("pick", "pay", "ep")
"""Acts in which a card is named that is not declared by them."""
REDUCED = ("cost", "cost-of-", PILE_COST)
"""What texts can change about a cost after it was printed: beginnings of quantities."""


class Prices:
    """The abilities of some cards that cost something, by their first line."""

    def __init__(self, game: str, faces: dict[str, Any]) -> None:
        self.found: dict[tuple[str, int], tuple[Ability, int]] = {}
        self.reduced = any(
            isinstance(piece, tree.Modify) and piece.quantity.startswith(REDUCED)
            for card in faces.values()
            for ability in card.abilities
            for line in ability.do
            for piece in nodes(line)
        )
        for card in faces.values():
            lines = Counter(id(line) for ability in card.abilities for line in ability.do)
            for ability in card.abilities:
                of_card = card.kind == "surprise" or ability.on == "use"
                cost = card.cost or 0 if of_card else ability.cost
                # Equal lines are one object: one that stands in the card twice is not looked at.
                if ability.do and ability.on in PRICED.get(game, ()) and lines[id(ability.do[0])] == 1:
                    self.found[card.id, id(ability.do[0])] = ability, cost

    def check(self, game: Game, effect: Any, context: Any) -> None:
        """Assert that the price was paid, if ``effect`` is the first line of an ability that has one."""
        found = self.found.get((game.table.face.get(context.card, ""), id(effect)))
        if found is None or self.reduced:
            return
        ability, cost = found
        if any(word in ability.keywords for word in CHOSEN):
            return
        if any(isinstance(line, tree.ReduceCost) for line in ability.price):
            cost = 0
        paid = _payments(game, context.card)
        if paid is None:
            return
        said = sum(event.amount for event in paid if event.resource not in ("hand", "deck", "out"))
        assert said >= cost, f"cost {cost}, paid {said}: {ability}: {paid}"
        changes = [change for event in paid for change in event.changes]
        moved = Counter(change.origin.partition(".")[0] for change in changes if type(change) is Move)
        wanted: Counter[str] = Counter()
        for line in ability.price:
            if isinstance(line, tree.MoveTo) and isinstance(line.cards, tree.Cards):
                assert isinstance(line.number, tree.Number)
                wanted[line.cards.zone] += line.number.value
            elif isinstance(line, tree.Damage):
                hurt = any(type(change) is Set and change.track == "taken" for change in changes)
                assert hurt or line.amount == tree.Number(0), f"no damage is paid: {ability}: {paid}"
            elif isinstance(line, tree.TurnTo):
                turned = any(type(change) in (Turn, Flip) for change in changes)
                assert turned, f"nothing is turned: {ability}: {paid}"
        for zone, number in wanted.items():
            assert moved[zone] >= number, f"{number} of {zone} to pay, {moved[zone]} paid: {ability}: {paid}"


def _payments(game: Game, card: str) -> list[Paid] | None:
    """What was paid for a card since it was last declared; None if it was not."""
    paid: list[Paid] = []
    for event in reversed(game.history):
        if type(event) is Paid and event.for_ == card:
            paid.append(event)
        elif type(event) in (Declared, Chose) and card in event.cards and event.verb not in ASIDE:
            return paid
    return None
