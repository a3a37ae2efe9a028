"""What has to be named before a card or an A.Skill is declared: its targets.

They are looked at again when it is processed. Not here: who may declare what and when (``verbs``), or the
cost (``payment``)."""

from collections.abc import Collection, Iterator
from itertools import chain, combinations, product

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import candidates
from engine.games.chronocard.declaration import required_targets, target_lines
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
    return not left


def target_choices(game: Game, ability: Ability | None, spent: Chosen, context: Context) -> Iterator[Chosen]:
    """Every choice of targets, without those given up (CC-COST-8, CC-COST-9)."""
    lines = []
    for choice in target_lines(ability):
        cards = [card for card in legal_targets(game, choice, context) if card not in spent]
        lines.append(combinations(cards, required_targets(choice)))
    for chosen in product(*lines):
        named = tuple(chain.from_iterable(chosen))
        if len(set(named)) == len(named):  # nothing is named twice
            yield named
