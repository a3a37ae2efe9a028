"""Attack and guard.

Not here: the consequences of an allowed act (``attack``).
"""

from collections.abc import Iterator

from engine.common.requirements import card_facts, never, place_facts
from engine.effect.context import opponent
from engine.effect.select import owner
from engine.games.aquarian_age.attack import defender, guard_forbidden_by, may_attack
from engine.games.aquarian_age.board import (
    actives,
    card_named_by_acts,
    character_of,
    characters,
    is_controlled,
    power,
    top,
)
from engine.games.aquarian_age.costs import attack_cost, guard_cost
from engine.games.aquarian_age.declaration import ATTACK as DECLARED
from engine.games.aquarian_age.declaration import GUARD as GUARDED
from engine.games.aquarian_age.declaration import Declaration
from engine.games.aquarian_age.verbs.shared import (
    actor_is_controlled,
    answered_declaration,
    named,
    own_character,
    target_facts,
)
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement, Test
from events.model.kinds import AnyAct, Declared


def _attacks(game: Game, ask: Ask) -> Iterator[AnyAct]:
    targets = (opponent(game, ask.seat), *(card_named_by_acts(game, one) for one in actives(game, ask.seat)))
    for character in characters(game, ask.seat, "control"):
        for target in targets:
            yield Declared(ask.seat, "attack", (top(game, character),), (target,))


def _may(game: Game, ask: Ask, act: AnyAct) -> bool:
    return may_attack(game, character_of(game, act.cards[0]))


def _legal_target(game: Game, ask: Ask, act: AnyAct) -> bool:
    """A player other than oneself, or the active character of a party of one's own (AA-3-1c)."""
    target = act.targets[0]
    return target == opponent(game, act.seat) or named(game, target) in actives(game, act.seat)


def _can_pay(game: Game, ask: Ask, act: AnyAct) -> bool:
    character = character_of(game, act.cards[0])
    return power(game, character) >= attack_cost(game, character)


def _price(game: Game, ask: Ask, act: AnyAct) -> Facts:
    character = character_of(game, act.cards[0])
    cost = attack_cost(game, character) if act.verb == "attack" else guard_cost(game, character)
    has = power(game, character)
    return {"card": act.cards[0], "power": has, "cost": cost, "missing": cost - has}


def _pending_declarations(ask: Ask) -> Iterator[Declaration]:
    """The pending declarations, newest first."""
    made = answered_declaration(ask)
    while made is not None:
        yield made
        made = made.answers


def _no_attack_pending(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not any(made.kind == DECLARED for made in _pending_declarations(ask))


def _no_guard_pending(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not any(made.kind == GUARDED or made.guarded for made in _pending_declarations(ask))


ATTACK = ActType(
    "attack",
    Declared,
    ("アタック", "攻撃"),
    "CHARACTER > TARGET",
    Bilingual(
        "アタック宣言。目標は相手プレイヤー、または自分の勢力パーティーのアクティブキャラクター",
        "declare an attack on the opponent, or on the active character of a party of one's own",
    ),
    _attacks,
    requirements=(
        Requirement("AA-3-2a", "not-your-character", own_character, card_facts),
        Requirement("AA-3-1b", "not-controlled", actor_is_controlled, place_facts),
        Requirement("AA-3-8", "cannot-attack", _may, card_facts),
        Requirement("AA-3-1c", "no-target-of-attacks", _legal_target, target_facts),
        Requirement("AA-base-10-1", "too-little-power", _can_pay, _price),
    ),
    elsewhere=(
        Requirement("AA-4-5", "guard-pending", _no_guard_pending),
        Requirement("AA-3-7", "attack-pending", _no_attack_pending),
        Requirement("AA-3-1a", "not-your-main-phase", never),
    ),
    cards=(1, 1),
    targets=(1, 1),
)


# --- guard -------------------------------------------------------------------------------------------


def _guards(game: Game, ask: Ask) -> Iterator[AnyAct]:
    made = answered_declaration(ask)
    if made is None or made.kind != DECLARED or defender(game, made) != ask.seat:
        return
    own = characters(game, ask.seat, "control")
    for character in dict.fromkeys((*own, *(one for one in made.targets if one in game.table.place))):
        yield Declared(ask.seat, "guard", (top(game, character),))


def _direct(game: Game, ask: Ask, act: AnyAct) -> bool:
    made = answered_declaration(ask)
    return made is not None and made.kind == DECLARED


def _attacked(game: Game, ask: Ask, act: AnyAct) -> bool:
    made = answered_declaration(ask)
    return made is not None and defender(game, made) == act.seat


def _own(game: Game, ask: Ask, act: AnyAct) -> bool:
    return owner(act.cards[0]) == act.seat and own_character(game, ask, act)


def _may_guard(game: Game, ask: Ask, act: AnyAct) -> bool:
    """A controlled character, or the attacked one itself, controlled or not (AA-3-5b)."""
    made = answered_declaration(ask)
    character = character_of(game, act.cards[0])
    return is_controlled(game, character) or (made is not None and character in made.targets)


def _pays(game: Game, ask: Ask, act: AnyAct) -> bool:
    character = character_of(game, act.cards[0])
    return not is_controlled(game, character) or power(game, character) >= guard_cost(game, character)


def _not_prevented_by(clause: str) -> Test:
    """Whether no skill of the attacker keeps the character from guarding under this clause."""

    def holds(game: Game, ask: Ask, act: AnyAct) -> bool:
        made = answered_declaration(ask)
        assert made is not None
        return guard_forbidden_by(game, made.character, character_of(game, act.cards[0])) != clause

    return holds


GUARD = ActType(
    "guard",
    Declared,
    ("ガード",),
    "CHARACTER",
    Bilingual(
        "アタック宣言への直接のレスポンスとしてガード宣言する",
        "declare a guard, as the direct response to an attack",
    ),
    _guards,
    requirements=(
        Requirement("AA-4-5", "guard-pending", _no_guard_pending),
        Requirement("AA-4-1a", "no-direct-response", _direct),
        Requirement("AA-4-1c", "not-attacked", _attacked),
        Requirement("AA-4-2a", "not-your-character", _own, card_facts),
        Requirement("AA-4-1b", "not-controlled", _may_guard, place_facts),
        Requirement("AA-base-10-2", "too-little-power", _pays, _price),
        Requirement("AA-18-2-a", "kept-by-no-faction", _not_prevented_by("AA-18-2-a"), card_facts),
        Requirement("AA-18-1b", "kept-by-stealth", _not_prevented_by("AA-18-1b"), card_facts),
        Requirement("AA-base-12-10", "kept-by-breakthrough", _not_prevented_by("AA-base-12-10"), card_facts),
    ),
    elsewhere=(Requirement("AA-4-1a", "no-direct-response", never),),
    cards=(1, 1),
)
