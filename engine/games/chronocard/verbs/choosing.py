"""Choices that the rules or a text ask for: cards, and the next of several simultaneous things.

Not here: the consequences of an allowed act.
"""

from collections.abc import Iterator

from engine.common.choices import card_choice, next_choice
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Requirement
from events.model.kinds import AnyAct, Chose

PICK = card_choice(
    "pick",
    "選ぶ",
    Bilingual("カードの指示でカードを選ぶ", "pick cards that a card asks for"),
    candidate="CC-OP-25",
    number="CC-OP-25",
)
SHOW = card_choice(
    "show",
    "見せる",
    Bilingual("カードの指示で手札を見せる", "show hand cards that a card asks for"),
    candidate="CC-OP-25",
    number="CC-OP-25",
)


TRIGGER = next_choice(
    "trigger",
    ("トリガー",),
    Bilingual(
        "同時に発動したトリガー能力のうち、次に処理するもの",
        "the trigger ability that comes next, of several at once",
    ),
    "CC-base-4-8",
)


STEPS = ("upright", "recover", "free", "tokens")
"""The processes of the start phase (CC-base-4-4 to CC-base-4-7)."""


def _steps(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for step in ask.subject.steps:
        yield Chose(ask.seat, "process", words=(step,))


def _is_due(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(act.words) == 1 and act.words[0] in ask.subject.steps


PROCESS = ActType(
    "process",
    Chose,
    ("処理",),
    "upright|recover|free|tokens",
    Bilingual(
        "スタートフェイズの処理のうち、次に行うもの",
        "the process of the start phase that comes next",
    ),
    _steps,
    requirements=(Requirement("CC-base-4-8", "nothing-to-process", _is_due),),
    words=STEPS,
)
