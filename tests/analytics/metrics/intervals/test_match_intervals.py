"""Intervals of what a match has several of, held against a plain count of a store, match by match."""

from collections import defaultdict
from math import sqrt
from pathlib import Path

import pytest
import scipy

from analytics.metrics import METRICS, Filters
from analytics.metrics.reports.measured import measured
from analytics.query.cubes.answer import answer, sampled
from analytics.query.sum_query import SumQuery
from analytics.store.reader import Store
from tests.support.known_truth.leagues import of_bots, of_tournaments

Z = 1.959964


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return of_bots(tmp_path_factory.mktemp("acts"), "chronocard@web", matches=12, seed=3)


def wilson(share: float, n: float) -> tuple[float, float]:
    c = Z * Z / n
    half = Z * sqrt(share * (1 - share) / n + c / n / 4)
    return (share + c / 2 - half) / (1 + c), (share + c / 2 + half) / (1 + c)


def test_the_interval_of_a_rate_is_that_of_matches(store: Store) -> None:
    acts: dict[str, list[bool]] = defaultdict(list)
    rows = store.query(
        "SELECT d.match, d.outcome FROM declaration d JOIN match m USING (match) WHERE m.finished"
    )
    for match, outcome in rows.iter_rows():
        if outcome != "none":
            acts[match].append(outcome in ("resolved", "decisive"))
    n, k = sum(map(len, acts.values())), sum(map(sum, acts.values()))
    off = sum((sum(told) - k / n * len(told)) ** 2 for told in acts.values()) * len(acts) / (len(acts) - 1)
    effect = off / (n * k / n * (1 - k / n))
    assert effect > 1.5
    worth = n / effect * (Z / scipy.stats.t.ppf(0.975, len(acts) - 1)) ** 2
    (row,) = measured(store, METRICS["resolve_rate"]).iter_rows(named=True)
    assert (row["value"], row["n"]) == (pytest.approx(k / n), n)
    assert (row["low"], row["high"]) == pytest.approx(wilson(k / n, worth))


def test_of_a_single_match_there_is_a_number_and_no_interval(tmp_path: Path) -> None:
    one = of_bots(tmp_path, "chronocard@web", matches=1, seed=3)
    (row,) = measured(one, METRICS["chain_depth"]).iter_rows(named=True)
    assert row["value"] >= 1 and row["n"] > 1
    assert row["low"] is row["high"] is row["basis"] is None


def test_an_item_that_few_matches_have_is_counted_in_all(store: Store) -> None:
    """Matches without it are a part of how much its share varies."""
    found = measured(store, METRICS["failure_reasons"])
    every = {row["item"]: row for row in found.iter_rows(named=True)}
    assert len(every) > 1
    for row in every.values():
        assert row["low"] <= row["value"] <= row["high"]


def test_many_cards_of_a_match_share_its_result(store: Store) -> None:
    """Two seats of a match are one observation, however many cards they have."""
    (row,) = measured(store, METRICS["gp_wr"], ("went_first",), Filters()).head(1).iter_rows(named=True)
    low, high = wilson(row["value"], 12)
    assert row["n"] > 300
    assert row["high"] - row["low"] > 0.9 * (high - low)


def test_a_difference_over_many_cards_has_no_interval(store: Store) -> None:
    assert measured(store, METRICS["iih"], ("card",))["low"].is_not_null().any()
    assert measured(store, METRICS["iih"], ("went_first",))["low"].is_null().all()


def test_a_sample_is_of_whole_matches(tmp_path: Path) -> None:
    """Of three months in three parts, every so many-th part is read."""
    store = of_tournaments(tmp_path, 75, seed=1, players=12, rounds=1)
    query = SumQuery(("match_wins", "match_losses"), ("match", "player"))
    every = answer(store, query)
    some, all_rows = (sampled(store, query, most=most)["seat_match"] for most in (1, 10**6))
    order = ["match", "player"]
    assert all_rows.sort(order).equals(every.sort(order))
    assert 0 < some.height < every.height
    assert some.join(every, on=every.columns, how="semi").height == some.height
