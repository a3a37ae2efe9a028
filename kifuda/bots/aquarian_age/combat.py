"""What attacks, guards and responses are worth in Aquarian Age: what falls, what gets through.

Not here: what cards and effects do by themselves (``evaluation``), or choosing an act (``heuristic``).
"""

from engine.effect import tree
from engine.effect.context import opponent
from engine.games.aquarian_age.attack import guard_forbidden_by
from engine.games.aquarian_age.board import (
    SEATS,
    character_of,
    characters,
    controller,
    is_character,
    power,
    zone_of,
)
from engine.games.aquarian_age.declaration import ATTACK, EFFECT, GUARD, USE, Declaration, effect_of, use_text
from engine.games.aquarian_age.values import attacks_mentally, current_attack, endurance, has
from engine.kernel.game import Game
from events.model.changes import CardRef
from events.model.kinds import AnyAct
from kifuda.bots.aquarian_age.evaluation import SCORER, life_left, of_character, of_declared
from kifuda.bots.scorer import WIN

GUARD_COST = 4
"""Points for the power card that a guard costs."""


def beats(game: Game, one: CardRef, other: CardRef, *, more: int = 0, tougher: int = 0) -> bool:
    """Whether ``one`` would discard ``other`` in battle, with so much ``more`` attack, the other one being so
    much ``tougher``."""
    needed = power(game, other) if attacks_mentally(game, one) else endurance(game, other)
    return current_attack(game, one).value + more >= max(needed + tougher, 1)


def through(game: Game, attacker: CardRef, seat: str) -> int:
    """Points of an attack on a player that nobody guards."""
    return SCORER.life(game, seat, current_attack(game, attacker).value)


def of_battle(game: Game, attacker: CardRef, guard: CardRef) -> int:
    """Points of a battle for the attacker: who falls, and what penetrates."""
    wins, loses = beats(game, attacker, guard), beats(game, guard, attacker)
    if wins and loses and has(game, attacker, "initiative") != has(game, guard, "initiative"):
        wins, loses = has(game, attacker, "initiative"), has(game, guard, "initiative")
    points = GUARD_COST
    if wins:
        points += SCORER.lost(game, guard)
        if has(game, attacker, "penetrate"):
            over = current_attack(game, attacker).value - endurance(game, guard)
            points += SCORER.life(game, controller(game, guard), max(over, 0))
    return points - (SCORER.lost(game, attacker) if loses else 0)


def guards(game: Game, seat: str, attacker: CardRef) -> list[CardRef]:
    """The characters of a seat that could guard against an attacker."""
    return [
        one
        for one in characters(game, seat, "control")
        if (power(game, one) or has(game, one, "intercept")) and not guard_forbidden_by(game, attacker, one)
    ]


def of_attack(game: Game, attacker: CardRef) -> int:
    """Points of an attack on the opponent, who then does what is best against it."""
    other = opponent(game, controller(game, attacker))
    return min(
        through(game, attacker, other),
        *(of_battle(game, attacker, one) for one in guards(game, other, attacker)),
        WIN,
    )


def of_threat(game: Game, made: Declaration) -> int:
    """Points that a declaration is worth to whoever declared it, as matters stand."""
    if made.kind == ATTACK:
        if not is_character(game, made.character):
            return 0
        if made.guarded or made.guards:
            return sum(of_battle(game, made.character, one) for one in made.guards if is_character(game, one))
        target = made.targets[0]
        if target in SEATS:
            return through(game, made.character, target) * (1 if target != made.seat else -1)
        return SCORER.lost(game, target) if beats(game, made.character, target) else 0
    if made.kind == GUARD:
        attack = made.answers
        if (
            attack is None
            or not is_character(game, made.character)
            or not is_character(game, attack.character)
        ):
            return 0
        return -of_battle(game, attack.character, made.character)
    return of_declared(game, made) if made.kind in (USE, EFFECT) else 0


