"""The stops of a match: acts, chains and turns, and the next one from any event.

Not here: the buttons (``navigation``).
"""

from collections.abc import Sequence

from dashboard.match.replay.chain_tree import roots
from engine.record.match import Match
from events.model.kinds import ACTS, Began


def act_stops(match: Match) -> list[int]:
    """Seqs of the opening and of the acts that the record states; implied ones are skipped."""
    acts = (seq for seq, event in enumerate(match.events) if isinstance(event, ACTS) and not event.implied)
    return [0, *acts]


def chain_stops(match: Match) -> list[int]:
    """Seqs of the opening and of the actions that begin a chain. An answer belongs to the chain of the action
    that it answers."""
    return [0, *(seq for seq, root in enumerate(roots(match)) if root == seq)]


def turn_stops(match: Match) -> list[int]:
    """Seqs of the beginnings of turns."""
    events = enumerate(match.events)
    return [seq for seq, event in events if isinstance(event, Began) and event.span == "turn"]


def first_position(match: Match) -> int:
    """Where the replay starts: at the first turn, or at the opening of a match without turns."""
    return next(iter(turn_stops(match)), 0)


def next_stop(stops: Sequence[int], at: int) -> int | None:
    """The first stop after ``at``; None after the last."""
    return min((stop for stop in stops if stop > at), default=None)


def previous_stop(stops: Sequence[int], at: int) -> int | None:
    """The last stop before ``at``; None at the first."""
    return max((stop for stop in stops if stop < at), default=None)
