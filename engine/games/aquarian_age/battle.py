"""Battle: attacker and guard deal damage to each other, losers are discarded, excess is passed on.

Not here: how an attack leads to a battle (``attack``).
"""

from typing import NamedTuple

from engine.common.marks import mark
from engine.effect.context import Context
from engine.effect.interpret import ended_grants
from engine.effect.select import choose_unless_all, owner
from engine.games.aquarian_age.board import (
    BATTLE_END,
    BATTLING,
    POWER,
    attached,
    controller,
    is_character,
    is_controlled,
    power,
    top,
)
from engine.games.aquarian_age.damage import damage_character, dealt, receives
from engine.games.aquarian_age.leaving import card_leaves, discard
from engine.games.aquarian_age.state_checks import check_state
from engine.games.aquarian_age.trigger import due_abilities, fire, fire_due
from engine.games.aquarian_age.values import attacks_mentally, current_attack, endurance, has, mind
from engine.kernel.amount import Amount
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef, Expire
from events.model.kinds import Failed, Happened


class Order:
    """Simultaneous battles: the subject of an ask for the next one."""

    __slots__ = ("cards",)

    def __init__(self, cards: tuple[CardRef, ...]) -> None:
        self.cards = cards


class Fought(NamedTuple):
    """The result of battle damage: who is discarded, and how much of the attack penetrates."""

    fallen: list[CardRef]
    through: int


def fight(game: Game, attacker: CardRef, guards: list[CardRef]) -> Procedure:
    """A battle from the moment at which it is certain to the discard of its losers: that is *in battle*
    (AA-5-1). The losers of simultaneous battles are discarded together, or by setting those of each battle
    before the next (AA-OP-43). Returns the excess that Penetrate passes on."""
    fighters = [attacker, *guards]
    marks = tuple(mark(game, one, BATTLING, "AA-5-1", source=one) for one in fighters)
    seat = controller(game, attacker)
    yield Happened("battle", seat, ("AA-base-10-4", "AA-5-1"), len(guards), top(game, attacker), marks)
    yield from fire(game, "battle-certain", fighters, "AA-11-4")
    yield from check_state(game)  # a permanent that is lost in battle is lost before any damage (AA-11-4)
    through, fallen = 0, []
    for guard in (yield from _in_order(game, guards)):
        if is_character(game, attacker) and is_character(game, guard):
            one: Fought = yield from _one_battle(game, attacker, guard)
            fallen += one.fallen
            through += one.through
        if game.settings["simultaneous_battles"] == "in_turn":
            yield from discard(game, fallen, "AA-base-10-4", "AA-OP-43")
            fallen = []
    yield from discard(game, list(dict.fromkeys(fallen)), "AA-base-10-4")
    over = tuple(Expire(id) for id in ended_grants(game, BATTLE_END))
    if over:
        yield Happened("battle over", seat, ("AA-5-1",), changes=over)
    yield from check_state(game)
    if due := due_abilities(game, "battle-end", fighters):
        yield from fire_due(game, due, "AA-5-1")
        yield from check_state(game)
    return through


def _in_order(game: Game, guards: list[CardRef]) -> Procedure:
    """Simultaneous battles are handled in the order that the guarding player chooses (AA-23-3); the attack
    values of several characters are not added together (AA-23-2a), nor are mental attacks (AA-23-2b)."""
    left, ordered = list(guards), []
    while len(left) > 1:
        act = yield Ask(
            controller(game, left[0]), ("next",), about="next", clause="AA-23-3", subject=Order(tuple(left))
        )
        left.remove(act.cards[0])
        ordered.append(act.cards[0])
    return ordered + left


def _one_battle(game: Game, attacker: CardRef, guard: CardRef) -> Procedure:
    """Both deal damage simultaneously, unless just one of them has Initiative: what it discards deals
    nothing, so that nothing of it penetrates either (AA-base-12-2). By setting that discard is carried out
    before the other would deal, so that one whom Bind keeps deals as well (AA-OP-36)."""
    first = [one for one in (attacker, guard) if has(game, one, "initiative")]
    blows = [(attacker, guard), (guard, attacker)]
    if first == [guard]:
        blows.reverse()
    strikes = {one: current_attack(game, one) for one in (attacker, guard)}
    fallen: list[CardRef] = []
    through = 0
    for one, other in blows:
        if len(first) == 1 and one != first[0]:
            if one in fallen:
                break
            strikes[one] = current_attack(game, one)
        if one == attacker:
            through = _excess(game, attacker, guard, strikes[one].value)
        if not (yield from _deal_battle_damage(game, one, other, strikes[one])):
            continue
        if len(first) == 1 and one == first[0] and game.settings["bound_side_deals_damage"]:
            yield from discard(game, [other], "AA-base-12-2", "AA-OP-36")
            if not is_character(game, other):
                break
        else:
            fallen.append(other)
    return Fought(fallen, through)


def _excess(game: Game, attacker: CardRef, guard: CardRef, strike: int) -> int:
    """What Penetrate passes on: the part of the attack above the guard's endurance, whether or not the guard
    receives damage (AA-6-1); of a mental attack nothing, unless a setting has it (AA-OP-38)."""
    if not has(game, attacker, "penetrate"):
        return 0
    if attacks_mentally(game, attacker) and not game.settings["mental_attack_penetrates"]:
        return 0
    return max(strike - endurance(game, guard), 0)


def _deal_battle_damage(game: Game, source: CardRef, target: CardRef, strike: Amount) -> Procedure:
    """Battle damage is what an attack value deals in a battle, and nothing else (AA-5-2a, AA-5-2b); what
    created the character that deals it does not matter (AA-7-5). Returns whether the target is to be
    discarded."""
    yield strike.determined("strike", top(game, source), "AA-base-10-4")
    if attacks_mentally(game, source):
        falls = yield from mental_damage(game, source, target, strike.value, "AA-base-10-4", battle=True)
    else:
        falls = yield from damage_character(
            game, target, strike.value, "AA-base-10-4", "AA-5-2a", card=top(game, source), battle=True
        )
    yield from dealt(game, source, strike.value)
    return falls


def mental_damage(
    game: Game, source: CardRef, target: CardRef, amount: int, *clauses: str, battle: bool
) -> Procedure:
    """Mental attack: against a controlled character it is compared with its power, and if lower, that much
    power is lost (AA-OP-19); against an active character with its mind, and nothing is lost (AA-base-6-8).
    Returns whether the target is to be discarded."""
    on, by = top(game, target), top(game, source) if is_character(game, source) else source
    yield Happened("mental damage", on, (*clauses, "AA-OP-19"), amount, by)
    if why := receives(game, target, amount, battle=battle):
        yield Failed("damage", controller(game, target), "not received", (why,), on)
        return False
    if not amount:
        return False
    here = is_controlled(game, target)
    needed = power(game, target) if here else mind(game, target)
    if amount > needed or (amount == needed and bool(game.settings["mental_attack_equal"])):
        return True
    if here:
        yield from _discard_power(game, target, min(amount, power(game, target)))
    return False


def _discard_power(game: Game, target: CardRef, number: int) -> Procedure:
    """That many of its power cards are discarded, chosen by their owner (AA-OP-19)."""
    among = tuple(attached(game, target, POWER))
    seat = controller(game, target)
    context = Context(seat, top(game, target), ("AA-OP-19",))
    chosen = yield from choose_unless_all(game, seat, among, number, context)
    changes = tuple(change for card in chosen for change in card_leaves(game, card, f"discard.{owner(card)}"))
    yield Happened("drained", seat, ("AA-OP-19",), number, top(game, target), changes)
