"""A turn: its start in order, the free main part, its end in order (BR-base-6.1 to BR-base-6.3).

Not here: what an action does.
"""

from engine.effect import tree
from engine.effect.context import Context, opponent
from engine.effect.grammar import parse
from engine.effect.interpret import carry_out, ended_grants, forbidden, moved_track
from engine.effect.nodes import nodes
from engine.effect.select import left, owner
from engine.games.blade_rondo.board import attached, beneath, coins, followers, is_frozen
from engine.games.blade_rondo.life import end_if_lost, life_loss
from engine.games.blade_rondo.use import (
    follower_act,
    mark,
    set_response,
    trigger_frozen,
    use_breath,
    use_sword,
)
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Attach, CardRef, Expire, Set
from events.model.kinds import Began, Declared, Ended, Failed, Happened, Passed

VOLTAGE_LIMIT = 9

LIMITED = "BR-base-11-9"
"""The clause on limited cards, which are spent by one use."""


def turn(game: Game, number: int, seat: str) -> Procedure:
    """One whole turn of ``seat``."""
    # Nothing is spent yet: the budget counts from here, for demands at the turn's start too (BR-base-4-6).
    yield Began("turn", number=number, seat=seat, clauses=("BR-base-5-6",), changes=(Set("spent", seat, 0),))
    with game.because(game.last):
        for step in str(game.settings["turn_start_order"]).split():  # BR-OP-1
            yield from START[step](game, seat)
    yield from main(game, seat)
    yield from end(game, number, seat)


def from_main_part(game: Game, number: int, seat: str) -> Procedure:
    """A turn of ``seat`` from its main part."""
    yield Began("turn", number=number, seat=seat, clauses=("BR-base-5-6",))
    yield from main(game, seat)
    yield from end(game, number, seat)


# --- start -------------------------------------------------------------------------------------------


def _voltage(game: Game, seat: str) -> Procedure:
    """One more voltage (BR-base-6.1-1); at nine a burst costs one life instead (BR-base-6.1-2)."""
    voltage = game.table.track("V", seat)
    if voltage < VOLTAGE_LIMIT:
        change = moved_track(game, "V", seat, voltage + 1)
        yield Happened("voltage", seat, ("BR-base-6.1-1",), 1, changes=(change,))
    else:
        yield life_loss(game, seat, 1, "burst", ("BR-base-6.1-2", "BR-3.2-1"))  # no damage
        end_if_lost(game)  # BR-base-10-5


def _coins(game: Game, seat: str) -> Procedure:
    """Coins may be exchanged; that is no use of a card and cannot be responded to (BR-7-1, BR-7-2)."""
    if not any(coins(game, card) for card in game.table.at(f"set.{seat}")):
        return
    act = yield Ask(seat, ("coins", "pass"), about="coins", clause="BR-base-6.1-3", omissible="silent")
    if type(act) is Passed:
        return
    changes: list[AnyChange] = []
    for card in act.cards:
        changes += left(game, card, f"hand.{seat}")
    for card in act.targets:
        changes += [*left(game, card, f"set.{seat}"), Attach(card, seat, coin_role(game, card))]
    yield Happened("coins exchanged", seat, ("BR-7-1", "BR-7-2", "BR-base-6.1-4"), changes=tuple(changes))


def coin_role(game: Game, card: CardRef) -> str:
    """The role of a card put down by the exchange: the follower that its text summons for its owner, else
    only its coins (BR-base-6.1-3): an exchange is no use (BR-7-1). Whether it also lays what its text would
    attach to the owner is open (BR-OP-22)."""
    lasting = ("follower", "attached") if game.settings["exchange_attaches"] else ("follower",)
    printed = game.printed(card)
    texts = (printed.on("use"), *(option.do for option in printed.all("option")))
    for node in (node for text in texts for effect in text for node in nodes(effect)):
        if not isinstance(node, tree.AttachTo) or node.to != "you":
            continue
        if isinstance(node.thing, tree.This) and game.roles[node.role].kind in lasting:
            return node.role
    return "coin"


