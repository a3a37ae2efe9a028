"""Grades of matches: judged by the rules, or recalled from a store whose judge was the same.

Judging takes longer than all else. Not here: the rules (``engine.adjudicate``).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path

from analytics.archetypes.label import TOPIC
from analytics.digest import judging_digest
from analytics.manifest import DamagedStore, Manifest
from analytics.parts import column_of
from engine.adjudicate import adjudicate
from engine.verdict import Grade
from events.kinds import Derived, Noted

Judge = Callable[[str, Sequence[Derived]], Grade]
"""Gives the grade of a match by its id and its events, each with its cause."""

REMARKS = frozenset({"comment", TOPIC})
"""Topics of notes that no judge looks at."""


def audit(match: str, derived: Sequence[Derived]) -> Grade:
    """The grade that the rules give: the judge for whoever has not audited the log already."""
    return adjudicate(derived, match=match).grade


class Grades:
    """What ``judge`` says of matches. ``judging`` is the digest of its code, ``""`` where the caller judges.

    ``found`` is the store that was made of the same log before, if there is one. A log is only ever
    appended to: a match that got nothing but remarks since then has the grade that it had, if the code that
    gives grades is the same.
    """

    def __init__(self, judge: Judge, folder: Path, found: Manifest | None) -> None:
        self.judge, self.folder, self.found = judge, folder, found
        self.judging = judging_digest() if judge is audit else ""

    def of(self, match: str, derived: Sequence[Derived], *, again: bool) -> Grade:
        """The grade of a match; ``again``: it may have been graded before."""
        if again and match in self._given:
            entries, grade = self._given[match]
            if entries <= len(derived) and all(map(_is_remark, islice(derived, entries, None))):
                return grade
        return self.judge(match, derived)

    @cached_property
    def _given(self) -> Mapping[str, tuple[int, Grade]]:
        """Match → number of its entries, and its grade; of a store that cannot be read nothing is known."""
        found = self.found
        if found is None or not self.judging or found.judging != self.judging:
            return {}
        try:
            return {
                match: (entries, grade)
                for part in found.parts
                if "match" in part.files
                for match, entries, grade in zip(
                    *(
                        column_of(self.folder, part, "match", column)
                        for column in ("match", "events", "grade")
                    ),
                    strict=True,
                )
            }
        except DamagedStore:
            return {}


def _is_remark(derived: Derived) -> bool:
    event = derived[0]
    return type(event) is Noted and event.topic in REMARKS
