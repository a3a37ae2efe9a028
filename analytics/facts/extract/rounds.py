"""Rounds of a match and their points: who began, what each seat got, what it had achieved, when it went on.

Not here: the rows (``tables.rounds``), nor which rounds, achievements and calls a game has (``roles``).
"""

from collections import Counter
from dataclasses import dataclass, field

from analytics.facts.extract.outcome import NO_RESULT, TIE, WIN, Result, result
from analytics.facts.extract.roles import Roles
from engine.kernel.ask import TABLE
from events.model.changes import Holder
from events.model.kinds import Began, Determined, Ended, Happened, Paid


@dataclass(slots=True)
class Span:
    """A round, or the match (number 0). ``end`` is the seq of its end, 0 before it; ``paid``: how much each
    seat paid in it."""

    name: str
    number: int
    first_seat: str = ""
    end: int = 0
    winner: str = ""
    scores: dict[Holder, int] = field(default_factory=dict)
    paid: Counter[str] = field(default_factory=Counter)

    def result(self, seat: str) -> Result:
        """The result of a seat; none where all share one score."""
        return NO_RESULT if seat == TABLE else result(WIN if self.winner else TIE, self.winner, seat)


@dataclass(slots=True)
class Achievement:
    """What a seat had at last, and the seq of the event that said so."""

    seq: int
    turn: int
    amount: int


@dataclass(slots=True)
class Call:
    """A seat could have ended the round with ``offered`` points, and went on."""

    seq: int
    turn: int
    seat: str
    span: Span
    offered: int


class Rounds:
    """``spans`` that have ended, each with points; ``achieved`` by round, seat and what; ``calls`` in
    order."""

    def __init__(self, roles: Roles) -> None:
        self._roles = roles
        self._match = Span("match", 0)
        self._now: Span | None = None
        self.spans: list[Span] = []
        self.achieved: dict[tuple[int, str, str], Achievement] = {}
        self.calls: list[Call] = []

    @property
    def counted(self) -> bool:
        """Whether the game has rounds."""
        return bool(self._roles.round)

    def began(self, event: Began) -> None:
        """A round begins."""
        if event.span == self._roles.round:
            self._now = Span(event.span, event.number, event.seat)

    def ended(self, seq: int, event: Ended) -> None:
        """A round or the match ends."""
        match event.span:
            case "match":
                span: Span | None = self._match
            case self._roles.round if event.span:
                span, self._now = self._now, None
            case _:
                return
        if span is not None and event.scores:
            span.end, span.winner, span.scores = seq, event.winner, event.scores
            self.spans.append(span)

    def paid(self, event: Paid) -> None:
        """A seat paid."""
        for span in (self._match, self._now):
            if span is not None:
                span.paid[event.seat] += event.amount

    def happened(self, seq: int, event: Happened, turn: int) -> None:
        """What a seat has achieved counts once a round, with its last amount."""
        if event.what in self._roles.achievements and self._now is not None:
            self.achieved[self._now.number, event.of, event.what] = Achievement(seq, turn, event.amount)

    def determined(self, seq: int, event: Determined, turn: int) -> None:
        """The points that a seat leaves to go on."""
        if event.quantity in self._roles.calls and self._now is not None:
            self.calls.append(Call(seq, turn, event.of, self._now, event.value))
