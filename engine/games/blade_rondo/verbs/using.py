"""Using swords and breath cards, setting responses, triggering frozen cards.

Not here: the consequences of an allowed act (``turn``, ``use``, ``attack``).
"""

from collections.abc import Iterator

from engine.common.requirements import card_facts, face_known, place_facts, printed
from engine.games.blade_rondo import act_queries
from engine.games.blade_rondo.board import budget, is_frozen
from engine.games.blade_rondo.use import frozen_option, options_of, picks_when_triggered, trigger_options
from engine.games.blade_rondo.verbs.lapsed import REPEATS
from engine.games.blade_rondo.verbs.shared import (
    ELSEWHERE,
    affordable,
    alchemy_fits,
    budget_facts,
    not_barred,
)
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Declared

OPTION_WORDS = (
    "as=physical",
    "as=magic",
    "as=support",
    "option=1",
    "option=2",
    "option=3",
    "option=4",
)


def _option_words(card: Card) -> list[tuple[str, ...]]:
    """The words that name each listed action of a ◆特殊 card."""
    listed = enumerate(card.all("option"), start=1)
    return [(f"as={option.symbol}", f"option={number}") for number, option in listed]


def _use_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    if ask.about == "again":
        yield Declared(ask.seat, "use", (ask.subject.card,), words=("again",))
        return
    for card in game.table.at(f"hand.{ask.seat}"):
        printed = game.card(card)
        if printed is None:
            continue
        picked = () if picks_when_triggered(game, printed) else _option_words(printed)
        for words in picked or [()]:
            yield Declared(ask.seat, "use", (card,), words=words)
            if printed.on("alchemy"):
                yield Declared(ask.seat, "use", (card,), words=("alchemy", *words))


def _again_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    if ask.about == "again":
        return act.words == ("again",) and act.cards[0] == ask.subject.card
    return "again" not in act.words


def _in_hand_or_repeated(game: Game, ask: Ask, act: AnyAct) -> bool:
    return ask.about == "again" or act_queries.in_hand(game, ask, act)


def _not_used_already(game: Game, ask: Ask, act: AnyAct) -> bool:
    return ask.about == "again" or act_queries.place(game, act) != f"play.{act.seat}"


