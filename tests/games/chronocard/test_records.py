"""Records of ChronoCard TCG: decks that are shuffled again, and decks that nobody wrote down.

Not here: what holds of the records of every game (``tests/games/test_records.py``).
"""

from pathlib import Path

import pytest

from engine.games.chronocard.ruleset import CHRONOCARD
from engine.record.notation.problem import Unreadable
from engine.record.notation.read import read
from engine.record.notation.write import write
from events.model.kinds import Began, Derived, Happened
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


HEAD = """+++
kfd = 1
match = "left-out"
ruleset = "chronocard@web"
cards = "base"
players = ["Sora", "Mitsuki"]

[decks]
A = "blaze"
B = "ensemble"

[known]
deck.A = ["赤羽リコ", "応援の声", "火走ナオ", "日向アカリ", "小鳥遊メイ", "CC-011"]
+++

== 1 A
"""


def test_ep_written_after_the_draw_belongs_to_the_phase_in_which_it_is_spent() -> None:
    """Silent offers may be left out: nobody acted in the draw phase (CC-base-4-9, CC-EP-7)."""
    found = read(f"{HEAD}A draw\nB pass\nA ep 朱野凛火\nA use 赤羽リコ\nB pass\nA end\n")
    assert found.refusal is None
    assert _generated(found.events) == ["main"]


def test_ep_that_is_spent_in_the_draw_phase_stays_there() -> None:
    found = read(f"{HEAD}A draw\nB pass\nA ep 朱野凛火\nA use 応援の声 > 朱野凛火\nB pass\nA end\n")
    assert found.refusal is None
    assert _generated(found.events) == ["draw"]


def test_what_is_refused_everywhere_is_refused_where_it_was_said() -> None:
    """The EP was there: it is the target that is wrong (CC-USE-3)."""
    found = read(f"{HEAD}A draw\nB pass\nA ep 朱野凛火\nA use 応援の声 > 赤羽リコ\n")
    assert found.refusal is not None
    assert found.refusal.clause == "CC-USE-3"


def test_what_belongs_to_the_main_phase_is_refused_there() -> None:
    """A character cannot be meant in the draw phase: what is missing is EP (CC-USE-2)."""
    found = read(f"{HEAD}A draw\nB pass\nA use 赤羽リコ\n")
    assert found.refusal is not None
    assert found.refusal.clause == "CC-USE-2"


def _generated(events: list[Derived]) -> list[str]:
    """Where EP was produced."""
    found, phase = list[str](), ""
    for event, _ in events:
        if isinstance(event, Began) and event.span == "phase":
            phase = event.name
        if isinstance(event, Happened) and event.what == "checked for EP":
            found.append(phase)
    return found
