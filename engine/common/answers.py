"""Answers that every game knows: to let go by, to do what a text allows, to take one of two, to keep a hand;
and how an act is offered that needs no more than its verb.

Not here: acts that belong to one game (its verbs).
"""

from collections.abc import Callable, Iterator

from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType
from events.model.kinds import AnyAct, Chose, Declared, Passed

Options = Callable[[Game, Ask], Iterator[AnyAct]]


def plain(event: type[Declared] | type[Chose] | type[Passed], verb: str) -> Options:
    """The options of an act that is said by its verb alone: there is one."""

    def options(game: Game, ask: Ask) -> Iterator[AnyAct]:
        yield event(ask.seat, verb)

    return options


def _chosen(name: str, japanese: str, says: Bilingual) -> ActType:
    return ActType(name, Chose, (japanese,), "", says, plain(Chose, name))


PASS = ActType(
    "pass",
    Passed,
    ("通す", "パス"),
    "",
    Bilingual("レスポンスや任意の効果を使わない", "let an opportunity go by"),
    plain(Passed, "pass"),
)
KEEP = _chosen("keep", "残す", Bilingual("最初の手札を残す", "keep the opening hand"))
DO = _chosen("do", "行う", Bilingual("任意の効果を行う", "carry out what a text allows"))
FIRST = _chosen("first", "前者", Bilingual("二つの効果の前者を選ぶ", "take the first of two effects"))
SECOND = _chosen("second", "後者", Bilingual("二つの効果の後者を選ぶ", "take the second of two effects"))
