"""Choosing and moving cards: what selectors of card text refer to.

Not here: the words that use them (``interpret``).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.trait_forms import NON, OR, is_true
from engine.kernel.ask import Ask
from engine.kernel.card import Card
from engine.kernel.game import Game
from events.model.changes import AnyChange, Attach, CardRef, Expire, Flip, Holder, Move, Place
from events.model.kinds import Passed


def candidates(
    game: Game, cards: tree.Cards | tree.Among | tree.Thing, context: Context
) -> tuple[CardRef, ...]:
    """The instances that a selector refers to."""
    if isinstance(cards, tree.Among):
        return with_traits(game, context.thing(cards.thing), cards.traits)
    if not isinstance(cards, tree.Cards):
        return context.thing(cards)
    seats = game.rules.seats if cards.who == "anyone" else (context.who(game, cards.who),)
    zones = game.rules.areas.get(cards.zone, (cards.zone,))
    found = tuple(card for seat in seats for zone in zones for card in game.table.at(f"{zone}.{seat}"))
    return with_traits(game, found, cards.traits) if cards.traits else found


def with_traits(game: Game, cards: tuple[CardRef, ...], traits: str) -> tuple[CardRef, ...]:
    """Those cards that have all of the traits."""
    wanted = traits.split()
    said = _as_said if NON in traits or OR in traits else has
    return tuple(card for card in cards if all(said(game, card, trait) for trait in wanted))


def _as_said(game: Game, card: CardRef, trait: str) -> bool:
    return is_true(trait, lambda one: has(game, card, one))


def has(game: Game, card: CardRef, trait: str) -> bool:
    """Whether a trait of the ruleset, or else a tag, is true of a card."""
    known = game.rules.traits.get(trait)
    return known(game, card) if known is not None else trait in tags(game, card)


def players_or_cards(game: Game, who: tree.PlayersOrCards, context: Context) -> tuple[Holder, ...]:
    """The players or cards whose number the text refers to."""
    if isinstance(who, str):
        return game.rules.seats if who == "everyone" else (context.who(game, who),)
    return candidates(game, who, context) if isinstance(who, tree.Cards) else context.thing(who)


def _printed(game: Game, card: CardRef) -> Card | None:
    """What is printed on a card as texts read it: in some games on the top card of its stack."""
    shown = game.rules.shown
    return game.card(card) if shown is None else shown(game, card)


def tags(game: Game, card: CardRef) -> tuple[str, ...]:
    """Printed tags of a card, and those of its role while it is attached."""
    printed, role = _printed(game, card), game.role(card)
    return (printed.tags if printed else ()) + (role.tags if role else ())


def stat(game: Game, card: CardRef, name: str) -> int:
    """A printed number of a card: its original ``cost``, or a stat of its role (the current one where it
    changes with the state of the game) or of itself; 0 without."""
    printed, role = _printed(game, card), game.role(card)
    if name == "cost":
        return (printed.cost or 0) if printed else 0
    for time, stats in role.stats_at.items() if role else ():
        if name in stats and game.rules.times[time](game, None):
            return stats[name]
    for holder in (role, printed):
        if holder is not None and name in holder.stats:
            return holder.stats[name]
    return 0


def choose(
    game: Game,
    seat: str,
    verb: str,
    among: tuple[CardRef, ...],
    number: int,
    context: Context,
    *,
    up_to: bool = False,
) -> Generator[Any, Any, tuple[CardRef, ...]]:
    """Ask ``seat`` for ``number`` of some cards, or for all that fit if there are fewer; returns them.
    ``up_to``: for any number of them, or none, which a pass says."""
    fitting = among if context.fits is None else tuple(card for card in among if context.fits(card))
    number = min(number, len(fitting))
    if not number:
        return ()
    choice, clause = Choice(fitting, number, context, least=1 if up_to else number), context.clauses[0]
    if not up_to:
        act = yield Ask(seat, (verb,), about="choose", clause=clause, subject=choice)
        return tuple(act.cards)
    act = yield Ask(seat, (verb, "pass"), about="choose", clause=clause, subject=choice, omissible="silent")
    return () if type(act) is Passed else tuple(act.cards)


def choose_unless_all(
    game: Game, seat: str, among: tuple[CardRef, ...], number: int, context: Context, *, up_to: bool = False
) -> Generator[Any, Any, tuple[CardRef, ...]]:
    """Pick ``number`` of some cards without asking where that is all of them. Returns them."""
    if len(among) <= number and not up_to:
        return among
    return (yield from choose(game, seat, "pick", among, number, context, up_to=up_to))


class Choice:
    """A number of some cards: the subject of an ask to show or to pick; ``least``: not fewer than that.
    ``context`` is that of the text or rule that asks; None where no text could."""

    __slots__ = ("among", "context", "least", "number")

    def __init__(
        self,
        among: tuple[CardRef, ...],
        number: int,
        context: Context | None = None,
        *,
        least: int | None = None,
    ) -> None:
        self.among = among
        self.number = number
        self.context = context
        self.least = number if least is None else least


def owner(card: CardRef) -> str:
    """The seat that an instance belongs to."""
    return card.partition(".")[0]


def taken_away(game: Game, card: CardRef, place: Place) -> list[AnyChange]:
    """The changes by which a ruling moves a card: it leaves its place, and what was on it or came of its
    lying there ends."""
    changes = left(game, card, place)
    ended = {change.id for change in changes if isinstance(change, Expire)}
    changes += [
        Expire(grant.id)
        for grant in game.table.grants.values()
        if grant.id not in ended
        and (grant.on == card or (grant.source == card and grant.until == "while here"))
    ]
    return changes


def left(game: Game, card: CardRef, place: Place) -> list[AnyChange]:
    """The changes by which a card leaves its place: effects from it end, and it is face up and upright
    again."""
    table = game.table
    changes: list[AnyChange] = [Move(card, table.place[card], place)]
    if card in table.host:
        changes.append(Attach(card, ""))
        changes += [
            Expire(grant.id)
            for grant in table.grants.values()
            if grant.source == card and grant.until == "while here"
        ]
    if card in table.down:
        changes.append(Flip(card, down=False))
    return changes
