"""Handlers of card language words with a meaning of their own in ChronoCard TCG.

A part of a text that cannot be carried out raises ``Impossible``. Not here: the words that mean the same in
every game (``engine.effect.interpret``).
"""

from collections.abc import Callable
from typing import Any

from engine.common.marks import mark
from engine.effect import interpret, tree
from engine.effect.context import Context
from engine.effect.interpret import Handler, draw_word, perform
from engine.effect.select import candidates, choose_unless_all, owner, players_or_cards
from engine.effect.value import value
from engine.games.chronocard.board import (
    DAMAGE,
    SEATS,
    STAY,
    is_character,
    is_checked,
    is_down,
    on_field,
    waiting_place,
)
from engine.games.chronocard.draw import draw
from engine.games.chronocard.ep import generate, pool
from engine.games.chronocard.leaving import card_leaves, recover, turn_face_down
from engine.games.chronocard.process import Impossible
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Attach, CardRef, Grant, Move, Set, Turn
from events.model.kinds import Failed, Happened, Paid


class Offer:
    """A cost that may be paid for an effect: the subject of an ask to pay or to decline."""

    __slots__ = ("card", "owed")

    def __init__(self, card: CardRef, owed: int) -> None:
        self.card = card
        self.owed = owed


# --- damage ------------------------------------------------------------------------------------------


def hurt_player(game: Game, seat: str, amount: int) -> Set:
    """Damage to a player accumulates, also above the limit (CC-base-9-1, CC-base-9-2)."""
    return Set("taken", seat, game.table.track("taken", seat) + amount)


def hurt_character(game: Game, card: CardRef, amount: int, source: CardRef) -> Grant:
    """Damage to a character lowers its DP (CC-base-9-3) until the end phase, or permanently (CC-OP-7)."""
    noted = mark(game, card, DAMAGE, "CC-base-9-3", amount=amount, source=source)
    if game.settings["character_damage"] == "lasting":
        return Grant(noted.id, card, DAMAGE, "add", amount, "", STAY, source, "CC-OP-7")
    return noted


def _damage(game: Game, effect: tree.Damage, context: Context) -> Procedure:
    amount = value(game, effect.amount, context)
    found = players_or_cards(game, effect.who, context)
    hit = [of for of in found if of in SEATS or (on_field(game, of) and is_character(game, of))]
    if not hit:
        raise Impossible
    for of in hit:
        if of in SEATS:
            change: AnyChange = hurt_player(game, of, amount)
            clauses = (*context.clauses, "CC-base-9-1")
        else:
            change = hurt_character(game, of, amount, context.card)
            clauses = (*context.clauses, "CC-base-9-3")
        yield Happened("damage", of, clauses, amount, context.card, (change,))


# --- cards -------------------------------------------------------------------------------------------


def _turn(game: Game, effect: tree.TurnTo, context: Context) -> Procedure:
    """Checked, upright, face down, recovered: only cards in the opposite state can be turned."""
    what, turns, changes_of = WAYS[effect.way]
    found = players_or_cards(game, effect.cards, context)
    turned = [card for card in found if on_field(game, card) and turns(game, card)]
    if not turned:
        raise Impossible
    for card in turned:
        yield Happened(what, owner(card), context.clauses, card=card, changes=tuple(changes_of(game, card)))


def _can_turn_down(game: Game, card: CardRef) -> bool:
    return is_character(game, card) and not is_down(game, card)


Turning = tuple[str, Callable[[Game, CardRef], bool], Callable[[Game, CardRef], list[AnyChange]]]
WAYS: dict[str, Turning] = {
    "sideways": (
        "checked",
        lambda game, card: not is_checked(game, card),
        lambda game, card: [Turn(card, 1)],
    ),
    "upright": ("unchecked", is_checked, lambda game, card: [Turn(card, 0)]),
    "face down": ("turned face down", _can_turn_down, turn_face_down),
    "face up": ("recovered", is_down, recover),
}


