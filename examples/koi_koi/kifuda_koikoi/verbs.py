"""The acts of Koi-Koi: for each its candidates, its requirements in order, and the clause of each.

Not here: the consequences of an allowed act (``turn``, ``match_course``).
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from engine.common.answers import PASS, simple_choice
from engine.common.requirements import card_facts, in_hand, never
from engine.common.reveal import reveal_act
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose, Declared
from kifuda_koikoi.board import SEATS, hand

# --- cards ---------------------------------------------------------------------------------------------


def _hand_cards(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield from (Declared(ask.seat, "play", (card,)) for card in hand(game, ask.seat))


def _is_known(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.card(act.cards[0]) is not None


def _captures(game: Game, ask: Ask) -> Iterator[AnyAct]:
    """One of two; otherwise all that match."""
    size = 1 if len(ask.subject) == 2 else len(ask.subject)
    yield from (Chose(ask.seat, "take", cards) for cards in combinations(ask.subject, size))


def _match(game: Game, ask: Ask, act: AnyAct) -> bool:
    return {*act.cards} <= {*ask.subject}


def _as_many_as_must(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(act.cards) == (1 if len(ask.subject) == 2 else len(ask.subject))


def _number_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    there = len(ask.subject) if isinstance(ask.subject, tuple) else 0
    return {"given": len(act.cards), "there": there}


PLAY = ActType(
    "play",
    Declared,
    ("出す",),
    "CARD",
    Bilingual("手札を1枚出す", "play a card of the own hand"),
    _hand_cards,
    requirements=(
        Requirement("KK-TURN-3", "not-in-hand", in_hand, card_facts),
        Requirement("KK-TURN-3", "card-unknown", _is_known),
    ),
    cards=(1, 1),
    unseen=lambda game, ask: any(game.card(card) is None for card in hand(game, ask.seat)),
    clause="KK-TURN-3",
)
TAKE = ActType(
    "take",
    Chose,
    ("取る",),
    "CARD…",
    Bilingual(
        "場の合札を取る。2枚あるときは選んだ1枚",
        "what is captured on the field: of two cards that match, the one chosen",
    ),
    _captures,
    requirements=(
        Requirement("KK-CAP-1", "no-match", _match, card_facts),
        Requirement("KK-CAP-3", "choose-one", _as_many_as_must, _number_facts),
    ),
    elsewhere=(Requirement("KK-CAP-1", "nothing-to-take", never),),
    cards=(1, 3),
    clause="KK-CAP-3",
)
REVEAL = reveal_act(
    "KK-SEE-4",
    "not-the-card",
    Bilingual(
        "山札からめくった札、または場に配られた札", "the card that was turned up, or those dealt to the field"
    ),
    most=8,
)

# --- decisions -----------------------------------------------------------------------------------------


def _holds_cards(game: Game, ask: Ask, act: AnyAct) -> bool:
    return bool(hand(game, act.seat))


def _may_say_again(game: Game, ask: Ask, act: AnyAct) -> bool:
    said = any(game.table.track("koikoi", seat) for seat in SEATS)
    return game.settings["koikoi_again"] == "allowed" or not said


NO_GROWTH = Requirement("KK-KOI-3", "no-growth", never)
KOIKOI = replace(
    simple_choice("koikoi", "こいこい", Bilingual("局を続ける", "go on with the round"), NO_GROWTH),
    requirements=(
        Requirement("KK-KOI-6", "hand-empty", _holds_cards),
        Requirement("KK-KOI-5", "said-already", _may_say_again),
    ),
)
SHOBU = simple_choice(
    "shobu", "勝負", Bilingual("局を終え、役の点を得る", "stop, and score the yaku"), NO_GROWTH
)
DEAL = simple_choice("deal", "親", Bilingual("自分が最初の親になる", "be the first dealer"))
LEAVE = simple_choice(
    "leave", "子", Bilingual("相手が最初の親になる", "leave the first deal to the other player")
)
NO_PASS = replace(PASS, elsewhere=(Requirement("KK-TURN-3", "must-play", never),))

VERBS = {verb.name: verb for verb in (PLAY, TAKE, REVEAL, KOIKOI, SHOBU, DEAL, LEAVE, NO_PASS)}
