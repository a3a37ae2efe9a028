"""What could still help a declaration that lacks factors or is paid less than its cost (AA-19-1c, AA-20-3).

It is a bound, not a plan: each of the player's fast cards in hand and effects of controlled characters counts
once, for the most that it could bring. A card in hand that nobody knows could bring anything. Not here: what
factors and costs are (``costs``).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.effect import tree
from engine.effect.context import opponent
from engine.games.aquarian_age.board import BREAK, FACTIONS, FAMILIAR, attached, characters, factions_shown
from engine.games.aquarian_age.declaration import (
    cards_with_effects,
    effects_of,
    use_text,
    words_of,
)
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import CardRef

ANYTHING = 999
"""More than any card needs."""


class _Help(NamedTuple):
    """A text that could help: that of the card ``source`` in the hand of ``seat``, or, without a source, an
    effect of a controlled character. ``ability`` is None where nobody knows the card."""

    seat: str
    source: CardRef
    ability: Ability | None


def most_factors_gained(
    game: Game, seat: str, card: CardRef, *, missing: Callable[[Game, str, CardRef], Mapping[str, int]]
) -> dict[str, int]:
    """By faction the most factors that a player could gain before a declared card resolves.

    ``missing`` gives the factors that a player lacks for a card: a card in hand that cannot have its own
    factors, not even with the help of the others, is of no help (AA-19-1c).
    """
    found = dict.fromkeys(FACTIONS, 0)

    def usable(one: _Help) -> bool:
        if not one.source:
            return True
        return all(
            number <= found[faction] for faction, number in missing(game, one.seat, one.source).items()
        )

    waiting = list(_help(game, seat, card))
    while helping := [one for one in waiting if usable(one)]:
        waiting = [one for one in waiting if one not in helping]
        for one in helping:
            for faction in FACTIONS:
                found[faction] += (
                    ANYTHING if one.ability is None else _factors(game, seat, one.ability, faction)
                )
    return found


def least_cost(game: Game, seat: str, card: CardRef, cost: int) -> int:
    """The least that a declared card could cost by its resolution."""
    for _, _, ability in _help(game, seat, card):
        if ability is None:
            return 0
        for word in words_of(ability):
            if isinstance(word, tree.Modify) and word.quantity == "cost" and _reaches_pending(word, ability):
                cost = min(cost, _changed(cost, word))
    return max(cost, 0)


def _help(game: Game, seat: str, card: CardRef) -> Iterator[_Help]:
    """The texts that could help, each once. By the house rule those of the opponent count as well
    (AA-OP-28)."""
    helpers = (seat,) if not game.settings["opponent_could_help"] else (seat, opponent(game, seat))
    for helper in helpers:
        for other in game.table.at(f"hand.{helper}"):
            printed = game.card(other)
            if printed is None:
                yield _Help(helper, "", None)
            elif other != card and printed.kind == "fast":
                yield _Help(helper, other, use_text(printed))
        for character in characters(game, helper, "control"):
            for source in cards_with_effects(game, character):
                yield from (_Help(helper, "", effect) for effect in effects_of(game, source))


def _factors(game: Game, seat: str, ability: Ability, faction: str) -> int:
    """The most factors of a faction that a text could bring a player."""
    found = 0
    for word in words_of(ability):
        match word:
            case tree.Modify(quantity="factors", who=("you" | "everyone"), operation="add"):
                amount = _number(word.amount)
                found += ANYTHING if amount is None else max(amount, 0)
            case tree.AttachTo(role=role) if role == FAMILIAR:
                found += faction in game.roles[FAMILIAR].tags
            case tree.AttachTo(role=role) if role == BREAK:
                found += 1
            case tree.MoveTo(zone="control"):
                found += 1  # a character comes under control
            case tree.Destroy() if not _aims_at_pending(word, ability):
                found += _hides(game, seat, faction)
    return found


def _hides(game: Game, seat: str, faction: str) -> bool:
    """Whether the loss of a break card could make a controlled character show the faction: it lies beneath a
    card without it (AA-OP-23)."""
    if game.settings["factor_of_broken"] != "top":
        return False
    return any(
        faction not in factions_shown(game, character)
        and any(
            printed is None or faction in printed.tags
            for printed in map(game.card, (character, *attached(game, character, BREAK)))
        )
        for character in characters(game, seat, "control")
    )


def _reaches_pending(word: tree.Modify, ability: Ability) -> bool:
    """Whether a change could be aimed at a card that is being declared."""
    return _is_pending(word.who, ability)


def _aims_at_pending(word: tree.Destroy, ability: Ability) -> bool:
    """Whether what is discarded is being declared, and no character."""
    return _is_pending(word.cards, ability)


def _is_pending(who: object, ability: Ability) -> bool:
    """Whether these are cards that are being declared, directly or as the target of that name."""
    if isinstance(who, tree.Named):
        name = who.name
        lines = (line for line in ability.targets if isinstance(line, tree.Choose))
        who = next((line.cards for line in lines if line.name == name), None)
    return isinstance(who, tree.Cards) and who.zone == "pending"


def _changed(cost: int, word: tree.Modify) -> int:
    amount = _number(word.amount)
    if amount is None:
        return 0
    if word.operation == "add":
        return cost + amount
    return amount if word.operation == "become" else cost * amount


def _number(amount: tree.Amount) -> int | None:
    """The number that a text names; None where it depends on something."""
    match amount:
        case tree.Number():
            return amount.value
        case tree.Negative():
            inner = _number(amount.amount)
            return None if inner is None else -inner
    return None
