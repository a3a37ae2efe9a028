"""A log that several processes read is found to be what one process finds."""

from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pytest

from events.log import parallel_scan as module
from events.log.contract import Damaged, Pending
from events.log.parallel_scan import parallel_scan, processes_for
from events.log.sqlite_log import SqliteLog
from events.seal.merkle import Edge, leaf, level_above
from events.seal.scan import Finding, scan
from tests.events.files import DAMAGE, NOTE, raw, vandalise

ENTRIES = 150


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three matches whose acts alternate, in chunks of 16 entries."""
    monkeypatch.setattr(module, "CHUNK_LEVEL", 4)
    monkeypatch.setattr(module, "CHUNK", 16)
    monkeypatch.setattr(module, "PAGE_ROWS", 5)
    path = tmp_path / "log.db"
    with SqliteLog(path, writing=True) as opened, opened.batch():
        for number in range(ENTRIES // 2):
            match = f"r{number % 3}"
            act = [Pending(NOTE), Pending(DAMAGE, 0)]
            opened.append(match, act, expected=opened.count(match), command=f"c{number}", at=number)
    return path


@pytest.mark.parametrize("prefix", [0, 1, 15, 16, 17, 64, 149, 150, 151])
def test_roots_are_the_same(log: Path, prefix: int) -> None:
    seen: list[tuple[int, int]] = []
    with processes_for(log, 3) as pool:
        found = parallel_scan(log, pool, prefix_size=prefix, progress=lambda *counts: seen.append(counts))
    assert found == scan(log, prefix_size=prefix) and found.findings == ()
    assert seen == [*((end, ENTRIES) for end in range(16, ENTRIES, 16)), (ENTRIES, ENTRIES)]


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM entry WHERE position = 40",
        "DELETE FROM entry WHERE position >= 40 AND position < 64",
        "UPDATE entry SET data = CAST(data || ' ' AS BLOB) WHERE position = 48",
        "UPDATE entry SET leaf = zeroblob(32) WHERE position = 149",
        "UPDATE entry SET command = 'other' WHERE position = 32",
        "UPDATE entry SET seq = 900 WHERE position = 33",
        "UPDATE entry SET data = CAST('nonsense' AS BLOB) WHERE position = 3",
        "DROP INDEX entry_command",
    ],
)
def test_findings_are_the_same(log: Path, damage: str) -> None:
    vandalise(log, damage)
    with processes_for(log, 2) as pool:
        found = parallel_scan(log, pool, prefix_size=70)
    assert found == scan(log, prefix_size=70) and found.findings


class Unasked(Executor):
    """Processes that are given nothing to do."""

    def submit(self, *asked: object, **named: object) -> Any:
        raise AssertionError(f"asked for {asked}")

    map = submit


@pytest.mark.parametrize("position", [10**12, 2**63 - 2])
def test_one_entry_far_behind_the_others_does_not_make_a_log_endless(log: Path, position: int) -> None:
    last = ENTRIES - 1
    vandalise(log, f"UPDATE entry SET position = {position} WHERE position = {last}")
    found = parallel_scan(log, Unasked(), prefix_size=ENTRIES)
    assert found.findings == (Finding("missing", {"first": last, "last": position - 1}),)
    assert (found.size, found.rehashed, found.root) == (position + 1, ENTRIES, None)


@pytest.mark.parametrize("dropped", ["VIEW entry", "TABLE match_name", "TABLE place"])
def test_a_log_without_one_of_its_parts_says_so(log: Path, dropped: str) -> None:
    with raw(log) as connection:
        connection.execute(f"DROP {dropped}")
    with processes_for(log, 2) as pool, pytest.raises(Damaged, match=r"log\.db is not built.*no such table"):
        parallel_scan(log, pool)


def test_an_empty_log_and_a_short_one(tmp_path: Path) -> None:
    SqliteLog(tmp_path / "empty.db", writing=True).close()
    with processes_for(tmp_path / "empty.db", 2) as pool:
        assert parallel_scan(tmp_path / "empty.db", pool) == scan(tmp_path / "empty.db")
    with processes_for(tmp_path / "empty.db") as pool:
        assert pool is None


def test_subtrees_make_the_tree_of_their_leaves() -> None:
    leaves = [leaf(b"%d" % number) for number in range(11)]
    whole, tree = Edge(), Edge()
    whole.extend(leaves)
    tree.extend(level_above(level_above(leaves[:8])), level=2)
    tree.extend(leaves[8:])
    assert (tree.size, tree.root(), tree.hashes()) == (whole.size, whole.root(), whole.hashes())
