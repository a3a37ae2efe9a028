"""An attack and the guard against it: how they are declared and processed.

Not here: battle (``battle``), or who may attack and guard (``verbs``).
"""

from engine.common.continuous import prevailing
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.interpret import carry_out
from engine.effect.value import holds
from engine.games.aquarian_age.battle import fight, mental_damage
from engine.games.aquarian_age.board import (
    SEATS,
    character_of,
    controller,
    is_character,
    top,
    zone_of,
)  # fmt: skip
from engine.games.aquarian_age.costs import attack_cost, guard_cost, paid_to_hand, pay, refund
from engine.games.aquarian_age.damage import damage_character, dealt, judgement
from engine.games.aquarian_age.declaration import ATTACK, GUARD, Declaration
from engine.games.aquarian_age.leaving import discard
from engine.games.aquarian_age.standing_texts import rank
from engine.games.aquarian_age.trigger import due_abilities, fire
from engine.games.aquarian_age.values import attacks_mentally, current_attack, factions, has, is_nullified
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef
from events.model.kinds import Act, Began, Declared, Ended, Failed, Resolved

UNGUARDABLE = "unguardable"


def declare_attack(game: Game, act: Act, character: CardRef) -> Procedure:
    """Declaration, payment, the attack standing and what is due *as soon as it declares an attack* are one
    step (AA-17-4a); nobody can respond within it (AA-17-4b). Returns the declaration."""
    made = Declaration(ATTACK, act, seq=game.last)
    made.character = character
    made.targets = tuple(one if one in SEATS else character_of(game, one) for one in act.targets)
    made.cost = attack_cost(game, character)
    yield from _step(game, made, "attack-declared", "AA-17-4a")
    return made


def attack_without_cost(game: Game, attacker: CardRef, target: str) -> Procedure:
    """An attack that a rule or an effect declares, without attack cost (AA-3-9, AA-base-10-1)."""
    act = Declared(controller(game, attacker), ATTACK, (top(game, attacker),), (target,))
    made = Declaration(ATTACK, act, seq=game.last)
    made.character, made.free = attacker, True
    yield from _step(game, made, "attack-declared", "AA-17-4a")
    return made


def declare_guard(game: Game, act: Act, attack: Declaration, character: CardRef) -> Procedure:
    """The same for a guard (AA-17-5a, AA-17-5b)."""
    made = Declaration(GUARD, act, seq=game.last, answers=attack)
    made.character = character
    if zone_of(game, character) == "control":  # a faction character guards itself for nothing (AA-OP-27)
        made.cost = guard_cost(game, character)
    attack.guarded, attack.guarded_by = True, made.seat
    yield from _step(game, made, "guard-declared", "AA-17-5a")
    return made


def _step(game: Game, made: Declaration, moment: str, clause: str) -> Procedure:
    made.controlled = zone_of(game, made.character) == "control"
    yield Began("step", made.kind, game.table.turn, made.seat, (clause,))
    if made.kind == ATTACK and guards_itself(game, made):
        made.guards.append(made.targets[0])
        made.guarded_by = controller(game, made.targets[0])
    if not made.free:
        cited = ("AA-3-6a", "AA-base-10-1") if made.kind == ATTACK else ("AA-4-3a", "AA-base-10-2")
        yield from pay(game, made, *cited)
    yield from fire(game, moment, [made.character], clause)
    yield Ended("step", made.kind, game.table.turn, made.seat, clauses=(clause,))


def guards_itself(game: Game, attack: Declaration) -> bool:
    """Whether the attacked character guards by itself: the active character of the attacked player's own
    party (AA-OP-27), unless a skill of the attacker keeps it off (AA-OP-35)."""
    target = attack.targets[0]
    if target in SEATS or zone_of(game, target) != "faction":
        return False
    own = controller(game, target) == attack.seat
    if not own and game.settings["faction_character_guards"] != "always":
        return False
    return not _kept_off_by_skill(game, attack, target)


def _kept_off_by_skill(game: Game, attack: Declaration, target: CardRef) -> bool:
    """Whether Stealth or Breakthrough keeps a faction character from guarding by itself (AA-OP-35)."""
    if not game.settings["skills_keep_off_own_guard"]:
        return False
    return bool(guard_forbidden_by(game, attack.character, target))


