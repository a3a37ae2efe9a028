"""The set-up: keeping a hand or drawing a new one, and naming revealed cards.

Not here: the consequences of an allowed act (``setup``, ``price``).
"""

from engine.common.answers import simple_choice
from engine.common.requirements import never
from engine.common.reveal import reveal_act
from engine.kernel.bilingual import Bilingual
from engine.kernel.legality import Requirement

MULLIGAN = simple_choice(
    "mulligan",
    "引き直し",
    Bilingual(
        "手札をすべて国外へ送り、引き直す", "send the whole hand out of the country and draw a new one"
    ),
    Requirement("FE-OP-25", "no-mulligan-now", never),
)


REVEAL = reveal_act(
    "FE-base-2-3",
    "not-those-cards",
    Bilingual("公開の場に出たカード", "the cards that came into the open"),
    most=60,
)
