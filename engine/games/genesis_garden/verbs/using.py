"""Effects: activated ones in the spell phase, those that are offered at their moment, and spell units.

Not here: the consequences of an allowed act (``battle``, ``effects``).
"""

from collections.abc import Callable, Iterator

from engine.common.requirements import asked_about, card_facts, never, place_facts, printed
from engine.games.genesis_garden.board import face_up
from engine.games.genesis_garden.effects import Cause, Offer, ability_of, is_payable, needs_are_met
from engine.games.genesis_garden.history import reason_sent
from engine.games.genesis_garden.unit import USE as USE_EFFECTS
from engine.games.genesis_garden.unit import is_barred, is_in_its_row
from engine.games.genesis_garden.verbs.shared import (
    STANDING,
    active,
    comes_later,
    differs_in_speed,
    in_phase,
    named,
    not_in_union,
    own_card_on_field,
)
from engine.games.genesis_garden.vocabulary import USED_MOMENTS
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose, Declared


def _cards_asked(ask: Ask) -> tuple[str, ...]:
    """The cards whose turn it is."""
    if isinstance(ask.subject, Offer):
        return ask.subject.cards
    return ask.subject if ask.about == "spell" else ()


# requirements of every use -------------------------------------------------------------------------------


def _effect(game: Game, ask: Ask, act: AnyAct) -> Ability | None:
    """The effect that the act would use: of the current moment, else the first that the card has."""
    card = act.cards[0]
    if isinstance(ask.subject, Offer) and card in ask.subject.moments:
        return ability_of(game, card, ask.subject.moments[card])
    moments = ("activated",) if act.verb == "activate" else USED_MOMENTS[1:]
    return next((found for moment in moments if (found := ability_of(game, card, moment))), None)


def _cause(game: Game, ask: Ask, act: AnyAct) -> Cause:
    return ask.subject.cause if isinstance(ask.subject, Offer) else Cause(act.cards[0], act.seat)


def _no_spell_unit(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act) if named(game, act) else None
    return card is None or card.kind != "spell"


def _has_effect(game: Game, ask: Ask, act: AnyAct) -> bool:
    return _effect(game, ask, act) is not None


def _in_its_row(game: Game, ask: Ask, act: AnyAct) -> bool:
    ability = _effect(game, ask, act)
    return ability is None or is_in_its_row(game, act.cards[0], ability)


def _row(game: Game, ask: Ask, act: AnyAct) -> Facts:
    ability = _effect(game, ask, act)
    return {"card": act.cards[0], "place": ability.zone if ability else ""}


def _is_met(game: Game, ask: Ask, act: AnyAct) -> bool:
    ability = _effect(game, ask, act)
    return ability is None or needs_are_met(game, act.cards[0], ability, _cause(game, ask, act))


def _payable(game: Game, ask: Ask, act: AnyAct) -> bool:
    ability = _effect(game, ask, act)
    return ability is None or is_payable(game, act.seat, ability)


def _cost(game: Game, ask: Ask, act: AnyAct) -> Facts:
    ability, there = _effect(game, ask, act), len(face_up(game, act.seat))
    cost = ability.cost if ability else 0
    return {"cost": cost, "there": there, "missing": cost - there}


