"""The events that record and rules have in common, and both tables right after the last of them.

Past a difference there is no other moment at which the two can be compared: in between, each side has
something that the other has not. Not here: the findings (``adjudicate``), what one is about (``dispute``).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from engine.kernel.table import Table, fold
from events.model.kinds import AnyEvent, Opened


@dataclass(slots=True)
class Trace:
    """What an audit notes on its way: the ``shared`` events of the record, each with how many events the
    rules had given by then, and all events by the ``rules``."""

    shared: list[tuple[int, int]] = field(default_factory=list)
    rules: list[AnyEvent] = field(default_factory=list)


class CommonCourse:
    """The moments at which record and rules can be compared."""

    def __init__(self, opened: Opened, trace: Trace) -> None:
        self.opened = opened
        self.trace = trace

    @cached_property
    def _seqs(self) -> list[int]:
        return [seq for seq, _ in self.trace.shared]

    def last(self, seq: int) -> int:
        """The last event up to ``seq`` that both have: 0, the opening, if there is no other."""
        found = bisect_right(self._seqs, seq)
        return self._seqs[found - 1] if found else 0

    def ruled(self, seq: int) -> Table:
        """The table by the rules after the last event up to ``seq`` that both have."""
        found = bisect_right(self._seqs, seq)
        given = self.trace.shared[found - 1][1] if found else 0
        return fold((self.opened, *self.trace.rules[:given]))

    def moments(self) -> Iterator[int]:
        """The events that both have, in order."""
        yield from self._seqs
