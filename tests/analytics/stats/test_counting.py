"""Survival, quantiles, clusters, discoveries, diversity, deals: against oracles and in what they promise."""

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.stats import cluster, deal, discovery, diversity, quantile, survival
from analytics.stats.interval import wilson
from tests.support import effort
from tests.support.estimates import bootstrap

# Imported where they are used: `statsmodels` and `scipy.stats` take a second, in each process.

# --- survival ------------------------------------------------------------------------------------------

lives = st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=60)


def curve(lived: list[tuple[int, bool]]) -> survival.Survival:
    times = np.array(sorted({time for time, _ in lived}), np.float64)
    events, censored = (
        np.array([sum(1 for at, came in lived if (at, came) == (time, kind)) for time in times], np.float64)
        for kind in (True, False)
    )
    return survival.kaplan_meier(times, events, censored)


@given(lives)
def test_survival_is_that_of_statsmodels(lived: list[tuple[int, bool]]) -> None:
    from statsmodels.duration.survfunc import SurvfuncRight

    if not any(came for _, came in lived):
        assert (curve(lived).share == 1).all()
        return
    expected = SurvfuncRight([time for time, _ in lived], [int(came) for _, came in lived])
    found = curve(lived)
    known = dict(zip(found.times, found.share, strict=True))
    assert [known[time] for time in expected.surv_times] == pytest.approx(list(expected.surv_prob))


def test_censored_copies_are_not_dropped() -> None:
    """Played on turn 2 by half of the seats; the others held it to turn 6. Leaving these out would say 2."""
    lived = [(2, True)] * 10 + [(6, False)] * 11
    assert np.isnan(survival.median(curve(lived))[0])
    assert survival.median(curve([*lived, (2, True), (2, True)]))[0] == 2


# --- quantiles -----------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 30), min_size=1, max_size=80), st.sampled_from([0.05, 0.5, 0.95]))
def test_a_quantile_is_that_of_numpy(listed: list[int], share: float) -> None:
    values, counts = np.unique(listed, return_counts=True)
    found, low, high = quantile.quantile(values.astype(np.float64), counts.astype(np.float64), share)
    assert found == np.quantile(listed, share, method="inverted_cdf")
    assert low <= found <= high


def test_a_median_is_covered_as_often_as_is_said() -> None:
    chance, held = np.random.default_rng(8), 0
    for _ in range(2000):
        _, low, high = quantile.quantile(np.sort(chance.exponential(1, 41)), np.ones(41), 0.5)
        held += low <= np.log(2) <= high
    assert 0.93 <= held / 2000 <= 0.98  # ranks are whole: it is never quite 95 %


# --- clusters ------------------------------------------------------------------------------------------


def players(chance: np.random.Generator, number: int, games: int, alike: float) -> tuple[np.ndarray, ...]:
    """Wins and games of players whose own rates vary so that two games of one correlate by ``alike``."""
    weight = 1 / alike - 1
    rates = chance.beta(weight / 2, weight / 2, number)
    played = chance.integers(1, 2 * games, number)
    return chance.binomial(played, rates).astype(np.float64), played.astype(np.float64)


def test_the_correlation_is_found_again() -> None:
    chance = np.random.default_rng(9)
    found = [cluster.correlation(*players(chance, 200, 12, 0.15)) for _ in range(100)]
    assert np.mean(found) == pytest.approx(0.15, abs=0.01)
    assert cluster.correlation(np.array([1.0, 0.0]), np.array([1.0, 1.0])) == 0
    assert cluster.correlation(np.array([5.0]), np.array([9.0])) == 0


def test_an_interval_over_clustered_games_holds_only_with_their_effective_number() -> None:
    chance, naive, honest, drawn = np.random.default_rng(10), 0, 0, 0
    for _ in range(400):
        wins, games = players(chance, 60, 15, 0.2)
        n, won = games.sum(), wins.sum()
        worth = cluster.effective(n, n**2 / (games**2).sum(), cluster.correlation(wins, games))
        for size, counter in ((n, "naive"), (worth, "honest")):
            low, high = wilson(won / n * size, size)
            if low <= 0.5 <= high:
                naive, honest = naive + (counter == "naive"), honest + (counter == "honest")
        rows = np.arange(len(games))
        found = bootstrap(
            rows,
            lambda weight, w=wins, g=games: float(weight @ w / (weight @ g)),  # type: ignore[misc]  # of this round
            times=200,
            seed=1,
        )
        drawn += found.low <= 0.5 <= found.high
    assert naive / 400 < 0.75
    assert 0.92 <= honest / 400 <= 0.98
    assert 0.91 <= drawn / 400 <= 0.97


