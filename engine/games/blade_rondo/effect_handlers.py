"""Handlers of card language words with a meaning of their own in Blade Rondo.

Not here: the words that mean the same in every game (``engine.effect.interpret``).
"""

from typing import Any

from engine.effect import interpret, tree
from engine.effect.context import Context
from engine.effect.interpret import Handler, carry_out, forbidden, perform
from engine.effect.select import candidates, left, owner, players_or_cards
from engine.effect.value import value
from engine.games.blade_rondo.action import Action, is_barred
from engine.games.blade_rondo.attack import attack
from engine.games.blade_rondo.board import SEATS, beneath, budget, is_night
from engine.games.blade_rondo.history import symbols_this_turn
from engine.games.blade_rondo.life import life_loss
from engine.games.blade_rondo.use import spent_this_turn, use_again
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure, together
from events.model.changes import Attach, CardRef, Set
from events.model.kinds import Declared, Happened, Paid


class Demand:
    """A demand of cost: the subject of an ask to pay or to refuse."""

    __slots__ = ("amount",)

    def __init__(self, amount: int) -> None:
        self.amount = amount


class Again:
    """An offered repeat: the subject of an ask to use a card again."""

    __slots__ = ("card", "cost")

    def __init__(self, card: CardRef, cost: int) -> None:
        self.card = card
        self.cost = cost


def _damage(game: Game, effect: tree.Damage, context: Context) -> Procedure:
    """Damage outside an attack's own steps: a price, or more damage as an add-on. All take the same, also
    where the damage of one changes the number that the text asks for."""
    amount = value(game, effect.amount, context)
    for seat in players_or_cards(game, effect.who, context):
        yield life_loss(game, seat, amount, "damage", context.clauses, context.card)


def _nullify(game: Game, effect: tree.Nullify, context: Context) -> Procedure:
    """The action is nullified; its procedure checks this at its next step."""
    action: Action = context.action
    action.stopped = ("BR-OP-3",)
    yield from ()


def _unless_paid(game: Game, effect: tree.UnlessPaid, context: Context) -> Procedure:
    """A demand of cost: the player chooses (BR-base-8-7), for a follower its player (BR-8-ex)."""
    seat, amount = context.who(game, effect.who), value(game, effect.amount, context)
    act = yield Ask(seat, ("pay", "refuse"), about="demand", clause="BR-base-8-7", subject=Demand(amount))
    if act.verb == "pay":
        changes = (Set("spent", seat, spent_this_turn(game, seat) + amount),)
        yield Paid(seat, "cost", ("BR-base-8-7", "BR-base-8-8"), amount, context.card, changes=changes)
    else:
        yield from perform(game, effect.effect, context)


def _use_again(game: Game, effect: tree.UseAgain, context: Context) -> Procedure:
    """A repeat is offered if it could be used: name not barred, cost available (BR-5.2-15)."""
    again = Again(context.card, value(game, effect.cost, context))
    printed = game.printed(again.card)
    if is_barred(game, context.you, printed) or again.cost > budget(game, context.you):
        return
    act = yield Ask(
        context.you, ("use", "pass"), about="again", clause="BR-5.2-15", subject=again, omissible="silent"
    )
    if type(act) is Declared:
        with game.because(game.last):
            yield from use_again(game, act, again.cost)


def _may(game: Game, effect: tree.May, context: Context) -> Procedure:
    """A repeat has an ask of its own, answered by using the card again."""
    if isinstance(effect.effect, tree.UseAgain):
        yield from _use_again(game, effect.effect, context)
    else:
        yield from interpret.COMMON_HANDLERS[tree.May](game, effect, context)


