"""Procedures: generators that yield events, which are folded at once, and ``Ask``s, which stop them until a
seat has answered.

Not here: the driver that runs them (``game``), or any rule of any game.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

import msgspec

from engine.kernel.ask import Ask
from events.model.changes import Holder
from events.model.kinds import AnyEvent, Ended

Procedure = Generator[AnyEvent | Ask, Any, Any]


class MatchOver(Exception):
    """Raised inside procedures when the match has ended, with the result."""

    def __init__(
        self, winner: str, reason: str, *clauses: str, scores: Mapping[Holder, int] | None = None
    ) -> None:
        super().__init__(reason)
        self.ended = Ended(
            span="match", winner=winner, reason=reason, clauses=clauses, scores=dict(scores or {})
        )


def to_the_end(*parts: Procedure) -> Procedure:
    """The parts one after another, until one of them ends the match."""
    try:
        for part in parts:
            yield from part
    except MatchOver as over:
        yield over.ended


def together(event: Any, *parts: Procedure) -> Procedure:
    """One event out of several: ``event`` takes over the changes and clauses of all ``parts``.

    Every part sees the table as it was before, which is what *at the same time* means. Asks inside
    the parts are put first.
    """
    changes, clauses = list(event.changes), list(event.clauses)
    for part in parts:
        answer = None
        try:
            while True:
                item = part.send(answer)
                answer = None
                if type(item) is Ask:
                    answer = yield item
                else:
                    changes.extend(item.changes)  # type: ignore[union-attr]  # outcomes carry changes
                    clauses.extend(c for c in item.clauses if c not in clauses)  # type: ignore[union-attr]  # likewise
        except StopIteration:
            continue
    yield msgspec.structs.replace(event, changes=tuple(changes), clauses=tuple(clauses))
