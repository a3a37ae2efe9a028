"""The spell phase and the battle phase: both players act in order of speed.

Not here: whether an act is allowed (``verbs``), nor how effects are used (``effects``).
"""

from engine.effect.context import opponent
from engine.effect.select import owner
from engine.games.genesis_garden.board import first_player, row_of, seat_of
from engine.games.genesis_garden.damage import damage_taken, damage_unit, destroy
from engine.games.genesis_garden.durations import action_ends
from engine.games.genesis_garden.effects import (
    Cause,
    Offer,
    ability_of,
    consequences,
    damage_player,
    is_usable,
    next_in_order,
    use,
)
from engine.games.genesis_garden.headquarters import send_cards
from engine.games.genesis_garden.history import has_fought
from engine.games.genesis_garden.summon import is_sick
from engine.games.genesis_garden.unit import (
    ATTACK_WITH,
    FIELD,
    REAR_ATTACK,
    TIRED,
    fastest,
    has_skill,
    is_active,
    is_barred,
    is_destroyed,
    strength,
)
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef, Turn
from events.model.kinds import Declared, Happened, Passed, Resolved

PENALTY = 2
"""Cards that a failed attack costs (GG-ATK-12, GG-ATK-15)."""


# --- spell phase -------------------------------------------------------------------------------------------


def spell_phase(game: Game) -> Procedure:
    """Activated effects (起動効果) by speed, which is determined again after each (GG-ACT-10 to
    GG-ACT-13)."""
    done: set[CardRef] = set()
    while able := [card for card in _on_field(game) if card not in done and can_activate(game, card)]:
        seat, line = fastest(game, able, first_player(game))
        verbs = ("activate", "pass")
        act = yield Ask(seat, verbs, about="spell", clause="GG-SPELL-2", subject=line, omissible="silent")
        if type(act) is Passed:
            done.update(line)  # all of that speed (GG-base-4)
            continue
        (card,) = act.cards
        done.add(card)
        ability = ability_of(game, card, "activated")
        assert ability is not None  # the requirements have checked it
        with game.because(game.last):
            clauses = ("GG-SPELL-2", "GG-ACT-9")
            yield from use(game, card, ability, Cause(card, seat), clauses, tires=True)
            yield from consequences(game)


def _on_field(game: Game) -> list[CardRef]:
    zones = game.table.zones
    return [card for place, _ in FIELD for card in zones.get(place, ())]


def can_activate(game: Game, card: CardRef) -> bool:
    """Whether a unit has an activated effect that it can use now (GG-ACT-2)."""
    if card in game.table.quarter:  # tired or destroyed
        return False
    ability = ability_of(game, card, "activated")
    return ability is not None and is_usable(game, card, ability, Cause(card, owner(card)))


# --- battle phase ------------------------------------------------------------------------------------------


def battle_phase(game: Game) -> Procedure:
    """The right to attack goes by speed (GG-BATTLE-2); a player who passes it up may still block
    (GG-ATK-21)."""
    done: set[CardRef] = set()
    while able := [card for card in _on_field(game) if card not in done and can_attack(game, card)]:
        seat, line = fastest(game, able, first_player(game))
        verbs = ("attack", "pass")
        act = yield Ask(seat, verbs, about="attack", clause="GG-BATTLE-2", subject=line, omissible="silent")
        if type(act) is Passed:
            done.update(line)  # all of that speed (GG-base-4)
            continue
        with game.because(game.last):
            yield from _attack(game, act)


def can_attack(game: Game, card: CardRef) -> bool:
    """An active front unit that has not fought in this phase, without summoning sickness (GG-SUM-6, GG-ATK-1,
    GG-BATTLE-5, GG-SICK-1)."""
    return (
        is_active(game, card)
        and is_in_reach(game, card)
        and not is_sick(game, card)
        and is_fresh(game, card)
        and not is_barred(game, card, ATTACK_WITH)
    )


