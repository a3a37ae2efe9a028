"""The events of a match in order: without those that were retracted, and grouped by act.

Not here: folding (``table``) or judging (``adjudicate``).
"""

from collections.abc import Iterable, Iterator, Sequence

from events.log.contract import Pending
from events.model.kinds import DECISIONS, AnyEvent, Determined, Fouled, Retracted, Ruled

Line = tuple[int, AnyEvent, int | None]
"""Seq, event, and the seq of the event it follows from."""


def without_retracted(derived: Sequence[tuple[AnyEvent, int | None]]) -> Iterator[Line]:
    """The events that were not retracted: a ``Retracted`` takes back everything from its ``since`` on,
    up to itself. The retractions themselves are among them."""
    lines = [(seq, event, cause) for seq, (event, cause) in enumerate(derived)]
    retractions = [(seq, event) for seq, event, _ in lines if type(event) is Retracted]
    if not retractions:
        return iter(lines)
    taken_back: set[int] = set()
    for seq, retraction in retractions:
        taken_back.update(range(max(retraction.since, 1), seq))
    return (line for line in lines if line[0] not in taken_back or type(line[1]) is Retracted)


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


def clauses_of(event: AnyEvent) -> tuple[str, ...]:
    """The clauses that an event cites, and those of the steps of a computation."""
    steps = [step.clause for step in event.trail if step.clause] if isinstance(event, Determined) else []
    return tuple(dict.fromkeys((*getattr(event, "clauses", ()), *steps)))
