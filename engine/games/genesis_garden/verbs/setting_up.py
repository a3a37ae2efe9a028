"""The set-up: keeping a hand or drawing a new one, and naming cards from a headquarters.

Not here: the consequences of an allowed act (``setup``, ``headquarters``).
"""

from engine.common.answers import simple_choice
from engine.common.reveal import reveal_act
from engine.kernel.bilingual import Bilingual
from engine.kernel.legality import Requirement

MULLIGAN = simple_choice(
    "mulligan",
    "マリガン",
    Bilingual("手札を引き直す", "draw a new opening hand"),
    Requirement("GG-SETUP-9", "one-mulligan", lambda game, ask, act: False),
)


REVEAL = reveal_act(
    "GG-OP-2",
    "not-the-top",
    Bilingual("本陣の上から表になったカード", "what came off the headquarters"),
    most=40,
)
