"""Records of every game: what was written reads back, and the samples that come with the project say what
they show.

Not here: the notation itself (``tests/notation``).
"""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.audit.adjudicate import adjudicate
from engine.record.notation.read import read, read_file
from engine.record.notation.write import write
from events.model.kinds import ACTS, AnyEvent, Noted
from kifuda.bots.simulate import simulate
from tests.games.expected import BY_GAME, Expected, Sample, each_game, each_ruleset
from tests.support import effort

SAMPLES = [
    pytest.param(expected, name, sample, id=name)
    for expected in BY_GAME
    for name, sample in expected.samples.items()
]


def said(event: AnyEvent) -> AnyEvent:
    """Whether an answer was written down or left out does not matter here."""
    return replace(event, implied=False) if isinstance(event, ACTS) else event


@pytest.mark.sampled(3)
@pytest.mark.parametrize("expected", **each_ruleset)
@settings(max_examples=effort.examples(8, fewest=3), deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_reading_what_was_written_gives_the_same_events(
    expected: Expected, data: st.DataObject, seed: int
) -> None:
    players = data.draw(st.sampled_from(expected.bots))
    (match,) = simulate(expected.rules, matches=1, seed=seed, players=players)
    assume(match.finished)  # one that was cut short may end before an answer that a record leaves out
    text = write(match.derived, match.id)
    reading = read(text)
    assert reading.refusal is None and reading.findings == []
    events = [said(event) for event, _ in reading.events if not isinstance(event, Noted)]
    assert events == [said(event) for event, _ in match.derived]
    assert write(reading.events, match.id) == text


@pytest.mark.parametrize("expected", **each_game)
def test_every_sample_is_listed(expected: Expected) -> None:
    assert {path.stem for path in expected.folder.glob("*.kfd")} == set(expected.samples)
    assert {"EXACT", "CONSISTENT", "AMENDED", "DIVERGED"} == {one.grade for one in expected.samples.values()}


@pytest.mark.parametrize(("expected", "name", "sample"), SAMPLES)
def test_the_verdict_on_a_sample(expected: Expected, name: str, sample: Sample) -> None:
    path = expected.folder / f"{name}.kfd"
    verdict = adjudicate(read_file(path).events)
    assert (verdict.grade, verdict.winner, verdict.turns) == (sample.grade, sample.winner, sample.turns)
    finding = verdict.divergence
    assert (finding is not None) is (sample.grade == "DIVERGED") is bool(sample.clause)
    if finding is not None:
        assert (finding.kind, finding.clause, finding.ruled) == (sample.kind, sample.clause, sample.ruled)
        assert path.read_text("utf-8").split("\n")[finding.line - 1].startswith(sample.line)


@pytest.mark.sampled(11)
@pytest.mark.parametrize(("expected", "name", "sample"), SAMPLES)
def test_a_sample_in_canonical_form_reads_the_same(expected: Expected, name: str, sample: Sample) -> None:
    first = read_file(expected.folder / f"{name}.kfd")
    text = write(first.events, first.match)
    again = read(text)
    assert write(again.events, again.match) == text
    assert adjudicate(again.events).grade == sample.grade
