"""Trigger abilities: P.Skills with a condition, found in what has just happened and then carried out.

Not here: P.Skills without a condition (``strength``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.common.marks import mark, marked
from engine.effect.context import Context
from engine.games.chronocard.board import (
    ATTACKS,
    BLOCKED,
    BLOCKS,
    SEATS,
    TRIGGERED,
    field,
    holder,
    is_character,
    on_field,
)
from engine.games.chronocard.declaration import USE
from engine.games.chronocard.declare import ONCE
from engine.games.chronocard.leaving import check_state
from engine.games.chronocard.process import carry_out_text
from engine.games.chronocard.strength import OWN_TURN, is_active
from engine.kernel.ask import Ask
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Flip, Grant, Move
from events.model.kinds import AnyEvent, Began, Failed, Happened, Passed, Resolved, Triggered


class Due(NamedTuple):
    """A trigger ability whose condition was met: the card that has it, and which one."""

    seat: str
    card: CardRef
    moment: str
    ability: Ability


Step = Callable[[Game, str], Iterator[Happened]]
"""A process of a phase: what it would do now for its player; empty if there is nothing to do."""


class Waiting:
    """Everything that is due together: the subject of an ask for the next one."""

    __slots__ = ("cards", "steps")

    def __init__(self, due: list[Due], steps: Iterable[str] = ()) -> None:
        self.cards = tuple(dict.fromkeys(one.card for one in due))
        self.steps = tuple(steps)


def flush(game: Game, since: int, steps: Mapping[str, Step] | None = None) -> Procedure:
    """Carry out what the events from ``since`` on have triggered, and what that triggers in turn (CC-PS-6,
    CC-OP-12), together with the ``steps`` of the current phase, each once it has something to do. Nothing of
    it can be interrupted (CC-base-6-4)."""
    seat = game.table.seat
    due, left = list(_triggered(game, since)), dict(steps or {})
    picks = game.settings["trigger_order"] == "turn_player_picks"
    while True:
        seen = len(game.history)
        able = tuple(name for name, step in left.items() if any(True for _ in step(game, seat)))
        if able and picks and len(able) + len(due) > 1:
            one = yield from _choose_next(game, due, able)
            picks = one is not None
            one = one or able[0]
        elif able:
            one = able[0]
        elif due:
            one = yield from _next(game, due)
        else:
            return
        if isinstance(one, Due):
            due.remove(one)
            if _may_go_off(game, one):
                yield from _fire(game, one)
        else:
            yield from left.pop(one)(game, seat)
            yield from check_state(game)
        due += _triggered(game, seen)


def _choose_next(game: Game, due: list[Due], able: tuple[str, ...]) -> Procedure:
    """The turn player chooses among processes and triggers (CC-base-4-8); None means in printed order,
    processes first."""
    act = yield Ask(
        game.table.seat,
        ("process", "trigger", "pass"),
        about="start",
        clause="CC-base-4-8",
        subject=Waiting(due, able),
        omissible="silent",
    )
    if type(act) is Passed:
        return None
    return next(one for one in due if one.card == act.cards[0]) if act.cards else act.words[0]


def _next(game: Game, due: list[Due]) -> Procedure:
    """The turn player chooses the next trigger (CC-base-4-8), or it follows from the field (CC-OP-12)."""
    waiting = Waiting(due)
    if len(waiting.cards) == 1:
        return due[0]
    if game.settings["trigger_order"] == "turn_player_first":
        return min(due, key=lambda one: one.seat != game.table.seat)
    act = yield Ask(game.table.seat, ("trigger",), about="trigger", clause="CC-base-4-8", subject=waiting)
    return next(one for one in due if one.card == act.cards[0])


def _fire(game: Game, one: Due) -> Procedure:
    """A text ends at the first part that cannot be carried out (CC-PS-5)."""
    counted = _counted(game, one)
    yield Triggered(one.card, one.moment, one.seat, ("CC-PS-6", "CC-PS-5"), changes=counted)
    with game.because(game.last):
        context = Context(one.seat, one.card, ("CC-PS-6",), bearer=holder(game, one.card))
        if not (yield from carry_out_text(game, one.ability.do, context)):
            yield Failed("trigger", one.seat, "impossible", ("CC-PS-6",), one.card)


# --- printed limits ----------------------------------------------------------------------------------


def _may_go_off(game: Game, one: Due) -> bool:
    """Whether its card and its printed limits let it go off now: [1回制限] and [自ターンのみ] mean for
    P.Skills what they mean for A.Skills (CC-AS-15, CC-AS-17, CC-base-1-4)."""
    keywords = one.ability.keywords
    if not is_active(game, one.card, one.ability):
        return False
    if OWN_TURN in keywords and game.table.seat != one.seat:
        return False
    return ONCE not in keywords or not any(
        grant.amount == _number(game, one) for grant in game.table.effects(one.card, TRIGGERED)
    )


def _counted(game: Game, one: Due) -> tuple[AnyChange, ...]:
    """A [1回制限] ability is counted as it goes off, for this card and this turn (CC-AS-15, CC-OP-15)."""
    if ONCE not in one.ability.keywords:
        return ()
    return (mark(game, one.card, TRIGGERED, "CC-AS-15", amount=_number(game, one), source=one.card),)


def _number(game: Game, one: Due) -> int:
    """Which ability of its card it is."""
    return 1 + next(
        at for at, ability in enumerate(game.printed(one.card).abilities) if ability is one.ability
    )


# --- conditions --------------------------------------------------------------------------------------


def _triggered(game: Game, since: int) -> Iterator[Due]:
    """What the events from ``since`` on have triggered, in the order of the events and of the field."""
    for event in game.history[since:]:
        for of, moment in _moments(event):
            yield from _of_moment(game, of, moment)


def _moments(event: AnyEvent) -> Iterator[tuple[str, str]]:
    """The moments of an event, each with the card or seat that it concerns. A card comes to the field, or
    turns face down, whatever the cause: a use, a text, a cost, a rule."""
    if type(event) is Began and event.span == "phase":
        moment = PHASE_MOMENTS.get(event.name)
        if moment is not None:
            yield event.seat, moment
        return
    if type(event) is Happened and event.what == "drawn":
        yield event.of, "own-draw"
        yield event.of, "opponent-draw"
    elif type(event) is Resolved and event.what == USE:
        yield event.seat, "own-use"
        yield event.seat, "opponent-use"
    for change in getattr(event, "changes", ()):
        if type(change) is Move and change.place.startswith("field") and change.origin != change.place:
            yield change.card, "placed"
            yield change.card, "ally-placed"
        elif type(change) is Move and change.origin.startswith("field") and change.origin != change.place:
            yield change.card, "ally-left"
        elif type(change) is Flip:
            yield change.card, "turned-down" if change.down else "recovered"
        elif type(change) is Grant and change.quantity in (BLOCKS, BLOCKED):
            yield change.on, change.quantity


PHASE_MOMENTS = {"start": "own-start", "main": "own-main", "charm": "own-charm", "end": "own-end"}


def _of_moment(game: Game, of: str, moment: str) -> Iterator[Due]:
    for seat in SEATS:
        for card in field(game, seat):
            printed = game.card(card)
            for ability in printed.all(moment) if printed else ():
                due = Due(seat, card, moment, ability)
                if _concerns(game, card, of, moment) and _may_go_off(game, due):
                    yield due


def _concerns(game: Game, card: CardRef, of: str, moment: str) -> bool:
    """Whether a moment that concerns ``of`` triggers an ability of ``card``: without its condition nothing
    happens (CC-PS-5)."""
    seat, bearer = card.partition(".")[0], holder(game, card)
    match moment:
        case "placed":
            return of == card
        case "turned-down" | "recovered" | "blocks" | "blocked":
            return of == bearer and on_field(game, of)
        case "opponent-draw" | "opponent-use":
            return of != seat
        case "ally-placed" | "ally-left":
            return of not in (card, bearer) and of.partition(".")[0] == seat and is_character(game, of)
        case "own-charm":
            return of == seat and marked(game, bearer, ATTACKS)
    return of == seat
