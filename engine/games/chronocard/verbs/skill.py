"""Using an A.Skill (使用宣言②).

Not here: the consequences of an allowed act (``declare``, ``process``).
"""

from collections.abc import Iterator

from engine.common.demand import demand
from engine.common.requirements import card_facts, face_known, place_facts
from engine.effect.context import Context
from engine.effect.select import owner
from engine.games.chronocard.board import (
    field,
    holder,
    is_checked,
    is_down,
    is_fresh,
    on_field,
    takes_part,
)  # fmt: skip
from engine.games.chronocard.cost import cost_of_skill, reduces_itself
from engine.games.chronocard.declaration import condition_met, named_targets, skills, target_lines
from engine.games.chronocard.declare import AS_ANSWER, ONCE, uses
from engine.games.chronocard.ep import pool
from engine.games.chronocard.payment import Payment, payment, price_choices
from engine.games.chronocard.prepare import moved_for_cost, target_choices, targets_fit
from engine.games.chronocard.strength import FACE_DOWN, OWN_TURN
from engine.games.chronocard.verbs.shared import ELSEWHERE, answered_declaration, ep_facts
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Declared


def _skill(game: Game, act: AnyAct) -> Ability:
    """The skill that the act names; earlier requirements have checked that there is one."""
    return skills(game.printed(act.cards[0]))[(act.number or 1) - 1]


def _has(game: Game, act: AnyAct, keyword: str) -> bool:
    return keyword in _skill(game, act).keywords


def _context(game: Game, ask: Ask, act: AnyAct) -> Context:
    card = act.cards[0]
    found = Context(act.seat, card, ("CC-AS-5",), action=answered_declaration(ask), bearer=holder(game, card))
    found.named |= named_targets(_skill(game, act), act.targets)
    return found


def _options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in field(game, ask.seat):
        printed = game.card(card)
        several = skills(printed) if printed else ()
        for number, ability in enumerate(several, start=1):
            plain = Declared(ask.seat, "skill", (card,), number=number if len(several) > 1 else None)
            rules = _COMMON_REQUIREMENTS if reduces_itself(ability) else (*_COMMON_REQUIREMENTS, _AFFORDABLE)
            if not all(rule.holds(game, ask, plain) for rule in rules):
                continue  # its targets need not be tried
            context = _context(game, ask, plain)
            for spent in price_choices(game, ability, context):
                for targets in target_choices(game, ability, spent, context):
                    yield Declared(ask.seat, "skill", (card, *spent), targets, plain.number)


def _on_own_field(game: Game, ask: Ask, act: AnyAct) -> bool:
    return on_field(game, act.cards[0]) and owner(act.cards[0]) == act.seat


def _has_skill(game: Game, ask: Ask, act: AnyAct) -> bool:
    return bool(skills(game.printed(act.cards[0])))


def _skill_identified(game: Game, ask: Ask, act: AnyAct) -> bool:
    number = len(skills(game.printed(act.cards[0])))
    if act.number is None:
        return number == 1
    return number > 1 and 1 <= act.number <= number


def _has_holder(game: Game, ask: Ask, act: AnyAct) -> bool:
    return holder(game, act.cards[0]) != ""


