"""Steps 5 to 15 of an attack (BR-5.2), in their fixed order; one function a step.

Every attack has them: swords, followers, frozen cards, repeats (BR-base-9-1). Not here: steps 1 to 4, which
all actions share (``use``).
"""

from collections.abc import Generator
from typing import Any, TypeVar

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.interpret import carry_out
from engine.effect.select import left, owner, stat
from engine.effect.value import value
from engine.games.blade_rondo.action import Action, Effects, attached_glows, defender
from engine.games.blade_rondo.board import followers
from engine.games.blade_rondo.life import end_if_lost, life_loss
from engine.kernel.amount import Amount
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure
from events.model.changes import CardRef
from events.model.kinds import Happened, Passed, Triggered

T = TypeVar("T")


def attack(game: Game, effect: tree.Attack, context: Context) -> Procedure:
    """The attack that a card's text orders."""
    action: Action = context.action
    yield from before_attack(game, action)  # BR-5.2-5
    if effect.style == "physical":
        power = yield from attack_power(game, action)  # BR-5.2-6
        if effect.ignoring:
            defence = 0
            yield from lending_in_vain(game, action)
        else:
            defence = yield from fixed_defence(game, action)  # BR-5.2-7
        base = physical_base(game, power, defence, ignoring=bool(effect.ignoring))  # BR-5.2-8
    else:
        yield from lending_in_vain(game, action)
        base = magic_base(game, effect, context)  # BR-5.2-8
    yield base.determined("base damage", defender(game, action), "BR-5.2-8")
    yield from corrected_damage(game, action, base.value)  # BR-5.2-9
    yield from spend_glow(game, action, action.seat, "BR-5.2-10")
    yield from spend_glow(game, action, defender(game, action), "BR-5.2-11")
    yield life_loss(game, defender(game, action), action.damage, "damage", ("BR-5.2-12",), action.card)
    if game.settings["life_zero_judged"] == "at_once":  # BR-OP-5
        end_if_lost(game)
    yield from add_on_effects(game, action)  # BR-5.2-13
    yield from after_attack(game, action)  # BR-5.2-14a
    end_if_lost(game)  # BR-OP-5, BR-base-10-5
    yield from right_after(game, action)  # BR-5.2-15


def finish_nullified(game: Game, action: Action) -> Procedure:
    """The remaining steps of a nullified action: none, or by setting 5, 14 and 15 (BR-OP-3), and with them
    the response effects that wait for step 14 (BR-OP-17)."""
    if game.settings["nullify_at_step_4_skips_rest"] or action.stopped[0] == "BR-5.2-3":
        return
    yield from before_attack(game, action)
    yield from after_attack(game, action)
    end_if_lost(game)
    yield from right_after(game, action)


def before_attack(game: Game, action: Action) -> Procedure:
    """Step 5: effects that happen before the attack."""
    yield from _own_text(game, action, "before-attack", "BR-5.2-5")


def attack_power(game: Game, action: Action) -> Procedure:
    """Step 6: the attacker's power; additions, floor once at their end, then multiplications. Timed effects
    are added to the die (BR-2-1) and have no upper limit (BR-2-2)."""
    if action.kind == "follower":
        amount, on = Amount(stat(game, action.card, "power"), action.card, "BR-base-9-6"), action.card
    else:
        amount, on = Amount(game.table.track("ATK", action.seat), "ATK", "BR-5.2-6"), action.seat
    grants = game.table.effects(on, "ATK")
    if action.kind == "follower" and game.settings["follower_power_modifiers"] == "where_named":
        grants += game.table.effects(action.seat, "follower-ATK")  # BR-OP-14
    amount.apply(grants, "add", "BR-5.2-6.1")
    amount.floor(0, "BR-5.2-6.1")
    amount.apply(grants, "times", "BR-5.2-6.2")
    yield amount.determined("attack power", on, "BR-5.2-6")
    return amount.value


