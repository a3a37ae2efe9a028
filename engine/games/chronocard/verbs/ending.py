"""The declarations of the draw and of the main phase's end, and the ends of a match by its players.

Not here: the consequences of an allowed act (``turn``, ``ruleset``).
"""

from collections.abc import Iterator

from engine.common.agreed_end import agreement, concession, enough_by_setting
from engine.common.answers import only_option
from engine.games.chronocard.board import SEATS
from engine.games.chronocard.stalemate import repeats, rounds
from engine.games.chronocard.verbs.shared import ELSEWHERE
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Declared

DRAW = ActType(
    "draw",
    Declared,
    ("ドロー",),
    "",
    Bilingual("ドロー宣言", "declare the draw"),
    only_option(Declared, "draw"),
    elsewhere=(Requirement("CC-base-4-10", "no-draw-now", lambda game, ask, act: False),),
)


END = ActType(
    "end",
    Declared,
    ("終了",),
    "",
    Bilingual("メインフェイズ終了宣言", "declare the end of the main phase"),
    only_option(Declared, "end"),
    elsewhere=ELSEWHERE[-1:],
)


def _a_player(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.seat in SEATS


def _stalemate_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for seat in SEATS:
        yield Declared(seat, "stalemate")


def _repeated(game: Game, ask: Ask, act: AnyAct) -> bool:
    return repeats(game) > int(game.settings["stalemate_courses"])


def _courses(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {
        "given": repeats(game),
        "number": int(game.settings["stalemate_courses"]) + 1,
        "turns": len(rounds(game)),
    }


STALEMATE = ActType(
    "stalemate",
    Declared,
    ("千日手",),
    "",
    Bilingual(
        "同じ経過の繰り返しによる引き分けの申し立て", "claim a draw because the same course was repeated"
    ),
    _stalemate_options,
    requirements=(
        Requirement("CC-OP-21", "claimed-by-a-player", _a_player),
        Requirement("CC-base-9-6", "no-stalemate", _repeated, _courses),
    ),
)


CONCEDE = concession("CC-OP-26", Bilingual("投了", "concede"), enough_by_setting("CC-OP-26"))


AGREED_END = agreement("CC-OP-26", Bilingual("双方の合意による終了", "both agree to end the match"))
