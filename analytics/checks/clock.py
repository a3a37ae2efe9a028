"""What the times in a match say: when it was recorded, how long decisions took, and what of it is odd.

Two clocks run here. Each entry has the time at which it was recorded, which says nothing about the play of a
match that was entered afterwards; and a record may state how long a decision took. What is odd is worth a
look, and proves nothing about anybody. Not here: the clocks.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from analytics.facts.extract.head import moment, number
from analytics.metrics.estimators.estimator import estimate_groups
from analytics.metrics.estimators.grouped import Quantile
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import GRADES, Filters
from analytics.store.reader import Store
from engine.record.match import Match
from engine.record.timeline import without_retracted
from events.model.kinds import ACTS, Act, Declared

SECOND = 1_000_000
"""In microseconds."""
ROUND_TIME = "tournament.minutes"
"""Where the head of a record says how many minutes a round has."""
SHORTEST, LONGEST = 0.01, 0.99
"""Shares of all decisions: only one in a hundred is shorter, or longer."""
LEAST = 100
"""Of fewer decisions nobody can say what is usual."""


class Usual(NamedTuple):
    """How many seconds decisions usually take, by ``n`` of them: from ``low``, below which one in a hundred
    lies for certain, to ``high``, above which one in a hundred does."""

    n: int
    low: float
    high: float


class Oddity(NamedTuple):
    """An event whose time is odd, and the seconds that tell how much.

    ``backwards``: recorded so long before the one before it · ``early``: so long before the match is said to
    have begun · ``long``, ``short``: a decision that took so long.
    """

    seq: int
    kind: Literal["backwards", "early", "long", "short"]
    seconds: float


@dataclass(frozen=True, slots=True)
class Clock:
    """The times in one match.

    ``since`` and ``until``: when its first and its last entry was recorded (microseconds since 1970, UTC) ·
    ``acts`` that somebody stated, of which ``timed`` say how long they took, ``spent`` seconds together ·
    ``pause``: the longest between two acts that were recorded, in seconds, and the event after it ·
    ``minutes`` of a round, None where no tournament gives them · ``oddities`` in the order of events.
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
        """Whether more than one act a second was recorded: so it was not while people played."""
        return self.recorded < self.acts

    @property
    def lasted(self) -> float:
        """Seconds that the match took at least, as far as its times tell."""
        return float(self.spent) if self.afterwards else max(self.recorded, float(self.spent))

    @property
    def overrun(self) -> float:
        """Seconds by which it took longer than its round, 0 where it did not, or has none."""
        return max(0.0, self.lasted - 60 * self.minutes) if self.minutes else 0.0


def clock(match: Match, recorded: Sequence[int], usual: Usual | None = None) -> Clock:
    """The times in ``match``, of which each entry was ``recorded`` (microseconds since 1970) at its time.

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
    """Whether anything says how long decisions took: else nothing is held against what is usual."""
    return any(isinstance(event, ACTS) and event.spent is not None for event in match.events)


def usual(store: Store, game: str) -> Usual | None:
    """What decisions of people usually take in a game, over all matches of the store; None where too few have
    their time. The ends are those of the intervals of the quantiles, so that few observations accuse nobody.
    """
    asked = sum_query(("decisions",), ("seconds",), Filters(game=game, simulated="none", grades=GRADES))
    groups = {name: column.to_numpy() for name, column in answer(store, asked).drop_nulls().to_dict().items()}
    n = int(groups["decisions"].sum())
    if n < LEAST:
        return None
    short, long = (Quantile(("seconds",), "decisions", share) for share in (SHORTEST, LONGEST))
    low, high = (next(estimate_groups(one, groups, "exclude").rows()) for one in (short, long))
    assert low.low is not None and high.high is not None  # there are decisions
    return Usual(n, low.low, high.high)


def _recorded(match: Match, recorded: Sequence[int]) -> Iterator[Oddity]:
    """Entries before the one before them, and a record before the match."""
    began = moment(match.opened.head)
    if began is not None and recorded[0] < began.timestamp() * SECOND:
        yield Oddity(0, "early", began.timestamp() - recorded[0] / SECOND)
    for seq, (before, now) in enumerate(pairwise(recorded), start=1):
        if now < before:
            yield Oddity(seq, "backwards", (before - now) / SECOND)


def _decided(acts: Iterable[tuple[int, Act]], usual: Usual | None) -> Iterator[Oddity]:
    """Declarations that took unusually long, or were unusually quick: of these the store knows the times."""
    if usual is None:
        return
    for seq, event in acts:
        if isinstance(event, Declared) and event.spent is not None:
            if event.spent > usual.high:
                yield Oddity(seq, "long", event.spent)
            elif event.spent < usual.low:
                yield Oddity(seq, "short", event.spent)
