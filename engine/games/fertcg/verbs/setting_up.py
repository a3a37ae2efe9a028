"""The set-up: keeping a hand or drawing a new one, and telling what comes into the open.

Not here: what an act does once it is allowed (``setup``, ``price``).
"""

from engine.common.answers import plain
from engine.common.reveal import are_shown, how_many, shown
from engine.games.fertcg.verbs.shared import never
from engine.kernel.bilingual import Bilingual
from engine.kernel.legality import ActType, Requirement
from events.model.kinds import Chose

MULLIGAN = ActType(
    "mulligan",
    Chose,
    ("引き直し",),
    "",
    Bilingual(
        "手札をすべて国外へ送り、引き直す", "send the whole hand out of the country and draw a new one"
    ),
    plain(Chose, "mulligan"),
    elsewhere=(Requirement("FE-OP-25", "no-mulligan-now", never),),
)


REVEAL = ActType(
    "reveal",
    Chose,
    ("めくる",),
    "CARD…",
    Bilingual("公開の場に出たカード", "the cards that came into the open"),
    shown,
    requirements=(Requirement("FE-base-2-3", "not-those-cards", are_shown, how_many),),
    cards=(1, 60),
    unseen=lambda game, ask: True,
)
