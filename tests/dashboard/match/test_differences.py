"""Two tables side by side: nothing where they are the same, every number and place where they are not."""

from pathlib import Path

import pytest

from dashboard.match.replay.board_differences import board_differences
from engine.record.match import Match
from engine.text.label import Labels
from events.model.changes import Move, Set
from events.model.kinds import Happened

SAMPLES = Path(__file__).parents[3] / "kifuda" / "samples" / "blade-rondo"


@pytest.fixture
def match() -> Match:
    return Match.read(SAMPLES / "spring-cup-r1-t1.kfd")


def test_equal_tables_have_no_difference(match: Match) -> None:
    labels = Labels(match.rules, "en", table=match.table(60))
    assert list(board_differences(match.table(60), match.table(60), labels)) == []


def test_a_number_and_a_place_that_differ_are_named(match: Match) -> None:
    other = match.table(60)
    [card, *_] = other.at("hand.A")
    before = other.track("life", "B")
    other.apply(
        Happened("test", "B", (), changes=(Set("life", "B", before - 1), Move(card, "hand.A", "aside.A")))
    )
    labels = Labels(match.rules, "en", table=other)
    life, place = board_differences(match.table(60), other, labels)
    assert life == ("life B", str(before), str(before - 1))
    assert (place.recorded, place.ruled) != ("", "") and place.recorded != place.ruled
    assert card in place.about