def is_in_reach(game: Game, card: CardRef) -> bool:
    """Whether a unit attacks from where it is: in front, or elsewhere by its skill (GG-SUM-7)."""
    return row_of(game, card) == "front" or has_skill(game, card, REAR_ATTACK)


def is_fresh(game: Game, card: CardRef, verbs: tuple[str, ...] = ("attack", "block")) -> bool:
    """Whether an active unit may fight in this phase: one that has attacked or blocked stays out of it, even
    if it was made active again, unless a setting lets it (GG-ATK-19, GG-ATK-20, GG-OP-29)."""
    if game.settings["made_active_again"] == "fights_again":
        return is_active(game, card)
    return not has_fought(game, card, verbs)


def can_block(game: Game, card: CardRef) -> bool:
    """Whether a unit can block from where it is: in front (GG-ATK-4), or where its skill lets it fight and a
    setting lets such units block as well (GG-OP-18)."""
    if row_of(game, card) == "front":
        return True
    return bool(game.settings["rear_skill_blocks"]) and has_skill(game, card, REAR_ATTACK)


def _attack(game: Game, act: Declared) -> Procedure:
    """One attack, from its declaration to its consequences."""
    (card,) = act.cards
    seat, other = act.seat, opponent(game, act.seat)
    tired = (Turn(card, TIRED),)
    yield Happened("attacks", seat, ("GG-ATK-2", "GG-BATTLE-1"), card=card, changes=tired)
    yield from consequences(game)
    if not _attacks_on(game, card):  # nothing is left to take: nobody is asked (GG-OP-13)
        yield Resolved("attack", seat, ("GG-OP-13",), card)
        yield from action_ends(game, "attack ends", seat, card)
        yield from consequences(game)
        return
    answer = yield Ask(other, ("block", "pass"), about="block", clause="GG-ATK-3", subject=card)
    direct = type(answer) is Passed
    if direct:
        yield from _direct(game, seat, card, ("GG-ATK-16", "GG-ATK-17", "GG-ATK-18"))
    else:
        yield from _combat(game, seat, card, answer.cards[0])
    yield from action_ends(game, "attack ends" if direct else "combat ends", seat, card)
    yield from consequences(game)


def _attacks_on(game: Game, card: CardRef) -> bool:
    """Whether the attacker is still in the combat (GG-OP-13)."""
    return _is_in_combat(game, card, in_place=is_in_reach(game, card))


def _blocks_on(game: Game, card: CardRef) -> bool:
    """Whether the blocker is still in the combat (GG-OP-13)."""
    return _is_in_combat(game, card, in_place=can_block(game, card))


def _is_in_combat(game: Game, card: CardRef, *, in_place: bool) -> bool:
    """Whether a participant is still on the field, as one card or a pair, and not destroyed; by setting also
    in a place from where it could have entered the combat (GG-OP-30)."""
    if not row_of(game, card) or is_destroyed(game, card):
        return False
    return in_place or game.settings["moved_participant"] == "fights_on"


def _direct(game: Game, seat: str, card: CardRef, clauses: tuple[str, ...]) -> Procedure:
    """A direct attack (直接攻撃): battle damage, but no combat victory (GG-ATK-18)."""
    power = strength(game, card, "attack", "GG-ATK-17")
    yield power.determined("attack", card, "GG-ATK-17")
    damage = max(power.value, 0)  # GG-base-3
    yield from damage_player(game, opponent(game, seat), damage, "battle damage", clauses, card=card)
    yield Resolved("attack", seat, clauses, card)


def _combat(game: Game, seat: str, attacker: CardRef, blocker: CardRef) -> Procedure:
    """Block, battle effects, comparison (GG-ATK-5, GG-ATK-6, GG-OP-11)."""
    other = opponent(game, seat)
    changes = (Turn(blocker, TIRED),)
    yield Happened("blocks", other, ("GG-ATK-5", "GG-ATK-3"), card=blocker, changes=changes)
    yield from consequences(game)
    yield from _battle_effects(game, attacker, blocker)
    if _attacks_on(game, attacker) and _blocks_on(game, blocker):
        yield from _compare(game, seat, attacker, blocker)
    elif _attacks_on(game, attacker) and game.settings["missing_participant"] == "direct":
        yield from _direct(game, seat, attacker, ("GG-OP-13", "GG-ATK-17"))
    else:
        yield Resolved("attack", seat, ("GG-OP-13",), attacker)


