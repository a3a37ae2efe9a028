"""Turns of the same course: what they began with, and what was declared in them (CC-base-9-6, CC-OP-21).

Worked out from the record whenever somebody claims it. Not here: the claim (``verbs.ending``).
"""

from engine.games.chronocard.board import SEATS
from engine.kernel.game import Game
from engine.kernel.table import Table
from events.model.kinds import ACTS, AnyEvent, Began

Acts = list[tuple[object, ...]]
"""What was declared in one turn of each player."""


def repeats(game: Game) -> int:
    """How many courses in a row, up to the last whole one, are the same. What they began with is worked out
    only where the same was declared in the last two: it takes all events of the match."""
    acts = courses(game)
    if acts[-1:] != acts[-2:-1]:
        return min(1, len(acts))
    found = list(zip(_begun_with(game), acts, strict=False))  # the course at hand has begun as well
    return next((number for number, course in enumerate(reversed(found)) if course != found[-1]), len(found))


def courses(game: Game) -> list[Acts]:
    """The whole courses of the match so far; the one at hand is not over."""
    found: list[Acts] = []
    for event in game.history:
        if _begins(event):
            found.append([])
        elif isinstance(event, ACTS) and found:
            found[-1].append(_said(event))
    return found[:-1]


def _begun_with(game: Game) -> list[tuple[object, ...]]:
    """The table at the start of each course, of the one at hand as well."""
    table, found = Table(), []
    for event in game.history:
        table.apply(event)
        if _begins(event):
            found.append(_position(table))
    return found


def _begins(event: AnyEvent) -> bool:
    return type(event) is Began and event.span == "turn" and event.seat == SEATS[0]


def _said(act: AnyEvent) -> tuple[object, ...]:
    assert isinstance(act, ACTS)
    return act.seat, act.verb, act.cards, act.targets, act.number, act.words


def _position(table: Table) -> tuple[object, ...]:
    """What lies where and how, and all numbers; the number of the turn is left out, and so are the numbers of
    continuous effects, which only ever grow."""
    zones = tuple((place, tuple(cards)) for place, cards in sorted(table.zones.items()) if cards)
    effects = sorted(
        (g.on, g.quantity, g.operation, g.amount, g.text, g.source) for g in table.grants.values()
    )
    return (
        zones,
        tuple(sorted(table.down)),
        tuple(sorted(table.quarter.items())),
        tuple(sorted(table.host.items())),
        tuple(sorted(table.tracks.items())),
        tuple(effects),
    )
