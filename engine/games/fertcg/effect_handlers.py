"""Handlers of card language words with a meaning of their own in FERTCG.

Not here: the words that mean the same in every game (``engine.effect.interpret``).
"""

from typing import Any

from engine.common.reveal import ask_faces
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.interpret import Handler, draw_word, perform
from engine.effect.select import candidates, choose_unless_all, owner, players_or_cards
from engine.effect.value import how_many, value
from engine.games.fertcg.attaching import can_be_given
from engine.games.fertcg.board import ACTED, is_free, on_field, shifted, square_of
from engine.games.fertcg.chips import chips, place_chips, spend_chips, take_chips, unused
from engine.games.fertcg.leaving import have_left, leaves, withdraw
from engine.games.fertcg.setup import draw
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import Attach, CardRef, Move, Turn
from events.model.kinds import Failed, Happened, Paid


def _damage(game: Game, effect: tree.Damage, context: Context) -> Procedure:
    """Chips that a text takes from units, as many as there are (FE-OP-13)."""
    amount = value(game, effect.amount, context)
    pool = str(game.settings["damage_chips_go"])
    for unit in players_or_cards(game, effect.who, context):
        if unit in game.table.place and on_field(game, unit):
            taken = min(amount, chips(game, unit))
            changes = tuple(take_chips(game, unit, taken, pool))
            yield Happened("damage", unit, (*context.clauses, "FE-OP-13"), taken, context.card, changes)
    yield from withdraw(game)


def _heal(game: Game, effect: tree.Heal, context: Context) -> Procedure:
    """Unused chips go onto units on the field, up to their stamina (FE-base-3-1): as many on each, although
    there are fewer of them after the first."""
    amount = value(game, effect.amount, context)
    for unit in players_or_cards(game, effect.who, context):
        if not on_field(game, unit):
            continue
        room = game.printed(unit).stats["stamina"] - chips(game, unit)
        number = min(amount, room, unused(game, owner(unit)))
        if number > 0:
            changes = tuple(place_chips(game, unit, number))
            clauses = (*context.clauses, "FE-base-3-1")
            yield Happened("strengthened", owner(unit), clauses, number, unit, changes)


def _turn(game: Game, effect: tree.TurnTo, context: Context) -> Procedure:
    """Upright: the unit may act again this turn; sideways: it has had its turn to act (FE-base-5-8)."""
    quarter = ACTED if effect.way == "sideways" else 0
    for unit in players_or_cards(game, effect.cards, context):
        if on_field(game, unit):
            change = (Turn(unit, quarter),)
            yield Happened("turned", owner(unit), context.clauses, card=unit, changes=change)


def _push(game: Game, effect: tree.Push, context: Context) -> Procedure:
    """One square towards the own side of the pushed unit, or by setting away from the pushing unit; not at
    all if that square is taken or off the board (FE-A-D-11, FE-OP-23)."""
    for unit in players_or_cards(game, effect.cards, context):
        if not on_field(game, unit) or not chips(game, unit):
            continue
        square = _behind(game, unit, context)
        if square and is_free(game, square):
            change = Move(unit, game.table.place[unit], f"{square}.{owner(unit)}")
            clauses = (*context.clauses, "FE-OP-23")
            yield Happened("pushed", owner(unit), clauses, card=unit, changes=(change,))


def _behind(game: Game, unit: CardRef, context: Context) -> str:
    here = square_of(game, unit)
    pusher = context.bearer or context.card
    if game.settings["pushed"] == "own_side" or not on_field(game, pusher):
        return shifted(here, owner(unit), 0, -1)
    there = square_of(game, pusher)
    right = (here[0] > there[0]) - (here[0] < there[0])
    ahead = (here[1] > there[1]) - (here[1] < there[1])
    return shifted(here, "A", right, ahead)


def _move(game: Game, effect: tree.MoveTo, context: Context) -> Procedure:
    """The number of cards asked for, or all if there are fewer; from a pile its top (FE-base-2-3)."""
    among = tuple(card for card in candidates(game, effect.cards, context) if card != context.card)
    number = how_many(game, effect.number, among, context)
    if not number:
        return
    zone = effect.cards.zone if isinstance(effect.cards, tree.Cards) else ""
    if zone in ("deck", "out") and not getattr(effect.cards, "traits", ""):
        chosen = tuple(reversed(among[-number:]))
    else:
        chosen = yield from choose_unless_all(game, context.who(game, effect.by), among, number, context)
    if effect.name:
        context.named[effect.name] = chosen
    if chosen and effect.zone in ("out", "abroad"):
        yield from ask_faces(game, owner(chosen[0]), chosen, context.clauses[0])
    gone = [card for card in chosen if on_field(game, card)]
    changes = leaves(game, chosen, effect.zone)
    yield Happened("cards moved", context.you, context.clauses, len(chosen), context.card, changes)
    yield from have_left(game, gone, effect.zone)


def _attach(game: Game, effect: tree.AttachTo, context: Context) -> Procedure:
    """A weapon or magic card from hand is given to a unit by a text, which pays for what the card needs; the
    unit needs the level and the room for it all the same (FE-base-3-3, FE-OP-17)."""
    assert effect.to == "bearer" or not isinstance(effect.to, str), "the vocabulary lets it be a card"
    unit = next(iter(context.thing(effect.to)), "")
    for card in context.thing(effect.thing):
        fits = unit and on_field(game, unit) and can_be_given(game, card, unit)
        if not fits or game.printed(card).kind != effect.role:
            yield Failed("attachment", context.you, "does not fit", ("FE-base-3-3", "FE-OP-17"), card)
            continue
        changes = (
            *leaves(game, (card,), "attached"),
            Attach(card, unit, effect.role),
        )
        yield Happened("attached", context.you, (*context.clauses, "FE-OP-42"), 0, card, changes)


def _nullify(game: Game, effect: tree.Nullify, context: Context) -> Procedure:
    """The declaration that this responds to has no effect (FE-S-3, FE-C-5)."""
    made = context.action
    made.nullified = True
    yield Happened("nullified", made.seat, context.clauses, card=made.card)


def _unless_paid(game: Game, effect: tree.UnlessPaid, context: Context) -> Procedure:
    """Pay unused chips, now or not at all."""
    seat, amount = context.who(game, effect.who), value(game, effect.amount, context)
    act = yield Ask(seat, ("pay", "refuse"), about="demand", clause=context.clauses[0], subject=amount)
    if act.verb == "pay":
        changes = tuple(spend_chips(game, seat, amount))
        clauses = (*context.clauses, "FE-base-6-1")
        yield Paid(seat, "unused chips", clauses, amount, context.card, changes=changes)
        return
    yield from perform(game, effect.effect, context)


EFFECT_HANDLERS: dict[type[Any], Handler] = {
    tree.Draw: draw_word(draw),
    tree.Damage: _damage,
    tree.Heal: _heal,
    tree.TurnTo: _turn,
    tree.Push: _push,
    tree.MoveTo: _move,
    tree.AttachTo: _attach,
    tree.Nullify: _nullify,
    tree.UnlessPaid: _unless_paid,
}


def topic(game: Game, what: str, card: CardRef, action: Any) -> str:
    """The topic of a prohibition: a card's name. No text of this game forbids anything."""
    return game.table.face[card]
