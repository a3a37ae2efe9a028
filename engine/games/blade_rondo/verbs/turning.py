"""The start and the end of a turn, and of a match by agreement.

Not here: the consequences of an allowed act (``turn``, ``use``, ``attack``).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.common.agreed_end import agreement, concession, enough_by_setting
from engine.common.answers import only_option
from engine.common.requirements import card_facts
from engine.games.blade_rondo.board import coins
from engine.games.blade_rondo.verbs.shared import ELSEWHERE
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose, Declared


def _act_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in ask.subject:
        yield Chose(ask.seat, "act", (card,))


ACT = ActType(
    "act",
    Chose,
    ("行動",),
    "FOLLOWER",
    Bilingual("次に行動する配下", "the follower whose turn-start actions come next"),
    _act_options,
    requirements=(
        Requirement(
            "BR-base-6.1-7", "not-waiting", lambda game, ask, act: act.cards[0] in ask.subject, card_facts
        ),
    ),
    elsewhere=(Requirement("BR-base-6.1-7", "not-waiting", lambda game, ask, act: False, card_facts),),
    cards=(1, 1),
)


def _coins_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    out = [card for card in game.table.at(f"set.{ask.seat}") if coins(game, card)]
    into = [card for card in game.table.at(f"hand.{ask.seat}") if coins(game, card)]
    for number in range(1, len(out) + 1):
        for taken in combinations(out, number):
            for given in range(len(into) + 1):
                for laid in combinations(into, given):
                    yield Chose(ask.seat, "coins", taken, laid)


def _coins_only(game: Game, ask: Ask, act: AnyAct) -> bool:
    return all(game.table.place[c] == f"set.{act.seat}" and coins(game, c) for c in act.cards) and all(
        game.table.place.get(c) == f"hand.{act.seat}" and coins(game, c) for c in act.targets
    )


def _coins_cover(game: Game, ask: Ask, act: AnyAct) -> bool:
    return sum(coins(game, c) for c in act.targets) <= sum(coins(game, c) for c in act.cards)


def _coin_sums(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {
        "out": sum(coins(game, c) for c in act.cards),
        "given": sum(coins(game, c) for c in act.targets),
    }


COINS = ActType(
    "coins",
    Chose,
    ("金貨",),
    "out CARD… in CARD…",
    Bilingual("ターン開始時の金貨の交換", "the exchange of gold coins at the start of a turn"),
    _coins_options,
    requirements=(
        Requirement("BR-base-11-17", "not-coins", _coins_only),
        Requirement("BR-base-6.1-4", "coins-short", _coins_cover, _coin_sums),
    ),
    elsewhere=(Requirement("BR-base-6.1-3", "only-at-turn-start", lambda game, ask, act: False),),
    cards=(1, 99),
    targets=(0, 99),
)


END = ActType(
    "end",
    Declared,
    ("終了",),
    "",
    Bilingual("ターンを終える", "end of the turn"),
    only_option(Declared, "end"),
    elsewhere=ELSEWHERE,
)


CONCEDE = concession(
    "BR-base-10-3",
    Bilingual(
        "投了する。両者の合意がなければ試合は終わらない", "concede; without agreement the match goes on"
    ),
    enough_by_setting("BR-base-10-3"),
)


AGREED_END = agreement(
    "BR-base-10-4", Bilingual("両者の合意で試合を終える", "both players agree to end the match")
)
