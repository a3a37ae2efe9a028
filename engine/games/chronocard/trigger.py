"""Trigger abilities: P.Skills with a condition, found in what has just happened and carried out right after.

Not here: P.Skills without a condition (``strength``).
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.ask import Ask
from engine.card import Ability
from engine.effect.context import Context
from engine.game import Game
from engine.games.chronocard.board import (
    ATTACKS,
    SEATS,
    field,
    holder,
    is_character,
    marked,
)  # fmt: skip
from engine.games.chronocard.process import follow
from engine.games.chronocard.strength import is_active
from engine.procedure import Procedure
from events.changes import CardRef
from events.kinds import AnyEvent, Began, Failed, Happened, Triggered


class Due(NamedTuple):
    """A trigger ability whose condition was met: the card that has it, and which one."""

    seat: str
    card: CardRef
    moment: str
    ability: Ability


class Waiting:
    """Trigger abilities that came due together: the subject of an ask for the next one."""

    __slots__ = ("cards",)

    def __init__(self, due: list[Due]) -> None:
        self.cards = tuple(dict.fromkeys(one.card for one in due))


def flush(game: Game, since: int) -> Procedure:
    """Carry out what the events from ``since`` on have set off, and what that sets off in turn (CC-PS-6,
    CC-OP-12). Nothing of it can be interrupted (CC-base-6-4)."""
    due = list(_found(game, since))
    seen = len(game.history)
    while due:
        one = yield from _next(game, due)
        due.remove(one)
        if is_active(game, one.card, one.ability):
            yield from _fire(game, one)
        due += _found(game, seen)
        seen = len(game.history)


def _next(game: Game, due: list[Due]) -> Procedure:
    """The turn player picks which comes next (CC-base-4-8), or it follows from the field (CC-OP-12)."""
    waiting = Waiting(due)
    if len(waiting.cards) == 1:
        return due[0]
    if game.settings["trigger_order"] == "turn_player_first":
        return min(due, key=lambda one: one.seat != game.table.seat)
    act = yield Ask(game.table.seat, ("trigger",), about="trigger", clause="CC-base-4-8", subject=waiting)
    return next(one for one in due if one.card == act.cards[0])


def _fire(game: Game, one: Due) -> Procedure:
    """A text that cannot be carried out any further ends there (CC-PS-5)."""
    yield Triggered(one.card, one.moment, one.seat, ("CC-PS-6", "CC-PS-5"))
    with game.because(game.last):
        context = Context(one.seat, one.card, ("CC-PS-6",), bearer=holder(game, one.card))
        if not (yield from follow(game, one.ability.do, context)):
            yield Failed("trigger", one.seat, "impossible", ("CC-PS-6",), one.card)


# --- conditions --------------------------------------------------------------------------------------


def _found(game: Game, since: int) -> Iterator[Due]:
    """What the events from ``since`` on have set off, in the order of the events and of the field."""
    for event in game.history[since:]:
        for of, moment in _moments(event):
            yield from _of_moment(game, of, moment, event)


def _moments(event: AnyEvent) -> Iterator[tuple[str, str]]:
    """The moments that an event is, each with whom it concerns: a card or a seat."""
    match event:
        case Began(span="phase", name="start", seat=seat):
            yield seat, "own-start"
        case Began(span="phase", name="charm", seat=seat):
            yield seat, "own-charm"
        case Happened(what="placed", card=card):
            yield card, "placed"
            yield card, "ally-placed"
        case Happened(what="turned face down", card=card):
            yield card, "turned-down"
        case Happened(what="drawn", of=seat):
            yield seat, "own-draw"


def _of_moment(game: Game, of: str, moment: str, event: AnyEvent) -> Iterator[Due]:
    for seat in SEATS:
        for card in field(game, seat):
            printed = game.card(card)
            for ability in printed.all(moment) if printed else ():
                if _concerns(game, card, of, moment) and is_active(game, card, ability):
                    yield Due(seat, card, moment, ability)


def _concerns(game: Game, card: CardRef, of: str, moment: str) -> bool:
    """Whether a moment that concerns ``of`` is one for an ability of ``card``."""
    seat, bearer = card.partition(".")[0], holder(game, card)
    match moment:
        case "placed":
            return of == card
        case "turned-down":
            return of == bearer
        case "ally-placed":
            return of not in (card, bearer) and of.partition(".")[0] == seat and is_character(game, of)
        case "own-charm":
            return of == seat and marked(game, bearer, ATTACKS)
    return of == seat
