"""The unit step: sorties, support, attaching cards, and going on to the invasion.

Not here: the consequences of an allowed act (``turn``).
"""

from collections.abc import Iterator

from engine.common.answers import only_option
from engine.common.requirements import asked_about, face_known, in_hand, place_facts, printed
from engine.effect.select import owner
from engine.games.fertcg.attaching import has_level, has_slot, level
from engine.games.fertcg.board import (
    GEAR,
    SORTIE_SQUARES,
    SQUARES,
    is_free,
    is_generic,
    on_field,
    units,
)
from engine.games.fertcg.chips import chips, unused
from engine.games.fertcg.verbs.shared import (
    card_facts,
    is_own_unit,
    one_word,
    own_turn,
    square_is_free,
    unused_facts,
)
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Declared

SUPPORT_MOST = 3
"""Chips a turn, in any distribution (FE-base-5-5)."""

ELSEWHERE = (
    Requirement("FE-base-5-1", "not-your-turn", own_turn),
    Requirement("FE-base-5-6", "only-in-unit-step", asked_about("unit")),
)


# --- sortie (出撃) ---------------------------------------------------------------------------------------


def _sorties(game: Game, ask: Ask) -> Iterator[AnyAct]:
    most = unused(game, ask.seat)
    for card in game.table.at(f"hand.{ask.seat}") if not game.table.track("sorties", ask.seat) else ():
        known = game.card(card)
        if known is None or known.kind != "unit":
            continue
        for square in SORTIE_SQUARES[ask.seat]:
            if is_free(game, square):
                for number in range(1, min(most, known.stats["stamina"]) + 1):
                    yield Declared(ask.seat, "deploy", (card,), number=number, words=(square,))


