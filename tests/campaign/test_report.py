"""The page about reliability tells what the last long campaign found, and describes every part."""

from pathlib import Path

import msgspec
import pytest

from tests.campaign import report
from tests.campaign.__main__ import main
from tests.campaign.parts import PARTS
from tests.campaign.report import Result
from tests.campaign.tally import Tally


def test_the_table_on_the_page_is_that_of_the_results() -> None:
    page = report.PAGE.read_text("utf-8")
    shown = page.partition(report.BEGIN)[2].partition(report.END)[0]
    assert shown == report.table(report.kept())


def test_every_part_has_figures_and_none_is_broken() -> None:
    found = report.kept()
    assert [one.part for one in found] == list(PARTS)
    assert [one.part for one in found if one.broken or one.skipped] == []


def test_the_page_describes_every_part() -> None:
    page = report.PAGE.read_text("utf-8")
    assert [name for name in PARTS if f"`{name.split('-')[0]}" not in page.partition(report.BEGIN)[0]] == []


def test_a_result_takes_the_place_of_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {
        "reliability.json": b"[]",
        "reliability.md": f"before\n{report.BEGIN}old\n{report.END}\nafter\n".encode(),
    }
    for name, data in kept.items():
        (tmp_path / name).write_bytes(data)
    monkeypatch.setattr(report, "RESULTS", tmp_path / "reliability.json")
    monkeypatch.setattr(report, "PAGE", tmp_path / "reliability.md")
    tally = Tally()
    tally.count("kills", 12_000)
    for seed in (1, 2):
        found = report.result("kill", tally, command="x", seed=seed, seconds=61.4)
        report.keep(found, ["retry", "kill"])
    broken = Tally()
    broken.fail("lost: act 3")
    report.keep(report.result("retry", broken, command="y", seed=3, seconds=1), ["retry", "kill"])
    results = msgspec.json.decode(report.RESULTS.read_bytes(), type=list[Result])
    assert [(one.part, one.seed, one.verdict) for one in results] == [
        ("retry", 3, "BROKEN"),
        ("kill", 2, "held"),
    ]
    page = report.PAGE.read_text("utf-8")
    assert page.startswith("before\n") and page.endswith("after\n") and "old" not in page
    assert f"| `kill` | 12,000 kills | held | 2, 61 s, {results[1].measured} |" in page


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["kil"])
    assert caught.value.code == 2
    assert "no part kil: there are kill, retry" in capsys.readouterr().err


def test_a_run_says_what_held(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", "--scale", "0.001", "--seed", "5"]) == 0
    said = capsys.readouterr().out.replace("\n", " ")
    assert "race: held: 2 races of 8 processes" in said and "--seed 5" in said
