"""A running match as a viewer counts it: without the events of which nothing is shown, and numbered anew.

The numbers of a log would tell how many entries a match has, and where what the viewer may not see stands
among them. Not here: what is hidden of an event (``view``), and from whom (who sees the whole table).
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from events.model.kinds import AnyEvent, Derived, Noted, Retracted


class OwnCount(NamedTuple):
    """The events ``derived`` that a viewer is shown of a match, and for each its seq in the match."""

    derived: list[Derived]
    seqs: list[int]

    def seq(self, seq: int) -> int:
        """The viewer's number of the event ``seq`` of the match, or of the next one that is shown."""
        return bisect_left(self.seqs, seq)


def own_count(seen: Sequence[Derived]) -> OwnCount:
    """Number what a viewer sees of a match (``view.view``) by the viewer's own count. The first event always
    counts. An event that follows from one that is left out has no cause."""
    kept = [seq for seq, (event, _) in enumerate(seen) if seq == 0 or not _is_blank(event)]
    own = {seq: number for number, seq in enumerate(kept)}
    count = OwnCount([], kept)
    for seq in kept:
        event, cause = seen[seq]
        if type(event) is Retracted:
            event = replace(event, since=count.seq(event.since))
        count.derived.append((event, None if cause is None else own.get(cause)))
    return count


def _is_blank(event: AnyEvent) -> bool:
    """Whether nothing is shown of an event but that there is one."""
    return type(event) is Noted and not event.text


__all__ = ["OwnCount", "own_count"]
