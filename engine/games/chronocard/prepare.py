"""What has to be prepared before a card or an A.Skill is declared: its targets and its cost.

The same checks are made when it is processed, where only the targets count. Not here: who may declare what
and when (``verbs``), or the payment (``declare``).
"""

from collections.abc import Iterator
from itertools import chain, combinations, product

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import candidates
from engine.games.chronocard.declaration import price_lines, required_payment, required_targets, target_lines
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import CardRef

Chosen = tuple[CardRef, ...]


def legal_targets(game: Game, choice: tree.Choose, context: Context) -> Chosen:
    """The cards that a target line may name."""
    return candidates(game, choice.cards, context)


def targets_fit(game: Game, ability: Ability | None, targets: Chosen, context: Context) -> bool:
    """Whether every target is legal (CC-USE-3, CC-AS-5), before the declaration (CC-USE-9, CC-AS-13) and
    again when it is processed: no others can be named then (CC-FAIL-2, CC-AF-2)."""
    left = list(targets)
    for choice in target_lines(ability):
        number = required_targets(choice)
        if len(left) < number or not set(left[:number]) <= set(legal_targets(game, choice, context)):
            return False
        del left[:number]
    return not left


def payable_cards(game: Game, gift: tree.MoveTo, context: Context) -> Chosen:
    """The cards that may be given up for one price line; never the card that is used itself."""
    return tuple(card for card in candidates(game, gift.cards, context) if card != context.card)


def price_fits(game: Game, ability: Ability | None, spent: Chosen, context: Context) -> bool:
    """Whether exactly the cards of the price are given up (CC-COST-6), which must be possible before anything
    is declared (CC-base-5-2)."""
    left = list(spent)
    for gift in price_lines(ability):
        number = required_payment(gift)
        if len(left) < number or not set(left[:number]) <= set(payable_cards(game, gift, context)):
            return False
        del left[:number]
    return not left


def price_choices(game: Game, ability: Ability | None, context: Context) -> Iterator[Chosen]:
    """Every choice of cards to give up for the price."""
    lines = []
    for line in price_lines(ability):
        lines.append(combinations(payable_cards(game, line, context), required_payment(line)))
    for chosen in product(*lines):
        yield tuple(chain.from_iterable(chosen))


def target_choices(game: Game, ability: Ability | None, spent: Chosen, context: Context) -> Iterator[Chosen]:
    """Every choice of targets, without those given up (CC-COST-8, CC-COST-9)."""
    lines = []
    for choice in target_lines(ability):
        cards = [card for card in legal_targets(game, choice, context) if card not in spent]
        lines.append(combinations(cards, required_targets(choice)))
    for chosen in product(*lines):
        yield tuple(chain.from_iterable(chosen))
