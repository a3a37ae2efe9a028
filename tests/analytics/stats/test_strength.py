"""Strengths, matrices, fields and equilibria: against choix, closed forms, and what was put in."""

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit

from analytics.stats import bradley_terry, field, matchup
from analytics.stats.number import Floats
from tests.support import effort

TRUE = np.array([0.6, 0.2, 0.0, -0.3, -0.5])
FIRST = 0.35


def season(chance: np.random.Generator, games: int) -> bradley_terry.Results:
    """Every ordered pair plays ``games`` with the first going first."""
    one, other = np.nonzero(~np.eye(len(TRUE), dtype=bool))
    wins = chance.binomial(games, expit(TRUE[one] - TRUE[other] + FIRST)).astype(np.float64)
    return bradley_terry.Results(one, other, np.ones(len(one)), wins, np.full(len(one), float(games)))


def test_strengths_and_the_seat_are_found_again() -> None:
    """Within their intervals as often as these say."""
    chance, held, seat = np.random.default_rng(3), [], []
    for _ in range(300):
        found = bradley_terry.fit(season(chance, 30), len(TRUE))
        centre = np.eye(len(TRUE)) - 1 / len(TRUE)
        error = np.sqrt(np.diag(centre @ found.covariance[:-1, :-1] @ centre))
        held.append(np.abs(found.theta - (TRUE - TRUE.mean())) <= 1.96 * error)
        seat.append(abs(found.first - FIRST) <= 1.96 * np.sqrt(found.covariance[-1, -1]))
    assert 0.93 <= np.mean(held) <= 0.97
    assert 0.92 <= np.mean(seat) <= 0.98


def test_without_seats_it_is_that_of_choix() -> None:
    chance = np.random.default_rng(4)
    results = season(chance, 40)._replace(first=np.zeros(20))
    matrix = np.zeros((5, 5))
    np.add.at(matrix, (results.one, results.other), results.wins)
    np.add.at(matrix, (results.other, results.one), results.games - results.wins)
    expected = choix.ilsr_pairwise_dense(matrix)
    found = bradley_terry.fit(results, 5, ridge=1e-9).theta
    assert found == pytest.approx(expected - expected.mean(), abs=1e-6)


def test_who_always_wins_has_a_finite_strength() -> None:
    results = bradley_terry.Results(
        np.array([0]), np.array([1]), np.zeros(1), np.array([9.0]), np.array([9.0])
    )
    theta = bradley_terry.fit(results, 2).theta
    assert np.isfinite(theta).all()
    assert theta[0] > 1


# --- matrices ------------------------------------------------------------------------------------------


def played(chance: np.random.Generator, true: Floats, games: int) -> tuple[Floats, Floats]:
    number = len(true)
    wins, counts = np.zeros((2, number, number))
    for i, j in zip(*np.triu_indices(number, 1), strict=True):
        counts[i, j] = counts[j, i] = chance.integers(1, 2 * games)
        wins[i, j] = chance.binomial(int(counts[i, j]), true[i, j])
        wins[j, i] = counts[i, j] - wins[i, j]
    return wins, counts


def test_a_matrix_mirrors() -> None:
    found = matchup.matrix(*played(np.random.default_rng(5), np.full((6, 6), 0.55), 20)).posterior
    assert (np.diag(found.mean) == 0.5).all()
    assert found.mean + found.mean.T == pytest.approx(np.ones((6, 6)), abs=1e-12)
    assert found.low + found.high.T == pytest.approx(np.ones((6, 6)), abs=1e-9)


@pytest.mark.parametrize("weight", [15, 60, 5000])
def test_cells_keep_their_word(weight: float) -> None:
    """Pairings that are more than two strengths, or hardly: intervals hold 95 % of them, small cells too."""
    chance, held = np.random.default_rng(6), []
    upper = np.triu_indices(8, 1)
    for _ in range(60):
        theta = chance.normal(0, 0.4, 8)
        expected = expit(theta[:, None] - theta[None, :])
        true = chance.beta(expected * weight, (1 - expected) * weight)
        found = matchup.matrix(*played(chance, true, 25)).posterior
        held.append((found.low[upper] <= true[upper]) & (true[upper] <= found.high[upper]))
    assert 0.93 <= np.mean(held) <= 0.98, "where strengths are nearly all, rather a little too wide"


def test_one_game_is_one_game() -> None:
    """What is known of a pairing by its own games alone counts once: the prior is that of any two decks."""
    games = np.array([[0.0, 1], [1, 0]])
    found = matchup.matrix(np.array([[0.0, 1], [0, 0]]), games)
    assert found.expected[0, 1] == pytest.approx(0.5)
    assert 0.55 < found.posterior.mean[0, 1] < 0.75
    assert found.posterior.low[0, 1] < 0.2 and found.posterior.high[0, 1] > 0.95


def test_what_others_say_of_a_pairing_takes_the_place_of_its_games() -> None:
    """Two decks that have met once: who beats everybody is expected to beat who loses to everybody."""
    wins, games = np.zeros((2, 5, 5))
    for strong, weak in ((0, 2), (0, 3), (0, 4), (2, 1), (3, 1), (4, 1)):
        wins[strong, weak], wins[weak, strong] = 70, 30
        games[strong, weak] = games[weak, strong] = 100
    wins[1, 0] = games[0, 1] = games[1, 0] = 1
    found = matchup.matrix(wins, games)
    assert found.expected[0, 1] > 0.75
    assert found.posterior.mean[0, 1] > 0.7
    assert found.posterior.high[0, 1] - found.posterior.low[0, 1] > 0.2


