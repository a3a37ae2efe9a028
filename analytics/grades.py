"""Grades of matches: judged by the rules, or remembered from a store whose judge was the same.

Judging takes longer than all else. Not here: the rules (``engine.adjudicate``).
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from analytics.digest import judging_digest
from analytics.manifest import DamagedStore, Manifest
from analytics.parts import column_of
from engine.adjudicate import adjudicate
from engine.verdict import Grade
from events.kinds import Derived

Judge = Callable[[str, Sequence[Derived]], Grade]
"""Gives the grade of a match by its id and its events, each with its cause."""


def audit(match: str, derived: Sequence[Derived]) -> Grade:
    """The grade that the rules give: the judge for whoever has not audited the log already."""
    return adjudicate(derived, match=match).grade


def judged_by(judge: Judge) -> str:
    """The digest of the code that judges; ``""`` where the caller does."""
    return judging_digest() if judge is audit else ""


def remembering(judge: Judge, folder: Path, old: Manifest | None) -> Judge:
    """``judge``, but for matches whose grade it gave before: the store ``old`` was made from the same log, so
    a match with as many entries as then has the same entries. A store that cannot be read is not asked."""
    if old is None or not old.judging or old.judging != judged_by(judge):
        return judge
    try:
        known = _grades(folder, old)
    except DamagedStore:
        return judge

    def remembered(match: str, derived: Sequence[Derived]) -> Grade:
        entries, grade = known.get(match, NEVER)
        return grade if entries == len(derived) else judge(match, derived)

    return remembered


NEVER: tuple[int, Grade] = (-1, "OUTCOME_ONLY")


def _grades(folder: Path, old: Manifest) -> Mapping[str, tuple[int, Grade]]:
    """Match → number of its entries, and its grade."""
    return {
        match: (events, grade)
        for part in old.parts
        if "match" in part.files
        for match, events, grade in zip(
            *(column_of(folder, part, "match", column) for column in ("match", "events", "grade")),
            strict=True,
        )
    }
