"""The rows of one match after the other, made by one process or by several: the same rows in the same order.

Not here: which matches are projected (``projection_run``), and what becomes of the rows (``batch``).
"""

import os
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from analytics.facts import FACTS
from analytics.facts.extract.match_facts import MatchFacts
from analytics.facts.extract.walk import Unfoldable, extract_facts
from analytics.side_by_side import side_by_side
from analytics.store.grades import Grades
from analytics.store.manifest import UNDATED, StoreError
from engine.record.timeline import withdrawn
from events.log.contract import Log, LogError
from events.log.sqlite_log import SqliteLog

FEW = 64
"""Up to so many matches, one process is done before others have started."""
MATCHES_A_TASK = 8


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
    maker.grades.load()  # once, and not in each of the processes
    tasks = [matches[at : at + MATCHES_A_TASK] for at in range(0, len(matches), MATCHES_A_TASK)]
    results = side_by_side(_OtherProcess(log.name, maker).made, tasks, processes=processes)
    return (
        maker.rows_of(log, match) if made is None else made  # what went wrong there is raised here
        for task, found in zip(tasks, results, strict=True)
        for match, made in zip(task, found, strict=True)
    )


class _OtherProcess:
    """What makes rows in another process, which opens the log ``name`` for itself."""

    def __init__(self, name: str, maker: RowMaker) -> None:
        self.name, self.maker = name, maker

    @cached_property
    def log(self) -> SqliteLog:
        return SqliteLog(self.name)

    def made(self, matches: Sequence[str]) -> list[MatchRows | None]:
        """The rows of these matches; None where something went wrong."""
        return [self._rows(match) for match in matches]

    def _rows(self, match: str) -> MatchRows | None:
        try:
            return self.maker.rows_of(self.log, match)
        except Exception:  # raised again, and told, where the user is
            return None
