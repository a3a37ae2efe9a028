"""What statistics say of points and rounds is what the logs of the real games say themselves."""

import json
import re
from collections import defaultdict
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from analytics.imports.formats.format import MatchFormat, Options
from analytics.imports.formats.registry import recognise
from analytics.imports.source import Source
from analytics.imports.writing.deposit import deposit
from analytics.metrics import METRICS
from analytics.metrics.both_seats import check_sides
from analytics.metrics.population.summary import Counted, population
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.points import achieved, scores
from analytics.query.filters import FilterError, Filters
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.sqlite_log import SqliteLog

HERE = Path(__file__).parent
HANABI = sorted((HERE / "hanabi/tests/logs").glob("*.log"))
KOI_KOI = sorted((HERE / "koi_koi/tests/records").glob("*.json"))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    folder = tmp_path_factory.mktemp("points")
    with SqliteLog(folder / "log.db", writing=True) as log:
        for path in (*HANABI, *KOI_KOI):
            source = Source(path.name, path.read_bytes())
            format = recognise(source)
            assert isinstance(format, MatchFormat)
            deposit(log, format.read(source, Options()))
        project(log, folder / "store")
    return Store(folder / "store")


def value(store: Store, metric: str, game: str, *per: str) -> dict[str, tuple[float, int]]:
    found = measured(store, METRICS[metric], per, Filters(game)).iter_rows(named=True)
    return {str(row[per[0]]) if per else "": (row["value"], row["n"]) for row in found}


def test_scores_of_programs_are_those_that_the_logs_end_with(store: Store) -> None:
    ends = defaultdict(list)
    for path in HANABI:
        text = path.read_text("utf-8")
        (program,) = re.findall(r"^Treatment: \('(\w+)'", text, re.MULTILINE)
        ends[program].append(int(re.findall(r"^Score (\d+)", text, re.MULTILINE)[-1]))
    told = {row["player"]: (row["value"], row["n"]) for row in scores(store, Filters("hanabi")).to_dicts()}
    assert told == {name: (pytest.approx(mean(found)), len(found)) for name, found in ends.items()}


def test_scores_by_the_number_of_clues(store: Store) -> None:
    ends = defaultdict(list)
    for path in HANABI:
        text = path.read_text("utf-8")
        clues = len(re.findall(r" hints .* remaining: \d$", text, re.MULTILINE))
        ends[str(clues)].append(int(re.findall(r"^Score (\d+)", text, re.MULTILINE)[-1]))
    told = value(store, "shared_score", "hanabi", "paid")
    assert told == {clues: (pytest.approx(mean(found)), len(found)) for clues, found in ends.items()}


def rounds() -> list[dict[str, Any]]:
    """The account that the records give of their rounds themselves, of matches that are over."""
    found = [json.loads(path.read_text("utf-8")) for path in KOI_KOI]
    return [
        {**one["basic"], "turns": [turn for name, turn in one.items() if name != "basic"]}
        for record in found
        if record["result"]["isOver"]
        for one in record["record"].values()
    ]


def test_rounds_and_their_points_are_those_of_the_records(store: Store) -> None:
    there = rounds()
    by_dealer = [
        one["player1RoundPts"] > 0 if one["Dealer"] == 1 else one["player2RoundPts"] > 0 for one in there
    ]
    rate = value(store, "round_first_rate", "koi-koi")[""]
    assert rate == (pytest.approx(mean(by_dealer)), len(there))
    points = value(store, "round_points", "koi-koi", "seat")
    assert points == {
        seat: (pytest.approx(mean(one[f"player{number}RoundPts"] for one in there)), len(there))
        for seat, number in (("A", 1), ("B", 2))
    }


def test_calls_are_those_of_the_records(store: Store) -> None:
    """What the round gave in the end is written there; what was left is the sum of the yaku at that time."""
    gained = [
        one[f"player{turn['playerInTurn']}RoundPts"]
        for one in rounds()
        for turn in one["turns"]
        if turn.get("isKoiKoi")
    ]
    (told,) = store.query(
        "SELECT count(*) AS n, sum(gained)::INT AS gained, sum(gain)::INT AS gain FROM call"
    ).to_dicts()
    assert (told["n"], told["gained"]) == (len(gained), sum(gained))
    found, n = value(store, "call_gain", "koi-koi")[""]
    assert (found, n) == (pytest.approx(told["gain"] / told["n"]), len(gained))
    assert told["gained"] > told["gain"], "what is left is worth something"


def test_each_yaku_counts_once_a_round(store: Store) -> None:
    found = achieved(store, Filters("koi-koi"))
    assert set(found["n"]) == {2 * len(rounds())}
    assert {"yaku plains", "yaku ribbons", "yaku seeds"} <= set(found["what"])
    assert found["value"].max() < 0.5


def test_points_of_both_seats_together_are_refused(store: Store) -> None:
    with pytest.raises(FilterError, match="says nothing of anybody"):
        check_sides(METRICS["round_points"], (), Filters("koi-koi"))
    check_sides(METRICS["round_points"], ("player",), Filters("koi-koi"))
    check_sides(METRICS["shared_score"], (), Filters("hanabi"))


@pytest.mark.parametrize("counted", ["games", "matches"])
def test_a_match_with_one_score_for_all_counts_as_played(store: Store, counted: Counted) -> None:
    found = population(store, Filters("hanabi"), counted=counted)
    assert (found.matches, found.unplayed) == (len(HANABI), 0)
