"""Judges a folder of logs of real games and says how many are what the rules give.

``python examples/corpus.py DIR``: every file is read by the format that recognises it and judged by the house
rules of the program that wrote it, and then again with each of them, and all of them, at the game's default.
The tables are those of ``docs/real-games.md``; ``--compare`` says where they differ from the page and ends
with status 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from analytics.imports.formats.format import MatchFormat, Options
from analytics.imports.formats.registry import recognise
from analytics.imports.problem import BadFile
from analytics.imports.source import Source
from engine.audit.verdict import DIVERGING, Verdict
from engine.record.notation.problem import Unreadable

PAGE = Path(__file__).parents[1] / "docs" / "real-games.md"
PINNED = "as the log was played"
DEFAULTS = "all at their defaults"


class Judged(NamedTuple):
    """What became of one file. ``findings``: under which house rules → file, line, clause and what is wrong,
    of the first finding; none where record and rules agree."""

    game: str
    grades: dict[str, str]
    findings: dict[str, tuple[int, str, str]]
    reason: str
    shuffles: tuple[str, ...]
    acts: int
    events: int
    scores: dict[str, int]
    refused: str = ""


def judge(path: Path) -> Judged:
    """Read and judge one file."""
    source = Source(path.name, path.read_bytes())
    format = recognise(source)
    if not isinstance(format, MatchFormat):
        return Judged("", {}, {}, "", (), 0, 0, {}, "no format recognises it")
    try:
        record = format.read(source, Options())
    except (BadFile, Unreadable) as error:
        return Judged("", {}, {}, "", (), 0, 0, {}, error.say())
    opened = record.match.opened
    defaults = record.match.installed.default_settings()
    differing = {name: defaults[name] for name, value in opened.settings.items() if value != defaults[name]}
    ways = {PINNED: {}, **{f"{name} = {value}": {name: value} for name, value in differing.items()}}
    if len(differing) > 1:
        ways[DEFAULTS] = differing
    read = {way: format.read(source, Options(settings=house)) for way, house in ways.items() if house}
    verdicts = {way: one.match.verdict for way, one in {PINNED: record, **read}.items()}
    pinned = verdicts[PINNED]
    return Judged(
        opened.game,
        {way: verdict.grade for way, verdict in verdicts.items()},
        {way: first for way, verdict in verdicts.items() if (first := _first(verdict)) is not None},
        pinned.reason,
        tuple(one.state for one in pinned.shuffles),
        pinned.acts,
        pinned.events,
        pinned.scores,
    )


def _first(verdict: Verdict) -> tuple[int, str, str] | None:
    for finding in verdict.findings:
        if finding.kind in DIVERGING:
            return finding.line, finding.clause, finding.what.en
    return None


def tables(found: Sequence[tuple[Path, Judged]]) -> Iterator[str]:
    """The lines of the tables, a part for each game."""
    for game in sorted({one.game for _, one in found if one.game}):
        of_game = [(path, one) for path, one in found if one.game == game]
        yield from _of_game(game, of_game)
    unread = [(path, one.refused) for path, one in found if one.refused]
    if unread:
        yield f"{len(unread)} files were not read:"
        yield from (f"* {path.name}: {why}" for path, why in unread)


def _of_game(game: str, found: Sequence[tuple[Path, Judged]]) -> Iterator[str]:
    judged = [one for _, one in found]
    yield f"### {game}"
    yield ""
    yield "| | |"
    yield "| --- | --- |"
    yield f"| games | {len(judged):,} |"
    yield f"| acts | {sum(one.acts for one in judged):,} |"
    yield f"| events | {sum(one.events for one in judged):,} |"
    for state, number in sorted(Counter(state for one in judged for state in one.shuffles).items()):
        yield f"| shuffles that are {state} | {number:,} |"
    for reason, number in sorted(Counter(one.reason for one in judged).items()):
        yield f"| ended: {reason} | {number:,} |"
    shared = [one.scores["table"] for one in judged if "table" in one.scores]
    if shared:
        yield f"| sum of all scores | {sum(shared):,} |"
    yield ""
    yield "| house rules | EXACT | CONSISTENT | AMENDED | DIVERGED | first deviation by clause |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for way in dict.fromkeys(way for one in judged for way in one.grades):
        grades = Counter(one.grades[way] for one in judged if way in one.grades)
        clauses = Counter(one.findings[way][1] for one in judged if way in one.findings)
        said = ", ".join(f"{clause} {number}" for clause, number in sorted(clauses.items())) or "–"
        counts = " | ".join(
            str(grades.get(grade, 0)) for grade in ("EXACT", "CONSISTENT", "AMENDED", "DIVERGED")
        )
        yield f"| {way} | {counts} | {said} |"
    yield ""
    deviating = [(path, one.findings[PINNED]) for path, one in found if PINNED in one.findings]
    if deviating:
        yield "Deviations under the house rules that the records pin:"
        yield ""
        for path, (line, clause, what) in deviating:
            yield f"* {path.name}:{line} [{clause}] {what}"
        yield ""


def main() -> int:
    """Judge every file below the folder, on all cores."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--compare", action="store_true", help="say where the tables differ from the page")
    parser.add_argument("--processes", type=int, default=None)
    asked = parser.parse_args()
    paths = sorted(path for path in asked.folder.rglob("*") if path.is_file())
    if not paths:
        parser.error(f"{asked.folder} holds no file")
    began = time.perf_counter()
    with ProcessPoolExecutor(asked.processes) as pool:
        doing = pool.map(judge, paths, chunksize=8)
        judged = list(track(doing, "judging", total=len(paths), console=Console(stderr=True)))
    seconds = time.perf_counter() - began
    lines = list(tables(list(zip(paths, judged, strict=True))))
    print("\n".join(lines))
    print(f"{len(paths):,} files in {seconds:.1f} s", file=sys.stderr)
    if not asked.compare:
        return 0
    page = PAGE.read_text("utf-8").splitlines()
    missing = [line for line in lines if line and line not in page]
    for line in missing:
        print(f"not on the page: {line}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
