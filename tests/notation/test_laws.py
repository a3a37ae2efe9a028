"""Writing and reading are each other's inverse, on matches by chance."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.audit.adjudicate import adjudicate
from engine.record.notation.glossary import UNKNOWN
from engine.record.notation.read import read, read_file
from engine.record.notation.write import write
from events.model.kinds import Noted, Passed
from tests.notation.records import match, seen_from
from tests.support import effort
from tests.support.play import RULES

SAMPLES = Path(__file__).parents[2] / "kifuda" / "samples" / "blade-rondo"

SETS = tuple(RULES.sets)
seeds = st.integers(0, 10**6)


@settings(max_examples=effort.examples(30), deadline=None)
@given(seeds, st.sampled_from(SETS))
def test_reading_what_was_written_gives_the_same_events(seed: int, cards: str) -> None:
    derived = match(seed, cards)
    text = write(derived, f"by-chance-{seed}")
    reading = read(text)
    assert reading.refusal is None and reading.findings == []
    assert reading.match == f"by-chance-{seed}"
    assert reading.events[:-1] == derived
    assert reading.events[-1] == (Noted("record", text), None)


@settings(max_examples=effort.examples(30), deadline=None)
@given(seeds, st.sampled_from(SETS))
def test_writing_what_was_read_is_canonical(seed: int, cards: str) -> None:
    text = write(match(seed, cards), "m")
    assert write(read(text).events, "m") == text


@settings(max_examples=effort.examples(20), deadline=None)
@given(seeds, st.sampled_from(SETS), st.sampled_from(RULES.seats))
@example(486641, "base", "B")  # of the other player only what was kept stays unknown
def test_a_match_seen_from_one_side_reads_back_and_is_consistent(seed: int, cards: str, seat: str) -> None:
    derived = seen_from(match(seed, cards), seat)
    text = write(derived, "m")
    other = next(one for one in RULES.seats if one != seat)
    assert re.search(rf"^{other} keep .*({re.escape(UNKNOWN)}|{other}\.\d)", text, re.MULTILINE)
    reading = read(text)
    assert reading.events[:-1] == derived
    assert adjudicate(reading.events).grade == "CONSISTENT"


@settings(max_examples=effort.examples(20), deadline=None)
@given(seeds, st.sampled_from(RULES.seats))
def test_names_are_enough_on_paper(seed: int, seat: str) -> None:
    """Which unknown card it was need not be said: whatever was really played is never refused."""
    other = next(one for one in RULES.seats if one != seat)
    head, body = write(seen_from(match(seed), seat), "m").split("+++\n")[1:]
    body = re.sub(rf"{other} keep .*", f"{other} keep ??x7", body)
    body = re.sub(rf"{other} set {other}\.\d+$", f"{other} set ??", body, flags=re.MULTILINE)
    body = re.sub(rf"{other}\.\d+=", "", body)
    reading = read(f"+++\n{head}+++\n{body}")
    if not re.search(rf"\b{other}\.\d+", body):
        assert reading.refusal is None, reading.refusal.say()


def test_what_nobody_wrote_down_is_not_written_and_what_was_said_is() -> None:
    left_out = 0
    for path in sorted(SAMPLES.glob("*.kfd")):
        derived = read_file(path).events
        passes = [event for event, _ in derived if isinstance(event, Passed)]
        written = len(re.findall(r"^ *[AB] pass", write(derived, "m"), re.MULTILINE))
        assert written == sum(not event.implied for event in passes)
        left_out += len(passes) - written
    assert left_out > 0


@pytest.mark.parametrize("cards", SETS)
def test_the_audit_agrees_with_the_reader(cards: str) -> None:
    for seed in range(3):
        assert adjudicate(read(write(match(seed, cards), "m")).events).grade == "EXACT"
