"""Two records of one match: what both have, and where they part."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audit.compare_records import compare_records, first_difference
from engine.record.match import Match
from engine.record.notation.read import read
from events.model.kinds import ACTS
from tests.support import effort
from tests.support.play import RULES, random_match
from tests.support.record import CLEAN, changed

SAMPLES = sorted((Path(__file__).parents[3] / "kifuda" / "samples").rglob("*.kfd"))


def of(text: str) -> Match:
    return Match(read(text).events, id="m")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_record_agrees_with_itself(path: Path) -> None:
    match = Match.read(path)
    rows = compare_records(match, match)
    assert rows and all(row.same and row.one == row.other for row in rows)
    assert first_difference(rows) is None


def test_another_act_and_what_is_missing_are_named() -> None:
    one, other = of(CLEAN), of(changed("A breath 加熱法\nA set 霧紡ぎのパール", "A set 霧紡ぎのパール"))
    rows = compare_records(one, other)
    row = first_difference(rows)
    assert row is not None and row.other is None and row.one is not None
    assert getattr(one.events[row.one], "verb", "") == "breath"
    assert [row for row in rows if not row.same] == [row]


def test_copies_may_be_numbered_otherwise() -> None:
    one, other = of(CLEAN), of(changed("A keep 斬撃剣 舞踏剣", "A keep 舞踏剣 斬撃剣"))
    assert first_difference(compare_records(one, other)) is None


@settings(max_examples=effort.examples(30), deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 40))
def test_every_act_stands_in_the_rows_once_and_in_order(seed: int, ours: int, theirs: int) -> None:
    one = Match(random_match(seed, acts=ours), rules=RULES)
    other = Match(random_match(seed, acts=theirs), rules=RULES)
    rows = compare_records(one, other)
    for match, side in ((one, "one"), (other, "other")):
        stated = [
            seq for seq, event in enumerate(match.events) if isinstance(event, ACTS) and not event.implied
        ]
        assert [getattr(row, side) for row in rows if getattr(row, side) is not None] == stated
    assert all(row.one is not None and row.other is not None for row in rows if row.same)
    common = min(len(rows), ours, theirs) - 1
    assert all(row.same for row in rows[: max(0, common - 1)])