def defender(game: Game, attack: Declaration) -> str:
    """The player who may guard against an attack: the attacked one, or the owner of an attacked character
    (AA-3-5a); nobody where a party of one's own is attacked (AA-4-1c)."""
    target = attack.targets[0]
    if target in SEATS:
        return target
    seat = controller(game, target) if is_character(game, target) else ""
    return "" if attack.guards or seat == attack.seat else seat


def guard_forbidden_by(game: Game, attacker: CardRef, guard: CardRef) -> str:
    """The clause of a skill that keeps a character from guarding; ``""`` if there is none. Stealth needs one
    of the attacker's factions (AA-18-1b), and if it has none nobody can guard (AA-18-2-a); Breakthrough needs
    a break card (AA-base-12-10)."""
    if has(game, attacker, "stealth"):
        own = factions(game, attacker)
        if not own:
            return "AA-18-2-a"
        if not set(own) & set(factions(game, guard)):
            return "AA-18-1b"
    if has(game, attacker, "breakthrough") and game.printed(top(game, guard)).kind != "break":
        return "AA-base-12-10"
    return ""


# --- processing ----------------------------------------------------------------------------------------


def process_guard(game: Game, made: Declaration) -> Procedure:
    """A guard stands if its character is still there; otherwise the attack goes on (AA-4-6)."""
    attack = made.answers
    assert attack is not None
    there = is_character(game, made.character) and controller(game, made.character) == made.seat
    if made.cancelled:
        yield Failed(GUARD, made.seat, made.cancelled, ("AA-13-1a", "AA-4-6"), made.card)
        return
    if not there or _left_control(game, made):
        clauses = ("AA-4-6",) if not there else ("AA-4-6", "AA-OP-30")
        yield Failed(GUARD, made.seat, "guard gone", clauses, made.card)
        return
    kept = is_character(game, attack.character) and guard_forbidden_by(game, attack.character, made.character)
    if kept and game.settings["guard_skills_again"]:
        yield Failed(GUARD, made.seat, "kept off", ("AA-4-6", "AA-OP-31", kept), made.card)
        return
    attack.guards.append(made.character)
    yield Resolved(GUARD, made.seat, ("AA-base-10-3",), made.card)
    yield from refund(game, made, "guard-refund", made.character, "AA-4-3a")


def process_attack(game: Game, made: Declaration) -> Procedure:
    """The attack itself, last of its chain: battle where a guard is carried out, otherwise its original
    target (AA-4-6). What forbids attacks does not stop one already declared (AA-3-8)."""
    attacker = made.character
    if made.cancelled:  # its cost stays paid
        yield Failed(ATTACK, made.seat, made.cancelled, ("AA-13-1a",), made.card)
        return
    if not is_character(game, attacker) or _left_control(game, made):
        clauses = ("AA-OP-26",) if not is_character(game, attacker) else ("AA-OP-30",)
        yield Failed(ATTACK, made.seat, "attacker gone", clauses, made.card)
        if game.settings["attacker_gone"] == "cost_returned":
            yield from refund_all(game, made)
        return
    yield from refund(game, made, "attack-refund", attacker, "AA-3-6a")
    if has(game, attacker, "offensive") and made.paid:
        yield from refund_all(game, made)
    guards = [one for one in dict.fromkeys((*made.guards, *made.forced)) if _carried_out(game, made, one)]
    if guards:
        through = yield from fight(game, attacker, guards)
        if through:
            yield from _penetrate(game, made, through)
    else:
        if made.guards or made.forced:
            yield Failed(GUARD, made.guarded_by, "not carried out", ("AA-4-6",), made.card)
        yield from _unguarded(game, made)
    yield Resolved(ATTACK, made.seat, ("AA-base-10-3",), made.card)


def _left_control(game: Game, made: Declaration) -> bool:
    """Whether a character that was declared from the control area lies elsewhere by now (AA-OP-30)."""
    if not made.controlled or zone_of(game, made.character) == "control":
        return False
    return game.settings["fighter_left_control"] == "lapses"


def refund_all(game: Game, made: Declaration) -> Procedure:
    """The attack cost returns to hand, including what was added to it (AA-3-6a, AA-base-12-8)."""

    yield from paid_to_hand(game, made, "AA-3-6a")


