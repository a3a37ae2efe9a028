"""A match's events in order, with what was taken back told apart from what stands.

Not here: folding (``table``) or judging (``adjudicate``).
"""

from collections.abc import Iterator, Sequence

from events.kinds import AnyEvent, Retracted

Line = tuple[int, AnyEvent, int | None]
"""Seq, event, and the seq of the event it follows from."""


def standing(derived: Sequence[tuple[AnyEvent, int | None]]) -> Iterator[Line]:
    """The events that still stand: a ``Retracted`` takes back everything from its ``since`` on, up to
    itself. The retractions themselves are given too, so that a reader sees the trace."""
    taken_back = [False] * len(derived)
    for seq, (event, _) in enumerate(derived):
        if type(event) is Retracted:
            for earlier in range(max(event.since, 1), seq):
                taken_back[earlier] = type(derived[earlier][0]) is not Retracted
    for seq, (event, cause) in enumerate(derived):
        if not taken_back[seq]:
            yield seq, event, cause
