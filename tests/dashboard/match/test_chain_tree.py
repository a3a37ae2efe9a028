"""The chain of an event as a tree, on whatever matches the samples have."""

from pathlib import Path

import pytest

from dashboard.match.replay.chain_tree import chain_tree
from engine.record.match import Match
from events.model.kinds import Declared

SAMPLES = sorted((Path(__file__).parents[3] / "kifuda" / "samples").rglob("*.kfd"))


@pytest.mark.sampled(11)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_chain_is_the_same_from_each_of_its_events(path: Path) -> None:
    match = Match.read(path)
    found = 0
    for seq, event in enumerate(match.events):
        if not isinstance(event, Declared) or match.derived[seq][1] is not None:
            continue
        links = chain_tree(match, seq)
        assert links[0] == (seq, 0, True)
        assert all(chain_tree(match, link.seq) == links for link in links)
        for link in links[1:]:
            parent = match.derived[link.seq][1]
            assert parent is not None
            [depth] = [one.depth for one in links if one.seq == parent]
            assert link.depth == depth + 1
        found += len(links) > 2
    assert found


def test_an_event_of_no_action_stands_alone() -> None:
    match = Match.read(SAMPLES[0])
    assert [link.seq for link in chain_tree(match, 0)][:1] == [0]


def test_an_answer_stands_below_what_it_answers() -> None:
    [path] = [path for path in SAMPLES if path.stem == "spring-cup-r1-t1"]
    match = Match.read(path)
    depths = [link.depth for seq, event in enumerate(match.events) if isinstance(event, Declared)
              for link in chain_tree(match, seq)]  # fmt: skip
    assert max(depths) >= 1