def _carried_out(game: Game, made: Declaration, guard: CardRef) -> bool:
    """Whether a guard is carried out. *Cannot be guarded* stops it (AA-4-6), unless a text that says *guards*
    is stronger (AA-4-4a, AA-4-4b); against a skill such a text always is (AA-22-1b)."""
    if not is_character(game, guard):
        return False
    if guard in made.targets and guard not in made.forced and game.settings["guard_skills_again"]:
        by_itself = zone_of(game, guard) == "faction"
        if by_itself and _kept_off_by_skill(game, made, guard):  # AA-OP-31
            return False
    stop = prevailing(game, made.character, UNGUARDABLE)
    if stop is None:
        return True
    by = made.forced.get(guard)
    return by is not None and rank(game, by) > rank(game, stop.source)


def _penetrate(game: Game, made: Declaration, amount: int) -> Procedure:
    """The excess is dealt to the original target by ordinary damage judgement (AA-6-1, AA-3-4c)."""
    target = made.targets[0]
    if target in SEATS:
        yield from judgement(game, target, amount, "AA-6-1", "AA-3-4c", card=top_of(game, made))
        yield from dealt(game, made.character, amount)
    elif is_character(game, target) and target not in made.guards:
        yield from _one_sided(game, made, target, amount)


def _unguarded(game: Game, made: Declaration) -> Procedure:
    """Nobody guards: what is due *when attacking* (アタック時) is due now, as the target is damaged (AA-3-3),
    then the damage."""
    target, attacker = made.targets[0], made.character
    if target not in SEATS and not is_character(game, target):
        yield Failed(ATTACK, made.seat, "target gone", ("AA-base-10-3",), made.card)
        return
    value = current_attack(game, attacker)
    yield value.determined("strike", top(game, attacker), "AA-base-10-3")
    yield from fire(game, "attacking", [attacker], "AA-3-3")
    if target not in SEATS:
        yield from _one_sided(game, made, target, value.value)
        return
    instead = due_abilities(game, "instead", [attacker])
    if not instead:
        yield from judgement(game, target, value.value, "AA-3-3", card=top_of(game, made))
        yield from dealt(game, attacker, value.value)
        return
    for one in instead:
        context = made.context(game, "AA-3-4a")
        context.card = one.card
        yield Resolved("instead", made.seat, ("AA-3-4a",), one.card)
        yield from carry_out(game, one.ability.do, context)


def _one_sided(game: Game, made: Declaration, target: CardRef, amount: int) -> Procedure:
    """The attacked character takes the damage and deals none (AA-3-5c); it is damage outside battle
    (AA-3-5d). Of what replaces a damage judgement only the damage that is not aimed at a player remains
    (AA-3-4b)."""
    for one in due_abilities(game, "instead", [made.character]):
        context = made.context(game, "AA-3-4b")
        context.card = one.card
        lines = (_damage_to_characters(game, line, context) for line in one.ability.do)
        yield from carry_out(game, filter(None, lines), context)
    if attacks_mentally(game, made.character) and game.settings["unguarded_mental_attack"] == "mental":
        cited = ("AA-3-5c", "AA-3-5d", "AA-OP-37")
        falls = yield from mental_damage(game, made.character, target, amount, *cited, battle=False)
    else:
        falls = yield from damage_character(
            game, target, amount, "AA-3-5c", "AA-3-5d", card=top_of(game, made)
        )
    yield from dealt(game, made.character, amount)
    if falls:
        yield from discard(game, [target], "AA-3-5c", card=top_of(game, made))


PLAYERS = ("you", "opponent", "everyone", "bearer", "controller")


def _damage_to_characters(game: Game, line: tree.Effect, context: Context) -> tree.Effect | None:
    """What remains of a line where only damage that is not aimed at a player is carried out (AA-3-4b). What
    follows *after that* on something that is left out is not resolved (AA-17-7b)."""
    match line:
        case tree.Damage():
            return None if line.who in PLAYERS else line
        case tree.If():
            branch = line.then if holds(game, line.condition, context) else line.otherwise
            return _damage_to_characters(game, branch, context) if branch is not None else None
        case tree.Both(first, second) | tree.Then(first, second):
            before = _damage_to_characters(game, first, context)
            after = _damage_to_characters(game, second, context)
            if isinstance(line, tree.Then) and (before is None or after is None):
                return before
            if before is None or after is None:
                return before or after
            return type(line)(before, after)
    return None


def top_of(game: Game, made: Declaration) -> CardRef:
    return top(game, made.character) if is_character(game, made.character) else made.card


def may_attack(game: Game, character: CardRef) -> bool:
    """Whether nothing forbids a character to declare attacks (AA-3-8)."""
    return not is_nullified(game, character, "no-attack")
