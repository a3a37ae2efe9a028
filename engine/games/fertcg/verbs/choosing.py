"""Choices that a text asks for, demands, and ends of a match by its players.

Not here: what follows (``effect_handlers``, ``ruleset``).
"""

from collections.abc import Iterator

from engine.common.agreed_end import agreement, concession
from engine.common.answers import simple_choice
from engine.common.choices import card_choice
from engine.games.fertcg.chips import unused
from engine.games.fertcg.verbs.shared import unused_facts
from engine.kernel.ask import TABLE, Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose, Declared

PICK = card_choice(
    "pick",
    "選ぶ",
    Bilingual("テキストの指示でカードやユニットを選ぶ", "pick the cards or units that a text asks for"),
    candidate="FE-base-6-2",
    number="FE-base-6-2",
    most=60,
)


def _pay(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Chose(ask.seat, "pay", number=ask.subject)


def _is_asked(game: Game, ask: Ask, act: AnyAct) -> bool:
    return bool(act.number == ask.subject)


def _asked(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"number": ask.subject, "given": act.number or 0}


def _affordable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return unused(game, act.seat) >= int(ask.subject)


def _pool(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return unused_facts(game, act.seat, int(ask.subject))


PAY = ActType(
    "pay",
    Chose,
    ("支払う",),
    "N",
    Bilingual("求められた未使用チップを支払う", "pay the unused chips that are demanded"),
    _pay,
    requirements=(
        Requirement("FE-base-6-2", "not-the-amount", _is_asked, _asked),
        Requirement("FE-base-6-1", "too-few-unused", _affordable, _pool),
    ),
    numbered=True,
    clause="FE-base-6-2",
)


REFUSE = simple_choice("refuse", "拒む", Bilingual("支払わない", "do not pay"))


# ends by the players -------------------------------------------------------------------------------------


CONCEDE = concession("FE-OP-28", Bilingual("投了する", "concede the match"))

AGREED_END = agreement(
    "FE-OP-28", Bilingual("両者の合意で試合を終える", "both players agree to end the match")
)


def _time(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Declared(TABLE, "time-called")


def _by_the_table(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.seat == TABLE and not act.targets


TIME_CALLED = ActType(
    "time-called",
    Declared,
    ("時間切れ", "時間終了", "time"),
    "",
    Bilingual("制限時間で試合を終える", "the time of the match is over"),
    _time,
    requirements=(Requirement("FE-base-10-4", "time-is-the-tables", _by_the_table),),
    targets=(0, 1),
)
