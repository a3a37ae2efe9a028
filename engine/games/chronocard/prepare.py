"""What has to be at hand before a card or an A.Skill is declared: its targets and its cost.

The same questions are put when it is processed, where only the targets count. Not here: who may declare what
and when (``verbs``), or the payment (``declare``).
"""

from collections.abc import Iterator
from itertools import combinations, product

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import candidates
from engine.games.chronocard.declaration import aimed, aims, gifts, given
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import CardRef

Chosen = tuple[CardRef, ...]


def may_aim(game: Game, choice: tree.Choose, context: Context) -> Chosen:
    """The cards that a line of targets may name."""
    return candidates(game, choice.cards, context)


def targets_fit(game: Game, ability: Ability | None, targets: Chosen, context: Context) -> bool:
    """Whether every target is one that the text may name (CC-USE-3, CC-AS-5), before the declaration
    (CC-USE-9, CC-AS-13) and again when it is processed: others cannot be named then (CC-FAIL-2, CC-AF-2)."""
    left = list(targets)
    for choice in aims(ability):
        number = aimed(choice)
        if len(left) < number or not set(left[:number]) <= set(may_aim(game, choice, context)):
            return False
        del left[:number]
    return not left


def may_give(game: Game, gift: tree.MoveTo, context: Context) -> Chosen:
    """The cards that may be given up for one line of a price; never the card that is used itself."""
    return tuple(card for card in candidates(game, gift.cards, context) if card != context.card)


def price_fits(game: Game, ability: Ability | None, spent: Chosen, context: Context) -> bool:
    """Whether just the cards that the price asks for are given up (CC-COST-6), which must be possible before
    anything is declared (CC-base-5-2)."""
    left = list(spent)
    for gift in gifts(ability):
        number = given(gift)
        if len(left) < number or not set(left[:number]) <= set(may_give(game, gift, context)):
            return False
        del left[:number]
    return not left


def prices(game: Game, ability: Ability | None, context: Context) -> Iterator[Chosen]:
    """Every way to give up what the price asks for."""
    ways = [combinations(may_give(game, gift, context), given(gift)) for gift in gifts(ability)]
    for way in product(*ways):
        yield tuple(card for some in way for card in some)


def aimings(game: Game, ability: Ability | None, spent: Chosen, context: Context) -> Iterator[Chosen]:
    """Every way to name the targets, those given up left out (CC-COST-8, CC-COST-9)."""
    ways = [
        combinations([card for card in may_aim(game, choice, context) if card not in spent], aimed(choice))
        for choice in aims(ability)
    ]
    for way in product(*ways):
        yield tuple(card for some in way for card in some)
