"""Matches altered where a viewer could not see it, and played again: what the games' twins are made with.

Not here: what a game keeps from whom (its module).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from events.model.changes import CardRef
from events.model.kinds import ACTS, Derived, Opened, Revealed, Shuffled
from kifuda.bots.dice import Dice

Match = tuple[Derived, ...]
Alter = Callable[[int, Any], Any]
"""What becomes of an act or a shuffle, by its seq."""
Twin = tuple[str, Match]
"""How a match was altered, and the altered match."""
REFACED, REDRAWN = "faces that were never seen", "an opening hand drawn in another order"
"""How twins are made."""


def replayed(rules: Ruleset, derived: Match, alter: Alter) -> Match:
    """The match of the altered acts. Raises ``Refused`` where the rules do not allow them."""
    opened = derived[0][0]
    assert isinstance(opened, Opened)
    game = Game(rules, opened)
    found: list[Derived] = [(opened, None), *game.begin()]
    for seq, (event, _) in enumerate(derived):
        if isinstance(event, (*ACTS, Shuffled)):
            found += game.act(alter(seq, event))
    assert game.ask is None
    return tuple(found)


def shuffles(derived: Match, place: str) -> dict[int, Shuffled]:
    """The shuffles of a place, by seq."""
    return {
        seq: event
        for seq, (event, _) in enumerate(derived)
        if isinstance(event, Shuffled) and event.place == place
    }


def seen_or_named(rules: Ruleset, derived: Match, viewer: str) -> set[CardRef]:
    """Cards whose face the viewer saw at some time, or that an act named."""
    table, seen = Table(), set()
    for event, _ in derived:
        table.apply(event)
        if isinstance(event, Revealed):
            seen |= set(event.cards)
        if isinstance(event, ACTS):
            seen |= {*event.cards, *event.targets}
        for place, lying in table.zones.items():
            if rules.sees(place, viewer, down=False):
                seen.update(lying)
    return seen


def mix(order: list[str], spots: Sequence[int], dice: Dice) -> None:
    """Put the faces at some spots of the order into another order."""
    for spot, face in zip(spots, dice.mixed([order[spot] for spot in spots]), strict=True):
        order[spot] = face


def refaced(rules: Ruleset, derived: Match, seen: Container[CardRef], dice: Dice, *, first: int = 1) -> Match:
    """Cards of the decks that are not among those ``seen`` change faces, each seat's among themselves.
    ``first`` is the number of the card that gets the first face. A deck that was shuffled anew stays as it
    is, because it names its cards once more."""
    altered: dict[int, Shuffled] = {}
    for seat in rules.seats:
        found = shuffles(derived, f"deck.{seat}")
        if len(found) == 1:
            ((seq, shuffled),) = found.items()
            order = list(shuffled.order)
            mix(order, [spot for spot in range(len(order)) if f"{seat}.{spot + first}" not in seen], dice)
            altered[seq] = replace(shuffled, order=tuple(order))
    return replayed(rules, derived, lambda seq, act: altered.get(seq, act))


def redrawn(rules: Ruleset, derived: Match, place: str, hand: int, dice: Dice, *, first: int = 1) -> Match:
    """The same ``hand`` cards at the beginning of the first order of ``place``, drawn in another order: all
    acts follow them. ``first`` is the number of the card that lies on top."""
    seat = place.rpartition(".")[2]
    mixed = dice.mixed(range(hand))
    names = {f"{seat}.{old + first}": f"{seat}.{new + first}" for old, new in enumerate(mixed)}
    dealt = next(iter(shuffles(derived, place)))

    def alter(seq: int, act: Any) -> Any:
        if isinstance(act, Shuffled):
            return reordered(act, dict(enumerate(mixed))) if seq == dealt else act
        return renamed(act, names)

    return replayed(rules, derived, alter)


def reordered(shuffled: Shuffled, to: Mapping[int, int]) -> Shuffled:
    """The order with the faces at some spots put to others."""
    order = list(shuffled.order)
    for old, new in to.items():
        order[new] = shuffled.order[old]
    return replace(shuffled, order=tuple(order))


def renamed(act: Any, names: Mapping[CardRef, CardRef]) -> Any:
    """An act with other cards in the place of those that have other ``names``."""
    cards, targets = (tuple(names.get(card, card) for card in some) for some in (act.cards, act.targets))
    return replace(act, cards=cards, targets=targets)
