"""Ends of phases and matches, and acts that the rules mention only to forbid them.

Not here: the consequences of an allowed act (``turn``, ``ruleset``).
"""

from collections.abc import Iterator

from engine.common.agreed_end import agreement, concession
from engine.common.requirements import never
from engine.games.aquarian_age.board import PERMANENT, power, role
from engine.games.aquarian_age.turn import chargeable
from engine.games.aquarian_age.values import mind
from engine.games.aquarian_age.verbs.shared import ELSEWHERE
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Declared


def _end(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Declared(ask.seat, "end")


def _all_charged(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Charging is optional, unless a setting requires all of it (AA-OP-9)."""
    if ask.about != "power" or game.settings["charging_optional"] or not game.table.track("charge", act.seat):
        return True
    return all(power(game, one) >= mind(game, one) for one in chargeable(game, act.seat))


END = ActType(
    "end",
    Declared,
    ("終了",),
    "",
    Bilingual(
        "メインフェイズ、またはパワーカードフェイズを終了する", "end the main phase or the power card phase"
    ),
    _end,
    requirements=(Requirement("AA-OP-9", "has-to-charge", _all_charged),),
    elsewhere=ELSEWHERE,
)


# --- what nobody may do ----------------------------------------------------------------------------------


def _none(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield from ()


def _no_permanent(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not any(role(game, card) == PERMANENT for card in act.cards)


def _card_place(game: Game, ask: Ask, act: AnyAct) -> Facts:
    """Where the card lies; these acts are never asked for, so it is not checked whether one is named."""
    card = act.cards[0] if act.cards else ""
    return {"card": card, "place": game.table.place.get(card, "")}


INSPECT = ActType(
    "inspect",
    Declared,
    ("確認",),
    "> PLAYER",
    Bilingual(
        "捨て札置き場の中を確認する（効果によらずにはできない）",
        "look through a discard pile, which no rule lets anybody do",
    ),
    _none,
    elsewhere=(Requirement("AA-2-1", "pile-is-closed", never),),
    targets=(1, 1),
)
DISCARD = ActType(
    "discard",
    Declared,
    ("捨てる",),
    "CARD",
    Bilingual(
        "場のカードを捨て札する（効果によらずにはできない）",
        "discard a card on the field, which takes an effect",
    ),
    _none,
    elsewhere=(
        Requirement("AA-11-2c", "permanent-stays", _no_permanent, _card_place),
        Requirement("AA-1-4", "stays-on-field", never, _card_place),
    ),
    cards=(1, 1),
)
MOVE = ActType(
    "move",
    Declared,
    ("移動",),
    "CARD > CHARACTER",
    Bilingual(
        "パーマネントカードを移動する（効果によらずにはできない）", "move a permanent, which takes an effect"
    ),
    _none,
    elsewhere=(Requirement("AA-11-2b", "permanent-stays", never, _card_place),),
    cards=(1, 1),
    targets=(1, 1),
)


# ends by the players ---------------------------------------------------------------------------------------


CONCEDE = concession("AA-base-1-4", Bilingual("投了する", "concede the match"))

AGREED_END = agreement(
    "AA-base-1-4", Bilingual("両者の合意で対戦を終える", "both players agree to end the match")
)
