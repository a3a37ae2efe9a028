"""Choices that the rules or a text ask for.

Not here: the consequences of an allowed act.
"""

from collections.abc import Iterator
from itertools import combinations

from engine.common.answers import simple_choice
from engine.common.choices import card_choice, next_choice
from engine.games.aquarian_age.costs import Bill
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose

KEEP = simple_choice("keep", "キープ", Bilingual("最初の手札のまま始める", "keep the opening hand"))
MULLIGAN = simple_choice(
    "mulligan",
    "マリガン",
    Bilingual("手札をすべて戻し、引き直す", "put the whole hand back and draw anew"),
)


# --- paying ------------------------------------------------------------------------------------------


def _payments(game: Game, ask: Ask) -> Iterator[AnyAct]:
    bill: Bill = ask.subject
    for number in range(bill.least, bill.number + 1):
        for cards in combinations(bill.among, number):
            yield Chose(ask.seat, "pay", cards)


def _power_cards(game: Game, ask: Ask, act: AnyAct) -> bool:
    bill: Bill = ask.subject
    return set(act.cards) <= set(bill.among)


def _bill_kind(ask: Ask) -> str:
    """What a bill is for: an attack, a guard, or something else."""
    bill: Bill = ask.subject
    return bill.kind if bill.kind in ("attack", "guard") else ""


def _not_above_cost(kind: str) -> Requirement:
    """Nobody pays more than a cost; attacks and guards cost more only by effects (AA-3-6b, AA-4-3b)."""
    clause = {"attack": "AA-3-6b", "guard": "AA-4-3b", "": "AA-20-2"}[kind]

    def holds(game: Game, ask: Ask, act: AnyAct) -> bool:
        bill: Bill = ask.subject
        return len(act.cards) <= bill.number or _bill_kind(ask) != kind

    return Requirement(clause, "overpaid", holds, _paid)


def _enough(game: Game, ask: Ask, act: AnyAct) -> bool:
    bill: Bill = ask.subject
    return len(act.cards) >= bill.least


def _paid(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"given": len(act.cards), "cost": ask.subject.number}


PAY = ActType(
    "pay",
    Chose,
    ("支払う",),
    "POWERCARD…",
    Bilingual("コストとしてパワーカードを支払う", "pay a cost with power cards"),
    _payments,
    requirements=(
        Requirement("AA-base-5-2", "no-power-card", _power_cards, _paid),
        _not_above_cost("attack"),
        _not_above_cost("guard"),
        _not_above_cost(""),
        Requirement("AA-20-3", "underpaid", _enough, _paid),
    ),
    cards=(0, 99),
)


# --- choosing cards ------------------------------------------------------------------------------------


PICK = card_choice(
    "pick",
    "選ぶ",
    Bilingual("ルールやカードの指示でカードを選ぶ", "pick cards that the rules or a card ask for"),
    candidate="AA-12-4",
    number="AA-12-4",
)


SHOW = card_choice(
    "show",
    "見せる",
    Bilingual("カードの指示で手札を見せる", "show hand cards that a card asks for"),
    candidate="AA-2-2",
    number="AA-2-2",
)


NEXT = next_choice(
    "next",
    ("先に", "順番"),
    Bilingual(
        "同時に処理するもののうち、次に処理するもの", "what is dealt with next, of several things at once"
    ),
    "AA-23-1a",
)


def _reveals(game: Game, ask: Ask) -> Iterator[AnyAct]:
    if game.card(ask.subject) is not None:
        yield Chose(ask.seat, "reveal", (ask.subject,))


def _is_next(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] == ask.subject and game.card(ask.subject) is not None


def _turned_up(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.cards[0]}


REVEAL = ActType(
    "reveal",
    Chose,
    ("表にする",),
    "CARD",
    Bilingual("ダメージ判定で表になったカード", "the card that a damage judgement turns up"),
    _reveals,
    requirements=(Requirement("AA-base-11-1", "not-turned-up", _is_next, _turned_up),),
    cards=(1, 1),
    unseen=lambda game, ask: True,
)
