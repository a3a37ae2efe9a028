"""``kifuda collect`` as somebody meets it on the command line."""

import shutil
from pathlib import Path

import pytest

from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.seal.paths import files_of
from tests.analytics.imports.samples import SAMPLES
from tests.events.files import NOTE, vandalise
from tests.support.command import kifuda, refused

LOG, TABLE, OTHER = Path("kifuda.db"), Path("table.db"), Path("other.db")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder with two signed logs of a table."""
    monkeypatch.chdir(tmp_path)
    for log, seed in ((TABLE, 1), (OTHER, 2)):
        kifuda("key", "new", "--name", f"example.org/{log.stem}", "--log", log)
        kifuda("simulate", "blade-rondo", "-n", 1, "--seed", seed, "--log", log)
    return tmp_path


def key_of(name: str) -> str:
    return kifuda("key", "show", f"{name}.key").out.strip()


def test_logs_become_one_with_evidence_of_where_they_came_from() -> None:
    kifuda("key", "new", "--name", "example.org/cup", "--log", LOG)
    match = "sim-blade-rondo-1-000000"
    kifuda("sign", match, "--log", TABLE)
    done = kifuda("collect", TABLE, OTHER)
    assert (done.status, done.err) == (0, "")
    assert (
        "table.db: 1 match added, 0 went on, 0 known; under the head of example.org/table, size" in done.out
    )
    again = kifuda("collect", OTHER, TABLE).out
    assert again.count("0 matches added, 0 went on, 1 known") == 2
    keys = ["--key", key_of("kifuda.db"), "--key", key_of("table.db")]
    verified = kifuda("verify", *keys)
    assert verified.status == 0
    assert "1 match collected from example.org/table; the proofs of 1 hold; signed by" in verified.out
    assert kifuda("evidence", match, "-o", "match.evidence").status == 0
    checked = kifuda("verify", "match.evidence", *keys)
    assert checked.status == 0 and "EXACT" in checked.out
    assert "records come from example.org/table: size" in checked.out
    assert "collected from example.org/table" in kifuda("audit", match).out
    assert "example.org/table から集めた対戦 1 件" in kifuda("verify", "--lang", "ja").out


def test_an_id_that_looks_like_another_is_told() -> None:
    """A log of an older kifuda, or of another program, may have one: the match is taken, with a word."""
    twin = "sim-bl\N{CYRILLIC SMALL LETTER A}de-rondo-1-000000"
    with SqliteLog(TABLE, writing=True) as log:
        log.append(twin, [Pending(NOTE)], expected=0, command=twin, at=0)
    done = kifuda("collect", TABLE)
    assert done.status == 0
    assert (
        f"{twin}: its id holds \N{CYRILLIC SMALL LETTER A} (U+0430), which could be taken for another"
        in done.out
    )
    found = {one["match"]: one for one in kifuda("collect", TABLE, "--json").json()["sources"][0]["matches"]}
    assert [bool(one["look_alike"]) for one in found.values()] == [name == twin for name in found]


def test_a_source_with_findings_is_refused_before_anything_is_written() -> None:
    vandalise(OTHER, "DELETE FROM entry WHERE position >= 20")
    done = kifuda("collect", TABLE, OTHER)
    assert done.status == 1 and done.out.endswith("nothing was collected\n")
    assert "the end is missing" in done.out
    assert not LOG.exists()
    found = kifuda("collect", OTHER, "--json").json()
    assert found["sources"] == [] and found["refused"]["findings"][0]["code"] == "short"


def test_a_source_must_be_signed_by_a_key_that_is_named() -> None:
    assert kifuda("collect", TABLE, "--source-key", key_of("table.db")).status == 0
    done = kifuda("collect", OTHER, "--source-key", key_of("table.db"))
    assert done.status == 1 and "none of the keys has signed" in done.out
    with SqliteLog(LOG) as log:
        assert len(log.matches()) == 1


def test_a_match_that_differs_is_named() -> None:
    shutil.copy(TABLE, "copy.db")
    for log in (TABLE, Path("copy.db")):
        kifuda("collect", log, "--log", "first.db" if log == TABLE else "second.db")
    kifuda("evidence", "views", "--all", "--log", "first.db")
    kifuda("evidence", "views", "--all", "--log", "second.db")
    kifuda("collect", "first.db")
    done = kifuda("collect", "second.db")
    assert done.status == 1
    assert "sim-blade-rondo-1-000000: another match; the first entry that differs is #" in done.out


def test_imported_files_go_along() -> None:
    kifuda("import", SAMPLES / "spring-cup.tdf", "--log", TABLE)
    done = kifuda("collect", TABLE)
    assert (done.status, done.err) == (0, "")
    theirs = {file.name: file.read_bytes() for file in files_of(TABLE).iterdir()}
    assert {file.name: file.read_bytes() for file in files_of(LOG).iterdir()} == theirs
    assert kifuda("import", SAMPLES / "spring-cup.tdf", "--json").lines()[0]["status"] == "already there"
    assert kifuda("backup", "copy.db").status == 0


def test_a_damaged_file_stays_where_it_is() -> None:
    kifuda("import", SAMPLES / "spring-cup.tdf", "--log", TABLE)
    for file in files_of(TABLE).iterdir():
        file.write_bytes(b"something else")
    done = kifuda("collect", TABLE)
    assert done.status == 1 and "not what their names say" in done.out
    assert list(files_of(LOG).iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("collect",), "OTHER… is missing"),
        (("collect", "nothing.db"), "there is no log at nothing.db"),
        (("collect", "table.db", "--log", "table.db"), "is the log into which matches are collected"),
        (("collect", "table.db.checkpoint"), "no kifuda log"),
        (("collect", "table.db", "--source-key", "nonsense"), "verifier key"),
    ],
)
def test_what_cannot_be_collected(arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(*arguments)
    assert not LOG.exists()
