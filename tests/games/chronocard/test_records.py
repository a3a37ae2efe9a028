"""Records of ChronoCard TCG: what was written reads back, and the samples that come with the project say what
they show.

Not here: the notation itself (``tests/notation``).
"""

from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.adjudicate import adjudicate
from engine.games.chronocard.ruleset import CHRONOCARD
from engine.notation.problem import Unreadable
from engine.notation.read import read, read_file
from engine.notation.write import write
from events.kinds import ACTS, AnyEvent, Happened, Noted
from kifuda.bots.simulate import simulate

FOLDER = Path(__file__).parents[3] / "kifuda/samples/chronocard"
GRADES = {
    "spring-meeting-r1": ("EXACT", "A", 7),
    "spring-meeting-r2": ("EXACT", "A", 13),
    "open-table-one-side": ("CONSISTENT", "A", 9),
    "ruling-double-count": ("AMENDED", "A", 11),
    "disputed-checked-twice": ("DIVERGED", "", 5),
    "disputed-damage-count": ("DIVERGED", "A", 9),
}
DISPUTES = {
    "disputed-checked-twice": ("refused", "CC-EP-9", "A ep 小鳥遊メイ", ""),
    "disputed-damage-count": ("claim", "CC-base-8-8", "  => taken B ", "taken B 10"),
}
PAIRS = (("heuristic", "heuristic"), ("random", "random"))


def said(event: AnyEvent) -> AnyEvent:
    """Whether an answer was written down or left out does not matter here."""
    return replace(event, implied=False) if isinstance(event, ACTS) else event


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(PAIRS))
def test_reading_what_was_written_gives_the_same_events(seed: int, players: tuple[str, str]) -> None:
    (match,) = simulate(CHRONOCARD, matches=1, seed=seed, players=players)
    assume(match.finished)  # one that was cut short may end before an answer that a record leaves out
    text = write(match.derived, match.id)
    reading = read(text)
    assert reading.refusal is None and reading.findings == []
    events = [said(event) for event, _ in reading.events if not isinstance(event, Noted)]
    assert events == [said(event) for event, _ in match.derived]
    assert write(reading.events, match.id) == text


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
    assert path.read_text("utf-8").split("\n")[finding.line - 1].startswith(text)
