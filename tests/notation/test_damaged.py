"""Records that were damaged in any way give a reading or a clear message, never anything else."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audit.adjudicate import adjudicate
from engine.record.notation.problem import Unreadable
from engine.record.notation.read import Reading, read, read_bytes
from engine.record.notation.write import write
from events.model.codec import Entry, encode
from events.model.kinds import Noted, Opened
from tests.notation.records import HEAD, KEPT
from tests.support import effort

SAMPLES = sorted((Path(__file__).parents[2] / "kifuda/samples/blade-rondo").glob("*.kfd"))
TEXTS = [path.read_text("utf-8") for path in SAMPLES]
WORDS = ["", "??", "A", "B", "use", "斬撃剣", "x=3", "9", "=>", "==", "!", '"', "[BR-1-1]", "> B", "#", "in"]
WORDS += ["x=" + "9" * 40, "9" * 5000, "(999999999999:00)", "A.9", "A.99=斬撃剣", "to", "by", "illegal"]


def judged(reading: Reading) -> None:
    """What holds of every reading, however bad the text."""
    first, last = reading.events[0][0], reading.events[-1][0]
    assert isinstance(first, Opened)
    assert isinstance(last, Noted) and last.topic == "record"
    for seq, (event, cause) in enumerate(reading.events):
        assert cause is None or cause < seq
        entry = Entry(match=reading.match, seq=seq, at=0, command="", event=event, cause=cause)
        assert encode(entry)
    text = write(reading.events, reading.match)
    assert write(read(text).events, reading.match) == text
    verdict = adjudicate(reading.events)
    if reading.refusal is not None:
        assert verdict.grade == "DIVERGED"
        assert reading.refusal.line > 0 and reading.refusal.column > 0
        assert verdict.findings[-1].line == reading.refusal.line


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_any_line_may_be_missing(path: Path) -> None:
    lines = path.read_text("utf-8").split("\n")
    for number in range(0, len(lines), 3 if effort.LONG else 9):
        try:
            judged(read("\n".join(lines[:number] + lines[number + 1 :])))
        except Unreadable as unreadable:
            assert unreadable.problem.line > 0


@settings(max_examples=effort.examples(150), deadline=None)
@given(st.sampled_from(TEXTS), st.data())
def test_any_two_lines_may_be_swapped_and_any_word_changed(text: str, data: st.DataObject) -> None:
    lines = text.split("\n")
    places = st.integers(lines.index("+++", 1) + 1, len(lines) - 1)
    one, other, third = data.draw(places), data.draw(places), data.draw(places)
    lines[one], lines[other] = lines[other], lines[one]
    words = lines[third].split(" ")
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
        st.sampled_from(
            ["", "??", "A", "B", "use", "斬撃剣", "x=3", "9", "=>", "==", "!", '"', "[BR-1-1]", "> B", "#"]
        )
    )
    lines[third] = " ".join(words)
    try:
        judged(read("\n".join(lines)))
    except Unreadable as unreadable:
        assert unreadable.say("en") and unreadable.say("ja")


@settings(max_examples=effort.examples(150), deadline=None)
@given(st.binary(max_size=80), st.sampled_from(TEXTS), st.integers(0, 4000))
def test_any_bytes_in_any_place(noise: bytes, text: str, at: int) -> None:
    data = text.encode()
    try:
        judged(read_bytes(data[:at] + noise + data[at:]))
    except Unreadable as unreadable:
        assert str(unreadable)


@settings(max_examples=effort.examples(200), deadline=None)
@given(st.text(max_size=80), st.lists(st.sampled_from([*WORDS, "\n"]), max_size=40))
def test_any_text_below_a_head(text: str, words: list[str]) -> None:
    judged(read(HEAD + KEPT + " ".join(words) + text))


@settings(max_examples=effort.examples(100), deadline=None)
@given(st.text(max_size=80))
def test_any_text_as_a_head(text: str) -> None:
    try:
        judged(read(f"+++\n{text}\n+++\n"))
    except Unreadable as unreadable:
        assert str(unreadable)


def test_a_second_record_in_a_file_is_named() -> None:
    reading = read(TEXTS[0] + TEXTS[0])
    judged(reading)
    assert reading.refusal is not None and reading.refusal.what.en.startswith("another record begins here")
    assert reading.refusal.line == TEXTS[0].count("\n") + 1
