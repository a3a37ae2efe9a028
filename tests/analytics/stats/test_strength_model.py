"""Players, decks and pairings in one model: it finds what there is, and little where there is nothing."""

import numpy as np
import pytest
import scipy

from analytics.stats.number import Floats
from analytics.stats.strength_model import BEGIN, KINDS, WORTH, Duels, chances, fit

PLAYERS, DECKS, MATCHES = 60, 6, 2400


def played(seed: int, *, player: float, deck: float) -> tuple[Duels, Floats]:
    """Matches of players and decks whose strengths have these deviations, with those of the players."""
    chance = np.random.default_rng(seed)
    of_players, of_decks = chance.normal(0, player, PLAYERS), chance.normal(0, deck, DECKS)
    brings = chance.integers(0, DECKS, PLAYERS)
    one = chance.integers(0, PLAYERS, MATCHES)
    other = (one + chance.integers(1, PLAYERS, MATCHES)) % PLAYERS
    mine, yours = brings[one], brings[other]
    odds = of_players[one] - of_players[other] + of_decks[mine] - of_decks[yours]
    won = (chance.random(MATCHES) < scipy.special.expit(odds)).astype(np.float64)
    return Duels(one, other, mine, yours, np.zeros(MATCHES), won), of_players


def test_it_finds_players_and_no_more_of_pairings_than_there_is() -> None:
    duels, of_players = played(3, player=0.7, deck=0.4)
    found = fit(duels)
    told = np.array([found.of("player", number)[0] for number in range(PLAYERS)])
    assert np.corrcoef(told, of_players)[0, 1] > 0.75
    assert 0.5 < found.deviation["player"] < 0.95
    assert found.deviation["pairing"] < 1.5 * BEGIN["pairing"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(3))
def test_without_differences_little_is_found(seed: int) -> None:
    """What is expected beforehand alone keeps the deviations above 0."""
    duels, _ = played(seed, player=0.0, deck=0.0)
    found = fit(duels)
    assert found.deviation["player"] < 0.75 * BEGIN["player"]
    assert np.abs(chances(found, duels) - 0.5).max() < 0.15


@pytest.mark.sampled(0)
def test_intervals_of_players_cover() -> None:
    """95 % intervals over worlds drawn as the model thinks: 93 to 97 %."""
    inside = []
    for seed in range(20):
        duels, of_players = played(seed, player=BEGIN["player"], deck=BEGIN["deck"])
        found = fit(duels)
        for number in range(PLAYERS):
            mean, error = found.of("player", number)
            inside.append(abs(mean - of_players[number]) <= 1.96 * error)
    assert 0.93 <= np.mean(inside) <= 0.97, np.mean(inside)


def test_two_players_are_a_logistic_regression_with_a_ridge() -> None:
    """Solved by another program."""
    won = np.array([1.0] * 7 + [0.0] * 3)
    one, other, no_deck = np.zeros(10, dtype=np.int64), np.ones(10, dtype=np.int64), np.full(10, -1)
    found = fit(Duels(one, other, no_deck, no_deck, np.zeros(10), won), KINDS[:1])
    spread = found.deviation["player"]

    def loss(at: Floats) -> float:
        odds = at[0] - at[1]
        fitted = 7 * scipy.special.log_expit(odds) + 3 * scipy.special.log_expit(-odds)
        return float(at @ at / (2 * spread**2) - fitted)

    best = scipy.optimize.minimize(loss, np.zeros(2), tol=1e-12).x
    assert found.mean == pytest.approx(best, abs=0.01)
    determined = 2 - np.trace(found.covariance) / spread**2
    expected = (found.mean @ found.mean + WORTH * BEGIN["player"] ** 2) / (determined + WORTH)
    assert spread**2 == pytest.approx(expected, rel=0.05)


def test_who_was_in_no_match_is_anybody() -> None:
    duels, _ = played(1, player=0.5, deck=0.2)
    found = fit(duels)
    none = np.array([-1])
    new = Duels(np.array([PLAYERS]), np.array([PLAYERS + 1]), none, none, np.zeros(1), np.zeros(1))
    assert chances(found, new) == pytest.approx([0.5])
    assert found.of("player", PLAYERS) == (0.0, found.deviation["player"])


def test_no_matches_and_a_winner_of_all() -> None:
    nobody = np.zeros(0, dtype=np.int64)
    empty = fit(Duels(nobody, nobody, nobody, nobody, np.zeros(0), np.zeros(0)))
    assert len(empty.mean) == 0 and empty.of("deck", 0) == (0.0, BEGIN["deck"])
    always, no_deck = np.zeros(20, dtype=np.int64), np.full(20, -1)
    found = fit(Duels(always, np.arange(1, 21), no_deck, no_deck, np.zeros(20), np.ones(20)))
    assert 0 < found.of("player", 0)[0] < 5
