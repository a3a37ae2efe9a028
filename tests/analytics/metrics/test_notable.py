"""Notable rows: those that stand out, however many are looked at."""

import numpy as np
import polars as pl
import pytest

from analytics.metrics import METRICS
from analytics.metrics.reports.notable import notable
from analytics.stats.interval import wilson

WIN_RATE = METRICS["win_rate"]


def rates(wins: list[int], games: int) -> pl.DataFrame:
    """Rows as ``measured`` gives them."""
    n = np.full(len(wins), float(games))
    low, high = wilson(np.array(wins, np.float64), n)
    return pl.DataFrame({"value": np.array(wins) / games, "n": n, "low": low, "high": high})


def test_of_many_coins_hardly_any_list_has_a_notable_one() -> None:
    chance = np.random.default_rng(1)
    lists = [
        notable(rates(list(chance.binomial(200, 0.5, 100)), 200), WIN_RATE, base=0.5) for _ in range(200)
    ]
    assert np.mean([found["notable"].any() for found in lists]) < 0.09
    alone = np.mean([(found["p"] < 0.05).any() for found in lists])
    assert alone > 0.9


def test_what_differs_is_found() -> None:
    found = notable(rates([100] * 50 + [140, 60], 200), WIN_RATE, base=0.5)
    assert found["notable"].to_list() == [False] * 50 + [True, True]
    assert found["p"][50] == pytest.approx(found["p"][51])


def test_without_an_interval_there_is_no_test() -> None:
    frame = pl.DataFrame({"value": [None, 0.9], "low": [None, None], "high": [None, None]})
    found = notable(frame, WIN_RATE, base=0.5)
    assert found["notable"].to_list() == [False, False]
    assert found["p"].to_list() == [None, None]


def test_p_values_are_taken_as_they_are() -> None:
    frame = pl.DataFrame({"value": [0.001, 0.04, None, 0.9]})
    found = notable(frame, METRICS["deal_hands"])
    assert found["adjusted"].to_list() == pytest.approx([0.003, 0.06, None, 0.9])
    assert found["notable"].to_list() == [True, False, False, False]