def _move(game: Game, effect: tree.MoveTo, context: Context) -> Procedure:
    """The number of cards asked for, or none if there are fewer; by setting all there are (CC-OP-25)."""
    among = tuple(card for card in candidates(game, effect.cards, context) if card != context.card)
    wanted = value(game, effect.number, context)
    if len(among) < wanted and game.settings["short_effect"] == "as_many":
        wanted = len(among)
    if not wanted or len(among) < wanted:
        raise Impossible
    chosen = yield from choose_unless_all(game, context.who(game, effect.by), among, wanted, context)
    if effect.name:
        context.named[effect.name] = chosen
    changes: dict[CardRef, list[AnyChange]] = {}
    gone: set[CardRef] = set()
    for card in chosen:
        if card not in gone:  # an item has already left with its character
            changes[card] = card_leaves(game, card, f"{effect.zone}.{owner(card)}")
            gone |= {change.card for change in changes[card] if isinstance(change, Move)}
    yield Happened(
        "moved", context.you, context.clauses, len(chosen), context.card,
        tuple(change for some in changes.values() for change in some),
    )  # fmt: skip


def _attach(game: Game, effect: tree.AttachTo, context: Context) -> Procedure:
    """An item enters the field with the character that has it (CC-AS-2, CC-OP-3)."""
    assert not isinstance(effect.to, str), "items are given to cards"
    (host,) = context.thing(effect.to)
    seat, card = context.you, context.card
    changes = (Move(card, waiting_place(game, seat), f"field.{seat}"), Attach(card, host, effect.role))
    yield Happened("placed", seat, (*context.clauses, "CC-OP-3"), card=card, changes=changes)


def _modify(game: Game, effect: tree.Modify, context: Context) -> Procedure:
    """A temporary change of AP or DP; there must be a card for it."""
    if not players_or_cards(game, effect.who, context):
        raise Impossible
    yield from interpret.COMMON_HANDLERS[tree.Modify](game, effect, context)


# --- costs -------------------------------------------------------------------------------------------


def _raise_cost(game: Game, effect: tree.RaiseCost, context: Context) -> Procedure:
    """The interrupted declaration costs more, which its player pays when it is processed (CC-FAIL-4,
    CC-AF-4)."""
    made, amount = context.action, value(game, effect.amount, context)
    made.owed += amount
    yield Happened("cost raised", made.seat, context.clauses, amount, made.card)


def _may_pay(game: Game, effect: tree.MayPay, context: Context) -> Procedure:
    """An optional cost is prepared and paid immediately (CC-PS-7), or declined (CC-PS-8)."""
    offer = Offer(context.card, value(game, effect.amount, context))
    while True:
        act = yield Ask(context.you, ("ep", "pay", "refuse"), about="offer", clause="CC-PS-7", subject=offer)
        if act.verb == "refuse":
            yield Failed("offer", context.you, "declined", ("CC-PS-8",), context.card)
            return
        if act.verb == "ep":
            yield from generate(game, act)
            continue
        changes = (Set("EP", context.you, pool(game, context.you) - offer.owed),)
        yield Paid(context.you, "cost", ("CC-PS-7", "CC-COST-3"), offer.owed, context.card, changes=changes)
        yield from perform(game, effect.effect, context)
        return


EFFECT_HANDLERS: dict[type[Any], Handler] = {
    tree.Damage: _damage,
    tree.TurnTo: _turn,
    tree.MoveTo: _move,
    tree.AttachTo: _attach,
    tree.Draw: draw_word(draw),
    tree.Modify: _modify,
    tree.RaiseCost: _raise_cost,
    tree.MayPay: _may_pay,
}

TIMES: dict[str, Callable[[Game, Any], bool]] = {
    "own-turn": lambda game, context: game.table.seat == context.you,
    "other-turn": lambda game, context: game.table.seat != context.you,
}
"""Named states in which a text may act."""


def topic(game: Game, what: str, card: CardRef, action: Any) -> str:
    """The topic of a prohibition: the card. No text of this game forbids anything."""
    return game.table.face[card]