def _attached(game: Game, seat: str) -> Procedure:
    """Attached effects that act at the start of their bearer's turn (BR-base-6.1-5), such as 毒
    (BR-base-11-4): each copy (BR-6.1), whatever happened to another one (BR-6.2-ex1b)."""
    for card in tuple(game.table.at(f"set.{seat}")):
        role = game.role(card)
        if role is None or role.kind != "attached":
            continue
        effects = role.on("turn-start")
        if effects:
            clauses = ("BR-base-6.1-5", "BR-6.1", "BR-3.2-1")
            yield from carry_out(game, effects, Context(owner(card), card, clauses, bearer=seat))
            end_if_lost(game)


def _followers(game: Game, seat: str) -> Procedure:
    """Followers act, in the order that the turn player chooses (BR-base-6.1-7). The text of one may win the
    match (BR-base-10-2)."""
    waiting = [card for card in followers(game, seat) if _can_act(game, card)]
    while waiting:
        card = waiting[0]
        if len(waiting) > 1 and not nullified(game, seat):
            act = yield Ask(seat, ("act",), about="follower", clause="BR-base-6.1-7", subject=tuple(waiting))
            (card,) = act.cards
        yield from _follower_acts(game, seat, card)
        waiting = [other for other in waiting if other != card and other in followers(game, seat)]


def nullified(game: Game, seat: str) -> bool:
    """Whether something nullifies the effects of this player's followers now."""
    return forbidden(game, seat, "follow") is not None


def _can_act(game: Game, card: CardRef) -> bool:
    role = game.role(card)
    return role is not None and bool(role.all("turn-start"))


def _follower_acts(game: Game, seat: str, card: CardRef) -> Procedure:
    """Its listed actions from top to bottom, while it is in the set area (BR-6.2-ex2a); what happens to one
    follower does not affect another of the same name (BR-6.2-ex2c)."""
    role = game.role(card)
    for ability in role.all("turn-start") if role else ():
        if card not in followers(game, seat):
            return
        if nullified(game, seat):
            # It stays a follower with its numbers (BR-6.3-1), to be counted and discarded (BR-6.3-ex).
            yield Failed("action", seat, "nullified", ("BR-6.3-1", "BR-6.3-ex"), card)
            return
        yield from follower_act(game, seat, card, ability)
        end_if_lost(game)


START = {"voltage": _voltage, "coins": _coins, "attached": _attached, "followers": _followers}


# --- main part -----------------------------------------------------------------------------------------


def main(game: Game, seat: str) -> Procedure:
    """Any acts in any order, until the turn player ends it (BR-base-6.2-1)."""
    verbs = ("breath", "use", "set", "trigger", "end")
    while True:
        act: Declared = yield Ask(seat, verbs, about="main", clause="BR-base-6.2-1", omissible="never")
        if act.verb == "end":
            return
        with game.because(game.last):
            yield from ACTIONS[act.verb](game, act)
        end_if_lost(game)


ACTIONS = {"breath": use_breath, "use": use_sword, "set": set_response, "trigger": trigger_frozen}


# --- end -----------------------------------------------------------------------------------------------


def end(game: Game, number: int, seat: str) -> Procedure:
    """The six steps of the end of a turn (BR-base-6.3-1 to BR-base-6.3-8)."""
    with game.because(game.last):
        yield from _end_of_turn_effects(game, seat)
        leaving = _used_cards(game, seat)
        if expired := ended_grants(game, "end of turn", "end of action"):
            changes = tuple(Expire(id) for id in expired)
            yield Happened("modifiers end", seat, ("BR-base-6.3-2", "BR-2-1"), changes=changes)
        other = opponent(game, seat)
        unused, used = ("BR-base-6.3-3",), ("BR-base-6.3-4", LIMITED)
        yield from _moved(game, other, "responses return", unused, _face_down_responses(game, seat))
        yield from _moved(game, other, "responses leave", used, _turned_up_responses(game, seat))
        yield from _moved(game, seat, "swords leave", ("BR-base-6.3-5", LIMITED), leaving)
        row = _return_breath_cards(game, seat)
        yield Ended(span="turn", number=number, seat=seat, clauses=("BR-base-6.3-8",), changes=tuple(row))


