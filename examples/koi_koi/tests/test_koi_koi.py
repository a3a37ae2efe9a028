"""Koi-Koi: its rules by cases and play, what each seat may see, and records of real matches."""

import json
from pathlib import Path
from typing import Any

import pytest

from analytics.imports.formats.format import MatchFormat, Options
from analytics.imports.formats.registry import recognise
from analytics.imports.prepared import Record
from analytics.imports.problem import BadFile
from analytics.imports.source import Source
from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from examples.conformance import check_clauses, check_matches, check_views
from kifuda.bots.simulate import simulate

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))
UNFINISHED = "201"


@pytest.fixture
def rules() -> Ruleset:
    return RULESETS["koi-koi@common"]


def read(data: bytes, **settings: bool | int | str) -> Record:
    source = Source("record.json", data)
    format = recognise(source)
    assert isinstance(format, MatchFormat) and format.name == "koi-koi-ai"
    return format.read(source, Options(settings=settings))


def test_every_clause_is_shown_and_cited(rules: Ruleset) -> None:
    check_clauses(rules)


def test_whole_matches_are_played_and_judged(rules: Ruleset) -> None:
    matches = list(simulate(rules, matches=4, seed=5))
    check_matches(matches)
    check_views(rules, matches[0].derived)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_real_match_is_what_the_rules_give(path: Path) -> None:
    """Every capture, decision, account and dealer of the file is checked."""
    record, told = read(path.read_bytes()), json.loads(path.read_bytes())
    verdict = record.match.verdict
    assert (record.problem, verdict.grade, verdict.findings) == (None, "EXACT", ())
    if path.stem == UNFINISHED:
        assert verdict.reason == "unfinished"
        return
    result = told["result"]
    assert verdict.scores == {"A": result["player1EndPts"], "B": result["player2EndPts"]}
    assert verdict.winner == {0: "", 1: "A", 2: "B"}[result["gameWinner"]]


def test_an_unfinished_match_stands_as_it_was_left() -> None:
    path = next(path for path in RECORDS if path.stem == UNFINISHED)
    told = json.loads(path.read_bytes())["save"]
    match = read(path.read_bytes()).match
    table = match.table(len(match) - 1)

    def faces(place: str) -> list[list[int]]:
        named = (table.face[card].removeprefix("M").split("-") for card in table.at(place))
        return sorted([int(month), int(number)] for month, number in named)

    assert faces("hand.A") == sorted(told["player1HandCard"])
    assert faces("hand.B") == sorted(told["player2HandCard"])
    assert faces("captured.A") == sorted(told["player1CollectCard"])
    assert faces("captured.B") == sorted(told["player2CollectCard"])
    assert faces("field") == sorted(card for card in told["boardCard"] if card != [0, 0])
    assert faces("stock") == sorted(told["pileCard"])


def changed(path: Path, change: Any) -> bytes:
    told = json.loads(path.read_bytes())
    change(told["record"])
    return json.dumps(told).encode()


def test_a_wrong_account_and_a_wrong_capture_are_found() -> None:
    path = next(path for path in RECORDS if path.stem != UNFINISHED)

    def account(rounds: Any) -> None:
        rounds["round2"]["basic"]["player1RoundPts"] += 1

    finding = read(changed(path, account)).match.verdict.divergence
    assert finding is not None and (finding.kind, finding.recorded.split()[0]) == ("claim", "account")

    def capture(rounds: Any) -> None:
        turns = [turn for name, turn in rounds["round1"].items() if name != "basic"]
        turn = next(turn for turn in turns if turn["collectCard"])
        turn["collectCard"] = []

    finding = read(changed(path, capture)).match.verdict.divergence
    assert finding is not None and (finding.kind, finding.clause) == ("claim", "KK-CAP-2")


def test_under_the_usual_rules_points_differ() -> None:
    verdicts = [read(path.read_bytes(), viewing_points="five").match.verdict for path in RECORDS[:6]]
    assert {verdict.divergence.clause for verdict in verdicts if verdict.divergence} == {"KK-SCORE-7"}


@pytest.mark.parametrize(
    ("old", "new"), [(b'"Dealer": 1', b'"Dealer": 3'), (b'"numRound": 8', b'"numRound": "x"'), (b"}}", b"}]")]
)
def test_a_file_of_another_shape_is_refused(old: bytes, new: bytes) -> None:
    data = RECORDS[0].read_bytes()
    assert old in data
    with pytest.raises(BadFile, match=r"record\.json"):
        read(data.replace(old, new))


def test_a_card_that_is_dealt_twice_is_refused() -> None:
    def twice(rounds: Any) -> None:
        basic = rounds["round1"]["basic"]
        basic["initHand1"][0] = basic["initHand2"][0]

    with pytest.raises(BadFile, match="KK-SETUP-1"):
        read(changed(RECORDS[0], twice))
