"""The counter, and why a unit that was attacked may not.

Not here: the consequences of a counter (``attack``).
"""

from engine.common.answers import only_option
from engine.common.requirements import never
from engine.effect.select import owner
from engine.games.fertcg.counter import BARS, bar, last_attack
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement, Test
from events.model.kinds import AnyAct, Declared


def _not(came: str) -> Test:
    """Whether the last attack, if it was on a unit of this player, did not come to that."""

    def holds(game: Game, ask: Ask, act: AnyAct) -> bool:
        last = last_attack(game)
        return last is None or owner(last[0].victim) != act.seat or last[1] != came

    return holds


def _not_barred(why: str) -> Test:
    def holds(game: Game, ask: Ask, act: AnyAct) -> bool:
        last = last_attack(game)
        if last is None or owner(last[0].victim) != act.seat or last[1] != "":
            return True
        return bar(game, last[0]) != why

    return holds


def _attacked(game: Game, ask: Ask, act: AnyAct) -> Facts:
    last = last_attack(game)
    return {"card": last[0].victim, "foe": last[0].striker} if last is not None else {"card": "", "foe": ""}


COUNTER = ActType(
    "counter",
    Declared,
    ("反撃",),
    "",
    Bilingual("攻撃を受けたユニットで反撃する", "strike back with the unit that was attacked"),
    only_option(Declared, "counter"),
    elsewhere=(
        Requirement("FE-A-R-1", "counter-too-early", _not("running"), _attacked),
        Requirement("FE-A-C-3", "attack-called-off", _not("called off"), _attacked),
        *(Requirement(clause, why, _not_barred(why), _attacked) for why, clause in BARS.items()),
        Requirement("FE-A-R-9", "nothing-to-counter", never),
    ),
)
