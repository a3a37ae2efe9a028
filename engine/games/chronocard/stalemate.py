"""Repeated sequences of turns: the position at the start, and what was declared (CC-base-9-6, CC-OP-21).

Computed from the record whenever somebody claims it. Not here: the claim (``verbs.ending``).
"""

from engine.games.chronocard.board import SEATS
from engine.kernel.game import Game
from engine.kernel.table import Table
from events.model.kinds import ACTS, AnyEvent, Began

Acts = list[tuple[object, ...]]
"""What was declared in one turn of each player."""


def repeats(game: Game) -> int:
    """How many sequences in a row, up to the last complete one, are the same. Their starting positions are
    computed only where the declarations of the last two agree: it takes all events of the match."""
    acts = turn_sequences(game)
    if acts[-1:] != acts[-2:-1]:
        return min(1, len(acts))
    found = list(
        zip(_starting_positions(game), acts, strict=False)
    )  # the current sequence has a start as well
    return next((number for number, course in enumerate(reversed(found)) if course != found[-1]), len(found))


def turn_sequences(game: Game) -> list[Acts]:
    """The complete sequences of the match so far; the current one is not over."""
    found: list[Acts] = []
    for event in game.history:
        if _begins(event):
            found.append([])
        elif isinstance(event, ACTS) and found:
            found[-1].append(_said(event))
    return found[:-1]


def _starting_positions(game: Game) -> list[tuple[object, ...]]:
    """The table at the start of each sequence, including the current one."""
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
    """The places and states of all cards, and all numbers; without the number of the turn and the numbers of
    continuous effects, which only ever increase."""
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