def _is_unit(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    return card is not None and card.kind == "unit"


def _first_sortie(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not game.table.track("sorties", act.seat)


def _own_row(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.words[0] in SORTIE_SQUARES[act.seat]


def _square(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"place": act.words[0], "squares": " ".join(SORTIE_SQUARES[act.seat])}


def _unique(game: Game, ask: Ask, act: AnyAct) -> bool:
    if is_generic(game, act.cards[0]):
        return True
    name = game.printed(act.cards[0]).name
    return all(game.printed(unit).name != name for unit in units(game, act.seat))


def _a_chip(game: Game, ask: Ask, act: AnyAct) -> bool:
    return (act.number or 0) >= 1


def _stamina(game: Game, ask: Ask, act: AnyAct) -> bool:
    return (act.number or 0) <= game.printed(act.cards[0]).stats["stamina"]


def _stamina_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    most = game.printed(act.cards[0]).stats["stamina"]
    return {"card": act.cards[0], "given": act.number or 0, "least": 1, "most": most}


def _payable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return (act.number or 0) <= unused(game, act.seat)


def _pool(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return unused_facts(game, act.seat, act.number or 0)


def _veteran(game: Game, ask: Ask, act: AnyAct) -> bool:
    cost = game.printed(act.cards[0]).stats.get("veteran", 0)
    return len(game.table.at(f"out.{act.seat}")) >= cost


def _veteran_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    cost, place = game.printed(act.cards[0]).stats.get("veteran", 0), f"out.{act.seat}"
    return {"card": act.cards[0], "cost": cost, "left": len(game.table.at(place)), "place": place}


DEPLOY = ActType(
    "deploy",
    Declared,
    ("出撃",),
    "CARD SQUARE x=CHIPS",
    Bilingual(
        "手札のユニットをチップを乗せて出撃マスに出す",
        "put a unit from hand on a sortie square with chips on it",
    ),
    _sorties,
    requirements=(
        Requirement("FE-base-5-4", "not-in-hand", in_hand, place_facts),
        Requirement("FE-base-5-4", "face-unknown", face_known),
        Requirement("FE-base-5-4", "not-a-unit", _is_unit, card_facts),
        Requirement("FE-base-5-4", "one-sortie", _first_sortie),
        Requirement("FE-base-5-4", "one-square", one_word),
        Requirement("FE-base-5-4", "not-a-sortie-square", _own_row, _square),
        Requirement("FE-base-1-2", "square-taken", square_is_free, _square),
        Requirement("FE-base-3-2", "already-there", _unique, card_facts),
        Requirement("FE-base-5-4", "no-chips", _a_chip, card_facts),
        Requirement("FE-base-3-1", "chips-beyond-stamina", _stamina, _stamina_facts),
        Requirement("FE-base-6-2", "too-few-unused", _payable, _pool),
        Requirement("FE-base-5-7", "too-few-out-of-battle", _veteran, _veteran_facts),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    words=SQUARES,
    numbered=True,
    unseen=lambda game, ask: any(game.card(card) is None for card in game.table.at(f"hand.{ask.seat}")),
    clause="FE-base-5-4",
)


# --- support (支援) --------------------------------------------------------------------------------------


def _room(game: Game, act: AnyAct) -> int:
    return game.printed(act.cards[0]).stats["stamina"] - chips(game, act.cards[0])


def _supports(game: Game, ask: Ask) -> Iterator[AnyAct]:
    most = min(SUPPORT_MOST - game.table.track("support", ask.seat), unused(game, ask.seat))
    for unit in units(game, ask.seat) if most > 0 else ():
        room = game.printed(unit).stats["stamina"] - chips(game, unit)
        for number in range(1, min(most, room) + 1):
            yield Declared(ask.seat, "support", (unit,), number=number)


def _within_three(game: Game, ask: Ask, act: AnyAct) -> bool:
    return 1 <= (act.number or 0) <= SUPPORT_MOST - game.table.track("support", act.seat)


def _given(game: Game, ask: Ask, act: AnyAct) -> Facts:
    """``room`` only where it is the narrower limit: whoever reads of three chips would try three."""
    left, room = SUPPORT_MOST - game.table.track("support", act.seat), _room(game, act)
    return {
        "given": act.number or 0,
        "left": left,
        "card": act.cards[0],
        "room": room if room < left else None,
    }


def _fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    return (act.number or 0) <= _room(game, act)


def _fit_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.cards[0], "given": act.number or 0, "left": _room(game, act)}


SUPPORT = ActType(
    "support",
    Declared,
    ("支援",),
    "UNIT x=CHIPS",
    Bilingual("自軍のユニットにチップを乗せる", "put chips on a unit of one's own"),
    _supports,
    requirements=(
        Requirement("FE-base-5-5", "not-your-unit", is_own_unit, place_facts),
        Requirement("FE-base-5-5", "three-chips", _within_three, _given),
        Requirement("FE-base-3-1", "no-room-for-chips", _fits, _fit_facts),
        Requirement("FE-base-6-2", "too-few-unused", _payable, _pool),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    numbered=True,
    clause="FE-base-5-5",
)


# --- attaching (付与) -------------------------------------------------------------------------------------


def _attachments(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in game.table.at(f"hand.{ask.seat}"):
        known = game.card(card)
        if known is not None and known.kind in GEAR:
            for unit in units(game, ask.seat):
                yield Declared(ask.seat, "attach", (card,), (unit,))


def _is_gear(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    return card is not None and card.kind in GEAR


def _to_own_unit(game: Game, ask: Ask, act: AnyAct) -> bool:
    unit = act.targets[0]
    return unit in game.table.place and on_field(game, unit) and owner(unit) == act.seat


def _level_met(game: Game, ask: Ask, act: AnyAct) -> bool:
    return has_level(game, act.cards[0], act.targets[0])


def _level_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    arm, needed, has = level(game, act.cards[0], act.targets[0])
    return {"card": act.targets[0], "symbol": arm, "cost": needed, "left": has}


def _has_slot(game: Game, ask: Ask, act: AnyAct) -> bool:
    return has_slot(game, act.cards[0], act.targets[0])


def _slot_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.targets[0], "most": int(game.settings["attached_each"])}


def _needed_payable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return (game.printed(act.cards[0]).cost or 0) <= unused(game, act.seat)


def _needed_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return unused_facts(game, act.seat, game.printed(act.cards[0]).cost or 0)


ATTACH = ActType(
    "attach",
    Declared,
    ("付与",),
    "CARD > UNIT",
    Bilingual(
        "手札の武器・魔法カードを自軍のユニットに付与する",
        "give a weapon or magic card from hand to a unit of one's own",
    ),
    _attachments,
    requirements=(
        Requirement("FE-OP-17", "not-in-hand", in_hand, place_facts),
        Requirement("FE-OP-17", "face-unknown", face_known),
        Requirement("FE-OP-17", "nothing-to-attach", _is_gear, card_facts),
        Requirement("FE-OP-17", "not-to-your-unit", _to_own_unit),
        Requirement("FE-base-3-3", "level-too-low", _level_met, _level_facts),
        Requirement("FE-OP-17", "no-slot", _has_slot, _slot_facts),
        Requirement("FE-OP-20", "too-few-unused", _needed_payable, _needed_facts),
    ),
    elsewhere=(ELSEWHERE[0], Requirement("FE-OP-17", "only-in-unit-step", asked_about("unit"))),
    cards=(1, 1),
    targets=(1, 1),
    clause="FE-OP-17",
)


INVADE = ActType(
    "invade",
    Declared,
    ("侵攻",),
    "",
    Bilingual(
        "ユニットステップを終えて侵攻フェイズに移る", "end the unit step and go on to the invasion phase"
    ),
    only_option(Declared, "invade"),
    elsewhere=ELSEWHERE,
)
