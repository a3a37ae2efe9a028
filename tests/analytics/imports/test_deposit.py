"""What is imported by somebody stands there with the name, and is the same import all the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from analytics.imports.formats.format import Options
from analytics.imports.formats.registry import recognise
from analytics.imports.prepared import Record, Results
from analytics.imports.reading.read import read
from analytics.imports.writing.deposit import (
    Deposit,
    MatchExists,
    deposit,
    deposit_tournament,
    events_in_log,
)
from analytics.imports.writing.in_log import find_in_log
from analytics.imports.writing.tournament_writer import (
    PlannedImport,
    TournamentExists,
    Written,
    plan_import,
)
from engine.record.live_recording import keeper_of
from engine.record.notation.read import read as read_record
from events.log.contract import Log
from events.log.sqlite_log import SqliteLog
from events.seal.paths import files_of
from tests.analytics.imports.samples import altered, source
from tests.support.record import CLEAN

DIGEST, OTHER = "a" * 64, "b" * 64
EVENTS = read_record(CLEAN).events


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with SqliteLog(tmp_path / "log.db", writing=True) as made:
        yield made


def record(match: str = "table-nine", digest: str = DIGEST) -> Record:
    return Record("a.kfd", digest, match, EVENTS)


def put(log: Log, digest: str = DIGEST, keeper: str = "") -> Deposit:
    return deposit(log, record(digest=digest), at=1, keeper=keeper)


def keepers(log: Log) -> set[str]:
    return {keeper_of(record.entry.command) for record in log.follow()}


@pytest.mark.parametrize(("first", "second"), [("mio", ""), ("", "mio"), ("mio", "ken"), ("", "")])
def test_a_file_goes_in_once_whoever_imports_it(log: Log, first: str, second: str) -> None:
    assert put(log, keeper=first) == Deposit(record(), "imported", len(EVENTS))
    size = log.size
    assert put(log, keeper=second) == Deposit(record(), "already there", len(EVENTS))
    assert log.size == size and keepers(log) == {first}
    assert events_in_log(log, record()) == len(EVENTS)


@pytest.mark.parametrize("keeper", ["", "mio"])
def test_another_file_of_the_match_is_a_conflict(log: Log, keeper: str) -> None:
    put(log, keeper=keeper)
    with pytest.raises(MatchExists) as raised:
        put(log, OTHER)
    assert (raised.value.stored, raised.value.given) == (DIGEST, OTHER)


def results(*changes: tuple[str, str]) -> Results:
    one = altered("friday.csv", *changes) if changes else source("friday.csv")
    found = read([one], recognise(one), Options())
    assert isinstance(found, Results)
    return found


def test_every_entry_of_a_tournament_says_who_imported_it(log: Log, tmp_path: Path) -> None:
    done = deposit_tournament(log, tmp_path / "log.db", results(), at=1, keeper="mio")
    assert done.status == "imported" and keepers(log) == {"mio"}
    kept = {path.name: path.read_bytes() for path in files_of(tmp_path / "log.db").iterdir()}
    assert kept == {results().imported.sha256: source("friday.csv").data}
    assert deposit_tournament(log, tmp_path / "log.db", results(), at=2).status == "already there"


def test_an_import_does_what_was_planned(log: Log, tmp_path: Path) -> None:
    path, first, second = tmp_path / "log.db", results(), results((",2,1,0,1,2,1 2 1", ",1,2,0,2,2,2 1 2"))

    def expected(one: Results) -> PlannedImport:
        size = log.size
        seen = plan_import(log, one.tournament, one.imported)
        assert log.size == size
        return seen

    seen = expected(first)
    assert seen == (deposit_tournament(log, path, first, at=1), False)
    assert expected(first) == (Written("already there"), False)
    seen = expected(second)
    with pytest.raises(TournamentExists):
        deposit_tournament(log, path, second, at=2)
    assert seen == (deposit_tournament(log, path, second, at=2, replace=True), True)
    assert seen.written.changed == 1 and seen.written.kept > 0


def test_the_log_says_what_it_has_of_a_file(log: Log, tmp_path: Path) -> None:
    """New, this very file, another file that may correct it, or an id that is taken."""
    first, second = results(), results((",2,1,0,1,2,1 2 1", ",1,2,0,2,2,2 1 2"))
    assert [find_in_log(log, one).state for one in (record(), first)] == ["new", "new"]
    put(log)
    deposit_tournament(log, tmp_path / "log.db", first, at=1)
    states = [find_in_log(log, one).state for one in (record(), record(digest=OTHER), first, second)]
    assert states == ["same", "taken", "same", "other"]


def test_the_name_of_a_match_is_no_tournament_to_be_corrected(log: Log) -> None:
    one = results()
    deposit(log, record(one.tournament.id), at=1)
    with pytest.raises(TournamentExists):
        plan_import(log, one.tournament, one.imported)
    assert find_in_log(log, one).state == "taken"
