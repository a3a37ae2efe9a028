"""Logs of kifuda 0.1.0 are opened, audited, verified, written to and collected for ever."""

import shutil
from pathlib import Path

import pytest

from events.collect.collecting import Source, collect
from events.log.sqlite_log import SqliteLog
from events.model.upcast import FORMAT
from events.seal.inspection import inspect
from events.seal.slip import slip_of
from events.seal.verifiers import AnyKey, parse_key
from kifuda.evidence import verify_evidence
from tests.events.collect.older import unpacked
from tests.support.command import kifuda

LOG = Path("kifuda-0.1.0.db")
MATCH, SIMULATED = "tsukimi-no-kai-2", "sim-genesis-garden-4-000000"
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(unpacked(tmp_path))
    return tmp_path


def keys() -> list[AnyKey]:
    return [parse_key(Path(f"{name}.vkey").read_text().strip()) for name in ("cup", "alice")]


def stored(path: Path, match: str) -> list[bytes]:
    with SqliteLog(path) as log:
        return [record.data for record in log.read(match)]


def test_it_is_verified_with_its_slip() -> None:
    found = inspect(LOG, keys())
    assert found.findings == () and found.scan is not None and found.scan.rehashed == 560
    assert [made.state for seen in found.slips for made in seen.signatures] == ["holds", "holds"]


def test_it_is_audited() -> None:
    done = kifuda("audit", MATCH, SIMULATED, "--log", LOG, "--json")
    found = done.lines()
    assert [one["match"] for one in found] == [MATCH, SIMULATED]
    # Rules that have changed since say so themselves.
    assert all(one["grade"] == "EXACT" or one["unpinned"] for one in found)


def test_it_is_written_to_in_the_format_of_today() -> None:
    assert kifuda("import", GOLDEN.parents[2] / "kifuda/samples/chronocard", "--log", LOG).status in (0, 1)
    with SqliteLog(LOG) as log:
        written = [record for record in log.follow(560)]
    assert written and all(record.data.startswith(b"[%d," % FORMAT) for record in written)
    assert inspect(LOG, keys()).findings == ()


@pytest.mark.parametrize("bundle", ["match.evidence", "public.evidence"])
def test_its_evidence_holds(bundle: str) -> None:
    texts = [Path(f"{name}.vkey").read_text().strip() for name in ("cup", "alice")]
    assert verify_evidence.check(Path(bundle).read_bytes(), texts)["findings"] == []


def test_evidence_is_made_of_it() -> None:
    assert kifuda("evidence", MATCH, "-o", "new.evidence", "--log", LOG).status == 0
    assert kifuda("evidence", MATCH, "--as", "public", "-o", "new.public", "--log", LOG).status == 0
    for bundle in ("new.evidence", "new.public"):
        assert kifuda("verify", bundle, "--key", Path("cup.vkey").read_text().strip()).status == 0


def test_it_is_collected_byte_by_byte() -> None:
    kifuda("key", "new", "--name", "example.org/all", "--log", "all.db")
    done = kifuda("collect", LOG, "--source-key", Path("cup.vkey").read_text().strip(), "--log", "all.db")
    assert (done.status, "2 matches added" in done.out) == (0, True)
    for match in (MATCH, SIMULATED):
        assert stored(Path("all.db"), match) == stored(LOG, match)
    assert slip_of(Path("all.db"), MATCH) == slip_of(LOG, MATCH)
    found = inspect(Path("all.db"), keys())
    assert {finding.code for finding in found.findings} == {"unsigned"}  # by the keys of 0.1.0, that is
    assert all(proof.holds for proof in found.origins.proofs)
    assert kifuda("evidence", MATCH, "-o", "all.evidence", "--log", "all.db").status == 0
    checked = kifuda("verify", "all.evidence", "--json").json()
    assert checked["findings"] == [] and checked["sources"][0]["origin"] == "example.org/cup"
    here, there = (kifuda("audit", MATCH, "--log", log, "--json").lines()[0] for log in ("all.db", LOG))
    assert here["grade"] == there["grade"] and here["findings"] == there["findings"]


def test_a_log_of_format_1_is_collected_byte_by_byte(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "log.v1.sqlite", "old.db")
    with SqliteLog("all.db", writing=True) as log:
        (found,) = collect(log, [Source(Path("old.db"), inspect(Path("old.db")))], at=1)
    assert found and {one.status for one in found} == {"added"}
    for one in found:
        assert stored(Path("all.db"), one.match) == stored(Path("old.db"), one.match)
    assert inspect(Path("all.db")).findings == ()
