"""What is imported by somebody stands there with the name, and is the same import all the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from analytics.imports.files.deposit import Changed, Deposited, deposit_match, deposit_results, there
from analytics.imports.files.prepared import Results
from analytics.imports.files.read import format_of, read
from analytics.imports.formats.format import Options
from analytics.imports.tournament_writer import Foreseen, Taken, Written, foreseen
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


def put(log: Log, digest: str = DIGEST, keeper: str = "") -> Deposited:
    return deposit_match(log, "table-nine", EVENTS, name="a.kfd", digest=digest, at=1, keeper=keeper)


def keepers(log: Log) -> set[str]:
    return {keeper_of(record.entry.command) for record in log.follow()}


@pytest.mark.parametrize(("first", "second"), [("mio", ""), ("", "mio"), ("mio", "ken"), ("", "")])
def test_a_file_goes_in_once_whoever_imports_it(log: Log, first: str, second: str) -> None:
    assert put(log, keeper=first) == (len(EVENTS), False)
    size = log.size
    assert put(log, keeper=second) == (len(EVENTS), True)
    assert log.size == size and keepers(log) == {first}
    assert there(log, "table-nine", "a.kfd", DIGEST) == len(EVENTS)


@pytest.mark.parametrize("keeper", ["", "mio"])
def test_another_file_of_the_match_is_a_conflict(log: Log, keeper: str) -> None:
    put(log, keeper=keeper)
    with pytest.raises(Changed) as raised:
        put(log, OTHER)
    assert (raised.value.stored, raised.value.given) == (DIGEST, OTHER)


def results(*changes: tuple[str, str]) -> Results:
    one = altered("friday.csv", *changes) if changes else source("friday.csv")
    found = read([one], format_of(one), Options())
    assert isinstance(found, Results)
    return found


def test_every_entry_of_a_tournament_says_who_imported_it(log: Log, tmp_path: Path) -> None:
    done = deposit_results(log, tmp_path / "log.db", results(), at=1, keeper="mio")
    assert done.status == "imported" and keepers(log) == {"mio"}
    kept = {path.name: path.read_bytes() for path in files_of(tmp_path / "log.db").iterdir()}
    assert kept == {results().imported.sha256: source("friday.csv").data}
    assert deposit_results(log, tmp_path / "log.db", results(), at=2).status == "already there"


def test_what_is_foreseen_is_what_is_done(log: Log, tmp_path: Path) -> None:
    path, first, second = tmp_path / "log.db", results(), results((",2,1,0,1,2,1 2 1", ",1,2,0,2,2,2 1 2"))

    def expected(one: Results) -> Foreseen:
        size = log.size
        seen = foreseen(log, one.tournament, one.imported)
        assert log.size == size
        return seen

    seen = expected(first)
    assert seen == (deposit_results(log, path, first, at=1), False)
    assert expected(first) == (Written("already there"), False)
    seen = expected(second)
    with pytest.raises(Taken):
        deposit_results(log, path, second, at=2)
    assert seen == (deposit_results(log, path, second, at=2, replace=True), True)
    assert seen.written.changed == 1 and seen.written.kept > 0


def test_the_name_of_a_match_is_no_tournament_to_be_corrected(log: Log) -> None:
    one = results()
    deposit_match(log, one.tournament.id, EVENTS, name="a.kfd", digest=DIGEST, at=1)
    with pytest.raises(Taken):
        foreseen(log, one.tournament, one.imported)