def _compare(game: Game, seat: str, attacker: CardRef, blocker: CardRef) -> Procedure:
    """The attacker's current attack against the blocker's current defence (GG-ATK-6)."""
    other = opponent(game, seat)
    power, wall = (
        strength(game, attacker, "attack", "GG-ATK-6"),
        strength(game, blocker, "defence", "GG-ATK-6"),
    )
    yield power.determined("attack", attacker, "GG-ATK-6")
    yield wall.determined("defence", blocker, "GG-ATK-6")
    if power.value > wall.value:
        yield Happened("combat won", seat, ("GG-ATK-7",), card=attacker)
        yield destroy(game, blocker, ("GG-ATK-10",))
        surplus = power.value - wall.value
        yield from damage_player(game, other, surplus, "battle damage", ("GG-ATK-11",), card=attacker)
    elif power.value < wall.value:
        yield Happened("combat won", other, ("GG-ATK-8", "GG-COMBAT-1"), card=blocker)
        suffered = max(power.value, 0)  # GG-base-3
        if game.settings["prevention_covers_combat"]:  # GG-OP-31
            suffered = damage_taken(game, blocker, suffered, attacker)
        if suffered and game.settings["blocker_keeps_damage"]:  # GG-OP-17
            yield damage_unit(game, blocker, suffered, ("GG-COMBAT-2", "GG-ACC-2"), source=attacker)
        clauses = ("GG-ATK-12", "GG-ATK-13", "GG-COMBAT-3")
        yield from send_cards(game, seat, PENALTY, "penalty", clauses, card=attacker)
    else:
        yield Happened("combat drawn", seat, ("GG-ATK-9", "GG-COMBAT-4"), card=attacker)
        yield destroy(game, blocker, ("GG-ATK-14", "GG-COMBAT-5"))
        clauses = ("GG-ATK-15", "GG-ATK-13", "GG-COMBAT-6")
        yield from send_cards(game, seat, PENALTY, "penalty", clauses, card=attacker)
    yield Resolved("attack", seat, ("GG-ATK-6",), attacker)


# --- battle effects (戦闘効果) -------------------------------------------------------------------------


def _battle_effects(game: Game, attacker: CardRef, blocker: CardRef) -> Procedure:
    """Each participant may use its own once, although both are tired (GG-OP-11). What answers to one comes
    before the other, and before the comparison (GG-OP-12)."""
    done: set[CardRef] = set()
    foes = {attacker: blocker, blocker: attacker}
    while _attacks_on(game, attacker) and _blocks_on(game, blocker):
        able = [card for card in foes if card not in done and _can_fight(game, card, foes[card])]
        if not able:
            return
        seat, line = next_in_order(game, able)
        cause = Cause(foes[line[0]], seat_of(game, foes[line[0]]))
        offer = Offer(line, dict.fromkeys(line, "battle"), cause)
        act = yield Ask(
            seat, ("use", "pass"), about="effect", clause="GG-OP-11", subject=offer, omissible="silent"
        )
        done.update(line)
        if type(act) is Passed:
            continue
        (card,) = act.cards
        ability = ability_of(game, card, "battle")
        assert ability is not None  # it was offered
        with game.because(game.last):
            yield from use(game, card, ability, cause, ("GG-OP-11", "GG-ACT-3"))
            yield from consequences(game)


def _can_fight(game: Game, card: CardRef, foe: CardRef) -> bool:
    ability = ability_of(game, card, "battle")
    if ability is None:
        return False
    tired_too = bool(game.settings["tired_fighters_use_battle_effects"])  # GG-OP-11
    return is_usable(game, card, ability, Cause(foe, seat_of(game, foe)), tired_too=tired_too)
