"""Stepping through a match: from one event, act, chain or turn to the next.

Not here: the buttons (``views.replay``).
"""

from collections.abc import Sequence

from dashboard.match.replay.chain_tree import roots
from engine.record.match import Match
from events.model.kinds import ACTS, Began


def act_stops(match: Match) -> list[int]:
    """Seqs of the acts that somebody stated, and of the opening."""
    acts = (seq for seq, event in enumerate(match.events) if isinstance(event, ACTS) and not event.implied)
    return [0, *acts]


def chain_stops(match: Match) -> list[int]:
    """Seqs of the actions with which chains begin, and of the opening: what is declared in answer to another
    action belongs to the chain of that one."""
    return [0, *(seq for seq, root in enumerate(roots(match)) if root == seq)]


def turn_stops(match: Match) -> list[int]:
    """Seqs at which the turns begin."""
    events = enumerate(match.events)
    return [seq for seq, event in events if isinstance(event, Began) and event.span == "turn"]


def first_position(match: Match) -> int:
    """Where a reader begins: the first turn, or the opening of a match that has none."""
    return next(iter(turn_stops(match)), 0)


def next_stop(stops: Sequence[int], at: int) -> int | None:
    """The next stop; None behind the last."""
    return min((stop for stop in stops if stop > at), default=None)


def previous_stop(stops: Sequence[int], at: int) -> int | None:
    """The stop before; None at the first."""
    return max((stop for stop in stops if stop < at), default=None)
