"""The times in a match: when it was recorded, how long decisions took, and which times are unusual.

There are two kinds of times: each entry has the time of its recording, which says nothing about play if the
match was entered afterwards; and a record may state the seconds of a decision. An unusual time is worth a
look and proves nothing. Not here: measuring time.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, NamedTuple

from analytics.facts.extract.head import moment, number
from analytics.metrics import METRICS, Filters
from analytics.metrics.ask import ask
from analytics.metrics.estimates import METRIC
from analytics.metrics.estimators.grouped import Quantile
from analytics.metrics.question import Question
from analytics.query.choices import choices
from analytics.query.filters import GRADES
from analytics.store.reader import Store
from engine.record.match import Match
from engine.record.timeline import without_retracted
from events.model.kinds import ACTS, Act, Declared

SECOND = 1_000_000
"""Microseconds in a second."""
ROUND_TIME = "tournament.minutes"
"""Key in the head of a record for the minutes of a round."""
SHORTEST, LONGEST = 0.01, 0.99
"""Quantiles of all decisions: one in a hundred is shorter, one in a hundred is longer."""
SHORT, LONG = (
    replace(METRICS["decision_time"], id=id, estimator=Quantile(("seconds",), "decisions", share))
    for id, share in (("decision_time_p01", SHORTEST), ("decision_time_p99", LONGEST))
)
"""Both as metrics, so that their intervals take matches, or players, as independent: who is slow is slow in
every decision."""
LEAST = 100
"""The least decisions from which usual times are estimated."""


class Usual(NamedTuple):
    """The usual seconds of a decision, estimated from ``n``: ``low`` and ``high`` are the outer ends of the
    intervals of the 1 % and the 99 % quantile."""

    n: int
    low: float
    high: float


class Oddity(NamedTuple):
    """An event with an unusual time, and seconds by kind.

    ``backwards``: recorded this long before the previous entry · ``early``: this long before the stated start
    of the match · ``long``, ``short``: a decision that took this long.
    """

    seq: int
    kind: Literal["backwards", "early", "long", "short"]
    seconds: float


@dataclass(frozen=True, slots=True)
class Clock:
    """The times in one match.

    ``since`` and ``until``: when its first and its last entry was recorded (microseconds since 1970, UTC) ·
    ``acts``: number of stated acts, of which ``timed`` have a time, ``spent`` seconds in total ·
    ``pause``: the longest between two recorded acts, in seconds, and the event after it ·
    ``minutes`` of a round, None without a tournament · ``oddities`` in the order of events.
    """

    since: int
    until: int
    acts: int
    timed: int
    spent: int
    pause: tuple[float, int]
    minutes: int | None
    oddities: tuple[Oddity, ...]

    @property
    def recorded(self) -> float:
        """Seconds from the first entry to the last."""
        return (self.until - self.since) / SECOND

    @property
    def afterwards(self) -> bool:
        """Whether more than one act a second was recorded, so not during play."""
        return self.recorded < self.acts

    @property
    def lasted(self) -> float:
        """The least seconds that the match took according to its times."""
        return float(self.spent) if self.afterwards else max(self.recorded, float(self.spent))

    @property
    def overrun(self) -> float:
        """Seconds by which the match exceeded its round; 0 if it did not or has no round."""
        return max(0.0, self.lasted - 60 * self.minutes) if self.minutes else 0.0


def clock(match: Match, recorded: Sequence[int], usual: Usual | None = None) -> Clock:
    """The times in ``match``; ``recorded``: the time of each entry (microseconds since 1970, UTC).

    Without ``usual`` no decision is long or short.
    """
    acts = [(seq, event) for seq, event, _ in without_retracted(match.derived) if isinstance(event, ACTS)]
    stated = [(seq, event) for seq, event in acts if not event.implied]
    times = [event.spent for _, event in stated if event.spent is not None]
    pauses = (((recorded[b] - recorded[a]) / SECOND, b) for (a, _), (b, _) in pairwise(stated))
    odd = [*_recorded(match, recorded), *_decided(acts, usual)]
    return Clock(
        since=min(recorded),
        until=max(recorded),
        acts=len(stated),
        timed=len(times),
        spent=sum(times),
        pause=max(pauses, default=(0.0, 0)),
        minutes=number(match.opened.head, ROUND_TIME),
        oddities=tuple(sorted(odd)),
    )


def timed(match: Match) -> bool:
    """Whether the match states the time of any decision, so that it can be compared with usual times."""
    return any(isinstance(event, ACTS) and event.spent is not None for event in match.events)


def usual(store: Store, game: str) -> Usual | None:
    """The usual times of people's decisions in a game over all matches in the store; None if few are timed,
    or those of a single match.

    The limits are the outer ends of the intervals of the quantiles, so that few observations flag nothing.
    """
    if game not in choices(store)["game"]:
        return None
    asked = Question((SHORT, LONG), filters=Filters(game=game, simulated="none", grades=GRADES))
    limits = {row[METRIC]: row for row in ask(store, asked).rows.to_dicts()}
    n = int(limits[SHORT.id]["n"])
    low, high = limits[SHORT.id]["low"], limits[LONG.id]["high"]
    if n < LEAST or low is None or high is None:
        return None
    return Usual(n, low, high)


def _recorded(match: Match, recorded: Sequence[int]) -> Iterator[Oddity]:
    """Entries recorded before the previous one, and a first entry before the stated start of the match."""
    began = moment(match.opened.head)
    if began is not None and recorded[0] < began.timestamp() * SECOND:
        yield Oddity(0, "early", began.timestamp() - recorded[0] / SECOND)
    for seq, (before, now) in enumerate(pairwise(recorded), start=1):
        if now < before:
            yield Oddity(seq, "backwards", (before - now) / SECOND)


def _decided(acts: Iterable[tuple[int, Act]], usual: Usual | None) -> Iterator[Oddity]:
    """Unusually long or short declarations; the store has the times of declarations only."""
    if usual is None:
        return
    for seq, event in acts:
        if isinstance(event, Declared) and event.spent is not None:
            if event.spent > usual.high:
                yield Oddity(seq, "long", event.spent)
            elif event.spent < usual.low:
                yield Oddity(seq, "short", event.spent)
