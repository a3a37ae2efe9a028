"""Ends of turns, destroyed units, choices of cards, and the end by concession or agreement.

Not here: the consequences of an allowed act (``turn``, ``damage``).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.common.agreed_end import agreement, concession, enough_by_setting
from engine.common.answers import only_option
from engine.common.choices import card_choice
from engine.common.requirements import card_facts
from engine.games.genesis_garden.verbs.shared import in_phase, named_card_options
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose, Declared

END = ActType(
    "end",
    Declared,
    ("終了",),
    "",
    Bilingual("ターンの終了を宣言する", "declare the end of the turn"),
    only_option(Declared, "end"),
    elsewhere=(Requirement("GG-END-1", "not-your-main-phase", lambda game, ask, act: False),),
)


LEAVE = ActType(
    "leave",
    Declared,
    ("リーブ",),
    "",
    Bilingual("バトルターンの終了を宣言する", "declare the end of the battle turn"),
    only_option(Declared, "leave"),
    elsewhere=(Requirement("GG-LEAVE-1", "only-in-leave-phase", in_phase("leave")),),
)


def _waits(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] in ask.subject


WAITS = Requirement("GG-END-2", "not-destroyed", _waits, card_facts)
RETRIEVE = ActType(
    "retrieve",
    Chose,
    ("手札へ",),
    "UNIT",
    Bilingual(
        "ターン終了時かリーブに、破壊状態のカードを手札に戻す",
        "return a destroyed unit to hand, at the end of the turn or the leave; until then it lies reversed",
    ),
    named_card_options("retrieve"),
    requirements=(WAITS,),
    cards=(1, 1),
)
BURY = ActType(
    "bury",
    Chose,
    ("冥府へ",),
    "UNIT",
    Bilingual(
        "ターン終了時かリーブに、破壊状態のカードを冥府に送る",
        "send a destroyed unit to the underworld, at the end of the turn or the leave",
    ),
    named_card_options("bury"),
    requirements=(WAITS,),
    cards=(1, 1),
)


# --- choices of cards --------------------------------------------------------------------------------------


PICK = card_choice(
    "pick",
    "選ぶ",
    Bilingual("カードの指示でカードを選ぶ", "pick cards that a card asks for"),
    candidate="GG-ACT-2",
    number="GG-ACT-2",
)


def _discards(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for cards in combinations(game.table.at(f"hand.{ask.seat}"), ask.subject):
        yield Chose(ask.seat, "discard", cards)


def _in_hand(game: Game, ask: Ask, act: AnyAct) -> bool:
    return all(game.table.place[card] == f"hand.{act.seat}" for card in act.cards)


def _over(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"number": ask.subject, "given": len(act.cards)}


DISCARD = ActType(
    "discard",
    Chose,
    ("捨てる",),
    "CARD…",
    Bilingual("上限を超えた手札を冥府に送る", "send what is over the hand limit to the underworld"),
    _discards,
    requirements=(
        Requirement("GG-OP-1", "not-a-candidate", _in_hand, _over),
        Requirement(
            "GG-OP-1", "wrong-number-of-cards", lambda game, ask, act: len(act.cards) == ask.subject, _over
        ),
    ),
    cards=(1, 99),
)


# ends by the players ---------------------------------------------------------------------------------------


CONCEDE = concession("GG-OP-24", Bilingual("投了する", "concede the match"), enough_by_setting("GG-OP-24"))


AGREED_END = agreement(
    "GG-OP-24", Bilingual("両者の合意で試合を終える", "both players agree to end the match")
)
