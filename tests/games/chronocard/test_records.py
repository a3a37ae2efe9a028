"""Records of ChronoCard TCG: decks that are shuffled again, and decks that nobody wrote down.

Not here: what holds of the records of every game (``tests/games/test_records.py``).
"""

from pathlib import Path

import pytest

from engine.games.chronocard.ruleset import CHRONOCARD
from engine.record.notation.problem import Unreadable
from engine.record.notation.read import read
from engine.record.notation.write import write
from events.model.kinds import Happened
from kifuda.bots.simulate import simulate

FOLDER = Path(__file__).parents[3] / "kifuda/samples/chronocard"


def test_a_deck_that_was_shuffled_again_reads_back() -> None:
    """The order of a later shuffle stands in the head under a name of its own (CC-OP-19)."""
    for match in simulate(CHRONOCARD, matches=20, seed=4, players=("random", "random")):
        if any(isinstance(event, Happened) and event.what == "shuffled" for event, _ in match.derived):
            text = write(match.derived, match.id)
            assert "\ndeck-2." in text
            assert write(read(text).events, match.id) == text
            return
    pytest.fail("no deck ran out")


def test_a_fourth_copy_is_noticed_in_a_deck_that_nobody_wrote_down() -> None:
    """Whatever the deck was, it held no more than three of one number (CC-base-3-2)."""
    text = (FOLDER / "open-table-one-side.kfd").read_text("utf-8")
    known = 'deck.B = ["CC-022", "CC-022", "CC-022", "??", "??", "CC-030"]'
    assert read(text.replace("heroine.B", f"{known}\nheroine.B")).findings == []
    with pytest.raises(Unreadable, match="CC-base-3-2"):
        read(text.replace("heroine.B", f"{known.replace('CC-030', 'CC-022')}\nheroine.B"))
