"""Where the turns of a match begin.

Not here: stepping, which the browser does (``replay.js``).
"""

from engine.record.match import Match
from events.model.kinds import Began


def turn_stops(match: Match) -> list[int]:
    """Seqs of the beginnings of turns."""
    events = enumerate(match.events)
    return [seq for seq, event in events if isinstance(event, Began) and event.span == "turn"]


def first_position(match: Match) -> int:
    """Where the replay starts: at the first turn, or at the opening of a match without turns."""
    return next(iter(turn_stops(match)), 0)
