"""Choices of so many cards out of a list: what may be picked, and whether a pick is one.

The subject of the ask has ``among`` (cards) and ``number``. Not here: the clauses under which a game asks for
them (its verbs).
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import Facts
from events.model.kinds import AnyAct, Chose


def picks(verb: str) -> Callable[[Game, Ask], Iterator[AnyAct]]:
    """Every pick, as an act of this verb."""

    def options(game: Game, ask: Ask) -> Iterator[AnyAct]:
        for cards in combinations(ask.subject.among, ask.subject.number):
            yield Chose(ask.seat, verb, cards)

    return options


def as_many(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether the act names as many cards as are asked for."""
    return len(act.cards) == int(ask.subject.number)


def among(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether all cards of the act may be picked."""
    return all(card in ask.subject.among for card in act.cards)


def asked_for(game: Game, ask: Ask, act: AnyAct) -> Facts:
    """How many cards are asked for, and how many were named."""
    return {"number": ask.subject.number, "given": len(act.cards)}
