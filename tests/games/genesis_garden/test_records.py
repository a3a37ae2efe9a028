"""The sample records of Genesis Garden: what each shows, checked.

Not here: the notation as such (``tests/notation``).
"""

from pathlib import Path

import pytest

from engine.adjudicate import adjudicate
from engine.notation.read import read, read_file
from engine.notation.write import write

FOLDER = Path(__file__).parents[3] / "kifuda/samples/genesis-garden"
GRADES = {
    "garden-cup-r1-t1": ("EXACT", "A", 15),
    "garden-cup-r2-t3": ("EXACT", "B", 14),
    "kitchen-table-paper": ("CONSISTENT", "A", 4),
    "ruling-tired-blocker": ("AMENDED", "A", 15),
    "disputed-fifth-summon": ("DIVERGED", "", 1),
    "disputed-headquarters-count": ("DIVERGED", "B", 14),
}
DISPUTES = {
    "disputed-fifth-summon": ("refused", "GG-SUM-1", "A summon 獣の逆襲 rear "),
    "disputed-headquarters-count": ("claim", "GG-DRAW-1", "  => count hq A "),
}


def test_every_sample_is_listed() -> None:
    assert {path.stem for path in FOLDER.glob("*.kfd")} == set(GRADES)


@pytest.mark.parametrize("name", GRADES)
def test_the_verdict_on_a_sample(name: str) -> None:
    verdict = adjudicate(read_file(FOLDER / f"{name}.kfd").events)
    assert (verdict.grade, verdict.winner, verdict.turns) == GRADES[name]


@pytest.mark.parametrize("name", DISPUTES)
def test_a_disputed_sample_parts_from_the_rules_at_its_line(name: str) -> None:
    kind, clause, text = DISPUTES[name]
    path = FOLDER / f"{name}.kfd"
    finding = adjudicate(read_file(path).events).divergence
    assert finding is not None
    assert (finding.kind, finding.clause) == (kind, clause)
    assert path.read_text("utf-8").split("\n")[finding.line - 1].startswith(text)


@pytest.mark.parametrize("name", GRADES)
def test_a_sample_in_canonical_form_reads_the_same(name: str) -> None:
    first = read_file(FOLDER / f"{name}.kfd")
    text = write(first.events, first.match)
    again = read(text)
    assert write(again.events, again.match) == text
    assert adjudicate(again.events).grade == GRADES[name][0]