def _not_tired(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Tired cards use no effects (GG-ACT-15), except battle effects of the two in a combat (GG-OP-11)."""
    if isinstance(ask.subject, Offer) and ask.subject.moments.get(act.cards[0]) == "battle":
        return True
    return active(game, ask, act)


def _not_sealed(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not is_barred(game, act.cards[0], USE_EFFECTS)


def _usable(clause: str) -> tuple[Requirement, ...]:
    """In the order in which a player would check a card. The first two hold for acts that name anything; what
    comes after them is asked of own cards on the field."""
    return (
        Requirement("GG-JUT-2", "spell-unit", _no_spell_unit, card_facts),
        Requirement(clause, "not-your-unit", own_card_on_field, place_facts),
        STANDING,
        Requirement("GG-UNION-6", "in-union", not_in_union, card_facts),
        Requirement("GG-base-5", "forbidden", _not_sealed, card_facts),
        Requirement("GG-ACT-3", "no-such-effect", _has_effect, card_facts),
        Requirement("GG-ACT-4", "wrong-row", _in_its_row, _row),
        Requirement("GG-ACT-15", "tired", _not_tired, card_facts),
        Requirement("GG-ACT-1", "condition-not-met", _is_met, card_facts),
        Requirement("GG-ACT-5", "cannot-rebirth", _payable, _cost),
    )


def _is_asked_for(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] in _cards_asked(ask)


# --- activated effects (起動効果) --------------------------------------------------------------------------


def _activations(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in _cards_asked(ask):
        yield Declared(ask.seat, "activate", (card,))


ACTIVATE = ActType(
    "activate",
    Declared,
    ("起動",),
    "UNIT",
    Bilingual("スペルフェイズに起動効果を発動する", "use an activated effect in the spell phase"),
    _activations,
    requirements=(
        *_usable("GG-SPELL-2"),
        Requirement("GG-ACT-10", "not-its-turn", _is_asked_for, card_facts),
    ),
    elsewhere=(
        Requirement("GG-ACT-9", "only-in-spell-phase", in_phase("spell")),
        *_usable("GG-SPELL-2"),
        Requirement("GG-ACT-9", "only-in-spell-phase", asked_about("spell")),
        Requirement("GG-ACT-13", "let-go-by", comes_later, card_facts),
        Requirement("GG-ACT-12", "first-player-first", differs_in_speed),
        Requirement("GG-ACT-10", "faster-cards-first", never),
    ),
    cards=(1, 1),
)


# --- summon, responding and battle effects -----------------------------------------------------------------


def _is_not_for(moment: str) -> Callable[[Game, Ask, AnyAct], bool]:
    def holds(game: Game, ask: Ask, act: AnyAct) -> bool:
        ability = _effect(game, ask, act)
        return ability is None or ability.on != moment

    return holds


def _uses(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in _cards_asked(ask):
        yield Chose(ask.seat, "use", (card,))


USE = ActType(
    "use",
    Chose,
    ("発動",),
    "UNIT",
    Bilingual(
        "召喚効果・対応効果・戦闘効果を発動する", "use a summon, responding or battle effect that is offered"
    ),
    _uses,
    requirements=(
        *_usable("GG-SPELL-5"),
        Requirement("GG-OP-12", "not-offered", _is_asked_for, card_facts),
    ),
    elsewhere=(
        *_usable("GG-SPELL-5"),
        Requirement("GG-SPELL-4", "only-as-summoned", _is_not_for("summoned"), card_facts),
        Requirement("GG-OP-11", "only-in-its-combat", _is_not_for("battle"), card_facts),
        Requirement("GG-SPELL-5", "no-moment-for-it", never, card_facts),
    ),
    cards=(1, 1),
)


# --- spell units (術式ユニット) ---------------------------------------------------------------------------


def _invocations(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in _cards_asked(ask):
        yield Chose(ask.seat, "invoke", (card,))


def _enough_units(game: Game, ask: Ask, act: AnyAct) -> bool:
    ability = ability_of(game, act.cards[0], "spell")
    return ability is None or needs_are_met(game, act.cards[0], ability, ask.subject.cause)


def _no_penalty(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not named(game, act) or reason_sent(game, act.cards[0]) != "penalty"


INVOKE = ActType(
    "invoke",
    Chose,
    ("術式",),
    "CARD",
    Bilingual("ダメージで冥府に送られた術式の効果を発動する", "use a spell unit that damage has sent"),
    _invocations,
    requirements=(
        Requirement("GG-JUT-3", "not-by-damage", _is_asked_for, card_facts),
        Requirement("GG-JUT-4", "condition-not-met", _enough_units, card_facts),
    ),
    elsewhere=(
        Requirement("GG-ATK-13", "penalty-is-no-damage", _no_penalty, card_facts),
        Requirement("GG-JUT-3", "not-by-damage", asked_about("spell-unit"), card_facts),
    ),
    cards=(1, 1),
)