def _attach(game: Game, effect: tree.AttachTo, context: Context) -> Procedure:
    """付与 and 召喚: the card itself is put into the set area and acts from there (BR-base-11-3,
    BR-base-11-8); beneath another card it does nothing (BR-6.2-1). A card that was attached before no longer
    is: poison that アゲート takes is gone, whatever step 13 said (BR-6.2-ex1a, BR-OP-9)."""
    for card in context.thing(effect.thing):
        if isinstance(effect.to, str):
            host = context.who(game, effect.to)
            place = f"set.{host}"
        else:
            (host,) = context.thing(effect.to)
            place = f"under.{owner(host)}"
        role = game.roles[effect.role]
        if role.kind == "beneath" and game.table.place[card] == place:
            if game.settings["second_agate"] == "nothing":
                continue  # it lies beneath another one already (BR-OP-24)
        elif role.kind == "seal" and not beneath(game, card):
            continue  # only with a card beneath it does it stay (BR-base-6.3-6)
        changes = (*left(game, card, place), Attach(card, host, effect.role))
        clauses = (*context.clauses, ROLE_CLAUSES[role.kind])
        laid = Happened("attached", host, clauses, card=card, changes=changes)
        bearer = host if host in SEATS else ""
        lasting = Context(context.you, card, (ROLE_CLAUSES[role.kind],), bearer=bearer)
        # Effects that hold while it is there, such as the ban of 刻印 on gaining life (BR-base-11-13).
        yield from together(laid, carry_out(game, role.on("while-here"), lasting))


ROLE_CLAUSES = {
    "attached": "BR-base-11-3",
    "follower": "BR-base-11-8",
    "seal": "BR-base-6.3-6",
    "beneath": "BR-base-11-6",
}


def _set(game: Game, effect: tree.SetTo, context: Context) -> Procedure:
    """A number is replaced. Whether life that comes back this way is gained, which 刻印 forbids, is open
    (BR-OP-20)."""
    seat = context.who(game, effect.who)
    barred = game.settings["life_set_is_gain"] and forbidden(game, seat, f"gain-{effect.track}")
    amount = value(game, effect.amount, context)
    if barred and amount > game.table.track(effect.track, seat):
        yield Happened("prevented", seat, (*context.clauses, "BR-OP-20"), amount, context.card)
        return
    yield from interpret.COMMON_HANDLERS[tree.SetTo](game, effect, context)


def _reveal(game: Game, effect: tree.Reveal, context: Context) -> Procedure:
    """With fewer cards than asked for, all are shown, or none (BR-OP-8)."""
    among = candidates(game, effect.cards, context)
    short = len(among) < value(game, effect.number, context)
    if short and game.settings["shatter_with_fewer"] == "nothing":
        return
    yield from interpret.COMMON_HANDLERS[tree.Reveal](game, effect, context)


def topic(game: Game, what: str, card: CardRef, action: Any) -> str:
    """The topic of a prohibition: a card's name for ``use``, an action's symbol for ``act``."""
    return str(action.symbol) if what == "act" else game.table.face[card]


def symbol_used_before(game: Game, context: Context) -> bool:
    """Whether an action with the symbol of the current one was already taken this turn."""
    return symbols_this_turn(game).count(context.action.symbol) > 1


def is_symbol_barred(game: Game, context: Context) -> bool:
    """Whether トパーズ stops the later actions of this symbol: after a first one it is open (BR-OP-18)."""
    return game.settings["first_action_bars_symbol"] is True or symbol_used_before(game, context)


EFFECT_HANDLERS: dict[type[Any], Handler] = {
    tree.Attack: attack,
    tree.Damage: _damage,
    tree.Nullify: _nullify,
    tree.UnlessPaid: _unless_paid,
    tree.UseAgain: _use_again,
    tree.AttachTo: _attach,
    tree.May: _may,
    tree.Reveal: _reveal,
    tree.SetTo: _set,
}

TIMES = {
    # Of the two texts of a card only the one that fits the time is carried out (BR-base-11-11).
    "day": lambda game, context: not is_night(game),
    "night": lambda game, context: is_night(game),
    "repeated-symbol": symbol_used_before,
    "symbol-barred": is_symbol_barred,
}