def _is_sword(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    return card is not None and card.kind != "response"


def _option_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    if card is None or ask.about == "again":
        return True
    if not card.all("option") or picks_when_triggered(game, card):
        return not any(word.startswith(("as=", "option=")) for word in act.words)
    return len(options_of(card, act.words)) == 1


def _attack_affordable(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    if card is not None and card.kind not in ("physical", "magic"):
        return True
    return act_queries.cost_of(game, ask, act) <= budget(game, act.seat)


USE = ActType(
    "use",
    Declared,
    ("使う",),
    "CARD [alchemy] [as=physical|magic|support] [option=N] [again]",
    Bilingual(
        "手札の剣を使う。again は「舞踏剣」のような効果による使用",
        "use a sword from hand; again: a repeat that a card grants, such as 舞踏剣's",
    ),
    _use_options,
    requirements=(
        Requirement("BR-base-7-2", "barred", not_barred, card_facts),
        *REPEATS,
        Requirement("BR-base-6.2-3", "used-already", _not_used_already, place_facts),
        Requirement("BR-5.1-1", "not-in-hand", _in_hand_or_repeated, place_facts),
        Requirement("BR-5.1-1", "face-unknown", face_known, card_facts),
        Requirement("BR-4.2", "only-in-opponents-turn", _is_sword, card_facts),
        Requirement("BR-5.2-15", "no-repeat-now", _again_fits, card_facts),
        Requirement("BR-base-11-18", "wrong-option", _option_fits, card_facts),
        Requirement("BR-5.2-1", "no-alchemy", alchemy_fits, card_facts),
        Requirement("BR-5.2-2a", "too-dear", _attack_affordable, budget_facts),
        Requirement("BR-base-4-4", "too-dear", affordable, budget_facts),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    words=("alchemy", "again", *OPTION_WORDS),
)


def _breath_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in game.table.at(f"breath.{ask.seat}"):
        if game.printed(card).cost is not None:
            yield Declared(ask.seat, "breath", (card,))
            continue
        least, most = int(game.settings["ward_least"]), int(game.settings["ward_most"])
        for number in range(least, min(most, budget(game, ask.seat)) + 1):
            yield Declared(ask.seat, "breath", (card,), number=number)


def _pulse_at_hand(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether this is a breath card that returns to its row, or one that is still to be used once."""
    card = printed(game, act)
    return card is None or card.kind != "breath" or not card.limited or _in_row(game, ask, act)


def _in_row(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act_queries.place(game, act) == f"breath.{act.seat}"


def _x_given(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    return card is not None and (card.cost is None) is (act.number is not None)


def _x_within(game: Game, ask: Ask, act: AnyAct) -> bool:
    least, most = int(game.settings["ward_least"]), int(game.settings["ward_most"])
    return act.number is None or least <= act.number <= most


def _x_limits(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"least": game.settings["ward_least"], "most": game.settings["ward_most"], "given": act.number}


BREATH = ActType(
    "breath",
    Declared,
    ("呼吸",),
    "CARD [x=N]",
    Bilingual("呼吸法を使う。x は加護法に支払うコスト", "use a breath card; x is the cost paid for 加護法"),
    _breath_options,
    requirements=(
        Requirement("BR-base-3-6", "pulse-not-at-hand", _pulse_at_hand, place_facts),
        Requirement("BR-base-3-7", "not-in-row", _in_row, place_facts),
        Requirement("BR-base-3-4", "x-missing", _x_given, card_facts),
        Requirement("BR-OP-7", "x-out-of-range", _x_within, _x_limits),
        Requirement("BR-base-4-4", "too-dear", affordable, budget_facts),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    numbered=None,
)


def _set_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    solo = game.settings["mode"] == "solo"
    for card in game.table.at(f"hand.{ask.seat}"):
        yield Declared(ask.seat, "set", (card,))
        if solo:
            yield Declared(ask.seat, "set", (card,), words=("outer-draw",))


def _outer_draw_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    return "outer-draw" not in act.words or game.settings["mode"] == "solo"


def _has_response(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    return card is None or bool(card.answers) or "outer-draw" in act.words


SET = ActType(
    "set",
    Declared,
    ("伏せる",),
    "CARD [outer-draw]",
    Bilingual("布石を裏向きで置き、コストを支払う", "lay a response face down and pay for it"),
    _set_options,
    requirements=(
        Requirement("BR-base-6.2-2", "not-in-hand", act_queries.in_hand, place_facts),
        Requirement("BR-4.4-2", "solo-only", _outer_draw_fits, card_facts),
        Requirement("BR-4.4-1", "no-response", _has_response, card_facts),
        Requirement("BR-base-7-2", "barred", not_barred, card_facts),
        Requirement("BR-base-4-4", "too-dear", affordable, budget_facts),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    words=("outer-draw",),
)


def _trigger_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in game.table.at(f"set.{ask.seat}"):
        if is_frozen(game, card, ask.seat):
            chosen = frozen_option(game, card)
            choices = [(words,) for words in _option_words(game.printed(card))] if not chosen else []
            for (words,) in choices or [((),)]:
                yield Declared(ask.seat, "trigger", (card,), words=words)
                if game.printed(card).on("alchemy"):
                    yield Declared(ask.seat, "trigger", (card,), words=("alchemy", *words))


def _is_frozen(game: Game, ask: Ask, act: AnyAct) -> bool:
    return is_frozen(game, act.cards[0], act.seat)


def _frozen_option_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(trigger_options(game, act.cards[0], act.words)) == 1


def _not_barred_when_triggered(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.settings["barred_name_triggers"] is True or not_barred(game, ask, act)


def _not_triggered(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not game.table.effects(act.cards[0], "triggered")


TRIGGER = ActType(
    "trigger",
    Declared,
    ("発動",),
    "CARD [alchemy]",
    Bilingual("セットエリアの凍結カードの効果を使う", "a frozen card's effect from the set area"),
    _trigger_options,
    requirements=(
        Requirement("BR-base-11-14", "not-frozen", _is_frozen, place_facts),
        Requirement("BR-base-11-15", "triggered-already", _not_triggered, card_facts),
        Requirement("BR-OP-19", "barred", _not_barred_when_triggered, card_facts),
        Requirement("BR-OP-23", "wrong-option", _frozen_option_fits, card_facts),
        Requirement("BR-9.2", "no-alchemy", alchemy_fits, card_facts),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    words=("alchemy", *OPTION_WORDS),
)
