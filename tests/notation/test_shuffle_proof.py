"""Lines that prove a shuffle: read, written, and refused where they cannot be read.

Not here: whether a proof holds (``tests/engine/shuffle/test_proofs``).
"""

from __future__ import annotations

from functools import cache

import pytest

from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.record.notation.line.shuffle_proof import Commitments
from engine.record.notation.line.tokens import read_line
from engine.record.notation.problem import Unreadable
from engine.record.notation.read import Reading, read
from engine.record.notation.write import write
from engine.shuffle.commitments import COMMIT, REVEAL
from engine.shuffle.provable import ALGORITHM
from events.model.kinds import AnyEvent, Noted, Shuffled
from kifuda.bots.simulate import simulate

RULES = RULESETS["blade-rondo@1.03"]
HEX = "ab" * 32


@cache
def record() -> str:
    (match,) = simulate(RULES, matches=1, seed=4, proven=True)
    return write(match.derived, match.id)


def states(reading: Reading) -> list[str]:
    return [one.state for one in adjudicate(reading.events, match=reading.match).shuffles]


def proof_notes(reading: Reading) -> list[Noted]:
    events: list[AnyEvent] = [event for event, _ in reading.events]
    return [event for event in events if isinstance(event, Noted) and event.topic in (COMMIT, REVEAL)]


def with_line(line: str) -> Reading:
    """The record with ``line`` in the place of its first commitment."""
    first = next(text for text in record().split("\n") if text.startswith("! commit"))
    return read(record().replace(first, line))


@pytest.mark.parametrize("seed", range(5))
def test_a_proven_match_is_the_same_after_writing_and_reading(seed: int) -> None:
    (match,) = simulate(RULES, matches=1, seed=seed, cards="mixed", proven=True)
    text = write(match.derived, match.id)
    reading = read(text)
    assert reading.refusal is None
    assert write(reading.events, reading.match) == text
    kept = [event for event, _ in reading.events if not isinstance(event, Noted)]
    assert [(event.how, event.order) for event in kept if isinstance(event, Shuffled)] == [
        (event.how, event.order) for event, _ in match.derived if isinstance(event, Shuffled)
    ]
    assert [(note.topic, note.by, note.text) for note in proof_notes(reading)] == [
        (event.topic, event.by, event.text) for event, _ in match.derived if isinstance(event, Noted)
    ]
    assert states(reading) == ["proven"]
    assert adjudicate(reading.events, match=reading.match).grade == "EXACT"


def test_the_head_names_the_algorithm_and_the_lines_stand_in_order() -> None:
    lines = record().split("\n")
    assert f'shuffle = "{ALGORITHM}"' in lines
    body = lines[lines.index("+++", 1) + 1 :]
    assert [line.split()[1:3] for line in body[1:4]] == [
        ["commit", "table"],
        ["commit", "A"],
        ["commit", "B"],
    ]
    assert [line.split()[1:3] for line in body[-4:-1]] == [
        ["reveal", "table"],
        ["reveal", "A"],
        ["reveal", "B"],
    ]


def test_lines_are_read_in_japanese_and_by_full_width_signs() -> None:
    text = record().replace("! commit A 1", "！コミット　Ａ　１").replace("! reveal", "! 開示")
    reading = read(text)
    assert reading.refusal is None
    assert states(reading) == ["proven"]
    assert write(reading.events, reading.match) == record()


def test_digits_may_be_capitals() -> None:
    line = next(text for text in record().split("\n") if text.startswith("! reveal B"))
    capital = line[:-64] + line[-64:].upper()
    assert states(read(record().replace(line, capital))) == ["proven"]


def test_comments_and_blank_lines_may_stand_between_commitments() -> None:
    text = record().replace("! commit A", "# at the judge's table\n\n! commit A")
    assert states(read(text)) == ["proven"]


def test_a_commitment_below_an_act_comes_after_the_shuffle() -> None:
    lines = record().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("! commit B"))
    late = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    reading = read("\n".join(late))
    assert reading.refusal is None
    found = adjudicate(reading.events, match=reading.match).findings
    assert [(finding.code, finding.line) for finding in found] == [("late-commit", at + 2)]


def test_commitments_are_found_by_the_shuffle_that_they_are_for() -> None:
    lines = (
        f"! commit table 2 {HEX}",
        "# the next one is for the deal",
        f"! commit A 1 {HEX}",
        "",
        "== 1 A",
        f"! commit B 1 {HEX}",
        "A end",
        f"! commit table 1 {HEX}",
    )
    commits = Commitments(RULES, lines, 20)
    assert [(note.by, note.line) for note in commits.ahead(1, 20)] == [("A", 22), ("B", 25)]
    assert [(note.by, note.line) for note in commits.ahead(2, 20)] == [("table", 20)]
    assert commits.taken == {20, 22, 25}
    assert [note.line for note in commits.ahead(1, 27)] == [27]


def test_commitments_among_lines_are_taken_out_of_them() -> None:
    texts = ("== 2 B", f"! commit A 3 {HEX}", f"! commit B 4 {HEX}", "=> life B 3", f"! commit table 3 {HEX}")
    lines = [line for at, text in enumerate(texts) if (line := read_line(text, at)) is not None]
    found = Commitments(RULES, texts, 0).among(3, lines)
    assert [note.by for note in found] == ["A", "table"]
    assert [line.number for line in lines] == [0, 2, 3]


@pytest.mark.parametrize(
    ("line", "column", "said", "accepted"),
    [
        ("! commit A 1", 13, "! commit PARTY NUMBER 64×HEX", ()),
        (f"! commit A 1 {HEX} again", 84, "! commit PARTY NUMBER 64×HEX", ()),
        (f"! reveal judge 1 {HEX}", 10, "“judge” has no part in a shuffle", ("table", "A", "B")),
        (f"! commit A 0 {HEX}", 12, "“0” is no number of a shuffle", ()),
        (f"! commit A 1 {HEX[:-1]}", 14, "64 hexadecimal digits", ()),
        (f"! commit A 1 {HEX[:-1]}g", 14, "64 hexadecimal digits", ()),
    ],
)
def test_what_cannot_be_read_ends_the_reading(
    line: str, column: int, said: str, accepted: tuple[str, ...]
) -> None:
    reading = with_line(line)
    assert reading.refusal is not None
    assert reading.refusal.text == line
    assert said in reading.refusal.what.en
    assert (reading.refusal.column, reading.refusal.candidates) == (column, accepted)
    assert proof_notes(reading) == []


def test_an_unknown_algorithm_is_for_the_audit_to_tell() -> None:
    reading = read(record().replace(ALGORITHM, "dice/v9"))
    assert reading.refusal is None
    found = adjudicate(reading.events, match=reading.match).findings
    assert [finding.code for finding in found] == ["unknown-algorithm"]
    assert write(reading.events, reading.match).count('shuffle = "dice/v9"') == 1


@pytest.mark.parametrize("value", ['""', "1", "true"])
def test_the_head_says_how_in_words(value: str) -> None:
    with pytest.raises(Unreadable, match="shuffle is"):
        read(record().replace(f'shuffle = "{ALGORITHM}"', f"shuffle = {value}"))
