"""Deals and draws beside what chance gives: the numbers by hand, honest dealers, and one who is not."""

from math import comb
from pathlib import Path
from random import Random

import numpy as np
import polars as pl
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.checks import deals
from analytics.metrics import METRICS
from analytics.metrics.reports.measured import measured
from analytics.stats import deal
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.games.registry import RULESETS
from events.log.sqlite_log import SqliteLog
from kifuda import deposit, prepare
from kifuda.bots.simulate import simulate, write
from tests.support import effort

SAMPLES = Path(__file__).parents[3] / "kifuda" / "samples"


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """One written record of each kind of game: dealt from one pool, and drawn from libraries."""
    folder = tmp_path_factory.mktemp("samples")
    with SqliteLog(folder / "log.db", writing=True) as log:
        deposit(log, prepare(SAMPLES / "blade-rondo" / "spring-cup-r1-t1.kfd"))
        deposit(log, prepare(SAMPLES / "genesis-garden" / "garden-cup-r1-t1.kfd"))
        deposit(log, prepare(SAMPLES / "blade-rondo" / "open-final-video.kfd"))
        project(log, folder / "store")
    return Store(folder / "store")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Matches of bots, shuffled by a good generator."""
    folder = tmp_path_factory.mktemp("played")
    with SqliteLog(folder / "log.db", writing=True) as log:
        write(log, simulate(RULESETS["chronocard@web"], matches=40 if effort.LONG else 12, seed=3), lambda: 0)
        project(log, folder / "store")
    return Store(folder / "store")


@pytest.fixture(scope="module")
def of_both(played: Store) -> pl.DataFrame:
    """The deals of the two bots, over all their matches."""
    return deals.of_players(played, played.query("SELECT min(match) AS match FROM match").item())


def test_a_deal_from_a_pool_by_hand(samples: Store) -> None:
    """Fifteen of a pool, for every card of it, those as well that never came."""
    found = deals.of_match(samples, "spring-cup-r1-t1")
    pool = RULESETS["blade-rondo@1.03"].sets["base"].pool
    size = sum(pool.values())
    assert set(found["card"]) == set(pool) and found["seen"].min() == 0
    dealt = samples.query(
        "SELECT seat, card, dealt::BIGINT AS dealt FROM card_seat_game"
        " WHERE match = 'spring-cup-r1-t1' AND dealt > 0"
    )
    for who, card, metric, n, seen, expected, low, high, value, *_ in found.iter_rows():
        came = dealt.filter((pl.col("seat") == who) & (pl.col("card") == card))["dealt"]
        law = [
            comb(pool[card], k) * comb(size - pool[card], 15 - k) / comb(size, 15)
            for k in range(pool[card] + 1)
        ]
        assert (metric, n, seen) == ("deal_hands", 1, came.sum())
        assert expected == pytest.approx(15 * pool[card] / size)
        assert value == pytest.approx(min(1, 2 * min(sum(law[: seen + 1]), sum(law[seen:]))))
        assert sum(law[low : high + 1]) >= 0.95 and sum(law[:low]) <= 0.025 >= sum(law[high + 1 :])


def test_draws_from_a_library_by_hand(samples: Store) -> None:
    """As often as the sum of the chances: copies left, of the cards left."""
    found = deals.of_match(samples, "garden-cup-r1-t1").filter(metric="deal_draws")
    chances = samples.query(
        """
        SELECT seat AS who, l.card, sum(l.copies / d.library) AS chance, count(*) AS n
        FROM draw d JOIN library l USING (match, game_no, seat)
        WHERE d.clean AND d.k BETWEEN l.first_k AND l.last_k AND match = 'garden-cup-r1-t1' GROUP BY ALL"""
    )
    both = found.join(chances, on=["who", "card"], suffix="_counted")
    assert len(both) == len(found) > 10
    assert both["expected"].to_list() == pytest.approx(both["chance"].to_list())
    assert both["n"].to_list() == both["n_counted"].to_list()


def test_a_card_of_which_the_record_knows_too_little_is_not_tested(samples: Store) -> None:
    assert deals.of_match(samples, "open-2026-final-video").filter(pl.col("who") == "B").is_empty()


@pytest.mark.parametrize("of", [deals.of_match, deals.of_players])
def test_a_match_that_nobody_knows_has_no_deals(samples: Store, of: object) -> None:
    found = of(samples, "nope")
    assert found.is_empty() and "notable" in found.columns


def test_honest_shuffles_are_not_noted(of_both: pl.DataFrame) -> None:
    assert set(of_both["metric"]) == {"deal_hands", "deal_draws", "first_coin"}
    assert of_both["n"].max() > 40 and not of_both["notable"].any()
    assert (of_both["seen"].is_between(of_both["low"], of_both["high"])).mean() > 0.9
    assert of_both.filter(metric="deal_draws")["seen"].sum() == pytest.approx(
        of_both.filter(metric="deal_draws")["expected"].sum(), rel=0.05
    )


def test_the_tests_of_players_are_those_of_their_matches_together(
    played: Store, of_both: pl.DataFrame
) -> None:
    matches = played.query("SELECT match FROM match ORDER BY match")["match"].to_list()
    whole = of_both.filter(pl.col("card").is_not_null())
    single = pl.concat(deals.of_match(played, match) for match in Random(1).sample(matches, len(matches)))
    for metric in ("deal_hands", "deal_draws"):
        for column in ("n", "seen", "expected"):
            one, all = (table.filter(metric=metric)[column].sum() for table in (single, whole))
            assert one == pytest.approx(all), (metric, column)


def test_what_a_coin_gives() -> None:
    """Of twenty tosses 6 to 14 are heads in 95 of 100 cases: 5 or fewer in 2.1 of them."""
    assert deal.in_tosses(20) == (pytest.approx(10), 6, 14)
    assert deal.in_tosses(1) == (pytest.approx(0.5), 0, 1)


@settings(deadline=None, max_examples=effort.examples(40))
@given(st.integers(1, 4), st.integers(5, 40), st.integers(1, 30))
def test_what_chance_gives_lies_around_its_mean(copies: int, library: int, draws: int) -> None:
    """The interval of equal draws is that of the binomial law."""
    columns = (np.array([float(copies)]), np.array([float(library)]))
    found = deal.in_draws(*columns, number=np.array([float(draws)]))
    law = scipy.stats.binom(draws, copies / library)
    assert found.mean == pytest.approx(law.mean(), abs=1e-6)
    assert law.cdf(found.low - 1) <= 0.025 + 1e-9 and law.sf(found.high) <= 0.025 + 1e-9
    assert law.cdf(found.low) >= 0.025 - 1e-9 and law.sf(found.high - 1) >= 0.025 - 1e-9


def test_a_card_that_begins_in_play_is_not_in_the_library_that_hands_are_dealt_from(
    played: Store, of_both: pl.DataFrame
) -> None:
    """A heroine is in the deck, and no hand can hold her: she is not tested, and counts in no library."""
    hands = of_both.filter(metric="deal_hands")
    assert hands["card"].is_in([f"CC-00{number}" for number in range(1, 5)]).sum() == 0
    sizes = played.query("SELECT DISTINCT deck_size, library_size FROM seat_game")
    assert sizes.rows() == [(31, 30)]
    metric = measured(played, METRICS["deal_hands"], ("card",))
    assert set(hands["card"]) == set(metric.filter(pl.col("n") > 0)["card"])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("edition", sorted({name.partition("@")[0]: name for name in RULESETS}.values()))
def test_fair_deals_are_notable_in_no_game(edition: str, tmp_path: Path) -> None:
    """P-values of fair deals are at most α in a share α of the cards: with so many cards as there are, and
    seeds that do not change, three times that is a fault and no chance."""
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        write(log, simulate(RULESETS[edition], matches=12, seed=11), lambda: 0)
        project(log, tmp_path / "store")
    store = Store(tmp_path / "store")
    found = deals.of_players(store, store.query("SELECT min(match) AS match FROM match").item())
    assert not found["notable"].any()
    tested = found.filter(pl.col("expected") > 0.5)
    assert len(tested) > 20
    assert scipy.stats.binom.sf((tested["p"] < 0.05).sum() - 1, len(tested), 0.05) > 1e-3
    hands = found.filter(metric="deal_hands")
    assert hands["seen"].sum() == pytest.approx(hands["expected"].sum()), "hands are as large as they are"
