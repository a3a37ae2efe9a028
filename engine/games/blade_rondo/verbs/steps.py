"""Choices inside an attack: lending a defence, spending 燐光, putting effects in order.

Not here: the consequences of an allowed act (``turn``, ``use``, ``attack``).
"""

from collections.abc import Iterator

from engine.common.requirements import asked_about, card_facts
from engine.games.blade_rondo.attack import can_lend
from engine.games.blade_rondo.board import followers
from engine.games.blade_rondo.history import life_lost_to
from engine.games.blade_rondo.verbs.lapsed import NOT_NULLIFIED
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Requirement, Test
from events.model.kinds import AnyAct, Chose


def _lend_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in followers(game, ask.seat):
        yield Chose(ask.seat, "lend", (card,))


LEND = ActType(
    "lend",
    Chose,
    ("庇う",),
    "FOLLOWER",
    Bilingual("配下の防御力で守る", "defend with a follower's DEF"),
    _lend_options,
    requirements=(
        Requirement(
            "BR-base-9-8",
            "cannot-lend",
            lambda game, ask, act: act.cards[0] in followers(game, act.seat) and can_lend(game, act.cards[0]),
            card_facts,
        ),
    ),
    elsewhere=(Requirement("BR-5.2-7.1", "only-at-step-7", asked_about("lend")),),
    cards=(1, 1),
)


def _glow_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for number in (1, -1):
        yield Chose(ask.seat, "glow", number=number)


def _glow_step(game: Game, ask: Ask, act: AnyAct) -> bool:
    if game.settings["glow_adjust"] == "own_choice":
        return act.number in (1, -1)
    return act.number == (1 if ask.clause == "BR-5.2-10" else -1)


def _not_after(cause: str) -> Test:
    return lambda game, ask, act: ask.about == "glow" or life_lost_to(game, act.seat) != cause


GLOW = ActType(
    "glow",
    Chose,
    ("燐光",),
    "+1|-1",
    Bilingual("燐光を一つ使い、この攻撃のダメージを増減する", "spend one 燐光 on the damage of this attack"),
    _glow_options,
    requirements=(Requirement("BR-OP-6", "glow-by-one", _glow_step),),
    elsewhere=(
        Requirement("BR-3.2-2", "no-damage", _not_after("burst")),
        Requirement("BR-3.2-3", "no-damage", _not_after("poison")),
        Requirement(
            "BR-5.2-11",
            "defender-after-attacker",
            lambda game, ask, act: not (ask.about == "glow" and ask.clause == "BR-5.2-11"),
        ),
        Requirement(
            "BR-5.2-10",
            "attacker-first",
            lambda game, ask, act: not (ask.about == "glow" and ask.clause == "BR-5.2-10"),
        ),
        NOT_NULLIFIED,
        Requirement("BR-5.2-0", "only-in-its-step", lambda game, ask, act: False),
    ),
    numbered=True,
)


def _order_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in ask.subject:
        yield Chose(ask.seat, "order", (card,))


ORDER = ActType(
    "order",
    Chose,
    ("順",),
    "CARD",
    Bilingual("同時に起こる効果のうち、次に処理するもの", "which of several effects that are due comes next"),
    _order_options,
    requirements=(
        Requirement("BR-5.2-14b", "not-due", lambda game, ask, act: act.cards[0] in ask.subject, card_facts),
    ),
    elsewhere=(
        Requirement(
            "BR-5.2-9.3b",
            "defender-orders",
            lambda game, ask, act: not (ask.about == "order" and ask.clause == "BR-5.2-9.3b"),
        ),
        Requirement("BR-5.2-14b", "defender-orders", lambda game, ask, act: False),
    ),
    cards=(1, 1),
)