def fixed_defence(game: Game, action: Action) -> Procedure:
    """Step 7: the defender's own defence or a follower's (7.1), then the defender's modifiers (7.2)."""
    seat = defender(game, action)
    follower = yield from lending_follower(game, action)
    if follower:
        amount = Amount(stat(game, follower, "defence"), follower, "BR-5.2-7.1")
    else:
        amount = Amount(game.table.track("DEF", seat), "DEF", "BR-5.2-7")
    grants = game.table.effects(seat, "DEF")
    amount.apply(grants, "add", "BR-5.2-7.2")
    amount.apply(grants, "times", "BR-5.2-7.2")
    if game.settings["defence_floor"]:
        amount.floor(0, "BR-OP-16")
    yield amount.determined("defence", seat, "BR-5.2-7")
    return amount.value


def lending_follower(game: Game, action: Action) -> Procedure:
    """Step 7.1: the follower whose defence is used instead, or ``""``."""
    seat = defender(game, action)
    if not any(can_lend(game, card) for card in followers(game, seat)):
        return ""
    act = yield Ask(
        seat, ("lend", "pass"), about="lend", clause="BR-5.2-7.1", subject=action, omissible="silent"
    )
    return "" if type(act) is Passed else act.cards[0]


def lending_in_vain(game: Game, action: Action) -> Procedure:
    """Step 7.1 of an attack on whose damage no defence has an effect: magic, or one that ignores the defence
    (BR-OP-11)."""
    if game.settings["lend_defence_against_magic"]:
        yield from lending_follower(game, action)


def can_lend(game: Game, card: CardRef) -> bool:
    """Only a follower with a DEF value (BR-base-9-8)."""
    role = game.role(card)
    return role is not None and role.kind == "follower" and "defence" in role.stats


def physical_base(game: Game, power: int, defence: int, *, ignoring: bool) -> Amount:
    """Step 8, physical: power less defence (BR-base-9-2); as written without a floor (BR-OP-16)."""
    amount = Amount(power, "attack power", "BR-base-9-2")
    if ignoring:
        amount.step("add", 0, "ignoring defence", "BR-base-9-5")
    else:
        amount.step("add", -defence, "defence", "BR-base-9-2")
    if game.settings["base_damage_floor"]:
        amount.floor(0, "BR-OP-16")
    return amount


def magic_base(game: Game, effect: tree.Attack, context: Context) -> Amount:
    """Step 8, magic (X): X as its text defines it now (BR-base-9-3, BR-base-9-4), halves rounded up
    (BR-base-9-9)."""
    assert effect.amount is not None  # the card linter requires the X of a magic attack
    return Amount(value(game, effect.amount, context), context.card, "BR-base-9-3")


def corrected_damage(game: Game, action: Action, base: int) -> Procedure:
    """Step 9: corrections add and subtract (floor once), multiply, and overwrite in the defender's order."""
    seat = defender(game, action)
    yield from _carry_out_due(game, action, "correction", _waiting_effects(action, "correction"), "BR-5.2-9")
    amount = Amount(base, "base damage", "BR-5.2-9")
    standing = game.table.effects(seat, "damage") + game.table.effects(action.seat, "damage-dealt")
    corrections = action.corrections + [(g.operation, g.amount, g.source) for g in standing]
    _apply(amount, corrections, "add", "BR-5.2-9.1")
    amount.floor(0, "BR-5.2-9.1")
    _apply(amount, corrections, "times", "BR-5.2-9.2")
    overwrites = [(source, number) for operation, number, source in corrections if operation == "become"]
    for source, number in (yield from choose_order(seat, overwrites, "BR-5.2-9.3b")):
        amount.step("become", number, source, "BR-5.2-9.3a")
    amount.floor(0, "BR-5.2-12")  # damage never gives life, whatever number it is overwritten with
    action.damage = amount.value
    yield amount.determined("damage", seat, "BR-5.2-9")  # also where it is 0 (BR-3.1-1)


def _apply(amount: Amount, corrections: list[tuple[str, int, CardRef]], operation: str, clause: str) -> None:
    for kind, number, source in corrections:
        if kind == operation:
            amount.step(operation, number, source, clause)