def _unchecked(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Not Checked (CC-AS-8), whether or not Check is part of the cost; for an item its character
    (CC-AS-2)."""
    return not is_checked(game, holder(game, act.cards[0]))


def _face_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not is_down(game, holder(game, act.cards[0])) or _has(game, act, FACE_DOWN)


def _face_down_if_required(game: Game, ask: Ask, act: AnyAct) -> bool:
    return is_down(game, holder(game, act.cards[0])) or not _has(game, act, FACE_DOWN)


def _unrestricted(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Not under first-turn restriction (CC-AS-10)."""
    return not is_fresh(game, holder(game, act.cards[0]))


def _not_taking_part(game: Game, ask: Ask, act: AnyAct) -> bool:
    """In the charm phase in no attack, support or defence (CC-AS-11)."""
    return game.table.phase != "charm" or not takes_part(game, holder(game, act.cards[0]))


def _in_own_turn(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.seat == game.table.seat or not _has(game, act, OWN_TURN)


def _as_answer(game: Game, ask: Ask, act: AnyAct) -> bool:
    return ask.about == "interrupt" or not _has(game, act, AS_ANSWER)


def _not_used_up(game: Game, ask: Ask, act: AnyAct) -> bool:
    """[1回制限]: once in a turn (CC-AS-15), of this card (CC-OP-15); a printed limit (CC-AS-9)."""
    return not (_has(game, act, ONCE) and uses(game, act.cards[0], act.number or 1))


def _condition_met(game: Game, ask: Ask, act: AnyAct) -> bool:
    return condition_met(game, _skill(game, act), _context(game, ask, act))


def _payment(game: Game, ask: Ask, act: AnyAct) -> Payment | None:
    return payment(game, _skill(game, act), act.cards[1:], _context(game, ask, act))


def _price_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    return _payment(game, ask, act) is not None


def _unchecked_by_cost(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Paid before the declaration, a Check would leave its own card Checked by then (CC-OP-24, CC-AS-8)."""
    if game.settings["cost_order"] == "together":
        return True
    paid = _payment(game, ask, act)
    return paid is None or "checked" not in paid.done_to(holder(game, act.cards[0]))


def _cost(game: Game, ask: Ask, act: AnyAct) -> int:
    return cost_of_skill(game, _skill(game, act), _context(game, ask, act)).value


def _affordable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return pool(game, act.seat) >= _cost(game, ask, act)


def _ep_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return ep_facts(game, act, _cost(game, ask, act))


def _not_given_up(game: Game, ask: Ask, act: AnyAct) -> bool:
    text = _skill(game, act)
    return not set(act.cards[1:]) & set(act.targets) and not moved_for_cost(text, act.targets)


def _targets_fit(game: Game, ask: Ask, act: AnyAct) -> bool:
    return targets_fit(game, _skill(game, act), act.targets, _context(game, ask, act))


def _demanded(game: Game, ask: Ask, act: AnyAct) -> Facts:
    lines = target_lines(_skill(game, act))
    return {"card": act.cards[0], "demand": demand(game, lines, _context(game, ask, act))}


def _holder_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    """The card whose state counts: of an item its character (CC-AS-2)."""
    return {"card": holder(game, act.cards[0])}


_COMMON_REQUIREMENTS = (
    Requirement("CC-AS-3", "not-on-own-field", _on_own_field, place_facts),
    Requirement("CC-AS-1", "face-unknown", face_known, card_facts),
    Requirement("CC-AS-1", "no-skill", _has_skill, card_facts),
    Requirement("CC-AS-6", "which-skill", _skill_identified, card_facts),
    Requirement("CC-AS-2", "no-holder", _has_holder, card_facts),
    Requirement("CC-AS-18", "checked", _unchecked, _holder_facts),
    Requirement("CC-base-7-3", "face-down", _face_fits, _holder_facts),
    Requirement("CC-AS-16", "not-face-down", _face_down_if_required, _holder_facts),
    Requirement("CC-AS-20", "first-turn", _unrestricted, _holder_facts),
    Requirement("CC-AS-21", "participating", _not_taking_part, _holder_facts),
    Requirement("CC-AS-17", "not-in-own-turn", _in_own_turn, card_facts),
    Requirement("CC-AS-9", "only-as-answer", _as_answer, card_facts),
    Requirement("CC-AS-19", "limit", _not_used_up, card_facts),
    Requirement("CC-AS-9", "condition-not-met", _condition_met, card_facts),
)
"""Requirements that do not depend on targets and cost."""

_AFFORDABLE = Requirement("CC-AS-4", "too-dear", _affordable, _ep_facts)

SKILL = ActType(
    "skill",
    Declared,
    ("スキル", "発動"),
    "CARD [PAID…] [> TARGET…] [x=N]",
    Bilingual(
        "場のカードのA.Skillを使用宣言する。複数持つカードでは x が何番目かを示す",
        "use an A.Skill of a card on the field; x tells which, where the card has several",
    ),
    _options,
    requirements=(
        *_COMMON_REQUIREMENTS,
        Requirement("CC-COST-8", "target-given-up", _not_given_up, card_facts),
        Requirement("CC-AS-5", "unfit-targets", _targets_fit, _demanded),
        _AFFORDABLE,
        Requirement("CC-AS-12", "wrong-price", _price_fits, card_facts),
        Requirement("CC-OP-24", "checked-by-its-cost", _unchecked_by_cost, card_facts),
    ),
    elsewhere=ELSEWHERE,
    cards=(1, 9),
    targets=(0, 9),
    numbered=None,
    clause="CC-AS-13",
    target_clause="CC-AS-5",
    repeats=True,
)
