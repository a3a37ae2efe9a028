"""Judgements on matches: computed by the rules, or reused from an earlier store with the same judging code.

Judging is the slowest step of a projection. Not here: the judging itself (``judgement``).
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from analytics.archetypes.label import TOPIC
from analytics.facts.extract.match_facts import FOUL, MatchFacts
from analytics.store.code_digest import judging_digest
from analytics.store.judgement import FOLLOWED, Judgement, Opportunities, judged
from analytics.store.manifest import DamagedStore, Manifest, Part
from engine.audit.verdict import Grade
from events.model.kinds import Derived, Noted

Judge = Callable[[str, Sequence[Derived]], Grade]
"""Returns the grade of a match from its id and its events, each with its cause."""

REMARKS = frozenset({"comment", TOPIC})
"""Topics of notes that do not change a grade."""


def audit(match: str, derived: Sequence[Derived]) -> Grade:
    """The grade by the rules: the judge for callers that have not audited the log already."""
    from engine.audit.adjudicate import (
        adjudicate,  # the engine, which a store that is up to date does not need
    )

    return adjudicate(derived, match=match).grade


class Given(NamedTuple):
    """An earlier judgement on the first ``entries`` of a match; ``held`` is compact to save memory."""

    entries: int
    grade: Grade
    held: "array[int]"

    def recalled(self) -> Judgement:
        """The judgement."""
        return Judgement(self.grade, _held(self.held) if self.grade in FOLLOWED else None)


class Grades:
    """The judgements of ``judge``. ``judging`` is the digest of its code, ``""`` if the caller judges.

    ``found`` is the earlier store of the same log, if any. Logs are append-only: a match with nothing but new
    remarks keeps its grade if the judging code is the same. A caller that judges gives no opportunities to
    answer.
    """

    def __init__(self, judge: Judge, folder: Path, found: Manifest | None) -> None:
        self.judge, self.folder, self.found = judge, folder, found
        self.judging = judging_digest() if judge is audit else ""

    def of(self, facts: MatchFacts, derived: Sequence[Derived], *, again: bool) -> Judgement:
        """The judgement on a match; ``again``: an earlier judgement may exist. A match with noted fouls is
        judged each time: whether they were fouls is not kept."""
        fouls = any(reversal.how == FOUL for reversal in facts.reversals.values())
        if again and not fouls and facts.match in self._given:
            given = self._given[facts.match]
            if given.entries <= len(derived) and all(map(_is_remark, islice(derived, given.entries, None))):
                return given.recalled()
        if self.judge is audit:
            return judged(facts, derived)
        return Judgement(self.judge(facts.match, derived), None)

    def load(self) -> None:
        """Read what is reused now, so that processes that are forked later need not."""
        _ = self._given

    @cached_property
    def _given(self) -> Mapping[str, Given]:
        """Match → its earlier judgement; empty for a store that cannot be read."""
        found = self.found
        if found is None or not self.judging or found.judging != self.judging:
            return {}
        given: dict[str, Given] = {}
        try:
            for part in found.parts:
                given |= self._of_part(part)
        except DamagedStore:
            return {}
        return given

    def _of_part(self, part: Part) -> Mapping[str, Given]:
        """The judgements that a part holds. Raises ``DamagedStore``."""
        given = {
            match: Given(entries, grade, array("q"))
            for match, entries, grade in self._columns(part, "match", "match", "events", "grade")
        }
        for match, seq, able in self._columns(part, "response_window", "match", "seq", "able"):
            given[match].held.append(len(CODES) * seq + CODES.index(able))
        return given

    def _columns(self, part: Part, table: str, *columns: str) -> Iterable[tuple[Any, ...]]:
        if table not in part.files:
            return ()
        from analytics.store.parts import column_of  # Arrow, which a store that is up to date does not need

        return zip(*(column_of(self.folder, part, table, column) for column in columns), strict=True)


CODES = (None, False, True)
"""Values of an opportunity, by their code."""


def _held(codes: Iterable[int]) -> Opportunities:
    return {code // len(CODES): CODES[code % len(CODES)] for code in codes}


def _is_remark(derived: Derived) -> bool:
    event = derived[0]
    return type(event) is Noted and event.topic in REMARKS
