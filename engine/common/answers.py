"""Answers that consist of their act name alone, and those that every game has: pass, do what a text allows,
take one of two, keep a hand.

Not here: acts that belong to one game (its ``verbs``).
"""

from collections.abc import Callable, Iterator

from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Requirement
from events.model.kinds import AnyAct, Chose, Declared, Passed

Options = Callable[[Game, Ask], Iterator[AnyAct]]


def only_option(event: type[Declared] | type[Chose] | type[Passed], verb: str) -> Options:
    """The only option of an act that has no arguments."""

    def options(game: Game, ask: Ask) -> Iterator[AnyAct]:
        yield event(ask.seat, verb)

    return options


def simple_choice(name: str, japanese: str, says: Bilingual, *elsewhere: Requirement) -> ActType:
    """A choice without arguments; ``elsewhere`` explains the refusal where the choice is not asked for."""
    return ActType(name, Chose, (japanese,), "", says, only_option(Chose, name), elsewhere=elsewhere)


PASS = ActType(
    "pass",
    Passed,
    ("通す", "パス"),
    "",
    Bilingual("レスポンスや任意の効果を使わない", "let an opportunity go by"),
    only_option(Passed, "pass"),
)
KEEP = simple_choice("keep", "残す", Bilingual("最初の手札を残す", "keep the opening hand"))
DO = simple_choice("do", "行う", Bilingual("任意の効果を行う", "carry out what a text allows"))
FIRST = simple_choice("first", "前者", Bilingual("二つの効果の前者を選ぶ", "take the first of two effects"))
SECOND = simple_choice(
    "second", "後者", Bilingual("二つの効果の後者を選ぶ", "take the second of two effects")
)
