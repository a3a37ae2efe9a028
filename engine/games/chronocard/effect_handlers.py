"""Handlers of card language words with a meaning of their own in ChronoCard TCG.

A part of a text that cannot be carried out raises ``Impossible``. Not here: the words that mean the same in
every game (``engine.effect.interpret``).
"""

from collections.abc import Callable
from typing import Any

from engine.effect import interpret, tree
from engine.effect.context import Context
from engine.effect.interpret import Handler, draw_word, perform
from engine.effect.select import candidates, choose_unless_all, owner, players_or_cards
from engine.effect.value import value
from engine.games.chronocard.board import (
    SEATS,
    TOKEN,
    is_character,
    kind,
    on_field,
    waiting_place,
)
from engine.games.chronocard.damage import hurt_character, hurt_player
from engine.games.chronocard.declaration import SKILL, USE
from engine.games.chronocard.draw import draw
from engine.games.chronocard.ep import generate, pool
from engine.games.chronocard.leaving import cards_move
from engine.games.chronocard.process import Impossible, no_longer_waits
from engine.games.chronocard.strength import strength
from engine.games.chronocard.turning import WAYS
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Attach, CardRef, Move, Set
from events.model.kinds import Failed, Happened, Paid


class Offer:
    """A cost that may be paid for an effect: the subject of an ask to pay or to decline."""

    __slots__ = ("card", "owed")

    def __init__(self, card: CardRef, owed: int) -> None:
        self.card = card
        self.owed = owed


# --- damage ------------------------------------------------------------------------------------------


def _damage(game: Game, effect: tree.Damage, context: Context) -> Procedure:
    amount = max(0, value(game, effect.amount, context))  # damage is never healing
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


def _add(game: Game, effect: tree.Add, context: Context) -> Procedure:
    """As in every game; less damage taken is healing."""
    amount = value(game, effect.amount, context)
    if effect.track == "taken" and amount < 0:
        _must_heal(game, context.who(game, effect.who))
    yield from interpret.COMMON_HANDLERS[tree.Add](game, effect, context)


def _heal(game: Game, effect: tree.Heal, context: Context) -> Procedure:
    """Damage taken by a player becomes less, never below 0 (CC-base-9-1)."""
    amount = max(0, value(game, effect.amount, context))
    for seat in players_or_cards(game, effect.who, context):
        _must_heal(game, seat)
        change = hurt_player(game, seat, -amount)
        yield Happened("taken down", seat, context.clauses, amount, context.card, (change,))


def _must_heal(game: Game, seat: str) -> None:
    """A player without damage cannot be healed, by a setting (CC-OP-31)."""
    if game.settings["heal_undamaged"] == "impossible" and not game.table.track("taken", seat):
        raise Impossible


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


def _move(game: Game, effect: tree.MoveTo, context: Context) -> Procedure:
    """The number of cards asked for, or none if there are fewer; by setting all there are (CC-OP-25)."""
    itself = isinstance(effect.cards, tree.This)
    among = tuple(
        card
        for card in candidates(game, effect.cards, context)
        if (itself or card != context.card) and _can_move(game, card, effect.zone)
    )
    wanted, up_to = _wanted(game, effect.number, len(among), context)
    by = context.who(game, effect.by)
    chosen = yield from choose_unless_all(game, by, among, wanted, context, up_to=up_to)
    if effect.name:
        context.named[effect.name] = chosen
    if not chosen:  # of "up to" some, none
        return
    changes = tuple(cards_move(game, ((card, effect.zone) for card in chosen)))
    yield Happened("moved", context.you, context.clauses, len(chosen), context.card, changes)


def _choose(game: Game, effect: tree.Choose, context: Context) -> Procedure:
    """Cards that the text chooses as it is carried out: no targets. There must be as many (CC-OP-25)."""
    among = candidates(game, effect.cards, context)
    wanted, up_to = _wanted(game, effect.number, len(among), context)
    chosen = yield from choose_unless_all(game, context.you, among, wanted, context, up_to=up_to)
    context.named[effect.name] = chosen


def _reveal(game: Game, effect: tree.Reveal, context: Context) -> Procedure:
    """A player shows cards, as many as the text wants (CC-OP-25)."""
    _wanted(game, effect.number, len(candidates(game, effect.cards, context)), context)
    yield from interpret.COMMON_HANDLERS[tree.Reveal](game, effect, context)


