"""Choices of cards: a number of cards from a list, or the next card of several.

An ask for a number of cards has ``among`` (cards) and ``number`` as its subject; an ask for the next card has
``cards``. Not here: when a game asks, or under which clauses.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose


def choice_options(verb: str) -> Callable[[Game, Ask], Iterator[AnyAct]]:
    """Every possible choice, as an act with this name."""

    def options(game: Game, ask: Ask) -> Iterator[AnyAct]:
        for number in range(_least(ask), ask.subject.number + 1):
            for cards in combinations(ask.subject.among, number):
                yield Chose(ask.seat, verb, cards)

    return options


def right_number(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether the act names as many cards as are asked for."""
    return _least(ask) <= len(act.cards) <= int(ask.subject.number)


def _least(ask: Ask) -> int:
    """How many cards have to be named: as many as are asked for, or fewer where a text says "up to"."""
    return int(getattr(ask.subject, "least", ask.subject.number))


def all_candidates(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether all cards of the act are candidates."""
    return all(card in ask.subject.among for card in act.cards)


def number_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    """How many cards are asked for, and how many were named."""
    return {"number": ask.subject.number, "given": len(act.cards)}


def card_choice(
    verb: str,
    japanese: str,
    says: Bilingual,
    *,
    candidate: str,
    number: str,
    most: int = 99,
    elsewhere: tuple[Requirement, ...] = (),
) -> ActType:
    """The act that chooses cards: all of them candidates (clause ``candidate``), and as many as asked for
    (clause ``number``)."""
    requirements = (
        Requirement(candidate, "not-a-candidate", all_candidates, number_facts),
        Requirement(number, "wrong-number-of-cards", right_number, number_facts),
    )
    options = choice_options(verb)
    return ActType(verb, Chose, (japanese,), "CARD…", says, options, requirements, elsewhere, cards=(1, most))


def next_choice(verb: str, japanese: tuple[str, ...], says: Bilingual, clause: str) -> ActType:
    """The act that names the next of several cards, whose order ``clause`` leaves to a player."""

    def options(game: Game, ask: Ask) -> Iterator[AnyAct]:
        for card in ask.subject.cards:
            yield Chose(ask.seat, verb, (card,))

    requirement = Requirement(clause, "not-waiting", _is_waiting)
    return ActType(verb, Chose, japanese, "CARD", says, options, (requirement,), cards=(1, 1))


def _is_waiting(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] in ask.subject.cards
