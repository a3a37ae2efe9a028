"""The field lab: expected scores and the equilibrium over a tournament of known strengths."""

import numpy as np
import polars as pl
import pytest

from analytics.metrics import Filters
from analytics.metrics.reports.lab import pairings, scores, supports
from analytics.store.reader import Store
from tests.support.field import BEATS, FIELD, GAME

ALL = Filters(game=GAME)


@pytest.fixture(scope="module")
def met(cup: Store) -> pl.DataFrame:
    return pairings(cup, ALL)


def told(met: pl.DataFrame, field: dict[str, float]) -> dict[str, tuple[float, float, float]]:
    rows = scores(met, field).select("archetype", "score", "low", "high").iter_rows()
    return {name: (score, low, high) for name, score, low, high in rows}


def test_pairings_stand_from_both_sides(met: pl.DataFrame) -> None:
    turned = met.select(
        archetype="opponent_archetype",
        opponent_archetype="archetype",
        wins="losses",
        losses="wins",
        ties="ties",
    )
    assert turned.sort(turned.columns).rows() == met.select(turned.columns).sort(turned.columns).rows()


@pytest.mark.parametrize(("deck", "other"), BEATS)
def test_against_one_deck_alone_the_score_is_that_of_the_pairing(
    met: pl.DataFrame, deck: str, other: str
) -> None:
    score, low, high = told(met, {other: 1.0})[deck]
    assert low < BEATS[deck, other] < high
    assert low < score < high


def test_only_proportions_of_a_field_count(met: pl.DataFrame) -> None:
    few, many = told(met, {"Ember": 1, "Tide": 2}), told(met, {"Ember": 40, "Tide": 80})
    for name, numbers in few.items():
        assert many[name] == pytest.approx(numbers)


def test_a_field_is_the_mean_of_its_decks(met: pl.DataFrame) -> None:
    single = {name: told(met, {name: 1.0}) for name in FIELD}
    mixed = told(met, {name: float(number) for name, number in FIELD.items()})
    for deck, (score, _, _) in mixed.items():
        parts = [single[name][deck][0] for name in FIELD]
        assert score == pytest.approx(np.average(parts, weights=list(FIELD.values())))


def test_a_field_of_one_deck_scores_half_against_itself(met: pl.DataFrame) -> None:
    score, low, high = told(met, {"Tide": 3.0})["Tide"]
    assert (score, low, high) == (0.5, 0.5, 0.5)


def test_an_empty_field_has_no_scores(met: pl.DataFrame) -> None:
    assert scores(met, {}).is_empty()
    assert scores(met, dict.fromkeys(FIELD, 0.0)).is_empty()


def test_the_one_that_beats_the_others_is_most_likely_in_the_equilibrium(met: pl.DataFrame) -> None:
    found = {name: rate.value for name, rate in supports(met).items()}
    assert found.keys() == FIELD.keys()
    assert found["Ember"] == max(value for value in found.values() if value is not None)


def test_what_loses_to_everything_is_not_in_it() -> None:
    won = {("x", "y"): 100, ("y", "x"): 100, ("x", "z"): 170, ("z", "x"): 30, ("y", "z"): 170, ("z", "y"): 30}
    rows = [(one, other, wins, 200 - wins, 0) for (one, other), wins in won.items()]
    columns = ["archetype", "opponent_archetype", "wins", "losses", "ties"]
    found = supports(pl.DataFrame(rows, columns, orient="row"))
    assert found["z"].value is not None and found["z"].value < 0.01
    assert found["x"].value is not None and found["x"].value > 0.4


def test_without_pairings_there_is_nothing(cup: Store) -> None:
    nobody = Filters(game=GAME, simulated="only")
    assert pairings(cup, nobody).is_empty()
    assert scores(pairings(cup, nobody), {"Ember": 1.0}).is_empty()