def _wanted(game: Game, number: tree.HowMany, there: int, context: Context) -> tuple[int, bool]:
    """How many of some cards a text wants, and whether fewer do as well. With fewer cards there than it wants
    it is impossible, or takes as many as there are (CC-OP-25)."""
    wanted, up_to = value(game, number, context), isinstance(number, tree.UpTo)
    if there < wanted and (up_to or game.settings["short_effect"] == "as_many"):
        wanted = there
    if wanted <= 0 or there < wanted:
        raise Impossible
    return wanted, up_to


def _can_move(game: Game, card: CardRef, zone: str) -> bool:
    """Whether a text can move a card to a zone: it is not there yet; an event takes effect and never lies on
    the field, an item comes there with a character (CC-USE-6, CC-OP-3); a heroine goes into the deck as the
    setting says (CC-OP-2)."""
    if game.table.place[card] == f"{zone}.{owner(card)}":
        return False
    if zone == "field":
        return kind(game, card) not in ("event", "item")
    barred = game.settings["heroine_to_deck"] == "never"
    return not (barred and zone == "deck" and kind(game, card) == "heroine")


def _attach(game: Game, effect: tree.AttachTo, context: Context) -> Procedure:
    """An item enters the field with the character that has it (CC-AS-2, CC-OP-3)."""
    assert not isinstance(effect.to, str), "items are given to cards"
    hosts, seat, card = context.thing(effect.to), context.you, context.card
    if len(hosts) != 1 or not is_character(game, hosts[0]) or not on_field(game, hosts[0]):
        raise Impossible
    if game.table.place[card] != waiting_place(game, seat):
        raise Impossible
    (host,) = hosts
    changes = (
        Move(card, waiting_place(game, seat), f"field.{seat}"),
        *no_longer_waits(game, card),
        Attach(card, host, effect.role),
    )
    yield Happened("placed", seat, (*context.clauses, "CC-OP-3"), card=card, changes=changes)


def _modify(game: Game, effect: tree.Modify, context: Context) -> Procedure:
    """A change of a value; there must be a card for it, for tokens a BGM (CC-base-2-6)."""
    of = players_or_cards(game, effect.who, context)
    if not of or (effect.quantity == TOKEN and any(kind(game, card) != "bgm" for card in of)):
        raise Impossible
    yield from interpret.COMMON_HANDLERS[tree.Modify](game, effect, context)


# --- costs -------------------------------------------------------------------------------------------


def _raise_cost(game: Game, effect: tree.RaiseCost, context: Context) -> Procedure:
    """The interrupted declaration costs more, which its player pays when it is processed (CC-FAIL-4, CC-AF-4,
    CC-OP-28). Nothing is given back of what was paid (CC-FAIL-6): a cost can only rise."""
    made, amount = context.action, value(game, effect.amount, context)
    anything = game.settings["added_costs"] == "every_declaration"
    if made is None or amount <= 0 or not (anything or made.kind in (USE, SKILL)):
        raise Impossible
    made.owed += amount
    yield Happened("cost raised", made.seat, context.clauses, amount, made.card)


def _nullify(game: Game, effect: tree.Nullify, context: Context) -> Procedure:
    """The interrupted declaration fails when its place comes (CC-FAIL-1, CC-AF-1, CC-base-1-4); the end of
    the main phase is carried out all the same (CC-base-4-12)."""
    made = context.action
    if made.kind == "end":
        raise Impossible
    made.void = "nullified"
    yield Happened("nullified", made.seat, context.clauses, card=made.card)


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
    tree.Add: _add,
    tree.Heal: _heal,
    tree.Choose: _choose,
    tree.Reveal: _reveal,
    tree.Damage: _damage,
    tree.TurnTo: _turn,
    tree.MoveTo: _move,
    tree.AttachTo: _attach,
    tree.Draw: draw_word(draw),
    tree.Modify: _modify,
    tree.RaiseCost: _raise_cost,
    tree.MayPay: _may_pay,
    tree.Nullify: _nullify,
}

TIMES: dict[str, Callable[[Game, Any], bool]] = {
    "own-turn": lambda game, context: game.table.seat == context.you,
    "other-turn": lambda game, context: game.table.seat != context.you,
}
"""Named states in which a text may act."""

MEASURES: dict[str, Callable[[Game, CardRef], int]] = {
    "AP": lambda game, card: strength(game, card, "AP").value,
    "DP": lambda game, card: strength(game, card, "DP").value,
}
"""Current values of a card, with every effect on them."""


def topic(game: Game, what: str, card: CardRef, action: Any) -> str:
    """The topic of a prohibition: the card. No text of this game forbids anything."""
    return game.table.face[card]
