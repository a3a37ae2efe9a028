"""Choices that the rules or a text ask for: cards, and which trigger ability comes next.

Not here: what an act does once it is allowed.
"""

from collections.abc import Iterator
from itertools import combinations

from engine.ask import Ask
from engine.game import Game
from engine.legality import Facts, Requirement, Verb
from engine.name import Name
from events.kinds import AnyAct, Chose


def _picks(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for cards in combinations(ask.subject.among, ask.subject.number):
        yield Chose(ask.seat, "pick", cards)


def _among(game: Game, ask: Ask, act: AnyAct) -> bool:
    return all(card in ask.subject.among for card in act.cards)


def _as_many(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(act.cards) == int(ask.subject.number)


def _facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"number": ask.subject.number, "given": len(act.cards)}


PICK = Verb(
    "pick",
    Chose,
    ("選ぶ",),
    "CARD…",
    Name("カードの指示でカードを選ぶ", "pick cards that a card asks for"),
    _picks,
    requirements=(
        Requirement("CC-OP-25", "not-a-candidate", _among, _facts),
        Requirement("CC-OP-25", "wrong-number-of-cards", _as_many, _facts),
    ),
    cards=(1, 99),
)


def _waiting(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in ask.subject.cards:
        yield Chose(ask.seat, "trigger", (card,))


def _is_waiting(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] in ask.subject.cards


TRIGGER = Verb(
    "trigger",
    Chose,
    ("トリガー",),
    "CARD",
    Name(
        "同時に発動したトリガー能力のうち、次に処理するもの",
        "the trigger ability that comes next, of several at once",
    ),
    _waiting,
    requirements=(Requirement("CC-base-4-8", "not-waiting", _is_waiting),),
    cards=(1, 1),
)
