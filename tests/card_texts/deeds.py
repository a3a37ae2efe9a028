"""What each line of a text says is what it does: watched around every effect that is carried out.

A number is taken as the effect begins. Only what the effect's own card brings about is looked at, not what
answers to it in between. Not here: what is true of every event (``laws``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.effect import tree
from engine.effect.nodes import nodes
from engine.effect.select import candidates, players_or_cards
from engine.effect.value import value
from engine.kernel.game import Game
from events.model.changes import Grant, Move, Set
from events.model.kinds import Happened
from tests.card_texts.prices import Prices

Check = Callable[[Game, Any, Any], Callable[[Sequence[Any]], None]]
DAMAGE = ("damage", "damage-taken", "damage-dealt")
"""What changes damage on its way."""
MADE = "made"
"""What an effect says of a card that it makes a character."""


def _modify(game: Game, effect: tree.Modify, context: Any) -> Callable[[Sequence[Any]], None]:
    """The effect lasts as long as the line says, and changes what it says by as much as it says."""
    amount, most = value(game, effect.amount, context), len(players_or_cards(game, effect.who, context))

    def check(events: Sequence[Any]) -> None:
        made = [one for event in events for one in event.changes if type(one) is Grant]
        made = [one for one in made if one.quantity == effect.quantity]
        assert len(made) <= most, f"more is modified than the line says: {effect}: {made}"
        for one in made:
            assert one.until == effect.until, f"it lasts otherwise: {effect}: {one}"
            assert one.operation == effect.operation, f"it changes otherwise: {effect}: {one}"
            assert one.amount == amount, f"it changes by another number than {amount}: {effect}: {one}"

    return check


def _draw(game: Game, effect: tree.Draw, context: Any) -> Callable[[Sequence[Any]], None]:
    seat, number = context.who(game, effect.who), max(0, value(game, effect.amount, context))

    def check(events: Sequence[Any]) -> None:
        drawn = [one for event in events for one in event.changes if type(one) is Move]
        drawn = [one for one in drawn if one.place == f"hand.{seat}" and not one.origin.startswith("hand")]
        assert len(drawn) <= number, f"more than {number} are drawn: {drawn}"
        pile = drawn[0].origin if drawn else f"deck.{seat}"
        short = pile.partition(".")[0] in ("deck", "hq") and not game.table.at(pile)
        assert len(drawn) == number or short, f"{len(drawn)} of {number} are drawn: {events}"

    return check


def _move(game: Game, effect: tree.MoveTo, context: Any) -> Callable[[Sequence[Any]], None]:
    among = candidates(game, effect.cards, context)
    number = max(0, value(game, effect.number, context))
    hosts = {card: host for card, (host, _) in game.table.host.items()}
    makers = {one.on: one.source for one in game.table.grants.values() if one.quantity == MADE}

    def check(events: Sequence[Any]) -> None:
        moved = {one.card for event in events for one in event.changes if type(one) is Move} & set(among)
        # the others go with one of them: with what they are attached to, or with what made them (AA-7-3b)
        alone = {card for card in moved if not moved & {hosts.get(card), makers.get(card)}}
        assert min(len(moved), len(alone)) <= number, f"more than {number} move: {moved}"

    return check


def _choose(game: Game, effect: tree.Choose, context: Any) -> Callable[[Sequence[Any]], None]:
    number = max(0, value(game, effect.number, context))
    among = candidates(game, effect.cards, context)

    def check(events: Sequence[Any]) -> None:
        chosen = context.named.get(effect.name, ())
        assert len(chosen) <= number, f"more than {number} are chosen: {chosen}"
        assert set(chosen) <= set(among), f"others are chosen than the line says: {chosen}"

    return check


def _damage(game: Game, effect: tree.Damage, context: Any) -> Callable[[Sequence[Any]], None]:
    amount = value(game, effect.amount, context)
    changed = any(grant.quantity in DAMAGE for grant in game.table.grants.values()) or _changes_damage(game)

    def check(events: Sequence[Any]) -> None:
        dealt: dict[str, int] = {}
        for event in events:
            if event.what.endswith("damage") and event.card == context.card:
                dealt[event.of] = dealt.get(event.of, 0) + event.amount
        for of, number in dealt.items() if not changed else ():
            cut_off = number < amount and of not in game.rules.seats  # a unit has no more to lose
            assert number == amount or cut_off, f"other damage than {amount}: {events}"

    return check


def _changes_damage(game: Game) -> bool:
    """Whether a text that acts all the time could change damage."""
    return any(
        isinstance(piece, tree.Modify) and piece.quantity in DAMAGE
        for card in game.faces.values()
        for ability in card.abilities
        for line in ability.do
        for piece in nodes(line)
    )


def _add(game: Game, effect: tree.Add, context: Any) -> Callable[[Sequence[Any]], None]:
    seat, amount = context.who(game, effect.who), value(game, effect.amount, context)
    before, limits = game.table.track(effect.track, seat), game.rules.track(effect.track)
    to = min(max(before + amount, limits.least), limits.most)

    def check(events: Sequence[Any]) -> None:
        found = [one for event in events for one in event.changes if type(one) is Set]
        sets = [one.value for one in found if (one.track, one.of) == (effect.track, seat)]
        assert not sets or sets[0] == to, f"{effect.track} of {seat} was {before}: {effect}: {sets}"

    return check


CHECKS: dict[type[Any], Check] = {
    tree.Modify: _modify,
    tree.Draw: _draw,
    tree.MoveTo: _move,
    tree.Choose: _choose,
    tree.Damage: _damage,
    tree.Add: _add,
}


def watched(handler: Any, effects: set[tuple[str, int]], prices: Prices, inside: list[set[int]]) -> Any:
    """The handler, checked: ``effects`` collects what is carried out: the face of its card, or ``""`` of any,
    and the id of the line (equal lines are one object). ``inside`` is shared by the handlers of a match: for
    each effect under way, the events that other effects brought about in between, also of the same card."""

    def handle(game: Game, effect: Any, context: Any) -> Any:
        effects.update({("", id(effect)), (game.table.face.get(context.card, ""), id(effect))})
        prices.check(game, effect, context)
        begin = CHECKS.get(type(effect))
        check, since = begin(game, effect, context) if begin else None, len(game.history)
        inside.append(set())
        try:
            done = yield from handler(game, effect, context)
        finally:
            others = inside.pop()
            if inside:
                inside[-1].update(range(since, len(game.history)))
        if check is not None:
            own = [
                event
                for number, event in enumerate(game.history[since:], start=since)
                if number not in others and type(event) is Happened and _own(event, context)
            ]
            check(own)
        return done

    return handle


def _own(event: Happened, context: Any) -> bool:
    return event.card == context.card and set(context.clauses) <= set(event.clauses)
