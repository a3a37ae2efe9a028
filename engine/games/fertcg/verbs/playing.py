"""Surprise cards: when they may be used, and what they cost.

Not here: the consequences of an allowed act (``surprise``).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.common.answers import only_option
from engine.common.requirements import face_known, in_hand, place_facts, printed
from engine.effect.context import Context
from engine.effect.value import holds
from engine.games.fertcg.declaration import EQUIPPING, Declaration, fight_of
from engine.games.fertcg.price import Price, price_of_card
from engine.games.fertcg.verbs.shared import card_facts, paid_in_full
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Declared, Passed

ANY_TIME = ("unit", "move", "action", "again", "window", "preparation", "chain")
"""Where a card that may be used at any time (いつでも) may be used (FE-OP-26)."""


def _plays(game: Game, ask: Ask) -> Iterator[AnyAct]:
    hand = game.table.at(f"hand.{ask.seat}")
    for card in hand:
        known = game.card(card)
        if known is None or known.kind != "surprise":
            continue
        plain = Declared(ask.seat, "play", (card,))
        if not (_timing_fits(game, ask, plain) and _needs(game, ask, plain)):
            continue  # its price need not be tried
        others = [other for other in hand if other != card]
        for named in combinations(others, price_of_card(game, ask.seat, card).hand):
            yield Declared(ask.seat, "play", (card, *named))


def _is_surprise(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    return card is not None and card.kind == "surprise"


def _text(game: Game, act: AnyAct) -> Ability:
    (ability,) = game.printed(act.cards[0]).abilities
    return ability


def _answered(ask: Ask) -> Declaration | None:
    return ask.subject if ask.about == "chain" else None


def _timing_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether the printed timing of the card has come (FE-A-P-2)."""
    timing = _text(game, act).on
    if timing == "any-time":
        return ask.about in ANY_TIME
    if timing == "unit-step":
        return ask.about == "unit"
    if timing == "on-surprise":
        answered = _answered(ask)
        return answered is not None and answered.kind == "surprise"
    fight = fight_of(game)
    if timing == EQUIPPING:
        return ask.about == EQUIPPING
    if fight is None or not fight.prepared or ask.about not in ("preparation", "chain"):
        return False
    return (fight.seat == act.seat) is (timing == "on-attack")


def _timing(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.cards[0], "reason": _text(game, act).on}


def _needs(game: Game, ask: Ask, act: AnyAct) -> bool:
    needs, answers = _text(game, act).needs, _text(game, act).on == "on-surprise"
    action = _answered(ask) if answers else fight_of(game)
    context = Context(act.seat, act.cards[0], ("FE-A-P-2",), action=action)
    if ask.about == EQUIPPING:
        context.bearer = ask.subject.of(act.seat)
    return needs is None or holds(game, needs, context)


def _price(game: Game, act: AnyAct) -> Price:
    return price_of_card(game, act.seat, act.cards[0])


def _not_own_card(game: Game, ask: Ask, act: AnyAct) -> bool:
    answered = _answered(ask)
    return answered is None or answered.seat != act.seat


LEAVE = ActType(
    "leave",
    Passed,
    ("装備しない",),
    "",
    Bilingual("装備選択時のサプライズカードを使わない", "use no surprise card for the choice of equipment"),
    only_option(Passed, "leave"),
)
"""No plain pass: that answers the preparation second, which a record of a hidden hand may begin with."""


PLAY = ActType(
    "play",
    Declared,
    ("サプライズ", "使う"),
    "CARD [PAID…]",
    Bilingual(
        "手札のサプライズカードを使う。手札コストは続けて書く",
        "use a surprise card from hand; hand cards that it costs follow it",
    ),
    _plays,
    requirements=(
        Requirement("FE-A-P-2", "not-in-hand", in_hand, place_facts),
        Requirement("FE-A-P-2", "face-unknown", face_known),
        Requirement("FE-A-P-2", "not-a-surprise", _is_surprise, card_facts),
        Requirement("FE-A-P-2", "not-its-timing", _timing_fits, _timing),
        Requirement("FE-A-P-2", "condition-not-met", _needs, card_facts),
        *paid_in_full(_price),
    ),
    elsewhere=(
        Requirement("FE-S-6", "own-surprise", _not_own_card),
        Requirement(
            "FE-A-P-2",
            "no-time-for-surprises",
            lambda game, ask, act: ask.about in (*ANY_TIME, EQUIPPING),
        ),
    ),
    cards=(1, 9),
    unseen=lambda game, ask: any(game.card(card) is None for card in game.table.at(f"hand.{ask.seat}")),
    clause="FE-A-P-2",
)
