"""Records that are cut, go on after the end, or contradict the deal or the moves: what is said, and where.

Not here: sound records (``test_koi_koi``).
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analytics.imports.formats.format import MatchFormat, Options
from analytics.imports.formats.registry import recognise
from analytics.imports.prepared import Record
from analytics.imports.problem import BadFile
from analytics.imports.source import Source
from events.model.kinds import Noted

DATA = min((Path(__file__).parent / "records").glob("*.json")).read_bytes()
Rounds = dict[str, dict[str, Any]]


def read(data: bytes) -> Record:
    source = Source("record.json", data)
    format = recognise(source)
    assert isinstance(format, MatchFormat) and format.name == "koi-koi-ai"
    return format.read(source, Options())


def changed(change: Callable[[Rounds], object]) -> bytes:
    told = json.loads(DATA)
    change(told["record"])
    return json.dumps(told).encode()


def turns(rounds: Rounds, name: str = "round1") -> list[dict[str, Any]]:
    return [turn for key, turn in rounds[name].items() if key != "basic"]


def place_of(record: Record) -> str:
    """Which part of the file the first finding is about."""
    first = record.match.verdict.findings[0]
    above = [event for event, _ in record.match.derived[: first.seq + 1]]
    return next(event.text for event in reversed(above) if isinstance(event, Noted) and event.topic == "line")


@pytest.mark.parametrize("end", [len(DATA) // 2, len(DATA) - 1])
def test_a_record_that_is_cut_is_refused(end: int) -> None:
    with pytest.raises(BadFile, match=r"record\.json: .*truncated"):
        read(DATA[:end])


def test_a_round_whose_turns_are_cut_is_told_where_the_next_round_begins() -> None:
    def cut(rounds: Rounds) -> None:
        rounds["round1"] = dict(list(rounds["round1"].items())[:6])

    record = read(changed(cut))
    assert record.match.verdict.grade == "DIVERGED"
    assert place_of(record) == "record.round1.basic"


def test_a_turn_after_the_end_is_refused_by_the_clause_of_the_end() -> None:
    def more(rounds: Rounds) -> None:
        name = list(rounds)[-1]
        rounds[name]["turn99"] = turns(rounds, name)[-1]

    record = read(changed(more))
    finding = record.match.verdict.divergence
    assert finding is not None and finding.clause == "KK-END-5" and "the match is over" in finding.what.en
    assert place_of(record).endswith(".turn99")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rounds: rounds["round1"]["basic"]["initHand1"].pop(), r"basic: .*length >= 8 .*initHand1"),
        (lambda rounds: rounds["round1"]["basic"]["initPile"].pop(), r"basic: .*length >= 24 .*initPile"),
        (lambda rounds: rounds["round1"]["basic"]["initHand1"].append([1, 1]), r"names 9 cards; 8 are dealt"),
        (lambda rounds: turns(rounds)[0].update(discardCard=[13, 1]), r"round1\.\S+: .*<= 12"),
    ],
    ids=["seven", "short-pile", "nine", "month"],
)
def test_a_deal_that_cannot_be_is_refused(change: Callable[[Rounds], object], message: str) -> None:
    with pytest.raises(BadFile, match=message):
        read(changed(change))


def test_a_card_that_the_deal_did_not_give_cannot_be_played() -> None:
    def other(rounds: Rounds) -> None:
        first, basic = turns(rounds)[0], rounds["round1"]["basic"]
        first["discardCard"] = basic["initHand2" if first["playerInTurn"] == 1 else "initHand1"][0]

    record = read(changed(other))
    finding = record.match.verdict.divergence
    assert finding is not None and (finding.kind, finding.clause) == ("refused", "KK-TURN-3")
    assert "not in the own hand" in finding.what.en
    assert place_of(record).startswith("record.round1.")


def test_a_capture_that_is_not_what_the_card_takes_is_found() -> None:
    def other(rounds: Rounds) -> None:
        turn = next(turn for turn in turns(rounds) if len(turn["collectCard"]) == 2)
        taken = turn["collectCard"][1]
        turn["collectCard"][1] = [taken[0] % 12 + 1, 1]

    verdict = read(changed(other)).match.verdict
    assert verdict.divergence is not None and verdict.divergence.clause.startswith("KK-CAP")
