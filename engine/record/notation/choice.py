"""What is one choice among acts: those that differ only in which copies of a card they name.

Copies are interchangeable while nothing tells them apart. Not here: which acts are legal
(``engine.kernel.legality``), or how one is written (``spell``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from engine.kernel.game import Game
from engine.kernel.legality import ActType
from events.model.changes import CardRef
from events.model.kinds import AnyAct

Copy = tuple[str, str]
"""The place and the face of a card that is like others there; ``""`` and the card itself of any other."""


def choices(game: Game, acts: Iterable[AnyAct]) -> Iterator[AnyAct]:
    """Yield of ``acts``, which are legal now, the first of each choice."""
    marked = marked_cards(game)
    seen: set[tuple[Any, ...]] = set()
    for act in acts:
        choice = _choice(game, act, marked)
        if choice not in seen:
            seen.add(choice)
            yield act


def has_subject(verb: ActType) -> bool:
    """Whether the first card of an act does what the act does and its other cards serve it: ``CARD [PAID…]``,
    as opposed to ``CARD…`` and ``UNIT UNIT``."""
    if verb.cards[1] <= 1:
        return True
    taken = [word.strip("[]") for word in verb.shape.partition(">")[0].split() if word.strip("[]…").isupper()]
    return len(taken) > 1 and taken[0] != taken[1] and not taken[0].endswith("…")


def _choice(game: Game, act: AnyAct, marked: Collection[str]) -> tuple[Any, ...]:
    """What acts of one choice have in common. Cards that stand as they lie are a set: where their order
    matters, they are listed in others too, and each of these is a choice of its own."""
    first = int(has_subject(game.rules.verbs[act.verb]))
    subject, rest = act.cards[:first], act.cards[first:]
    alike = [_copy(game, card, marked) for card in rest]
    as_they_lie = _as_they_lie(game, rest)
    return (
        *(act.seat, act.verb, act.words, act.number, as_they_lie),
        tuple(_copy(game, card, marked) for card in subject),
        tuple(sorted(alike) if as_they_lie else alike),
        tuple(_copy(game, target, marked) for target in act.targets),
    )


def told_apart(game: Game, card: CardRef, marked: Collection[str]) -> bool:
    """Whether people can tell a card from others in its place whatever its face is: by how it lies there, or
    because it is ``marked`` by an effect."""
    table = game.table
    states = (table.down, table.quarter, table.host, table.guests, marked)
    return any(card in some for some in states) or game.rules.zone(table.place.get(card, "")).ordered


def marked_cards(game: Game) -> set[str]:
    """What effects are on."""
    return {on for on, _ in game.table.granted}


def _copy(game: Game, card: CardRef, marked: Collection[str]) -> Copy:
    face = game.table.face.get(card, "")
    if not face or told_apart(game, card, marked):
        return "", card
    return game.table.place.get(card, ""), face


def _as_they_lie(game: Game, cards: Sequence[CardRef]) -> bool:
    if len(cards) < 2:
        return True
    table = game.table
    if any(card not in table.place for card in cards):
        return False
    order = [(table.place[card], table.at(table.place[card]).index(card)) for card in cards]
    return order == sorted(order)
