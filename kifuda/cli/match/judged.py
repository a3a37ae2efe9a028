"""Judges the matches that a command names; all of a log by as many processes as there are processors.

Not here: what is shown of the verdicts (``audit``).
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from analytics.imports.writing.tournament_events import TOURNAMENT
from engine.audit.adjudicate import adjudicate
from engine.audit.verdict import Verdict
from engine.games.registry import find
from engine.kernel.ruleset import Ruleset
from engine.record.match import Match
from events.log.contract import LogError
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Opened
from kifuda.cli.base import lookup
from kifuda.cli.base.rulesets import edition as installed

FEW = 64
"""Up to so many matches, one process is done before others have started."""
MATCHES_A_TASK = 8


class Judged(NamedTuple):
    """A match with its ``verdict``; ``own`` is the one by its own edition, the same unless another was asked
    for. ``load`` gives the match itself."""

    id: str
    rules: Ruleset | None
    verdict: Verdict
    own: Verdict
    load: Callable[[], Match]


def judged(names: Sequence[str], log: Path, edition: str | None, *, every: bool = False) -> Iterator[Judged]:
    """These matches of the log, or records, or ``every`` match of the log, in order. Raises ``Misuse``."""
    return (_of(match, edition) for match in lookup.matches(names, log, every=every))


def all_of(
    names: Sequence[str], log: Path, edition: str | None, *, processes: int | None = None
) -> Iterator[Judged]:
    """Every match of the log, whose ``names`` these are, without the streams of tournaments. The verdicts do
    not depend on how many processes there are, by default one for each processor. Raises ``Misuse``,
    ``LogError``."""
    count = processes or os.cpu_count() or 1
    if count == 1 or len(names) <= FEW:
        return judged((), log, edition, every=True)
    return _side_by_side(names, log, edition, count)


def _side_by_side(names: Sequence[str], log: Path, edition: str | None, processes: int) -> Iterator[Judged]:
    # The processes are forked here, before the thread of a progress bar runs.
    pool = ProcessPoolExecutor(processes, get_context("fork"), _begin, (log,))
    results = pool.map(partial(_verdicts, edition), names, chunksize=MATCHES_A_TASK)

    def in_order() -> Iterator[Judged]:
        try:
            for name, found in zip(names, results, strict=True):
                load = partial(lookup.match, name, log)
                if found is None:  # what is wrong with it is said here
                    yield _of(load(), edition)
                elif found[0].granularity != TOURNAMENT:
                    opened, verdict, own = found
                    yield Judged(name, find(opened.game, opened.edition), verdict, own, load)
        finally:
            pool.shutdown(cancel_futures=True)

    return in_order()


def _of(match: Match, edition: str | None) -> Judged:
    verdict = match.verdict
    if edition is not None:
        verdict = adjudicate(match.derived, installed(match.rules, edition), match=match.id)
    return Judged(match.id, match.rules, verdict, match.verdict, lambda: match)


# --- in another process ----------------------------------------------------------------------------

_own: dict[str, SqliteLog] = {}
"""The log of this process: it remembers events, which matches have in common."""


def _begin(log: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(LogError):  # told where the user is, by whoever opens it there
        _own["log"] = SqliteLog(log)


def _verdicts(edition: str | None, name: str) -> tuple[Opened, Verdict, Verdict] | None:
    """How a match begins, its verdict, and the one by its own edition; None where something is wrong."""
    try:
        match = Match.load(_own["log"], name)
        one = _of(match, edition)
    except Exception:  # raised again, and told, where the user is
        return None
    return match.opened, one.verdict, one.own