def _end_of_turn_effects(game: Game, seat: str) -> Procedure:
    """Effects that wait for the end of the turn; whose come first is BR-OP-10."""
    order = (seat, opponent(game, seat))
    if game.settings["simultaneous_outside_attack"] == "non_turn_player_first":
        order = order[::-1]
    for player in order:
        for grant in game.table.effects(player, "at end of turn"):
            context = Context(player, grant.source, ("BR-base-6.3-1",))
            yield from carry_out(game, (parse(grant.text),), context)
            end_if_lost(game)


def _face_down_responses(game: Game, seat: str) -> dict[CardRef, list[AnyChange]]:
    """The opponent's face-down responses return to hand; the turn player's own stay (BR-base-6.3-7)."""
    other = opponent(game, seat)
    down = [card for card in game.table.at(f"play.{other}") if card in game.table.down]
    return {card: left(game, card, f"hand.{other}") for card in down}


def _turned_up_responses(game: Game, seat: str) -> dict[CardRef, list[AnyChange]]:
    """The opponent's turned-up responses leave now, or at their owner's turn end (BR-OP-2); so does an
    アゲート from beneath which its card was taken (BR-OP-24)."""
    if game.settings["responses_leave"] == "owner_turn_end":
        return {}
    other = opponent(game, seat)
    open_ = [card for card in game.table.at(f"play.{other}") if card not in game.table.down]
    open_ += _empty_seals(game, other)
    return {card: left(game, card, _return_place(game, card)) for card in open_}


def _empty_seals(game: Game, seat: str) -> list[CardRef]:
    """アゲート stays with the card beneath it alone (BR-base-6.3-6)."""
    return [card for card in attached(game, seat, "seal") if not beneath(game, card)]


def _used_cards(game: Game, seat: str) -> dict[CardRef, list[AnyChange]]:
    """The turn player's used cards: frozen ones to the set area, triggered ones out of it (BR-base-11-14,
    BR-base-11-16); cards attached to a player or a card stay, even if limited (BR-base-6.3-6), also those
    that were frozen and have become something else."""
    table, changes = game.table, {}
    for card in table.at(f"play.{seat}"):
        if card in table.down or _returns_to_row(game, card):
            continue
        if freezing := table.effects(card, "freezing"):
            changes[card] = [*left(game, card, f"set.{seat}"), Attach(card, seat, "frozen")]
            if option := freezing[0].amount:  # what it will do when it is triggered (BR-OP-23)
                picked = mark(game, card, "option", "BR-OP-23", amount=option, until="while here")
                changes[card].append(picked)
        else:
            changes[card] = left(game, card, _return_place(game, card))
    if game.settings["responses_leave"] == "owner_turn_end":
        changes |= {card: left(game, card, _return_place(game, card)) for card in _empty_seals(game, seat)}
    for card in table.at(f"set.{seat}"):
        if table.effects(card, "triggered") and is_frozen(game, card, seat):
            changes[card] = left(game, card, _return_place(game, card))
    return changes


def _return_place(game: Game, card: CardRef) -> str:
    """Limited cards go to the discard pile (BR-base-11-9), others to hand; each to its owner's."""
    limited = game.printed(card).limited
    return f"{'discard' if limited else 'hand'}.{owner(card)}"


def _returns_to_row(game: Game, card: CardRef) -> bool:
    """Heat and ward do; pulse is spent (BR-base-3-6)."""
    printed = game.printed(card)
    return printed.kind == "breath" and not printed.limited


def _return_breath_cards(game: Game, seat: str) -> list[AnyChange]:
    """Heat and ward return to the row; pulse is spent with the other limited cards (BR-base-3-6)."""
    changes: list[AnyChange] = []
    for card in game.table.at(f"play.{seat}"):
        if card not in game.table.down and _returns_to_row(game, card):
            changes += left(game, card, f"breath.{seat}")
    return changes


def _moved(
    game: Game, seat: str, what: str, clauses: tuple[str, ...], moves: dict[CardRef, list[AnyChange]]
) -> Procedure:
    if moves:
        changes = tuple(change for card in moves for change in moves[card])
        yield Happened(what, seat, clauses, len(moves), changes=changes)
