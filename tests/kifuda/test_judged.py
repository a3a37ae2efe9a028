"""Verdicts on all of a log do not depend on how many processes give them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from events.log.sqlite_log import SqliteLog
from kifuda.bots.simulate import simulate, write
from kifuda.cli.base.lookup import names
from kifuda.cli.match import judged
from kifuda.cli.match.judged import Judged, NotJudged, all_of
from tests.events.files import vandalise
from tests.support.command import kifuda
from tests.support.play import RULES

MATCHES = judged.FEW + 3


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("judged") / "kifuda.db"
    with SqliteLog(path, writing=True) as made:
        write(made, simulate(RULES, matches=MATCHES, seed=7, players=("random", "random")), lambda: 1)
    yield path


@pytest.mark.sampled(1)
@pytest.mark.parametrize("edition", [None, "1.03"])
def test_two_processes_give_what_one_gives(log: Path, edition: str | None) -> None:
    one, two = (list(all_of(names(log), log, edition, processes=number)) for number in (1, 2))
    assert len(one) == MATCHES
    assert [found[:4] for found in one] == [found[:4] for found in two]
    last = two[-1]
    assert isinstance(last, Judged) and last.load().id == last.id


def test_a_process_opens_the_log_once(log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    openings = tmp_path / "openings"

    class Counted(SqliteLog):
        def __init__(self, path: Path) -> None:
            with openings.open("a", encoding="utf-8") as file:
                file.write("x")
            super().__init__(path)

    monkeypatch.setattr(judged, "SqliteLog", Counted)
    assert len(list(all_of(names(log), log, None, processes=2))) == MATCHES
    assert openings.read_text("utf-8") == "xx"


def test_a_match_that_cannot_be_read_is_told_as_by_one_process(log: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(log.read_bytes())
    vandalise(copy, "UPDATE entry SET data = x'7b' WHERE position = 40")
    for processes in (1, 2):
        found = list(all_of(names(copy), copy, None, processes=processes))
        (damaged,) = (one for one in found if isinstance(one, NotJudged))
        assert f"{copy}: damaged log (position 40, match {damaged.id}, " in damaged.why
        assert len(found) == MATCHES
    done = kifuda("audit", "--all", "--log", copy)
    assert done.status == 2 and f"kifuda verify --log {copy}" in done.err and "EXACT" in done.out


def test_the_command_shows_all(log: Path) -> None:
    lines = kifuda("audit", "--all", "--json", "--log", log).lines()
    assert len(lines) == MATCHES and {line["grade"] for line in lines} == {"EXACT"}
    refused = kifuda("audit", "--all", "--edition", "nine", "--log", log)
    assert refused.status == 2 and "nine" in refused.err
