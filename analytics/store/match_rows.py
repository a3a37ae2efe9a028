"""The rows of one match after the other, made by one process or by several: the same rows in the same order.

Not here: which matches are projected (``projection_run``), and what becomes of the rows (``batch``).
"""

import os
import signal
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple

from analytics.facts import FACTS
from analytics.facts.extract.match_facts import MatchFacts
from analytics.facts.extract.walk import Unfoldable, extract_facts
from analytics.store.grades import Grades
from analytics.store.manifest import StoreError
from engine.record.timeline import withdrawn
from events.log.contract import Log, LogError
from events.log.sqlite_log import SqliteLog

UNDATED = "undated"
"""The month of a match without a date of play."""
FEW = 64
"""Up to so many matches, one process is done before others have started."""
MATCHES_A_TASK = 8
TASKS_AHEAD = 4
"""Tasks that each process may be ahead of the one that takes the rows: they wait in memory."""


Key = tuple[str, str]
"""Game and month."""
Rows = dict[str, Sequence[tuple[Any, ...]]]
"""Table → the rows of one match, as Python values."""


class MatchRows(NamedTuple):
    """The ``rows`` of a match for the parts ``key``; None if it has none: it was withdrawn, or none can be
    made because of ``why``."""

    match: str
    key: Key | None = None
    rows: Rows | None = None
    why: str = ""


def rows_from(facts: MatchFacts) -> Rows:
    """The rows of every table."""
    return {table: rows(facts) for table, rows in FACTS.items()}


class RowMaker(NamedTuple):
    """Makes rows; ``again``: matches that may have been judged before, None for all."""

    grades: Grades
    again: Collection[str] | None

    def rows_of(self, log: Log, match: str) -> MatchRows:
        """The rows of a match, whatever it holds. Raises ``StoreError``, ``LogError``, ``OSError``,
        ``MemoryError``."""
        derived = log.history(match)
        if withdrawn(derived):
            return MatchRows(match)
        try:
            facts = extract_facts(match, derived)
            again = self.again is None or match in self.again
            facts.grade, facts.held = self.grades.of(facts, derived, again=again)
            key = facts.opened.game, f"{facts.day:%Y-%m}" if facts.day else UNDATED
            return MatchRows(match, key, rows_from(facts))
        except (StoreError, LogError, OSError, MemoryError):
            raise
        except Exception as error:  # what a stranger's record can bring about has no end
            return MatchRows(match, why=why_unreadable(match, error))


def why_unreadable(match: str, error: Exception) -> str:
    """Why no rows were made of a match."""
    known = isinstance(error, Unfoldable)
    return str(error) if known else f"match {match!r}: {type(error).__name__}: {error}"


def made_rows(
    log: Log, matches: Sequence[str], maker: RowMaker, *, processes: int | None = 1
) -> Iterator[MatchRows]:
    """The rows of these matches, in order. They do not depend on how many ``processes`` there are; None
    stands for one for each processor, or a single one for few matches. They are forked at once, which only a
    program without other threads may ask for. Raises as ``RowMaker.rows_of`` does."""
    count = processes or os.cpu_count() or 1
    few = processes is None and len(matches) <= FEW
    if count == 1 or few or not isinstance(log, SqliteLog):
        return (maker.rows_of(log, match) for match in matches)
    return _side_by_side(log, matches, maker, count)


def _side_by_side(
    log: SqliteLog, matches: Sequence[str], maker: RowMaker, processes: int
) -> Iterator[MatchRows]:
    maker.grades.load()
    # What the processes share they inherit by the fork: nothing of it is sent.
    pool = ProcessPoolExecutor(processes, get_context("fork"), _begin, (log.name, maker))
    pool.submit(os.getpid).result()

    def in_order() -> Iterator[MatchRows]:
        waiting: deque[tuple[list[str], Future[list[MatchRows | None]]]] = deque()
        rest = iter(matches)
        try:
            while True:
                while len(waiting) < TASKS_AHEAD * processes and (task := list(islice(rest, MATCHES_A_TASK))):
                    waiting.append((task, pool.submit(_made, task)))
                if not waiting:
                    return
                task, future = waiting.popleft()
                for match, made in zip(task, future.result(), strict=True):
                    # What went wrong there is raised here.
                    yield maker.rows_of(log, match) if made is None else made
        finally:
            pool.shutdown(cancel_futures=True)

    return in_order()


# --- in another process ----------------------------------------------------------------------------

_own: dict[str, Any] = {}
"""The log and the maker of this process."""


def _begin(log: str, maker: RowMaker) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _own.update(log=SqliteLog(log), maker=maker)


def _made(matches: Sequence[str]) -> list[MatchRows | None]:
    return [_rows(match) for match in matches]


def _rows(match: str) -> MatchRows | None:
    try:
        made: MatchRows = _own["maker"].rows_of(_own["log"], match)
    except Exception:  # raised again, and told, where the user is
        return None
    return made


__all__ = ["UNDATED", "MatchRows", "RowMaker", "made_rows", "rows_from", "why_unreadable"]
