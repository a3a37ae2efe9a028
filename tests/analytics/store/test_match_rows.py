"""Several processes make the rows that one makes: the store has the same bytes."""

from pathlib import Path

import pytest

from analytics.side_by_side import ITEMS_AHEAD
from analytics.store.match_rows import MATCHES_A_TASK
from analytics.store.projection import project
from events.log.contract import Damaged, Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Noted
from tests.events.files import NOTE, vandalise
from tests.support.league import league
from tests.support.play import append


def write(path: Path, first: int, last: int) -> None:
    with SqliteLog(path, writing=True) as log:
        for match in league()[first:last]:
            append(log, match.id, match.derived)
        odd = f"odd-{first}"  # no match at all
        log.append(odd, [Pending(NOTE)], expected=0, command=odd, at=0)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def projected(log: Path, folder: Path, processes: int | None) -> dict[str, bytes]:
    with SqliteLog(log) as source:
        seen: list[tuple[int, int]] = []
        done = project(source, folder, processes=processes, progress=lambda *counts: seen.append(counts))
        assert [part for part, _ in seen] == list(range(len(seen))) and seen[-1][0] == seen[-1][1]
        assert set(done.unreadable) == {name for name in done.unreadable if name.startswith("odd-")}
    return files(folder)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("processes", [2, 5])
def test_the_store_has_the_same_bytes(tmp_path: Path, processes: int) -> None:
    log = tmp_path / "log.db"
    write(log, 0, MATCHES_A_TASK + 3)
    one, many = tmp_path / "one", tmp_path / "many"
    assert projected(log, one, 1) == projected(log, many, processes)
    write(log, MATCHES_A_TASK + 3, ITEMS_AHEAD * MATCHES_A_TASK + 5)
    with SqliteLog(log, writing=True) as opened:  # a match that has rows, and goes on
        match = league()[0].id
        size = opened.count(match)
        opened.append(match, [Pending(Noted("comment", "later"))], expected=size, command="later", at=0)
    assert projected(log, one, 1) == projected(log, many, processes)


def test_damage_is_told_where_the_user_is(tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    write(log, 0, 12)
    vandalise(log, "UPDATE entry SET data = CAST(data || ' ' AS BLOB) WHERE position = 90")
    for processes in (1, 2):
        with SqliteLog(log) as source, pytest.raises(Damaged, match="position 90"):
            project(source, tmp_path / "store", processes=processes)