def averted(game: Game, act: AnyAct, made: Declaration) -> int:
    """Points that an act takes from the declaration that it answers: all of them if it nullifies it or takes
    away whom it needs, those of a battle if it turns that, none if it does not matter to it."""
    threat = of_threat(game, made)
    ability = effect_of(game, act) if act.verb == EFFECT else use_text(game.printed(act.cards[0]))
    if ability is None:
        return 0
    aims = [character_of(game, card) or card for card in act.targets]
    stopped = turned = 0
    for line in ability.do:
        match line:
            case tree.Nullify():
                stopped = threat
            case tree.Damage(tree.Named(), amount):
                number = act.number if isinstance(amount, tree.X) else getattr(amount, "value", 0)
                for one in aims:
                    if is_character(game, one) and SCORER.hurt(game, one, number or 0):
                        stopped = max(stopped, _without(game, made, one, threat))
            case tree.Destroy() | tree.If(_, tree.Destroy()):
                for one in aims:
                    stopped = max(stopped, _without(game, made, one, threat))
            case tree.Modify("no-effects", tree.Named()) if made.kind == EFFECT and made.character in aims:
                stopped = threat
            case tree.Modify("endurance", tree.Named(), "add", tree.Number(number)):
                turned = max(turned, *(_kept(game, made, one, number) for one in aims), 0)
            case tree.Modify("attack", who, "add", amount):
                number = act.number or 0 if isinstance(amount, tree.X) else getattr(amount, "value", 0)
                meant = aims if isinstance(who, tree.Named) else [character_of(game, act.cards[0])]
                turned = max(turned, *(_wins(game, made, one, number) for one in meant), 0)
            case tree.Attack("guard"):
                for one in aims:
                    if made.kind == ATTACK and made.targets[0] in SEATS and not made.guarded:
                        turned = max(turned, threat - of_battle(game, made.character, one))
    return max(stopped, turned)


def _without(game: Game, made: Declaration, one: CardRef, threat: int) -> int:
    """Points that a declaration loses by the loss of a character or a declared card."""
    if one == made.card and zone_of(game, one) == "pending":
        return threat
    if one == made.character and made.kind in (ATTACK, GUARD):
        return threat
    return 0


def _fight(made: Declaration) -> tuple[CardRef, list[CardRef]]:
    """The attacker and the guards of the fight that a declaration belongs to."""
    if made.kind == GUARD and made.answers is not None:
        return made.answers.character, [made.character]
    return (made.character, made.guards) if made.kind == ATTACK else ("", [])


def _kept(game: Game, made: Declaration, one: CardRef, number: int) -> int:
    """Points for the character that survives by so much more endurance."""
    attacker, against = _fight(made)
    if one == attacker:
        rivals = against
    elif one in against or (made.kind == ATTACK and made.targets[0] == one):
        rivals = [attacker]
    else:
        return _kept_from_text(game, made, one, number)
    falls = any(beats(game, rival, one) for rival in rivals if is_character(game, rival))
    saved = falls and not any(
        beats(game, rival, one, tougher=number) for rival in rivals if is_character(game, rival)
    )
    return 10 + of_character(game, one) if saved else 0


def _kept_from_text(game: Game, made: Declaration, one: CardRef, number: int) -> int:
    """The same against damage by a text."""
    if made.ability is None or one not in made.aims.get("target", ()):
        return 0
    context = made.context(game, "AA-7-1")
    for line in made.ability.do:
        if isinstance(line, tree.Damage):
            dealt = SCORER.amount(game, line.amount, context)
            if endurance(game, one) <= dealt < endurance(game, one) + number:
                return SCORER.lost(game, one)
    return 0


def _wins(game: Game, made: Declaration, one: CardRef, number: int) -> int:
    """Points for the rival that falls by so much more attack, or for the damage that gets through."""
    attacker, against = _fight(made)
    if not attacker or not is_character(game, one):
        return 0
    rivals = against if one == attacker else [attacker] if one in against else []
    for rival in rivals:
        if is_character(game, rival) and not beats(game, one, rival) and beats(game, one, rival, more=number):
            return 10 + of_character(game, rival)
    if one == attacker and made.kind == ATTACK and not made.guarded and made.targets[0] in SEATS:
        left = life_left(game, made.targets[0])
        now = current_attack(game, one).value
        return WIN if now < left <= now + number else SCORER.LIFE * number // 2
    return 0
