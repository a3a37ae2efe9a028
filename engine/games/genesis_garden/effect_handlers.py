"""Handlers of card language words with a meaning of their own in Genesis Garden.

Not here: the words that mean the same in every game (``engine.effect.interpret``).
"""

from typing import Any

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.interpret import Handler, draw_word, grant_of
from engine.effect.select import candidates, choose_unless_all, owner, players_or_cards
from engine.effect.value import how_many, value
from engine.games.genesis_garden.board import ROWS, SEATS, has_room, row_of, seat_of
from engine.games.genesis_garden.damage import (
    card_leaves,
    check_state,
    damage_by_effect,
    destroy,
    unit_leaves,
)
from engine.games.genesis_garden.damage_to_both import damage_both
from engine.games.genesis_garden.effects import damage_player
from engine.games.genesis_garden.headquarters import draw
from engine.games.genesis_garden.summon import quick_summon
from engine.games.genesis_garden.unit import ACTIVE, TIRED, is_destroyed, partner, unit_of
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Flip, Holder, Move, Turn
from events.model.kinds import Failed, Happened


def _meant(game: Game, who: tree.PlayersOrCards, context: Context) -> tuple[Holder, ...]:
    """The players, or the units on the field, to which a text refers: a pair in union is meant with either of
    its cards, and once (GG-UNION-12, GG-UNION-13)."""
    found = players_or_cards(game, who, context)
    units = (of if of in SEATS else unit_of(game, of) for of in found)
    return tuple(dict.fromkeys(unit for unit in units if unit))


def _damage(game: Game, effect: tree.Damage, context: Context) -> Procedure:
    """To a player: cards from the headquarters, as damage (GG-OP-14). To units: accumulated damage."""
    amount = value(game, effect.amount, context)
    if effect.who == "everyone":
        clauses = (*context.clauses, "GG-OP-14", "GG-OP-16")
        yield from damage_both(game, context.you, amount, clauses, card=context.card)
        return
    for of in _meant(game, effect.who, context):
        if of in SEATS:
            clauses = (*context.clauses, "GG-OP-14")
            yield from damage_player(game, of, amount, "effect damage", clauses, card=context.card)
        elif amount > 0 and not is_destroyed(game, of):
            yield damage_by_effect(game, of, amount, context.clauses, context.card)
    yield from check_state(game)


def _destroy(game: Game, effect: tree.Destroy, context: Context) -> Procedure:
    """Destroyed by a text, whatever the defence (GG-DEST-2)."""
    for card in _meant(game, effect.cards, context):
        if not is_destroyed(game, card):
            yield destroy(game, card, ("GG-DEST-2", *context.clauses))
    yield from check_state(game)


def _modify(game: Game, effect: tree.Modify, context: Context) -> Procedure:
    """A reduction is no damage (GG-DEST-3). It counts once for a pair, unless a setting counts it for both
    cards (GG-OP-22)."""
    amount = value(game, effect.amount, context)
    twice = game.settings["changes_of_a_pair"] == "both_cards" and effect.operation == "add"
    for of in _meant(game, effect.who, context):
        by = amount * 2 if twice and partner(game, of) else amount
        grant = grant_of(game, context, of, effect.quantity, effect.operation, amount=by, until=effect.until)
        clauses = (*context.clauses, "GG-DEST-3")
        yield Happened("modified", of, clauses, by, context.card, (grant,))
    yield from check_state(game)


def _turn(game: Game, effect: tree.TurnTo, context: Context) -> Procedure:
    """Units become tired or active; destroyed ones do not (GG-OP-7). Cards of an underworld are turned face
    down, which is rebirth (GG-ACT-7), or face up."""
    if effect.way in FACES:
        yield from _turn_over(game, effect, context)
        return
    quarter = TIRED if effect.way == "sideways" else ACTIVE
    for card in _meant(game, effect.cards, context):
        if not is_destroyed(game, card):
            change = (Turn(card, quarter),)
            yield Happened("turned", owner(card), context.clauses, card=card, changes=change)


FACES = {"face down": "reborn", "face up": "turned up"}
"""Ways to turn a card of an underworld over, and what happens then."""