def test_who_gives_more_than_a_tenth_dominates() -> None:
    assert cluster.dominated(np.array([2.0, 1.0, 1.0]))
    assert not cluster.dominated(np.ones(20))
    assert not cluster.dominated(np.array([]))


def test_one_cluster_has_no_interval() -> None:
    found = bootstrap(np.zeros(5, np.int64), lambda weight: float(weight.sum()))
    assert found.value == 5
    assert np.isnan(found.low)


# --- discoveries ---------------------------------------------------------------------------------------


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50))
def test_discoveries_are_those_of_statsmodels(p: list[float]) -> None:
    from statsmodels.stats.multitest import multipletests

    flagged, expected, *_ = multipletests(p, alpha=0.05, method="fdr_bh")
    assert discovery.adjusted(np.array(p)) == pytest.approx(expected, abs=1e-12)
    assert list(discovery.adjusted(np.array(p)) <= discovery.NOTABLE) == list(flagged)


def test_a_list_of_notable_items_is_mostly_right() -> None:
    """Two hundred cards, thirty of which are worth something: of those listed at most 5 % are not."""
    chance, false, listed = np.random.default_rng(12), [], []
    effect = np.repeat([0.0, 3.5], [170, 30])
    for _ in range(400):
        p = 2 * (1 - _normal(np.abs(chance.normal(effect))))
        found = discovery.adjusted(p) <= discovery.NOTABLE
        false.append(found[:170].sum() / max(found.sum(), 1))
        listed.append(found[170:].mean())
    assert np.mean(false) <= 0.05
    assert np.mean(listed) > 0.6


def test_what_was_not_tested_is_not_notable() -> None:
    assert discovery.adjusted(np.array([np.nan, 0.001])) == pytest.approx([np.nan, 0.001], nan_ok=True)


def _normal(z: np.ndarray) -> np.ndarray:

    return np.asarray(scipy.stats.norm.cdf(z))


# --- diversity -----------------------------------------------------------------------------------------


@given(st.integers(1, 40), st.integers(1, 100))
def test_equal_decks_count_as_many_as_they_are(number: int, each: int) -> None:
    counts = np.full(number, float(each))
    assert diversity.effective(counts) == pytest.approx(number)
    assert diversity.shannon(counts) == pytest.approx(number)
    assert diversity.simpson(counts) == pytest.approx(1 / number)


def test_rare_decks_weigh_more_by_entropy() -> None:
    counts = np.array([80.0, 5.0, 5.0, 5.0, 5.0, 0.0])
    assert diversity.effective(counts) < diversity.shannon(counts) < 5
    assert np.isnan(diversity.simpson(np.zeros(3)))
    assert np.isnan(diversity.shannon(np.zeros(3)))


# --- deals ---------------------------------------------------------------------------------------------

EVERY = [np.array([float(value)]) for value in (3, 40, 7)]


@settings(deadline=None)
@given(st.integers(0, 3))
def test_one_hand_has_the_hypergeometric_law(seen: int) -> None:
    law = scipy.stats.hypergeom(40, 3, 7)
    expected = min(1.0, 2 * min(law.cdf(seen), law.sf(seen - 1)))
    found = deal.hands(*EVERY, number=np.array([1.0]), seen=seen)
    assert found == pytest.approx(expected, abs=1e-9)


