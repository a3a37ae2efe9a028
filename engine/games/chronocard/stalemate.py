"""Turns of the same course: what they began with, and what was declared in them (CC-base-9-6, CC-OP-21).

Worked out from the record whenever somebody claims it. Not here: the claim (``verbs.ending``).
"""

from typing import NamedTuple

from engine.game import Game
from engine.games.chronocard.board import SEATS
from engine.table import Table
from events.kinds import ACTS, AnyEvent, Began


class Course(NamedTuple):
    """One turn of each player: the table at its start, and all acts since."""

    table: tuple[object, ...]
    acts: tuple[tuple[object, ...], ...]


def repeats(game: Game) -> int:
    """How many courses in a row, up to the last whole one, are the same."""
    found = courses(game)
    number = 0
    for course in reversed(found):
        if course != found[-1]:
            break
        number += 1
    return number


def courses(game: Game) -> list[Course]:
    """The whole courses of the match so far; the one at hand is not over."""
    table, found = Table(), []
    begun: tuple[object, ...] | None = None
    acts: list[tuple[object, ...]] = []
    for event in game.history:
        table.apply(event)
        if type(event) is Began and event.span == "turn" and event.seat == SEATS[0]:
            if begun is not None:
                found.append(Course(begun, tuple(acts)))
            begun, acts = _position(table), []
        elif isinstance(event, ACTS):
            acts.append(_said(event))
    return found


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
