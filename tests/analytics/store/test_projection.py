"""From a log to a store and back: incremental equals rebuilt, and a crash leaves the old or the new.

What rows say is in ``test_match_facts``; what is read from them in ``test_metrics``.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from analytics.facts import SCHEMAS
from analytics.facts.columns import Column, Type
from analytics.facts.extract.match_facts import MatchFacts
from analytics.query.measures.sources import scanned
from analytics.store import code_digest, grades, manifest, projection, projection_run
from analytics.store.judgement import Judgement
from analytics.store.manifest import DamagedStore, NoStore, OtherLog, StoreBusy, StoreError
from analytics.store.part_paths import path_of
from analytics.store.projection import Projected, project
from analytics.store.reader import Store
from engine.audit.verdict import Grade
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Derived, Noted, Opened
from tests.support.effort import LONG
from tests.support.league import judge, league, write
from tests.support.play import append, opened, random_match

Content = dict[str, list[tuple[object, ...]]]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        yield log


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


def content(folder: Path) -> Content:
    """All rows of a store, sorted."""
    parts = manifest.load(folder).parts
    words = pl.col(pl.Categorical).cast(pl.String)
    tables = [scanned(folder, parts, table=table).with_columns(words).sort(pl.all()) for table in SCHEMAS]
    return {table: rows.rows() for table, rows in zip(SCHEMAS, pl.collect_all(tables), strict=True)}


def put(log: SqliteLog, first: int, last: int) -> None:
    """Append matches of the league."""
    for match in league()[first:last]:
        append(log, match.id, match.derived)


# --- what is projected ---------------------------------------------------------------------------------


def test_an_empty_log(log: SqliteLog, folder: Path) -> None:
    assert project(log, folder) == Projected(0, 0, 0, {})
    assert content(folder) == {table: [] for table in SCHEMAS}
    assert project(log, folder) == Projected(0, 0, 0, {})


def test_only_unfinished_matches(log: SqliteLog, folder: Path) -> None:
    for number in range(3):
        append(log, f"m{number}", random_match(number, acts=20))
    assert project(log, folder).matches == 3
    rows = Store(folder).query("SELECT finished, reason, winner FROM match").rows()
    assert rows == [(False, "unfinished", None)] * 3


def test_the_rules_are_the_judge(log: SqliteLog, folder: Path) -> None:
    """Without a judge of one's own every match is audited: one with a made-up outcome diverges."""
    derived = random_match(1)
    append(log, "fair", derived)
    append(log, "forged", _with_more_voltage(derived))
    project(log, folder)
    assert dict(Store(folder).query("SELECT match, grade FROM match").rows()) == {
        "fair": "EXACT",
        "forged": "DIVERGED",
    }


def _with_more_voltage(derived: list[Derived]) -> list[Derived]:
    place = next(i for i, (event, _) in enumerate(derived) if getattr(event, "what", "") == "voltage")
    event, cause = derived[place]
    forged = msgspec.structs.replace(event, amount=2)
    return [*derived[:place], (forged, cause), *derived[place + 1 :]]


def test_what_cannot_be_read_is_named_and_stops_nobody(log: SqliteLog, folder: Path) -> None:
    append(log, "odd", [(Noted("comment", "no opening"), None)])
    append(log, "good", random_match(1))
    found = project(log, folder, judge=judge)
    assert found.matches == 1
    assert list(found.unreadable) == ["odd"]
    assert "is no Opened event" in found.unreadable["odd"]
    assert manifest.load(folder).unreadable == found.unreadable
    assert project(log, folder).unreadable == found.unreadable, "nothing new does not forget it"


def test_numbers_that_no_column_holds_are_named_and_stop_nobody(log: SqliteLog, folder: Path) -> None:
    """Such as a log may hold that an earlier version has written."""
    for name, round in (("odd", str(2**63)), ("below", str(-(2**64))), ("good", "3")):
        (first, cause), *others = random_match(1)
        assert isinstance(first, Opened)
        head = {"tournament.name": '"Cup"', "tournament.round": round}
        append(log, name, [(msgspec.structs.replace(first, head=head), cause), *others])
    found = project(log, folder, judge=judge)
    assert found.matches == 1 and found.rows == sum(map(len, content(folder).values()))
    assert sorted(found.unreadable) == ["below", "odd"]
    assert all("cannot be stored" in why for why in found.unreadable.values())
    assert Store(folder).query("SELECT match, round FROM match").rows() == [("good", 3)]


