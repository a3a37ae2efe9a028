"""Handlers of card language words with a meaning of their own in Genesis Garden.

Not here: the words that mean the same in every game (``engine.effect.interpret``).
"""

from typing import Any

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.interpret import Handler, draw_word, grant_of
from engine.effect.select import candidates, choose_unless_all, owner, players_or_cards
from engine.effect.value import value
from engine.games.genesis_garden.board import SEATS, row_of
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
from engine.games.genesis_garden.unit import ACTIVE, TIRED, is_destroyed, partner
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Turn
from events.model.kinds import Happened


def _damage(game: Game, effect: tree.Damage, context: Context) -> Procedure:
    """To a player: cards from the headquarters, as damage (GG-OP-14). To units: accumulated damage."""
    amount = value(game, effect.amount, context)
    if effect.who == "everyone":
        clauses = (*context.clauses, "GG-OP-14", "GG-OP-16")
        yield from damage_both(game, context.you, amount, clauses, card=context.card)
        return
    for of in players_or_cards(game, effect.who, context):
        if of in SEATS:
            clauses = (*context.clauses, "GG-OP-14")
            yield from damage_player(game, of, amount, "effect damage", clauses, card=context.card)
        elif amount > 0 and row_of(game, of) and not is_destroyed(game, of):
            yield damage_by_effect(game, of, amount, context.clauses, context.card)
    yield from check_state(game)


def _destroy(game: Game, effect: tree.Destroy, context: Context) -> Procedure:
    """Destroyed by a text, whatever the defence (GG-DEST-2)."""
    for card in players_or_cards(game, effect.cards, context):
        if row_of(game, card) and not is_destroyed(game, card):
            yield destroy(game, card, ("GG-DEST-2", *context.clauses))
    yield from check_state(game)


def _modify(game: Game, effect: tree.Modify, context: Context) -> Procedure:
    """A reduction is no damage (GG-DEST-3). It counts once for a pair, unless a setting counts it for both
    cards (GG-OP-22)."""
    amount = value(game, effect.amount, context)
    twice = game.settings["changes_of_a_pair"] == "both_cards" and effect.operation == "add"
    for of in players_or_cards(game, effect.who, context):
        by = amount * 2 if twice and partner(game, of) else amount
        grant = grant_of(game, context, of, effect.quantity, effect.operation, amount=by, until=effect.until)
        clauses = (*context.clauses, "GG-DEST-3")
        yield Happened("modified", of, clauses, by, context.card, (grant,))
    yield from check_state(game)


def _turn(game: Game, effect: tree.TurnTo, context: Context) -> Procedure:
    """Units become tired or active; destroyed ones do not (GG-OP-7)."""
    quarter = TIRED if effect.way == "sideways" else ACTIVE
    for card in players_or_cards(game, effect.cards, context):
        if row_of(game, card) and not is_destroyed(game, card):
            change = (Turn(card, quarter),)
            yield Happened("turned", owner(card), context.clauses, card=card, changes=change)


def _summon(game: Game, effect: tree.Summon, context: Context) -> Procedure:
    for card in context.thing(effect.cards):
        yield from quick_summon(game, card, context.clauses)


def _move(game: Game, effect: tree.MoveTo, context: Context) -> Procedure:
    """Units leave the field whole (GG-UNION-13); other cards are face up again, or move to a hidden zone."""
    among = candidates(game, effect.cards, context)
    number = min(value(game, effect.number, context), len(among))
    if not number:
        return
    chosen = yield from choose_unless_all(game, context.who(game, effect.by), among, number, context)
    if effect.name:
        context.named[effect.name] = chosen
    changes: list[AnyChange] = []
    for card in chosen:
        if row_of(game, card):
            changes += unit_leaves(game, card, effect.zone)
        else:
            changes += card_leaves(game, card, f"{effect.zone}.{owner(card)}")
    clauses = (*context.clauses, "GG-UNION-13")
    yield Happened("moved", context.you, clauses, len(chosen), context.card, tuple(changes))


def topic(game: Game, what: str, card: CardRef, action: Any) -> str:
    """The topic of a prohibition: a card's name. No text of this game forbids anything."""
    return game.table.face[card]


EFFECT_HANDLERS: dict[type[Any], Handler] = {
    tree.Damage: _damage,
    tree.Destroy: _destroy,
    tree.Modify: _modify,
    tree.TurnTo: _turn,
    tree.Summon: _summon,
    tree.Draw: draw_word(draw),
    tree.MoveTo: _move,
}
