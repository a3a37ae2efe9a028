"""Setting characters and power cards.

Not here: the consequences of an allowed act (``declare``, ``turn``).
"""

from collections.abc import Iterator

from engine.common.requirements import card_facts, in_hand, never, place_facts
from engine.games.aquarian_age.board import card_named_by_acts, kind, name_of_card, names, power
from engine.games.aquarian_age.turn import chargeable
from engine.games.aquarian_age.values import facts_of, mind
from engine.games.aquarian_age.verbs.shared import ELSEWHERE, known, named, target_facts
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Declared


def _sets(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in game.table.at(f"hand.{ask.seat}"):
        yield Declared(ask.seat, "set", (card,))


def _is_character(game: Game, ask: Ask, act: AnyAct) -> bool:
    return kind(game, act.cards[0]) == "character"


def _name_is_free(game: Game, ask: Ask, act: AnyAct) -> bool:
    if game.settings["same_name_in_territory"] == "free":
        return True
    name = name_of_card(game.printed(act.cards[0]))
    return not name or name not in names(game, act.seat)


def _unknown_in_hand(game: Game, ask: Ask) -> bool:
    return any(game.card(card) is None for card in game.table.at(f"hand.{ask.seat}"))


SET = ActType(
    "set",
    Declared,
    ("セット",),
    "CARD",
    Bilingual(
        "キャラクターカードを勢力エリアにセットする", "set a character card from hand to the faction area"
    ),
    _sets,
    requirements=(
        Requirement("AA-base-6-4", "not-in-hand", in_hand, place_facts),
        Requirement("AA-base-6-4", "face-unknown", known, card_facts),
        Requirement("AA-base-6-4", "no-character-card", _is_character, card_facts),
        Requirement("AA-OP-6", "same-name", _name_is_free, card_facts),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    unseen=_unknown_in_hand,
)


# --- power cards -------------------------------------------------------------------------------------


def _powers(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for character in chargeable(game, ask.seat):
        for card in game.table.at(f"hand.{ask.seat}"):
            yield Declared(ask.seat, "power", (card,), (card_named_by_acts(game, character),))


def _charges(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for character in chargeable(game, ask.seat):
        yield Declared(ask.seat, "charge", (), (card_named_by_acts(game, character),))


def _fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    return named(game, act.targets[0]) in chargeable(game, act.seat)


def _room(game: Game, ask: Ask, act: AnyAct) -> bool:
    character = named(game, act.targets[0])
    return power(game, character) < mind(game, character)


def _full(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return facts_of(game, named(game, act.targets[0]))


def _charge_left(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.table.track("charge", act.seat) > 0


WHO = (
    Requirement("AA-base-6-5", "not-chargeable", _fits, target_facts),
    Requirement("AA-base-6-5", "mind-full", _room, _full),
)
IN_TIME = (Requirement("AA-base-6-5", "not-your-power-phase", never),)

POWER = ActType(
    "power",
    Declared,
    ("パワー",),
    "CARD > CHARACTER",
    Bilingual("手札のカードをパワーカードとしてセットする", "set a card from hand as a power card"),
    _powers,
    requirements=(Requirement("AA-base-6-5", "not-in-hand", in_hand, place_facts), *WHO),
    elsewhere=IN_TIME,
    cards=(1, 1),
    targets=(1, 1),
    unseen=_unknown_in_hand,
)

CHARGE = ActType(
    "charge",
    Declared,
    ("チャージ",),
    "> CHARACTER",
    Bilingual(
        "チャージ：デッキの一番上をパワーカードとしてセットする",
        "charge: set the top card of the deck as power",
    ),
    _charges,
    requirements=(Requirement("AA-6-3", "nothing-to-charge", _charge_left), *WHO),
    elsewhere=IN_TIME,
    targets=(1, 1),
)
