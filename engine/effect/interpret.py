"""Carrying out card text: what each word of the card language does.

Words with the same meaning in every game are here; a game registers those that it has, and its own, in its
vocabulary. Not here: how a line is read (``grammar``) or when a text is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

from engine.common.deck import new_order
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.print import show
from engine.effect.select import candidates, choose, left, owner, players_or_cards
from engine.effect.value import holds, how_many, value
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure
from events.model.changes import AnyChange, CardRef, Grant, Set
from events.model.kinds import Happened, Passed, Revealed

Handler = Callable[[Game, Any, Context], Procedure]
Draw = Callable[[Game, str, int, tuple[str, ...], CardRef], Procedure]
"""Lets a seat draw cards: how many, by which clauses, because of which card."""


def carry_out(game: Game, effects: Iterable[tree.Effect], context: Context) -> Procedure:
    """Every effect, in printed order."""
    for effect in effects:
        yield from perform(game, effect, context)


def perform(game: Game, effect: tree.Effect, context: Context) -> Procedure:
    """One effect, by the handler that the game registers for its word. Returns whether it was carried out, or
    None from a handler for which a change of the table tells."""
    return (yield from game.rules.effect_handlers[type(effect)](game, effect, context))


# --- combinators -----------------------------------------------------------------------------------


def _if(game: Game, effect: tree.If, context: Context) -> Procedure:
    if holds(game, effect.condition, context):
        return (yield from carried_out(game, effect.then, context))
    if effect.otherwise is not None:
        return (yield from carried_out(game, effect.otherwise, context))
    return False


def _both(game: Game, effect: tree.Both, context: Context) -> Procedure:
    first = yield from carried_out(game, effect.first, context)
    second = yield from carried_out(game, effect.second, context)
    return first or second


def _then(game: Game, effect: tree.Then, context: Context) -> Procedure:
    """The second effect follows only if the first was carried out."""
    if not (yield from carried_out(game, effect.first, context)):
        return False
    yield from perform(game, effect.second, context)
    return True


def carried_out(game: Game, effect: tree.Effect, context: Context) -> Procedure:
    """Carry out one effect; returns whether it was: as its handler says, or if it changed the table."""
    before = len(game.history)
    done = yield from perform(game, effect, context)
    if done is None:
        return any(getattr(event, "changes", ()) for event in game.history[before:])
    return done


def _may(game: Game, effect: tree.May, context: Context) -> Procedure:
    act = yield Ask(
        context.you,
        ("do", "pass"),
        about="may",
        clause=context.clauses[0],
        subject=effect,
        omissible="silent",
    )
    if type(act) is not Passed:
        yield from perform(game, effect.effect, context)


def _either(game: Game, effect: tree.Either, context: Context) -> Procedure:
    act = yield Ask(
        context.you, ("first", "second"), about="either", clause=context.clauses[0], subject=effect
    )
    yield from perform(game, effect.first if act.verb == "first" else effect.second, context)


def _each_player(game: Game, effect: tree.EachPlayer, context: Context) -> Procedure:
    """The turn player first; what one of them sets aside is not there for the next."""
    first = game.table.seat or context.you
    for seat in sorted(game.rules.seats, key=lambda one: one != first):
        own = copy(context)
        own.you, own.named = seat, dict(context.named)
        yield from perform(game, effect.effect, own)


def _later(game: Game, effect: tree.Later, context: Context) -> Procedure:
    """The effect becomes a grant that carries its own line; the ruleset runs it at its moment."""
    grant = grant_of(
        game,
        context,
        context.you,
        f"at {effect.moment}",
        "later",
        text=show(effect.effect),
        until="end of turn",
    )
    yield Happened("promised", context.you, context.clauses, card=context.card, changes=(grant,))


# --- numbers ---------------------------------------------------------------------------------------


def _add(game: Game, effect: tree.Add, context: Context) -> Procedure:
    seat = context.who(game, effect.who)
    amount = value(game, effect.amount, context)
    if amount > 0 and forbidden(game, seat, f"gain-{effect.track}"):
        yield Happened("prevented", seat, context.clauses, amount, context.card)
        return
    change = moved_track(game, effect.track, seat, game.table.track(effect.track, seat) + amount)
    what = f"{effect.track} {'up' if amount >= 0 else 'down'}"
    yield Happened(what, seat, context.clauses, abs(amount), context.card, (change,))


def _set(game: Game, effect: tree.SetTo, context: Context) -> Procedure:
    seat = context.who(game, effect.who)
    change = moved_track(game, effect.track, seat, value(game, effect.amount, context))
    yield Happened(f"{effect.track} set", seat, context.clauses, change.value, context.card, (change,))


def _modify(game: Game, effect: tree.Modify, context: Context) -> Procedure:
    amount = value(game, effect.amount, context)
    for of in players_or_cards(game, effect.who, context):
        grant = grant_of(
            game, context, of, effect.quantity, effect.operation, amount=amount, until=effect.until
        )
        yield Happened("modified", of, context.clauses, amount, context.card, (grant,))


def _correct(game: Game, effect: tree.Correct, context: Context) -> Procedure:
    context.action.corrections.append((effect.operation, value(game, effect.amount, context), context.card))
    yield from ()


def _reduce_cost(game: Game, effect: tree.ReduceCost, context: Context) -> Procedure:
    context.action.reduction += value(game, effect.amount, context)
    yield from ()


def moved_track(game: Game, track: str, of: str, to: int) -> Set:
    """The change that sets a printed value to ``to``, within the limits of its track."""
    limits = game.rules.track(track)
    return Set(track, of, min(max(to, limits.least), limits.most))


# --- permissions -----------------------------------------------------------------------------------


def _forbid(game: Game, effect: tree.Forbid, context: Context) -> Procedure:
    seat = context.who(game, effect.who)
    text = ""
    if effect.of is not None:
        about = context.thing(effect.of)
        if not about:
            return
        text = game.rules.topic(game, effect.what, about[0], context.action)
    grant = grant_of(game, context, seat, f"forbid {effect.what}", "forbid", text=text, until=effect.until)
    yield Happened("forbidden", seat, context.clauses, card=context.card, changes=(grant,))


def forbidden(game: Game, seat: str, what: str, text: str = "") -> Grant | None:
    """The continuous effect that forbids ``what`` (about ``text``) to ``seat``, if there is one."""
    for grant in game.table.effects(seat, f"forbid {what}"):
        if grant.text == text:
            return grant
    return None


def grant_of(
    game: Game,
    context: Context,
    on: str,
    quantity: str,
    operation: str,
    *,
    until: str,
    amount: int = 0,
    text: str = "",
) -> Grant:
    """A continuous effect of the current text, with a number that is unique in this match."""
    return Grant(
        game.number(), on, quantity, operation, amount, text, until, context.card, context.clauses[0]
    )


def ended_grants(game: Game, *until: str) -> tuple[str, ...]:
    """Ids of the continuous effects that last no longer than ``until``."""
    return tuple(grant.id for grant in game.table.grants.values() if grant.until in until)


# --- cards -----------------------------------------------------------------------------------------


def _reveal(game: Game, effect: tree.Reveal, context: Context) -> Procedure:
    """The chooser shows ``number`` cards, or all if there are fewer."""
    among = candidates(game, effect.cards, context)
    number = how_many(game, effect.number, among, context)
    if not number:
        return
    chooser = context.who(game, effect.by)
    up_to = isinstance(effect.number, tree.UpTo)
    chosen = yield from choose(game, chooser, "show", among, number, context, up_to=up_to)
    context.named[effect.name] = chosen
    faces = tuple(game.table.face[card] for card in chosen)
    yield Revealed(chooser, chosen, faces, context.clauses)


def _move(game: Game, effect: tree.MoveTo, context: Context) -> Procedure:
    among = candidates(game, effect.cards, context)
    number = how_many(game, effect.number, among, context)
    if not number:
        return
    by, up_to = context.who(game, effect.by), isinstance(effect.number, tree.UpTo)
    chosen = yield from choose(game, by, "pick", among, number, context, up_to=up_to)
    if effect.name:
        context.named[effect.name] = chosen
    if not chosen:
        return
    changes: list[AnyChange] = []
    for card in chosen:
        changes += left(game, card, f"{effect.zone}.{owner(card)}")
    yield Happened("moved", context.you, context.clauses, len(chosen), context.card, tuple(changes))


def _choose(game: Game, effect: tree.Choose, context: Context) -> Procedure:
    """Choose ``number`` cards, or all if there are fewer."""
    among = candidates(game, effect.cards, context)
    if context.fits is not None:
        among = tuple(card for card in among if context.fits(card))
    number = how_many(game, effect.number, among, context)
    chosen: tuple[CardRef, ...] = ()
    if number:
        up_to = isinstance(effect.number, tree.UpTo)
        chosen = yield from choose(game, context.you, "pick", among, number, context, up_to=up_to)
    context.named[effect.name] = chosen


def draw_word(draw: Draw) -> Handler:
    """The handler of ``draw`` in a game whose cards are drawn by ``draw``, which may return what was
    drawn."""

    def handler(game: Game, effect: tree.Draw, context: Context) -> Procedure:
        seat, number = context.who(game, effect.who), max(0, value(game, effect.amount, context))
        drawn = yield from draw(game, seat, number, context.clauses, context.card)
        if effect.name:
            context.named[effect.name] = drawn

    return handler


def _shuffle(game: Game, effect: tree.ShuffleDeck, context: Context) -> Procedure:
    for seat in _decks_of(game, effect.who, context):
        cards = tuple(game.table.at(f"deck.{seat}"))
        if not cards:
            continue
        order = yield from new_order(game, seat, cards, part="", clause=context.clauses[0])
        yield Happened("shuffled", seat, context.clauses, len(cards), context.card, order)


def _decks_of(game: Game, who: tree.Who | tree.Named, context: Context) -> tuple[str, ...]:
    """Whose decks are meant: of cards those of their owners, in the order of the seats."""
    if isinstance(who, str):
        return (context.who(game, who),)
    owners = {owner(card) for card in context.thing(who)}
    return tuple(seat for seat in game.rules.seats if seat in owners)


def _end(game: Game, effect: tree.End, context: Context) -> Procedure:
    yield from ()
    raise MatchOver(context.who(game, effect.who), "card text", *context.clauses)


COMMON_HANDLERS: dict[type[Any], Handler] = {
    tree.If: _if,
    tree.Both: _both,
    tree.Then: _then,
    tree.May: _may,
    tree.Either: _either,
    tree.EachPlayer: _each_player,
    tree.Later: _later,
    tree.Add: _add,
    tree.SetTo: _set,
    tree.Modify: _modify,
    tree.Correct: _correct,
    tree.ReduceCost: _reduce_cost,
    tree.Forbid: _forbid,
    tree.Reveal: _reveal,
    tree.MoveTo: _move,
    tree.ShuffleDeck: _shuffle,
    tree.Choose: _choose,
    tree.End: _end,
}