def spend_glow(game: Game, action: Action, seat: str, clause: str) -> Procedure:
    """Steps 10 and 11: first the attacker, then the defender may spend 燐光, each for one (BR-OP-6)."""
    while attached_glows(game, seat):
        act = yield Ask(
            seat, ("glow", "pass"), about="glow", clause=clause, subject=action, omissible="silent"
        )
        if type(act) is Passed:
            return
        spent = attached_glows(game, seat)[0]
        amount = Amount(action.damage, "damage", clause)
        amount.step("add", act.number, spent, clause)
        amount.floor(0, "BR-OP-6")
        action.damage = amount.value
        with game.because(game.last):
            yield from discard(game, spent, (clause, "BR-base-11-5"))
            yield amount.determined("damage", defender(game, action), clause)


def add_on_effects(game: Game, action: Action) -> Procedure:
    """Step 13, after the life is lost and only if the attack dealt at least 1 (BR-base-11-1), as it may
    by 燐光 alone (BR-3.1-ex). No other action has this step (BR-base-7.1-2)."""
    if action.damage >= 1:
        yield from _own_text(game, action, "add-on", "BR-5.2-13")


def after_attack(game: Game, action: Action) -> Procedure:
    """Step 14: effects that wait for the end of the attack, in the defender's order (BR-5.2-14b)."""
    due = yield from choose_order(
        defender(game, action), _waiting_effects(action, "after-attack"), "BR-5.2-14b"
    )
    yield from _carry_out_due(game, action, "after-attack", due, "BR-5.2-14a")


def right_after(game: Game, action: Action) -> Procedure:
    """Step 15, the last: for instance a repeat."""
    yield from _own_text(game, action, "right-after", "BR-5.2-15")


def _own_text(game: Game, action: Action, moment: str, clause: str) -> Procedure:
    """The attacking card's own text for a step. A follower acts by its role, not by its printed card, and an
    action that a repeat has of its own by that."""
    if not action.has_steps:
        return
    context = action.context(clause)
    for effect in game.printed(action.card).on(moment):
        yield from carry_out(game, (effect,), context)
        end_if_attacker_lost(game, action)


def _waiting_effects(action: Action, moment: str) -> list[tuple[CardRef, Effects]]:
    """Effects of responses that were turned up at step 4 and have their own step (BR-5.2-4b)."""
    return [(card, effects) for card, when, effects in action.waiting if when == moment]


def _carry_out_due(
    game: Game, action: Action, moment: str, due: list[tuple[CardRef, Effects]], clause: str
) -> Procedure:
    """Carry out what is due in this step."""
    seat = defender(game, action)
    for card, effects in due:
        yield Triggered(card, moment, seat, (clause, "BR-5.2-4b"))
        with game.because(game.last):
            yield from carry_out(game, effects, Context(seat, card, (clause,), action=action))
            end_if_attacker_lost(game, action)


def end_if_attacker_lost(game: Game, action: Action) -> None:
    """End the match if the attacker has no life left: that is judged at once, the defender's after step 14
    (BR-OP-5)."""
    if game.settings["attacker_life_judged"] == "at_once" and not game.table.track("life", action.seat):
        raise MatchOver(defender(game, action), "life", "BR-base-10-1", "BR-OP-5")


def choose_order(
    seat: str, due: list[tuple[CardRef, T]], clause: str
) -> Generator[Any, Any, list[tuple[CardRef, T]]]:
    """Simultaneous effects, each with its card, in the order that ``seat`` chooses."""
    open_, ordered = list(due), []
    while len(open_) > 1:
        cards = tuple(card for card, _ in open_)
        act = yield Ask(seat, ("order",), about="order", clause=clause, subject=cards)
        ordered.append(open_.pop(cards.index(act.cards[0])))
    return ordered + open_


def discard(game: Game, card: CardRef, clauses: tuple[str, ...]) -> Procedure:
    """Move a card to its owner's discard pile."""
    place = f"discard.{owner(card)}"
    yield Happened("discarded", owner(card), clauses, card=card, changes=tuple(left(game, card, place)))