@settings(deadline=None, max_examples=effort.examples(30))
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(4, 40)), min_size=1, max_size=30), st.data())
def test_draws_have_the_law_of_unequal_coins(draws: list[tuple[int, int]], data: st.DataObject) -> None:
    copies, library = (np.array(column, np.float64) for column in zip(*draws, strict=True))
    seen = data.draw(st.integers(0, len(draws)))
    law = scipy.stats.poisson_binom(copies / library)
    expected = min(1.0, 2 * min(law.cdf(seen), law.sf(seen - 1)))
    assert deal.draws(copies, library, number=np.ones(len(draws)), seen=seen) == pytest.approx(
        expected, abs=1e-6
    )


def test_an_honest_dealer_is_rarely_noted_and_a_dishonest_one_often() -> None:
    """Among sixty seats and cards, five of whom find a card twice as often as chance gives it."""
    chance, false, found = np.random.default_rng(13), 0, 0
    for _ in range(60):
        seen = chance.hypergeometric(4, 36, 7, (60, 80)).sum(axis=1)
        seen[:5] += chance.binomial(80, 0.55, 5)
        p = np.array([deal.hands(*_of(4, 40, 7), number=np.array([80.0]), seen=count) for count in seen])
        noted = discovery.adjusted(p) <= discovery.NOTABLE
        found += int(noted[:5].sum())
        false += int(noted[5:].any())
    assert found / 300 > 0.9
    assert false / 60 < 0.3


def _of(*values: float) -> list[np.ndarray]:
    return [np.array([float(value)]) for value in values]


def test_more_than_there_can_be_is_an_error() -> None:
    with pytest.raises(ValueError, match="at most 3"):
        deal.hands(*EVERY, number=np.array([1.0]), seen=4)


def test_positions_and_coins() -> None:
    every, four = np.arange(1.0, 11), np.arange(1.0, 5)
    once, more = np.full(10, 30.0), np.array([90.0, 5, 5, 5])
    assert deal.positions(every, np.full(10, 10.0), found=once, copies=once) == pytest.approx(1)
    assert deal.positions(four, np.full(4, 4.0), found=more, copies=more) < 1e-6
    assert deal.coin(10, 20) == pytest.approx(1)
    assert deal.coin(0, 20) == pytest.approx(2 / 2**20)
    assert np.isnan(deal.coin(0, 0))
    assert np.isnan(deal.positions(four, np.full(4, 4.0), found=np.zeros(4), copies=np.zeros(4)))
    assert np.isnan(deal.positions(four, np.full(4, 4.0), found=np.ones(4), copies=np.full(4, 4.0)))


def test_single_cards_in_libraries_of_one_size_are_told_by_pearsons_statistic() -> None:
    found = np.array([8.0, 12, 10, 6, 14])
    told = deal.positions(np.arange(1.0, 6), np.full(5, 5.0), found=found, copies=found)
    assert told == pytest.approx(scipy.stats.chisquare(found).pvalue)


DEALS = 2_000 if effort.LONG else 1_000


@pytest.mark.parametrize(
    "libraries",
    [
        [(60, 40, (1,))],
        [(60, 40, (4,))],
        [(100, 30, (1, 2, 3, 4))],
        [(40, 30, (2,)), (60, 40, (3, 4))],
        [(150, 40, (4,)), (3, 60, (4,))],
        [(30, 12, (8,))],
    ],
)
def test_alarms_of_fair_positions_come_as_often_as_they_say(
    libraries: list[tuple[int, int, tuple[int, ...]]],
) -> None:
    """Of fair deals of so many libraries of a size, with one of these numbers of copies, 3 to 7 % are below
    0.05; one degree of freedom less for each copy, as without the correction, would give 0 to 3."""
    chance, alarms = np.random.default_rng(12), 0
    for _ in range(DEALS):
        columns = []
        for number, size, choices in libraries:
            copies = chance.choice(choices, number)
            laid = chance.permuted(np.tile(np.arange(size), (number, 1)), axis=1) < copies[:, None]
            sums = laid.sum(axis=0), (laid * copies[:, None]).sum(axis=0)
            columns.append((np.arange(1, size + 1), np.full(size, size), *sums))
        position, library, found, together = np.concatenate(columns, axis=1).astype(float)
        alarms += deal.positions(position, library, found=found, copies=together) < 0.05
    assert 0.03 < alarms / DEALS < 0.07