def test_drawn_matrices_are_consistent_and_repeatable() -> None:
    wins, games = played(np.random.default_rng(7), np.full((4, 4), 0.6), 30)
    found = matchup.matrix(wins, games)
    drawn = matchup.draws(wins, games, found, times=400, seed=1)
    assert drawn.shape == (400, 4, 4)
    assert drawn + drawn.transpose(0, 2, 1) == pytest.approx(np.ones((400, 4, 4)), abs=1e-12)
    assert drawn.mean(axis=0) == pytest.approx(found.posterior.mean, abs=0.02)
    assert (drawn == matchup.draws(wins, games, found, times=400, seed=1)).all()


# --- fields --------------------------------------------------------------------------------------------


def test_a_score_against_a_field_is_the_mean_of_its_cells() -> None:
    matrix = np.array([[0.5, 0.7, 0.4], [0.3, 0.5, 0.8], [0.6, 0.2, 0.5]])
    found = field.against(matrix[None], np.array([2.0, 1.0, 1.0]))
    assert found.value == pytest.approx([0.525, 0.475, 0.475])
    assert found.low == pytest.approx(found.high)


@pytest.mark.parametrize(
    ("gains", "mix"),
    [
        ((0.1, 0.1, 0.1), (1 / 3, 1 / 3, 1 / 3)),
        ((0.1, 0.2, 0.1), (0.5, 0.25, 0.25)),
        ((0.3, 0.1, 0.2), (1 / 6, 1 / 3, 1 / 2)),
    ],
)
def test_of_a_circle_of_three_the_mix_is_known(
    gains: tuple[float, float, float], mix: tuple[float, float, float]
) -> None:
    """Who beats whom in a circle is played as often as the two others are apart."""
    a, b, c = gains
    matrix = 0.5 + np.array([[0, a, -c], [-a, 0, b], [c, -b, 0]])
    assert field.equilibria(matrix[None])[0] == pytest.approx(mix, abs=1e-9)


@given(st.permutations(range(6)))
def test_decks_that_some_others_all_beat_are_no_part_of_it(places: list[int]) -> None:
    """Wherever they stand, and though they beat one another by more."""
    gains = np.zeros((6, 6))
    gains[:3, :3] = [[0, 0.1, -0.1], [-0.1, 0, 0.1], [0.1, -0.1, 0]]
    gains[3:, 3:] = [[0, 0.4, -0.4], [-0.4, 0, 0.4], [0.4, -0.4, 0]]
    gains[:3, 3:], gains[3:, :3] = 0.01, -0.01
    matrix = 0.5 + gains[np.ix_(places, places)]
    expected = [1 / 3 if place < 3 else 0 for place in places]
    assert field.equilibria(matrix[None])[0] == pytest.approx(expected, abs=1e-9)


@settings(max_examples=effort.examples(60), deadline=None)
@given(st.integers(2, 9), st.integers(0, 10**6))
def test_no_deck_beats_the_equilibrium(number: int, seed: int) -> None:
    drawn = np.random.default_rng(seed).uniform(0.2, 0.8, (number, number))
    matrix = (drawn + 1 - drawn.T) / 2
    mix = field.equilibria(matrix[None])[0]
    assert mix.sum() == pytest.approx(1)
    assert (mix >= 0).all()
    assert (mix @ matrix >= 0.5 - 1e-9).all()


def test_many_at_once_are_what_each_is_alone() -> None:
    drawn = np.random.default_rng(5).uniform(0.2, 0.8, (120, 6, 6))
    matrices = (drawn + 1 - drawn.transpose(0, 2, 1)) / 2
    alone = np.concatenate([field.equilibria(matrix[None]) for matrix in matrices])
    assert field.equilibria(matrices) == pytest.approx(alone, abs=1e-9)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("unsure", [0.001, 0.03, 0.2])
def test_what_is_found_for_some_and_tried_on_others_is_what_each_is_alone(unsure: float) -> None:
    """Matrices that differ little have equilibria of a few sets of decks, others nearly each of its own."""
    chance = np.random.default_rng(7)
    drawn = chance.uniform(0.3, 0.7, (9, 9)) + chance.normal(0, unsure, (300, 9, 9))
    matrices = np.clip((drawn + 1 - drawn.transpose(0, 2, 1)) / 2, 0, 1)
    alone = np.concatenate([field.equilibria(matrix[None]) for matrix in matrices])
    assert field.equilibria(matrices) == pytest.approx(alone, abs=1e-9)
    assert (len(np.unique(alone > field.IN_SUPPORT, axis=0)) < 100) == (unsure < 0.1)


def test_who_beats_everybody_is_all_of_it() -> None:
    matrix = np.array([[0.5, 0.6, 0.55], [0.4, 0.5, 0.9], [0.45, 0.1, 0.5]])
    assert field.equilibria(matrix[None])[0] == pytest.approx([1, 0, 0])
    assert field.support(matrix[None]) == pytest.approx([1, 0, 0])
