"""Intervals of what a match has several of, held against a plain count of a store, match by match."""

from collections import defaultdict
from math import sqrt
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import scipy

from analytics.metrics import METRICS, Filters
from analytics.metrics.cell_estimates import estimate
from analytics.metrics.intervals.match_intervals import effects_on, is_of_matches, over_matches, ratios_of
from analytics.metrics.reports.measured import measured
from analytics.query.cubes.answer import answer, sampled
from analytics.query.measures import MEASURES
from analytics.query.selection import row_cache
from analytics.query.sum_query import SumQuery, among
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
        if outcome not in ("none", "declined"):
            acts[match].append(outcome in ("resolved", "decisive"))
    n, k = sum(map(len, acts.values())), sum(map(sum, acts.values()))
    off = sum((sum(told) - k / n * len(told)) ** 2 for told in acts.values()) * len(acts) / (len(acts) - 1)
    effect = off / (n * k / n * (1 - k / n))
    assert effect > 1.2
    worth = n / effect * (Z / scipy.stats.t.ppf(0.975, len(acts) - 1)) ** 2
    (row,) = measured(store, METRICS["resolve_rate"]).iter_rows(named=True)
    assert (row["value"], row["n"]) == (pytest.approx(k / n), n)
    assert (row["low"], row["high"]) == pytest.approx(wilson(k / n, worth))


def test_the_interval_of_a_quantile_is_that_of_matches() -> None:
    """Of 40 matches each has a pace of its own: the share of times below the median varies with it."""
    chance, metric = np.random.default_rng(3), METRICS["decision_time"]
    times = np.ceil(chance.exponential(chance.uniform(1, 40, (40, 1)), (40, 25)))
    median = np.sort(times.ravel())[499]
    share = (times <= median).sum() / 1000
    off = (((times <= median).sum(1) - share * 25) ** 2).sum() * 40 / 39
    worth = 1000 / (off / (1000 * share * (1 - share))) * (Z / scipy.stats.t.ppf(0.975, 39)) ** 2
    assert worth < 300
    ranks = scipy.stats.binom.ppf([0.025, 0.975], int(worth), 0.5) + np.array([0, 1])
    expected = np.sort(times.ravel())[np.ceil(ranks / worth * 1000).astype(int) - 1]
    rows = pl.DataFrame({"match": np.repeat(np.arange(40), 25), "seconds": times.ravel(), "decisions": 1})
    sums = rows.group_by("seconds").agg(pl.col("decisions").sum())
    found = estimate(metric, sums, (), draws="exclude")
    ratios = ratios_of(metric.estimator, {"declaration": rows}, (), draws="exclude")
    (row,) = over_matches(metric, found, sums, ratios, (), draws="exclude").iter_rows(named=True)
    assert (row["value"], row["n"]) == (median, 1000)
    assert [row["low"], row["high"]] == expected.tolist()


def test_a_cell_that_no_sampled_match_has_borrows_all_of_its_interval() -> None:
    chance = np.random.default_rng(3)
    resolved = chance.binomial(20, chance.beta(2, 2, 60))
    rows = pl.DataFrame({"match": np.arange(60), "card": ["a", "b"] * 30, "resolved": resolved, "acted": 20})
    ratios = ratios_of(METRICS["resolve_rate"].estimator, {"declaration": rows}, ("card",), draws="exclude")
    one, other, unseen = effects_on(pl.DataFrame({"card": ["a", "b", "c"]}), ratios)
    assert min(one, other) < unseen < max(one, other) * 1.1


def test_of_a_single_match_there_is_a_number_and_no_interval(tmp_path: Path) -> None:
    one = of_bots(tmp_path, "chronocard@web", matches=1, seed=3)
    (row,) = measured(one, METRICS["chain_depth"]).iter_rows(named=True)
    assert row["value"] >= 1 and row["n"] > 1
    assert row["low"] is row["high"] is row["basis"] is None


def test_an_item_that_few_matches_have_is_counted_in_all(tmp_path: Path) -> None:
    """Matches without it are a part of how much its share varies."""
    store = of_bots(tmp_path, "fertcg@web", matches=12, seed=3)
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
    some, all_rows = (sampled(store, query, most=most).sums["seat_match"] for most in (1, 10**6))
    order = ["match", "player"]
    assert all_rows.sort(order).equals(every.sort(order))
    assert 0 < some.height < every.height
    assert some.join(every, on=every.columns, how="semi").height == some.height


def test_a_sample_of_few_matches_is_all_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the sums of a tournament read is not read again, in part, for their intervals."""
    store = of_tournaments(tmp_path, 75, seed=1, players=12, rounds=1)
    names = answer(store, SumQuery(("match_wins",), ("tournament",)))["tournament"]
    but_one = among("tournament", sorted(names)[:-1])
    query = SumQuery(("match_wins", "match_losses"), ("match", "player"), (but_one,))
    every = answer(store, query).sort("match", "player")
    few = sampled(store, query, most=1)
    assert few.whole
    assert few.sums["seat_match"].sort("match", "player").equals(every)
    monkeypatch.setattr(row_cache, "FEW", 0)
    many = sampled(store, query, most=1)
    assert not many.whole
    assert 0 < many.sums["seat_match"].height < every.height


def test_copies_of_a_hand_are_kept_together() -> None:
    """Two of them are one observation. Win rates of copies have sums of squares that tell so."""
    keep = METRICS["keep_rate"]
    assert is_of_matches(keep, ("card",)) and not is_of_matches(METRICS["gih_wr"], ("card",))
    rows = pl.DataFrame(
        {"match": range(400), "card": "a", "kept_copies": [2, 0] * 200, "offered_copies": [2] * 400}
    )
    (fact,) = {MEASURES[name].fact for name in keep.sums}
    ratios = ratios_of(keep.estimator, {fact: rows}, ("card",), draws="exclude")
    assert effects_on(rows.head(1), ratios) == pytest.approx([2], rel=0.05)
