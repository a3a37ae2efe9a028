"""Running the cases of several files: which files are meant, and what becomes of those that cannot be read.

Not here: a single case (``run``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.case.file import Case, read_cases
from engine.case.problem import CaseErrors, message
from engine.case.run import CaseResult, run

Wanted = tuple[Path, int | None]
"""A file or folder; with a line the case alone in which it stands."""


def run_cases(paths: Iterable[str | Path]) -> list[CaseResult]:
    """The cases of all files, and of all files ``*.toml`` below the folders, in the order of their names.

    Raises ``CaseErrors`` for a file that is no case, ``OSError`` for one that cannot be opened.
    """
    return [run(case) for path in case_files(paths) for case in read_cases(path)]


def run_each(wanted: Iterable[Wanted]) -> Iterator[CaseResult | CaseErrors]:
    """Yield what becomes of the cases, and what is wrong with a file instead of its results. A case on which
    the program itself fails counts as failed. Raises ``OSError`` for a file that cannot be opened."""
    for path, line in wanted:
        for file in case_files([path]):
            try:
                cases = read_cases(file)
            except CaseErrors as errors:
                yield errors
                continue
            for case in cases if line is None else case_at(cases, line):
                yield _run(case)


def case_at(cases: list[Case], line: int) -> list[Case]:
    """The case in which that line of the file stands, the first for a line before it; none of none."""
    return [case for case in cases if case.at.line <= line][-1:] or cases[:1]


def case_files(paths: Iterable[str | Path]) -> Iterator[Path]:
    """The case files that are meant by ``paths``."""
    for path in map(Path, paths):
        yield from sorted(path.rglob("*.toml")) if path.is_dir() else [path]


def _run(case: Case) -> CaseResult | CaseErrors:
    try:
        return run(case)
    except CaseErrors as errors:
        return errors
    except Exception as error:  # a fault of the program in one case must not hide all other results
        what = message("broke", error=f"{type(error).__name__}: {error}")
        return CaseResult(case.path, case.at.line, case.title, case.clauses, False, (what,))
