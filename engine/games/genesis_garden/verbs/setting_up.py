"""The set-up: keeping a hand or drawing a new one, and telling what comes off a headquarters.

Not here: what an act does once it is allowed (``setup``, ``hq``).
"""

from engine.common.answers import plain
from engine.common.reveal import are_shown, how_many, shown
from engine.kernel.bilingual import Bilingual
from engine.kernel.legality import ActType, Requirement
from events.model.kinds import Chose

MULLIGAN = ActType(
    "mulligan",
    Chose,
    ("マリガン",),
    "",
    Bilingual("手札を引き直す", "draw a new opening hand"),
    plain(Chose, "mulligan"),
    elsewhere=(Requirement("GG-SETUP-9", "one-mulligan", lambda game, ask, act: False),),
)


REVEAL = ActType(
    "reveal",
    Chose,
    ("めくる",),
    "CARD…",
    Bilingual("本陣の上から表になったカード", "what came off the headquarters"),
    shown,
    requirements=(Requirement("GG-OP-2", "not-the-top", are_shown, how_many),),
    cards=(1, 40),
    unseen=lambda game, ask: True,
)
