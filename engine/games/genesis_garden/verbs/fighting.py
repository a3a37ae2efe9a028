"""The battle phase: attacking and blocking.

Not here: the consequences of an allowed act (``battle``).
"""

from collections.abc import Iterator

from engine.common.requirements import asked_about, card_facts, never
from engine.games.genesis_garden.battle import can_block, is_fresh, is_in_reach
from engine.games.genesis_garden.board import units
from engine.games.genesis_garden.summon import is_sick
from engine.games.genesis_garden.unit import ATTACK_WITH, BLOCK_WITH, UNBLOCKABLE, has_skill, is_barred
from engine.games.genesis_garden.unit import BLOCK as NO_BLOCK
from engine.games.genesis_garden.verbs.shared import (
    NOT_A_REAR_CARD,
    OWN_UNIT,
    STANDING,
    active,
    comes_later,
    differs_in_speed,
    in_phase,
)
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Requirement, Test
from events.model.kinds import AnyAct, Chose, Declared


def _not_after(verb: str) -> Test:
    """A unit that has attacked or blocked cannot fight in this phase."""
    return lambda game, ask, act: is_fresh(game, act.cards[0], (verb,))


ONCE = (
    Requirement("GG-ATK-19", "has-attacked", _not_after("attack"), card_facts),
    Requirement("GG-ATK-20", "has-blocked", _not_after("block"), card_facts),
)


def _attacks(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in ask.subject:
        yield Declared(ask.seat, "attack", (card,))


def _in_reach(game: Game, ask: Ask, act: AnyAct) -> bool:
    return is_in_reach(game, act.cards[0])


def _arrived(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not is_sick(game, act.cards[0])


def _its_turn(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] in ask.subject


def _may_attack(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not is_barred(game, act.cards[0], ATTACK_WITH)


ABLE = (
    NOT_A_REAR_CARD,
    OWN_UNIT,
    Requirement("GG-SUM-7", "only-from-front", _in_reach, card_facts),
    STANDING,
    *ONCE,
    Requirement("GG-ATK-1", "tired", active, card_facts),
    Requirement("GG-SICK-1", "summoning-sickness", _arrived, card_facts),
    Requirement("GG-base-5", "forbidden", _may_attack, card_facts),
)
"""What an attacker needs, whoever is asked."""


ATTACK = ActType(
    "attack",
    Declared,
    ("攻撃",),
    "UNIT",
    Bilingual("前衛のユニットで攻撃する", "attack with a front unit"),
    _attacks,
    requirements=(*ABLE, Requirement("GG-BATTLE-2", "not-its-turn", _its_turn, card_facts)),
    elsewhere=(
        Requirement("GG-BATTLE-1", "only-in-battle-phase", in_phase("battle")),
        *ABLE,
        Requirement("GG-BATTLE-2", "one-attack-at-a-time", asked_about("attack")),
        Requirement("GG-ATK-21", "let-go-by", comes_later, card_facts),
        Requirement("GG-BATTLE-4", "first-player-first", differs_in_speed),
        Requirement("GG-BATTLE-2", "faster-cards-first", never),
    ),
    cards=(1, 1),
)


def _blocks(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in units(game, ask.seat):
        yield Chose(ask.seat, "block", (card,))


def _guards(game: Game, ask: Ask, act: AnyAct) -> bool:
    return can_block(game, act.cards[0])


def _may_block(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = act.cards[0]
    return not is_barred(game, card, BLOCK_WITH) and not is_barred(game, card, NO_BLOCK)


def _is_blockable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not has_skill(game, ask.subject, UNBLOCKABLE)


BLOCK = ActType(
    "block",
    Chose,
    ("防御",),
    "UNIT",
    Bilingual("前衛のユニットで攻撃を受ける", "take an attack with a front unit"),
    _blocks,
    requirements=(
        NOT_A_REAR_CARD,
        OWN_UNIT,
        Requirement("GG-ATK-4", "only-from-front", _guards, card_facts),
        STANDING,
        *ONCE,
        Requirement(
            "GG-ATK-4", "tired", active, card_facts
        ),  # summoning sickness does not matter (GG-SICK-1)
        Requirement("GG-base-5", "forbidden", _may_block, card_facts),
        Requirement("GG-OP-3", "unblockable", _is_blockable),
    ),
    elsewhere=(Requirement("GG-ATK-3", "no-attack-to-block", asked_about("block")),),
    cards=(1, 1),
)