def _turn_over(game: Game, effect: tree.TurnTo, context: Context) -> Procedure:
    down = effect.way == "face down"
    cards = [
        card
        for card in players_or_cards(game, effect.cards, context)
        if game.table.place[card].startswith("underworld.") and (card in game.table.down) is not down
    ]
    for seat in SEATS:
        if turned := [card for card in cards if seat_of(game, card) == seat]:
            flips = tuple(Flip(card, down=down) for card in turned)
            clauses = (*context.clauses, "GG-ACT-7")
            yield Happened(FACES[effect.way], seat, clauses, len(turned), context.card, flips)


def _summon(game: Game, effect: tree.Summon, context: Context) -> Procedure:
    for card in context.thing(effect.cards):
        yield from quick_summon(game, card, context.clauses)


def _move(game: Game, effect: tree.MoveTo, context: Context) -> Procedure:
    """Units leave the field whole (GG-UNION-13), or change rows on it; other cards are face up again, or move
    to a hidden zone. A text that says "this unit" or "that unit" does not follow one that is gone."""
    among = candidates(game, effect.cards, context)
    if isinstance(effect.cards, tree.This | tree.Action):
        among = tuple(card for card in among if _is_there(game, card, context))
    number = how_many(game, effect.number, among, context)
    if not number:
        return
    chosen = yield from choose_unless_all(game, context.who(game, effect.by), among, number, context)
    if effect.name:
        context.named[effect.name] = chosen
    units = tuple(dict.fromkeys(unit_of(game, card) or card for card in chosen))
    if effect.zone in ROWS:
        for card in units:
            yield from _change_rows(game, card, effect.zone, context)
        return
    changes: list[AnyChange] = []
    for card in units:
        if row_of(game, card):
            changes += unit_leaves(game, card, effect.zone)
        else:
            changes += card_leaves(game, card, f"{effect.zone}.{owner(card)}")
    clauses = (*context.clauses, "GG-UNION-13")
    yield Happened("moved", context.you, clauses, len(chosen), context.card, tuple(changes))
    yield from check_state(game)


def _is_there(game: Game, card: CardRef, context: Context) -> bool:
    """Whether the card is a unit on the field, or the spell unit whose text this is, in the underworld."""
    if card == context.card and game.table.place[card].startswith("underworld."):
        return True
    return bool(unit_of(game, card))


def _change_rows(game: Game, card: CardRef, row: str, context: Context) -> Procedure:
    """A unit goes to the other row as it is, tired or damaged (GG-OP-19); not where all positions are taken
    (GG-SUM-5), and a pair not at all (GG-OP-19)."""
    here = row_of(game, card)
    if not here or here == row:
        return
    seat = seat_of(game, card)
    if partner(game, card):
        yield Failed("move", seat, "pair", ("GG-OP-19", *context.clauses), card)
    elif not has_room(game, seat, row):
        yield Failed("move", seat, "full", ("GG-SUM-5", *context.clauses), card)
    else:
        changes = (Move(card, f"{here}.{seat}", f"{row}.{seat}"),)
        yield Happened("moved unit", seat, (*context.clauses, "GG-OP-19"), card=card, changes=changes)
        yield from check_state(game)


def _forbid(game: Game, effect: tree.Forbid, context: Context) -> Procedure:
    """Sealing: the player may not do it with that unit; a pair is one unit (GG-UNION-12)."""
    seat = context.who(game, effect.who)
    about = context.thing(effect.of) if effect.of is not None else ("",)
    for card in dict.fromkeys(unit_of(game, card) if card else "" for card in about):
        if card or effect.of is None:
            grant = grant_of(
                game, context, seat, f"forbid {effect.what}", "forbid", text=card, until=effect.until
            )
            yield Happened("forbidden", seat, (*context.clauses, "GG-base-5"), card=card, changes=(grant,))


def topic(game: Game, what: str, card: CardRef, action: Any) -> str:
    """The topic of a prohibition: the one card that it is about."""
    return card


EFFECT_HANDLERS: dict[type[Any], Handler] = {
    tree.Damage: _damage,
    tree.Destroy: _destroy,
    tree.Modify: _modify,
    tree.TurnTo: _turn,
    tree.Summon: _summon,
    tree.Draw: draw_word(draw),
    tree.MoveTo: _move,
    tree.Forbid: _forbid,
}
