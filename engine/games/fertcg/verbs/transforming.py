"""Transforming (竜化, 神竜化).

Not here: the consequences of an allowed act (``transforming``).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.common.requirements import asked_about
from engine.effect.context import Context
from engine.effect.value import holds
from engine.games.fertcg.board import units
from engine.games.fertcg.price import Price, price_of
from engine.games.fertcg.transforming import BEFORE, is_bound, transformation
from engine.games.fertcg.transforming import TRANSFORM as NAME
from engine.games.fertcg.verbs.shared import MAY_ACT, card_facts, own_turn, paid_in_full
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Requirement
from events.model.kinds import AnyAct, Declared


def _ability(game: Game, act: AnyAct) -> Ability:
    ability = transformation(game, act.cards[0])
    assert ability is not None  # an earlier requirement has checked it
    return ability


def _price(game: Game, act: AnyAct) -> Price:
    return price_of(game, act.cards[0], _ability(game, act))


def _options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for unit in units(game, ask.seat):
        ability = transformation(game, unit)
        if ability is not None:
            hand = game.table.at(f"hand.{ask.seat}")
            for named in combinations(hand, price_of(game, unit, ability).hand):
                yield Declared(ask.seat, NAME, (unit, *named))


def _has_it(game: Game, ask: Ask, act: AnyAct) -> bool:
    named = act.cards and act.cards[0] in game.table.place
    return bool(named) and transformation(game, act.cards[0]) is not None


def _not_yet(game: Game, ask: Ask, act: AnyAct) -> bool:
    return is_bound(game, act.cards[0])


def _needs(game: Game, ask: Ask, act: AnyAct) -> bool:
    needs = _ability(game, act).needs
    return needs is None or holds(game, needs, Context(act.seat, act.cards[0], ("FE-base-9-5",)))


TRANSFORM = ActType(
    NAME,
    Declared,
    ("変身",),
    "UNIT [PAID…]",
    Bilingual(
        "攻撃宣言の前に、竜化・神竜化で変身する", "transform by 竜化 or 神竜化 before an attack is declared"
    ),
    _options,
    requirements=(
        *MAY_ACT,
        Requirement("FE-base-9-5", "no-transformation", _has_it, card_facts),
        Requirement("FE-base-9-5", "transformed-already", _not_yet, card_facts),
        Requirement("FE-base-9-5", "condition-not-met", _needs, card_facts),
        *paid_in_full(_price),
    ),
    elsewhere=(
        Requirement("FE-base-5-1", "not-your-turn", own_turn),
        Requirement("FE-base-9-5", "only-before-an-action", asked_about(*BEFORE)),
        Requirement("FE-base-9-5", "no-transformation", _has_it, card_facts),
        Requirement("FE-base-9-5", "transformed-already", _not_yet, card_facts),
    ),
    cards=(1, 9),
    clause="FE-base-9-5",
)
