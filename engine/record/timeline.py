"""The events of a match in order: without those that were retracted, and grouped by act.

Not here: folding (``table``) or judging (``adjudicate``).
"""

from collections.abc import Iterable, Iterator, Sequence

from events.log.contract import Pending
from events.model.kinds import DECISIONS, AnyEvent, Fouled, Retracted, Ruled

Line = tuple[int, AnyEvent, int | None]
"""Seq, event, and the seq of the event it follows from."""


def without_retracted(derived: Sequence[tuple[AnyEvent, int | None]]) -> Iterator[Line]:
    """Yield the events that were not retracted: a ``Retracted`` takes back everything from its ``since`` on,
    up to itself. The retractions themselves are among them."""
    taken_back = [False] * len(derived)
    for seq, (event, _) in enumerate(derived):
        if type(event) is Retracted:
            for earlier in range(max(event.since, 1), seq):
                taken_back[earlier] = type(derived[earlier][0]) is not Retracted
    for seq, (event, cause) in enumerate(derived):
        if not taken_back[seq]:
            yield seq, event, cause


def withdrawn(derived: Sequence[tuple[AnyEvent, int | None]]) -> bool:
    """Whether the whole match was retracted, opening included (a ``Retracted`` since 0 with nothing behind
    it): it stays in the log and counts nowhere."""
    last = derived[-1][0] if derived else None
    return type(last) is Retracted and last.since == 0


def by_act(derived: Iterable[tuple[AnyEvent, int | None]]) -> Iterator[list[Pending]]:
    """Yield the events in groups that are appended together: the opening with what follows from it, then each
    decision (of a seat, of chance, of a judge) with its consequences."""
    portion: list[Pending] = []
    for event, cause in derived:
        if portion and isinstance(event, BEGINNING):
            yield portion
            portion = []
        portion.append(Pending(event, cause))
    if portion:
        yield portion


BEGINNING = (*DECISIONS, Fouled, Ruled, Retracted)
