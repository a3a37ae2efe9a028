"""The action step: attacks, staffs and what is used instead of an action; equipment; the end.

Not here: the consequences of an allowed act (``attack``, ``invasion``).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.common.answers import only_option
from engine.common.marks import marked
from engine.common.requirements import asked_about, never
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import candidates, owner
from engine.effect.value import holds
from engine.games.fertcg.ability import INSTEAD_OF_ACTION, ability_named
from engine.games.fertcg.board import PERFORMED, on_field, units
from engine.games.fertcg.declaration import fight_of
from engine.games.fertcg.price import Price, has_stamina, price_of
from engine.games.fertcg.reach import equipment, in_effect_range, squares_in_range, units_in_range
from engine.games.fertcg.transforming import is_bound
from engine.games.fertcg.verbs.shared import (
    MAY_ACT,
    card_facts,
    declared_ability,
    has_ability,
    one_word,
    own_turn,
    paid_in_full,
    stamina_facts,
)
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement, Test
from events.model.kinds import AnyAct, Chose, Declared

ELSEWHERE = (
    Requirement("FE-base-5-1", "not-your-turn", own_turn),
    Requirement("FE-0-1", "only-in-action-step", asked_about("move", "action")),
)
"""An action is declared in the action step of the unit, or instead of a move (FE-0-1)."""


def _possible_actors(game: Game, ask: Ask) -> Iterator[str]:
    """The units that may act."""
    if ask.about == "action":
        yield ask.subject
    else:
        yield from units(game, ask.seat)


# --- attack ----------------------------------------------------------------------------------------------


def _attacks(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for unit in _possible_actors(game, ask):
        for target in units_in_range(game, unit):
            yield Declared(ask.seat, "attack", (unit,), (target,))


def _can_strike(game: Game, ask: Ask, act: AnyAct) -> bool:
    return bool(equipment(game, act.cards[0]))


def _may_attack(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not marked(game, act.cards[0], PERFORMED)


def _transformed(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not is_bound(game, act.cards[0])


def _an_enemy(game: Game, ask: Ask, act: AnyAct) -> bool:
    target = act.targets[0]
    return target in game.table.place and on_field(game, target) and owner(target) != act.seat


def _in_reach(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.targets[0] in units_in_range(game, act.cards[0])


def _reach(game: Game, ask: Ask, act: AnyAct) -> Facts:
    unit, place = act.cards[0], game.table.place[act.targets[0]]
    squares = sorted(
        {square for gear in equipment(game, unit) for square in squares_in_range(game, unit, gear)}
    )
    return {"card": unit, "place": place.partition(".")[0], "squares": " ".join(squares) or "–"}


ATTACK = ActType(
    "attack",
    Declared,
    ("攻撃",),
    "UNIT > ENEMY",
    Bilingual(
        "届く敵ユニットを攻撃する。チップが足りなくても宣言できる",
        "attack an enemy unit in reach, be there chips for it or not",
    ),
    _attacks,
    requirements=(
        *MAY_ACT,
        Requirement("FE-OP-34", "performed-before", _may_attack, card_facts),
        Requirement("FE-base-7-1", "cannot-strike", _can_strike, card_facts),
        Requirement("FE-base-9-5", "not-transformed", _transformed, card_facts),
        Requirement("FE-A-2", "not-an-enemy", _an_enemy),
        Requirement("FE-base-7-1", "out-of-reach", _in_reach, _reach),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 1),
    targets=(1, 1),
    clause="FE-A-1",
    target_clause="FE-A-2",
)


# --- equipment -------------------------------------------------------------------------------------------


def _equipments(game: Game, ask: Ask) -> Iterator[AnyAct]:
    unit, able = ask.subject
    for gear in able:
        yield _initial(ask.seat) if gear == unit else Chose(ask.seat, "wield", (gear,))


def _initial(seat: str) -> AnyAct:
    return Chose(seat, "wield", words=("initial",))


def _one_equipment(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(act.cards) + len(act.words) == 1


def _its_own(game: Game, ask: Ask, act: AnyAct) -> bool:
    unit, _ = ask.subject
    return not act.cards or game.table.host.get(act.cards[0], ("", ""))[0] == unit


def _can_be_used(game: Game, ask: Ask, act: AnyAct) -> bool:
    unit, able = ask.subject
    return (act.cards[0] if act.cards else unit) in able


def _not_bound(game: Game, ask: Ask, act: AnyAct) -> bool:
    fight = fight_of(game)
    return not (ask.about == "counter" or (fight is not None and fight.countering))


def _not_asked_under(clause: str) -> Test:
    """Whether the other side is not the one to choose now."""
    return lambda game, ask, act: ask.about != "wield" or ask.clause != clause


WIELD = ActType(
    "wield",
    Chose,
    ("装備",),
    "CARD|initial",
    Bilingual(
        "攻撃する、または攻撃を受ける装備を選ぶ",
        "choose the equipment to strike with or to take the blow with",
    ),
    _equipments,
    requirements=(
        Requirement("FE-A-0a", "one-equipment", _one_equipment),
        Requirement("FE-A-0a", "not-attached-to-it", _its_own, card_facts),
        Requirement("FE-base-7-2", "equipment-out-of-reach", _can_be_used, card_facts),
    ),
    elsewhere=(
        Requirement("FE-A-3", "attacker-first", _not_asked_under("FE-A-3")),
        Requirement("FE-A-4", "defender-chooses", _not_asked_under("FE-A-4")),
        Requirement("FE-A-R-4", "bound-to-the-blow", _not_bound),
        Requirement("FE-A-0", "nothing-to-choose", never),
    ),
    cards=(0, 1),
    words=("initial",),
    clause="FE-A-0a",
)


# staffs, and what is used instead of an action -----------------------------------------------------------


def _staffs(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for unit in _possible_actors(game, ask):
        yield Declared(ask.seat, "staff", (unit,))


def _has_staff(game: Game, ask: Ask, act: AnyAct) -> bool:
    return "staff-cost" in game.printed(act.cards[0]).stats


def _staff_price(game: Game, act: AnyAct) -> Price:
    return Price(act.cards[0], stamina=game.printed(act.cards[0]).stats["staff-cost"])


def _staff_payable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return has_stamina(game, _staff_price(game, act))


def _staff_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return stamina_facts(game, _staff_price(game, act))


def has_targets(game: Game, unit: str, ability: Ability) -> bool:
    """Whether there is a card for every choice of a text, on the squares in its range."""
    context = Context(owner(unit), unit, ("FE-B-2",))
    return all(
        any(
            not on_field(game, card) or in_effect_range(game, unit, card)
            for card in candidates(game, line.cards, context)
        )
        for line in ability.do
        if isinstance(line, tree.Choose)
    )


def _staff_reaches(game: Game, ask: Ask, act: AnyAct) -> bool:
    (ability,) = game.printed(act.cards[0]).all("staff")
    return has_targets(game, act.cards[0], ability)


STAFF = ActType(
    "staff",
    Declared,
    ("杖",),
    "UNIT",
    Bilingual("杖を使う", "use a staff"),
    _staffs,
    requirements=(
        *MAY_ACT,
        Requirement("FE-B-2", "no-staff", _has_staff, card_facts),
        Requirement("FE-B-2", "too-few-chips", _staff_payable, _staff_facts),
        Requirement("FE-B-2", "nobody-in-reach", _staff_reaches, card_facts),
    ),
    elsewhere=(ELSEWHERE[0], Requirement("FE-B-1", "only-in-action-step", asked_about("move", "action"))),
    cards=(1, 1),
    clause="FE-B-2",
)


def _performances(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for unit in _possible_actors(game, ask):
        ability = ability_named(game, unit, *INSTEAD_OF_ACTION)
        if ability is not None:
            hand = game.table.at(f"hand.{ask.seat}")
            for named in combinations(hand, price_of(game, unit, ability).hand):
                yield Declared(ask.seat, "perform", (unit, *named), words=(ability.symbol,))


def _price(game: Game, act: AnyAct) -> Price:
    return price_of(game, act.cards[0], declared_ability(game, act))


def _needs(game: Game, ask: Ask, act: AnyAct) -> bool:
    needs = declared_ability(game, act).needs
    return needs is None or holds(game, needs, Context(act.seat, act.cards[0], ("FE-B-3",)))


def _deed_reaches(game: Game, ask: Ask, act: AnyAct) -> bool:
    return has_targets(game, act.cards[0], declared_ability(game, act))


PERFORM = ActType(
    "perform",
    Declared,
    ("行動能力",),
    "UNIT [PAID…] ABILITY",
    Bilingual("行動する代わりに使う能力を使う", "use an ability that is used instead of acting"),
    _performances,
    requirements=(
        *MAY_ACT,
        Requirement("FE-B-3", "one-ability", one_word),
        Requirement("FE-B-3", "no-such-ability", has_ability, card_facts),
        Requirement("FE-B-3", "condition-not-met", _needs, card_facts),
        *paid_in_full(_price),
        Requirement("FE-B-3", "nobody-in-reach", _deed_reaches, card_facts),
    ),
    elsewhere=(ELSEWHERE[0], Requirement("FE-B-1", "only-in-action-step", asked_about("move", "action"))),
    cards=(1, 9),
    words=INSTEAD_OF_ACTION,
    clause="FE-B-3",
)


END = ActType(
    "end",
    Declared,
    ("終了",),
    "",
    Bilingual("ターンを終える", "end the turn"),
    only_option(Declared, "end"),
    elsewhere=(Requirement("FE-base-5-11", "only-in-invasion", never),),
)
