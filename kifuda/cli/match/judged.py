"""Judges the matches that a command names; all of a log by as many processes as there are processors.

Not here: what is shown of the verdicts (``audit``).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from analytics.imports.writing.tournament_events import TOURNAMENT
from analytics.side_by_side import side_by_side
from engine.audit.adjudicate import adjudicate
from engine.audit.verdict import Verdict
from engine.games.registry import find
from engine.kernel.ruleset import Ruleset
from engine.record.match import Match
from events.log.contract import Damaged
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Opened
from kifuda.cli.base import lookup
from kifuda.cli.base.failure import message
from kifuda.cli.base.opened import opened
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


class NotJudged(NamedTuple):
    """A name among others of which nothing can be judged; ``why`` says what is wrong with it."""

    id: str
    why: str


def judged(names: Sequence[str], log: Path, edition: str | None) -> Iterator[Judged | NotJudged]:
    """These matches of the log, or records, in order. Of several each is judged, whatever is wrong with
    others; what is wrong with a single one is raised."""
    for name in names:
        try:
            yield _of(lookup.match(name, log), edition)
        except Exception as error:
            why = message(error)
            if len(names) == 1 or why is None:
                raise
            yield NotJudged(name, why)


def all_of(
    names: Sequence[str], log: Path, edition: str | None, *, processes: int | None = None
) -> Iterator[Judged | NotJudged]:
    """Every match of the log, whose ``names`` these are, without the streams of tournaments; one that is
    damaged stops none of the others. The verdicts do not depend on how many processes there are, by default
    one for each processor. Raises ``Misuse``, ``LogError``."""
    count = processes or os.cpu_count() or 1
    if count == 1 or len(names) <= FEW:
        return _one_by_one(names, log, edition)
    return _side_by_side(names, log, edition, count)


def _one_by_one(names: Sequence[str], log: Path, edition: str | None) -> Iterator[Judged | NotJudged]:
    with opened(log) as source:
        for name in names:
            try:
                match = Match.load(source, name)
            except Damaged:
                yield _by_itself(name, log, edition)
                continue
            if match.opened.granularity != TOURNAMENT:
                yield _of(match, edition)


def _by_itself(name: str, log: Path, edition: str | None) -> Judged | NotJudged:
    """A match with which something may be wrong."""
    try:
        return _of(lookup.match(name, log), edition)
    except Damaged as error:
        return NotJudged(name, message(error) or str(error))


def _side_by_side(
    names: Sequence[str], log: Path, edition: str | None, processes: int
) -> Iterator[Judged | NotJudged]:
    tasks = [names[at : at + MATCHES_A_TASK] for at in range(0, len(names), MATCHES_A_TASK)]
    # The processes are forked here, before the thread of a progress bar runs.
    results = side_by_side(_OtherProcess(log, edition).verdicts, tasks, processes=processes)

    def in_order() -> Iterator[Judged | NotJudged]:
        for name, found in zip(names, chain.from_iterable(results), strict=True):
            load = partial(lookup.match, name, log)
            if found is None:  # what is wrong with it is said here
                yield _by_itself(name, log, edition)
            elif found[0].granularity != TOURNAMENT:
                opened, verdict, own = found
                yield Judged(name, find(opened.game, opened.edition), verdict, own, load)

    return in_order()


def _of(match: Match, edition: str | None) -> Judged:
    verdict = match.verdict
    if edition is not None:
        verdict = adjudicate(match.derived, installed(match.rules, edition), match=match.id)
    return Judged(match.id, match.rules, verdict, match.verdict, lambda: match)


class _OtherProcess:
    """What judges in another process, which opens the ``log`` for itself: it remembers events, which matches
    have in common."""

    def __init__(self, path: Path, edition: str | None) -> None:
        self.path, self.edition = path, edition

    @cached_property
    def log(self) -> SqliteLog:
        return SqliteLog(self.path)

    def verdicts(self, names: Sequence[str]) -> list[tuple[Opened, Verdict, Verdict] | None]:
        """How each match begins, its verdict, and the one by its own edition; None where something is
        wrong."""
        return [self._verdicts(name) for name in names]

    def _verdicts(self, name: str) -> tuple[Opened, Verdict, Verdict] | None:
        try:
            match = Match.load(self.log, name)
            one = _of(match, self.edition)
        except Exception:  # raised again, and told, where the user is
            return None
        return match.opened, one.verdict, one.own
