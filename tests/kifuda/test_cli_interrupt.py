"""Ctrl-C while bots play: what is in the log is whole, and is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import kifuda.cli.data.simulate
from kifuda.bots.simulate import SimulatedMatch, simulate
from tests.support.command import kifuda as run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def stopped_after(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*arguments: object, **options: object) -> Iterator[SimulatedMatch]:
        for done, match in enumerate(simulate(*arguments, **options)):  # type: ignore[arg-type]  # passed on
            if done == number:
                raise KeyboardInterrupt
            yield match

    monkeypatch.setattr(kifuda.cli.data.simulate, "play", play)


def test_matches_in_the_log_are_counted_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_after(57, monkeypatch)
    done = run("simulate", "blade-rondo", "-n", "100")
    assert (done.status, done.out) == (130, "")
    assert "stopped; matches in kifuda.db: 50, each of them whole" in done.err
    assert len(run("log", "--json").lines()) == 50
    assert run("audit", "--all").status == 0
    monkeypatch.undo()


def test_it_is_told_in_japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_after(1, monkeypatch)
    done = run("simulate", "blade-rondo", "-n", "9", "--lang", "ja")
    assert (done.status, done.out) == (130, "")
    assert "中断した。kifuda.db には対戦 0 がある" in done.err


def test_records_in_the_folder_are_counted_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_after(3, monkeypatch)
    done = run("simulate", "blade-rondo", "-n", "9", "--out", "records")
    assert done.status == 130
    assert "stopped; matches in records: 3" in done.err
    assert run("audit", *sorted(Path("records").iterdir())).status == 0
