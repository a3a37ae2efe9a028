"""Logs that are cut, go on after the end, contradict themselves or their seed: what is said, and where.

Not here: sound logs (``test_hanabi``).
"""

import re
from pathlib import Path

import pytest

from analytics.imports.formats.format import MatchFormat, Options
from analytics.imports.formats.registry import recognise
from analytics.imports.prepared import Record
from analytics.imports.problem import BadFile
from analytics.imports.source import Source

LOG = min((Path(__file__).parent / "logs").glob("*.log"))
DATA = LOG.read_bytes()
SEED = re.compile(rb"(?<=, )[0-9]+(?=\))")
MIDDLE = DATA.index(b"MOVE", len(DATA) // 2)


def read(data: bytes) -> Record:
    source = Source("game.log", data)
    format = recognise(source)
    assert isinstance(format, MatchFormat) and format.name == "hanabi-data"
    return format.read(source, Options())


def changed(old: bytes, new: bytes, *, after: int = 0) -> bytes:
    at = DATA.index(old, after)
    return DATA[:at] + new + DATA[at + len(old) :]


def line_of(at: int) -> int:
    return DATA.count(b"\n", 0, at) + 1


@pytest.mark.parametrize(
    "at",
    [MIDDLE + 9, DATA.index(b" has ", MIDDLE) + 8, DATA.rindex(b"Score") + 3],
    ids=["move", "sentence", "score"],
)
def test_a_log_that_is_cut_within_a_line_ends_there(at: int) -> None:
    """What stands above is judged; nobody takes the rest of the line for something else."""
    record = read(DATA[:at])
    (finding,) = record.match.verdict.findings
    assert (finding.kind, finding.line, record.match.verdict.grade) == ("unread", line_of(at), "DIVERGED")
    assert finding.what.en.startswith("no line that such a log has, or one that is cut off")
    assert record.problem is not None and "MOVE: PLAYER ACTION" in record.problem.candidates[0]


@pytest.mark.parametrize(
    ("end", "line"), [(DATA.index(b"[(") + 40, 3), (DATA.index(b"[("), 3), (DATA.index(b"Treat") + 20, 2)]
)
def test_a_log_that_is_cut_before_the_first_move_is_refused(end: int, line: int) -> None:
    with pytest.raises(BadFile, match=rf"game\.log: {line}: .*accepted is"):
        read(DATA[:end])


def test_a_move_after_the_end_is_refused_by_the_clause_of_the_end() -> None:
    record = read(DATA + b"MOVE: 0 2 0 None None None\n")
    finding = record.match.verdict.divergence
    assert finding is not None and finding.line == line_of(len(DATA))
    assert finding.clause.startswith("HA-END") and "the match is over" in finding.what.en


@pytest.mark.parametrize("seed", [b"None", b"-4", b"9" * 12])
def test_a_seed_that_is_none_is_told_with_what_is_accepted(seed: bytes) -> None:
    with pytest.raises(BadFile, match=r"game\.log: 2: .*SEED of 9 digits at most"):
        read(SEED.sub(seed, DATA, count=1))


def test_another_seed_is_told_to_give_other_cards_than_the_log_lists() -> None:
    with pytest.raises(
        BadFile, match=r"\[HA-SETUP-1\]; the seed 77 gives other cards than are listed"
    ) as bad:
        read(SEED.sub(b"77", DATA, count=1))
    assert "シード 77" in bad.value.say("ja")


def test_a_deck_in_another_order_does_not_follow_from_the_seed() -> None:
    """Two cards of the deck exchanged: possible by the rules, but not the shuffle of this seed."""
    deck = DATA[DATA.index(b"[(") : DATA.index(b"\n", DATA.index(b"[("))]
    first, second, *rest = re.findall(rb"\([0-9], [0-9]\)", deck)
    assert first != second
    record = read(changed(deck, b"[" + b", ".join((second, first, *rest)) + b"]"))
    assert [one.state for one in record.match.verdict.shuffles] != ["proven"]
    assert record.match.verdict.grade == "DIVERGED"


def test_a_hand_that_the_deal_does_not_give_is_told_with_both_hands() -> None:
    at = DATA.index(b" has ")
    hand = DATA[at : DATA.index(b"\n", at)]
    finding = read(changed(hand, b" has red 5, red 5, red 5, red 5, red 5")).match.verdict.divergence
    assert finding is not None and (finding.kind, finding.line) == ("claim", line_of(at))
    assert finding.clause == "HA-SETUP-2"
    assert finding.what.en.startswith(
        "written down: order hand B R5 R5 R5 R5 R5; the rules give: order hand B "
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b" plays yellow 1 success", b" plays yellow 2 success"),
        (b"all their 1 hints", b"all their 2 hints"),
        (b"remaining: 7", b"remaining: 6"),
        (b"Board is now green 0, yellow 1", b"Board is now green 1, yellow 1"),
    ],
    ids=["card", "clue", "tokens", "board"],
)
def test_a_sentence_that_disagrees_with_its_move_is_told_at_its_line(old: bytes, new: bytes) -> None:
    finding = read(changed(old, new)).match.verdict.divergence
    assert finding is not None and (finding.kind, finding.line) == ("claim", line_of(DATA.index(old)))
    assert finding.clause.startswith("HA-") and finding.recorded and finding.ruled
