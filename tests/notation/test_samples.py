"""The sample records that come with the project: what each shows, checked."""

from pathlib import Path

import pytest

from engine.adjudicate import adjudicate
from engine.notation.read import read, read_file
from engine.notation.write import write

FOLDER = Path(__file__).parents[2] / "kifuda/samples/blade-rondo"
GRADES = {
    "spring-cup-r1-t1": ("EXACT", "B", 10),
    "tsukimi-no-kai-2": ("EXACT", "A", 9),
    "frozen-lake-2026-4": ("EXACT", "B", 12),
    "kitchen-table-glow": ("CONSISTENT", "A", 11),
    "open-final-video": ("CONSISTENT", "A", 9),
    "ruling-sealed-sword": ("AMENDED", "B", 12),
    "disputed-forgotten-poison": ("DIVERGED", "B", 12),
    "disputed-overspent": ("DIVERGED", "", 8),
}
DISPUTES = {
    "disputed-forgotten-poison": ("claim", "BR-base-6.1-5", "=> life B 13 ", "life B 12"),
    "disputed-overspent": ("refused", "BR-5.2-2a", "B use お気の毒の刃 ", ""),
}


def test_every_sample_is_listed() -> None:
    assert {path.stem for path in FOLDER.glob("*.kfd")} == set(GRADES)


@pytest.mark.parametrize("name", GRADES)
def test_the_verdict_on_a_sample(name: str) -> None:
    verdict = adjudicate(read_file(FOLDER / f"{name}.kfd").events)
    assert (verdict.grade, verdict.winner, verdict.turns) == GRADES[name]


@pytest.mark.parametrize("name", DISPUTES)
def test_a_disputed_sample_parts_from_the_rules_at_its_line(name: str) -> None:
    kind, clause, text, ruled = DISPUTES[name]
    path = FOLDER / f"{name}.kfd"
    finding = adjudicate(read_file(path).events).divergence
    assert finding is not None
    assert (finding.kind, finding.clause, finding.ruled) == (kind, clause, ruled)
    line = path.read_text("utf-8").split("\n")[finding.line - 1]
    assert line.startswith(text)


@pytest.mark.parametrize("name", GRADES)
def test_a_sample_in_canonical_form_reads_the_same(name: str) -> None:
    first = read_file(FOLDER / f"{name}.kfd")
    text = write(first.events, first.match)
    again = read(text)
    assert write(again.events, again.match) == text
    assert adjudicate(again.events).grade == GRADES[name][0]
    assert "=> " in text and "== 1 A" in text
