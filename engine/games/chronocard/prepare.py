"""What has to be named before a card or an A.Skill is declared: its targets.

They are looked at again when it is processed. Not here: who may declare what and when (``verbs``), or the
cost (``payment``)."""

from collections.abc import Collection, Iterator
from itertools import chain, combinations, product

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import candidates
from engine.games.chronocard.declaration import named_targets, required_targets, target_lines
from engine.games.chronocard.payment import moved_names, paid_names
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import CardRef

Chosen = tuple[CardRef, ...]


def legal_targets(game: Game, choice: tree.Choose, context: Context) -> Chosen:
    """The cards that a target line may name."""
    return candidates(game, choice.cards, context)


def targets_fit(
    game: Game, ability: Ability | None, targets: Chosen, context: Context, *, paid: Collection[str] = ()
) -> bool:
    """Whether every target is legal (CC-USE-3, CC-AS-5), before the declaration (CC-USE-9, CC-AS-13) and
    again when it is processed: no others can be named then (CC-FAIL-2, CC-AF-2). What was ``paid`` with is no
    target any more, and not paid again (CC-FAIL-3, CC-AF-3)."""
    left = list(targets)
    for choice in target_lines(ability):
        number = required_targets(choice)
        named = left[:number]
        del left[:number]
        if choice.name in paid:
            continue
        if len(named) < number or not set(named) <= set(legal_targets(game, choice, context)):
            return False
    return not left and named_once(ability, targets)


def target_choices(game: Game, ability: Ability | None, spent: Chosen, context: Context) -> Iterator[Chosen]:
    """Every choice of targets, without those given up (CC-COST-8, CC-COST-9)."""
    lines = []
    for choice in target_lines(ability):
        cards = [card for card in legal_targets(game, choice, context) if card not in spent]
        lines.append(combinations(cards, required_targets(choice)))
    for chosen in product(*lines):
        named = tuple(chain.from_iterable(chosen))
        if named_once(ability, named) and not moved_for_cost(ability, named):
            yield named


def named_once(ability: Ability | None, targets: Chosen) -> bool:
    """Whether no card is named twice as a target, or twice as what is paid with (CC-USE-9, CC-AS-13)."""
    if len(set(targets)) == len(targets):
        return True
    paid, aimed = _paid_and_aimed(ability, targets)
    return all(len(set(cards)) == len(cards) for cards in (paid, aimed))


def moved_for_cost(ability: Ability | None, targets: Chosen) -> frozenset[CardRef]:
    """The targets that the cost moves from the field or the hand, which they cannot be (CC-COST-8,
    CC-COST-9). One that it only Checks or turns has not moved, and may be a target."""
    if not (names := moved_names(ability)):
        return frozenset()
    by_name = named_targets(ability, targets)
    moved = chain.from_iterable(by_name.get(name, ()) for name in names)
    return frozenset(moved) & frozenset(_paid_and_aimed(ability, targets)[1])


def _paid_and_aimed(ability: Ability | None, targets: Chosen) -> tuple[Chosen, Chosen]:
    """What is named to pay with, and what the effect is aimed at."""
    paid = paid_names(ability)
    by_name = named_targets(ability, targets)
    cost = (cards for name, cards in by_name.items() if name in paid)
    aimed = (cards for name, cards in by_name.items() if name not in paid)
    return tuple(chain.from_iterable(cost)), tuple(chain.from_iterable(aimed))
