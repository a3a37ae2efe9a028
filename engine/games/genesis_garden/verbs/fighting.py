"""The battle phase: attacking and blocking.

Not here: the consequences of an allowed act (``battle``).
"""

from collections.abc import Iterator

from engine.common.requirements import asked_about, card_facts
from engine.games.genesis_garden.battle import can_block
from engine.games.genesis_garden.board import row_of, units
from engine.games.genesis_garden.history import has_fought
from engine.games.genesis_garden.summon import is_sick
from engine.games.genesis_garden.unit import REAR_ATTACK, has_skill, is_active
from engine.games.genesis_garden.verbs.shared import OWN_UNIT, STANDING, active, in_phase
from engine.games.genesis_garden.verbs.using import DIFFERENT_SPEED
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Requirement, Test
from events.model.kinds import AnyAct, Chose, Declared


def _not_after(verb: str) -> Test:
    """A unit that has attacked or blocked is tired, and cannot fight in this phase."""

    def fresh(game: Game, ask: Ask, act: AnyAct) -> bool:
        return is_active(game, act.cards[0]) or not has_fought(game, act.cards[0], verb)

    return fresh


ONCE = (
    Requirement("GG-ATK-19", "has-attacked", _not_after("attack"), card_facts),
    Requirement("GG-ATK-20", "has-blocked", _not_after("block"), card_facts),
)


def _attacks(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in ask.subject:
        yield Declared(ask.seat, "attack", (card,))


def _in_reach(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = act.cards[0]
    return row_of(game, card) == "front" or has_skill(game, card, REAR_ATTACK)


def _arrived(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not is_sick(game, act.cards[0])


def _its_turn(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] in ask.subject


ATTACK = ActType(
    "attack",
    Declared,
    ("攻撃",),
    "UNIT",
    Bilingual("前衛のユニットで攻撃する", "attack with a front unit"),
    _attacks,
    requirements=(
        OWN_UNIT,
        Requirement("GG-SUM-7", "only-from-front", _in_reach, card_facts),
        STANDING,
        *ONCE,
        Requirement("GG-ATK-1", "tired", active, card_facts),
        Requirement("GG-SICK-1", "summoning-sickness", _arrived, card_facts),
        Requirement("GG-BATTLE-2", "not-its-turn", _its_turn, card_facts),
    ),
    elsewhere=(
        Requirement("GG-BATTLE-1", "only-in-battle-phase", in_phase("battle")),
        Requirement("GG-BATTLE-4", "first-player-first", DIFFERENT_SPEED),
        Requirement("GG-BATTLE-2", "faster-cards-first", lambda game, ask, act: False),
    ),
    cards=(1, 1),
)


def _blocks(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in units(game, ask.seat):
        yield Chose(ask.seat, "block", (card,))


def _guards(game: Game, ask: Ask, act: AnyAct) -> bool:
    return can_block(game, act.cards[0])


BLOCK = ActType(
    "block",
    Chose,
    ("防御",),
    "UNIT",
    Bilingual("前衛のユニットで攻撃を受ける", "take an attack with a front unit"),
    _blocks,
    requirements=(
        OWN_UNIT,
        Requirement("GG-ATK-4", "only-from-front", _guards, card_facts),
        STANDING,
        *ONCE,
        Requirement(
            "GG-ATK-4", "tired", active, card_facts
        ),  # summoning sickness does not matter (GG-SICK-1)
    ),
    elsewhere=(Requirement("GG-ATK-3", "no-attack-to-block", asked_about("block")),),
    cards=(1, 1),
)