def test_a_match_that_breaks_the_judge_stops_nobody(log: SqliteLog, folder: Path) -> None:
    def fragile(match: str, derived: Any) -> Grade:
        if match == "odd":
            raise ZeroDivisionError("of its own")
        return judge(match, derived)

    append(log, "odd", random_match(1))
    append(log, "good", random_match(2))
    found = project(log, folder, judge=fragile)
    assert found.matches == 1 and found.unreadable == {"odd": "match 'odd': ZeroDivisionError: of its own"}


def test_progress_is_told(log: SqliteLog, folder: Path) -> None:
    put(log, 0, 3)
    told: list[tuple[int, int]] = []
    project(log, folder, judge=judge, progress=lambda done, of: told.append((done, of)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_names_of_games_are_no_paths(log: SqliteLog, folder: Path) -> None:
    """Whatever a log calls a game, nothing is written outside of the store."""
    wild = "../../a=b/ゲーム %2F'"
    append(log, "m", [(Opened(wild, "1", "x", {"A": "p", "B": "q"}, {}, {}), None)])
    project(log, folder, judge=judge)
    assert Store(folder).query("SELECT game, month FROM match").rows() == [(wild, "undated")]
    beside = {"log.db-wal", "log.db-shm", "log.db.lock"}
    assert {path.name for path in folder.parent.iterdir()} - beside == {"log.db", "store"}


# --- incremental ----------------------------------------------------------------------------------------


@pytest.mark.sampled(1)
@pytest.mark.parametrize("full", [2, 2048])
def test_incremental_equals_rebuilt(
    log: SqliteLog, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: int
) -> None:
    """Matches arrive in pieces, out of order and across projections; parts are small or one for all."""
    monkeypatch.setattr(projection_run, "PART_MATCHES", full)
    put(log, 0, 9)
    project(log, folder, judge=judge)
    halves = {match.id: len(match.derived) // 2 for match in league()[9:14]}
    for match in league()[9:14]:
        append(log, match.id, match.derived[: halves[match.id]])
    project(log, folder, judge=judge)
    put(log, 14, 20)
    for match in reversed(league()[9:14]):
        half = halves[match.id]
        append(log, match.id, match.derived[half:], expected=half)
    append(log, league()[0].id, [(Noted("comment", "late"), None)], expected=len(league()[0].derived))
    found = project(log, folder, judge=judge)
    assert found.matches == 12, "six new ones, five that went on, one with a remark"
    assert found.position == log.size
    project(log, tmp_path / "afresh", judge=judge)
    assert content(folder) == content(tmp_path / "afresh")
    project(log, folder, judge=judge, rebuild=True)
    assert content(folder) == content(tmp_path / "afresh")
    assert len(content(folder)["match"]) == 20


def test_nothing_new_writes_nothing(log: SqliteLog, folder: Path) -> None:
    put(log, 0, 4)
    project(log, folder, judge=judge)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.*")}
    assert project(log, folder, judge=judge) == Projected(0, 0, log.size, {})
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.*")} == before


def test_only_what_is_new_is_judged(log: SqliteLog, folder: Path) -> None:
    put(log, 0, 4)
    project(log, folder, judge=judge)
    put(log, 4, 6)
    judged: list[str] = []

    def noting(match: str, derived: object) -> Grade:
        judged.append(match)
        return judge(match, derived)

    project(log, folder, judge=noting)
    assert judged == ["league-004", "league-005"]


def test_a_log_that_is_written_to_meanwhile(log: SqliteLog, folder: Path, tmp_path: Path) -> None:
    """What comes while a projection runs is not lost, and not there twice, after the next one."""
    matches = [random_match(number) for number in range(4)]
    append(log, "m0", matches[0])
    append(log, "m1", matches[1][:100])

    def slow(match: str, derived: object) -> Grade:
        if match == "m0" and log.count("m2") == 0:
            append(log, "m2", matches[2])
            append(log, "m1", matches[1][100:], expected=100)
        return "EXACT"

    project(log, folder, judge=slow)
    assert manifest.load(folder).position == len(matches[0]) + 100
    project(log, folder, judge=slow)
    project(log, tmp_path / "afresh", judge=slow)
    assert content(folder) == content(tmp_path / "afresh")
    assert len(content(folder)["match"]) == 3


def test_full_parts_are_left_alone(log: SqliteLog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection_run, "PART_MATCHES", 2)
    opening = opened(head={"played": "2026-05-01"})
    for number in range(2):
        append(log, f"m{number}", random_match(number, opening))
    project(log, folder, judge=judge)
    (full,) = manifest.load(folder).parts
    append(log, "m2", random_match(2, opening))
    project(log, folder, judge=judge)
    assert full in manifest.load(folder).parts
    append(log, "m3", random_match(3, opening))
    project(log, folder, judge=judge)
    assert [part.matches for part in manifest.load(folder).parts] == [2, 2]


def test_a_grade_is_kept_while_nothing_but_remarks_come(
    log: SqliteLog, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And as long as the code that gives grades is the same; a rebuild asks again in any case."""
    judged: list[str] = []

    def counting(facts: MatchFacts, derived: object) -> Judgement:
        judged.append(facts.match)
        return Judgement("EXACT", {})

    monkeypatch.setattr(grades, "judged", counting)

    def asked(*, rebuild: bool = False) -> list[str]:
        judged.clear()
        project(log, folder, rebuild=rebuild)
        return sorted(judged)

    matches = [random_match(number) for number in range(3)]
    for number, derived in enumerate(matches):
        append(log, f"m{number}", derived[:100])
    assert asked() == ["m0", "m1", "m2"]
    append(log, "m0", [(Noted("comment", "late"), None)], expected=100)
    append(log, "m1", matches[1][100:], expected=100)
    assert asked() == ["m1"]
    for module in (projection, projection_run):
        monkeypatch.setattr(module, "code_digest", lambda: "other rows")
    assert asked() == []
    assert asked(rebuild=True) == ["m0", "m1", "m2"]
    append(log, "m2", [(Noted("claim", "A wins"), None)], expected=100)
    assert asked() == ["m2"], "a claim is examined"
    for module in (projection, projection_run):
        monkeypatch.setattr(module, "code_digest", lambda: "other rows and rules")
    monkeypatch.setattr(grades, "judging_digest", lambda: "other rules")
    assert asked() == ["m0", "m1", "m2"]


def test_what_seats_held_is_kept_with_the_grade(
    log: SqliteLog, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they could answer is what the rules said when they judged."""
    for number in range(4):
        append(log, f"m{number}", random_match(number))
    project(log, folder)
    before = content(folder)["response_window"]
    assert {row[list(SCHEMAS["response_window"]).index("able")] for row in before} == {True, False}
    for number in range(4):
        seq = log.count(f"m{number}")
        append(log, f"m{number}", [(Noted("archetype", "A aggro"), None)], expected=seq)
    monkeypatch.setattr(grades, "judged", None)
    project(log, folder)
    assert content(folder)["response_window"] == before


def test_grades_of_somebody_else_are_not_kept(
    log: SqliteLog, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules never said so."""
    append(log, "m", random_match(1))
    project(log, folder, judge=lambda match, derived: "DIVERGED")
    for module in (projection, projection_run):
        monkeypatch.setattr(module, "code_digest", lambda: "other rows")
    project(log, folder)
    assert Store(folder).query("SELECT grade FROM match").rows() == [("EXACT",)]


def test_a_store_of_an_earlier_form_is_projected_afresh(log: SqliteLog, folder: Path) -> None:
    put(log, 0, 2)
    project(log, folder, judge=judge)
    path = folder / manifest.NAME
    path.write_bytes(path.read_bytes().replace(b'"format": 3', b'"format": 2'))
    with pytest.raises(DamagedStore, match="was made by an earlier version: project the log into it again"):
        Store(folder)
    assert project(log, folder, judge=judge).matches == 2
    assert len(content(folder)["match"]) == 2


def test_other_code_projects_afresh(log: SqliteLog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(log, 0, 4)
    project(log, folder, judge=judge)
    for module in (projection, projection_run):
        monkeypatch.setattr(module, "code_digest", lambda: "another")
    assert project(log, folder, judge=judge).matches == 4
    assert manifest.load(folder).code == "another"


def test_the_digest_depends_on_every_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [source for source in code_digest.SOURCES if source.endswith(".py")]
    folders = [source for source in code_digest.SOURCES if source not in files]
    for source in (*(f"{folder}/one.py" for folder in folders), *files):
        (tmp_path / source).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / source).write_text("x = 1")
    monkeypatch.setattr(code_digest, "ROOT", tmp_path)
    uncached = code_digest._digest.__wrapped__
    seen = {uncached(code_digest.SOURCES)}
    for source in files:
        (tmp_path / source).write_text("x = 2")
        seen.add(uncached(code_digest.SOURCES))
    for source in folders:
        (tmp_path / source / "one.py").write_text("x = 2")
        seen.add(uncached(code_digest.SOURCES))
        (tmp_path / source / "two.toml").write_text("")
        seen.add(uncached(code_digest.SOURCES))
        (tmp_path / source / "two.toml").rename(tmp_path / source / "three.toml")
        seen.add(uncached(code_digest.SOURCES))
    assert len(seen) == 1 + len(files) + 3 * len(folders)


# --- crashes --------------------------------------------------------------------------------------------


class Crash(BaseException):
    """The machine stops here."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rebuild", [False, True], ids=["incremental", "rebuild"])
def test_a_crash_leaves_the_old_or_the_new(
    log: SqliteLog, folder: Path, tmp_path: Path, rebuild: bool
) -> None:
    """The projection is stopped before each step that reaches the disk, one run for each; where time is
    short, before each sixth one and the last ones:

    1. a store of three matches is made, then the log grows;
    2. the projection is run and stopped at its first, second, … sync, rename or removal;
    3. the store then holds all of the old rows or all of the new ones;
    4. the next projection succeeds and leaves no file that does not count.
    """
    opening = opened(head={"played": "2026-05-01"})
    matches = [random_match(number, opening) for number in range(4)]
    for number in range(3):
        append(log, f"m{number}", matches[number])
    project(log, folder, judge=judge)
    old = content(folder)
    append(log, "m3", matches[3][:100])
    append(log, "m0", [(Noted("comment", "late"), None)], expected=len(matches[0]))
    project(log, tmp_path / "expected", judge=judge)
    new = content(tmp_path / "expected")
    assert old != new
    _copy(folder, tmp_path / "whole")
    steps = _steps_before_a_crash(1_000_000, log, tmp_path / "whole", rebuild=rebuild)
    assert steps > 10
    seen = []
    for step in [*range(steps)] if LONG else [*range(0, steps - 3, 6), *range(steps - 3, steps)]:
        work = tmp_path / f"crash-{step}"
        _copy(folder, work)
        assert _steps_before_a_crash(step, log, work, rebuild=rebuild) == step
        seen.append(content(work))
        assert seen[-1] in (old, new), f"step {step}"
        project(log, work, judge=judge)
        assert content(work) == new, f"after step {step}"
        listed = manifest.load(work)
        counting = {
            path_of(work, part, table=table)
            for part in (*listed.parts, *listed.previous)
            for table in part.files
        }
        assert {path for path in work.rglob("*.*") if "facts" in path.parts and path.is_file()} == counting
    assert seen[0] == old
    assert old in seen and new in seen, "some crashes come before the commit, some after it"


def _copy(folder: Path, work: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            target = work / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())


def _steps_before_a_crash(step: int, log: SqliteLog, work: Path, *, rebuild: bool) -> int:
    """Project, and stop before the given step; the number of steps that were taken."""
    left = step

    def stopping(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            nonlocal left
            if left == 0:
                raise Crash
            left -= 1
            return real(*given, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in ((os, "fsync"), (Path, "replace"), (Path, "unlink")):
            patch.setattr(owner, name, stopping(getattr(owner, name)))
        with suppress(Crash):
            project(log, work, judge=judge, rebuild=rebuild)
    return step - left


KILLED = """
import os, signal, sys
from pathlib import Path
from analytics.store.projection import project
from events.log.sqlite_log import SqliteLog

left, sync = int(sys.argv[3]), os.fsync

def fsync(handle):
    global left
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    sync(handle)

os.fsync = fsync
with SqliteLog(Path(sys.argv[1])) as log:
    project(log, Path(sys.argv[2]), judge=lambda match, derived: "EXACT", rebuild=True)
"""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("step", [0, 7, 1_000])
def test_a_process_that_is_killed_leaves_a_store_that_can_go_on(
    log: SqliteLog, folder: Path, step: int
) -> None:
    """Its lock is free, its drafts are swept away, and what it was to replace is still there."""

    def exact(match: str, derived: object) -> Grade:
        return "EXACT"

    append(log, "m0", random_match(0))
    project(log, folder, judge=exact)
    old = content(folder)
    command = [sys.executable, "-c", KILLED, str(folder.parent / "log.db"), str(folder), str(step)]
    killed = subprocess.run(command, check=False, cwd=Path(__file__).parents[3])
    assert killed.returncode == (0 if step == 1_000 else -signal.SIGKILL)
    assert content(folder) == old
    append(log, "m1", random_match(1))
    project(log, folder, judge=exact)
    assert len(content(folder)["match"]) == 2
    assert not list(folder.rglob("*.draft"))


# --- what is refused ------------------------------------------------------------------------------------


def test_another_log_is_refused(log: SqliteLog, folder: Path, tmp_path: Path) -> None:
    put(log, 0, 4)
    project(log, folder, judge=judge)
    with SqliteLog(tmp_path / "other.db", writing=True) as other:
        with pytest.raises(
            OtherLog, match=r"was projected from .*log\.db, and .*other\.db does not continue"
        ):
            project(other, folder, judge=judge)
        for match in league()[4:12]:
            append(other, match.id, match.derived)
        with pytest.raises(OtherLog):
            project(other, folder, judge=judge)
        assert project(other, folder, judge=judge, rebuild=True).matches == 8
    assert len(content(folder)["match"]) == 8


def test_two_at_once_are_refused(log: SqliteLog, folder: Path) -> None:
    with manifest.writing(folder), pytest.raises(StoreBusy, match="another process is projecting"):
        project(log, folder)


def test_a_file_is_no_folder(log: SqliteLog, folder: Path) -> None:
    folder.write_text("a file")
    with pytest.raises(StoreError, match="cannot be written to"):
        project(log, folder)


def test_no_store(folder: Path) -> None:
    with pytest.raises(NoStore, match="there is no projection in"):
        Store(folder)


@pytest.mark.parametrize("broken", [b"", b"not json", b'{"format": 3}', b'{"parts": 3}', "manifest"], ids=str)
def test_a_broken_manifest(log: SqliteLog, folder: Path, broken: bytes | str) -> None:
    put(log, 0, 2)
    project(log, folder, judge=judge)
    path = folder / manifest.NAME
    text = path.read_bytes().replace(b'"format": 3', b'"format": 99') if broken == "manifest" else broken
    path.write_bytes(text)  # type: ignore[arg-type]  # bytes, by the parameters
    with pytest.raises(DamagedStore, match="project the log into it again with a rebuild"):
        Store(folder)
    with pytest.raises(DamagedStore):
        project(log, folder, judge=judge)
    assert project(log, folder, judge=judge, rebuild=True).matches == 2


def test_a_part_cut_short(log: SqliteLog, folder: Path) -> None:
    put(log, 0, 2)
    project(log, folder, judge=judge)
    path = next(folder.rglob("declaration/**/*.parquet"))
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(DamagedStore, match="is missing or cut short"):
        Store(folder)
    assert project(log, folder, judge=judge, rebuild=True).matches == 2
    Store(folder)


def test_parts_of_an_earlier_version(log: SqliteLog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They lack a column that there is now: seen when the store is opened."""
    put(log, 0, 2)
    project(log, folder, judge=judge)
    monkeypatch.setitem(SCHEMAS, "match", {**SCHEMAS["match"], "weather": Column(Type.WORD, nullable=False)})
    with pytest.raises(DamagedStore, match="was projected by an earlier version"):
        Store(folder)


def test_a_part_overwritten(log: SqliteLog, folder: Path) -> None:
    """Of the right length, but no Parquet: seen when it is read."""
    opening = opened(head={"played": "2026-05-01"})
    append(log, "m0", random_match(0, opening))
    project(log, folder, judge=judge)
    path = next(folder.rglob("seat_game/**/*.parquet"))
    path.write_bytes(b"x" * path.stat().st_size)
    append(log, "m1", random_match(1, opening))
    with pytest.raises(DamagedStore, match="cannot be read"):
        project(log, folder, judge=judge)
    with pytest.raises(DamagedStore):
        Store(folder).query("FROM seat_game")


# --- readers --------------------------------------------------------------------------------------------


def test_a_reader_goes_on_and_takes_the_newest_when_asked(log: SqliteLog, folder: Path) -> None:
    """It reads the same rows while one projection follows; after a second one it moves on by itself."""
    put(log, 0, 4)
    project(log, folder, judge=judge)
    store, counted = Store(folder), "SELECT count(*) FROM match"
    assert not store.refresh()
    put(log, 4, 6)
    project(log, folder, judge=judge)
    assert store.query(counted).item() == 4
    assert store.refresh()
    assert store.query(counted).item() == 6
    put(log, 6, 8)
    project(log, folder, judge=judge)
    project(log, folder, judge=judge, rebuild=True)
    assert store.query(counted).item() == 8


def test_every_column_has_its_type_even_without_rows(log: SqliteLog, folder: Path, tmp_path: Path) -> None:
    project(log, folder)
    write(log, size=18)
    project(log, tmp_path / "full", judge=judge)
    empty, full = Store(folder), Store(tmp_path / "full")
    for table in SCHEMAS:
        assert empty.query(f"FROM {table}").schema == full.query(f"FROM {table}").schema
