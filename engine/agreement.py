"""Ends of a match that people make: one concedes, or all agree, on a winner or on none.

Not here: the clauses under which a game accepts them (its verbs), and what follows.
"""

from collections.abc import Iterator

from engine.ask import TABLE, Ask
from engine.game import Game
from events.kinds import AnyAct, Declared


def concessions(game: Game, ask: Ask) -> Iterator[AnyAct]:
    """Any player may concede at any time."""
    for seat in game.rules.seats:
        yield Declared(seat, "concede")


def agreements(game: Game, ask: Ask) -> Iterator[AnyAct]:
    """The table ends the match without a winner, or with one."""
    yield Declared(TABLE, "agreed-end")
    for seat in game.rules.seats:
        yield Declared(TABLE, "agreed-end", targets=(seat,))


def by_all(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether the table says so, and names nobody but players."""
    return act.seat == TABLE and all(seat in game.rules.seats for seat in act.targets)
