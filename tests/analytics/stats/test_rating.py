"""Ratings step by step: the formula for two against the model of openskill, and what one may go on from."""

from collections.abc import Sequence
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.stats.rating import DECAY, UNSURE, Belief, Played, Ratings, follow, plackett_luce

PLAYERS = "abcdefg"
PLACES = st.sampled_from(((1, 2), (2, 1), (1, 1)))
TWO = st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=2, unique=True)
SEASON = st.lists(st.tuples(st.integers(0, 400), TWO, PLACES), max_size=60)


def played(season: Sequence[tuple[int, Sequence[str], Sequence[int]]]) -> list[Played]:
    """The matches in the order of their days."""
    return [Played(*match) for match in sorted(season, key=lambda match: match[0])]


def by_the_model(matches: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """Mean and deviation of everybody, every match rated by openskill itself."""
    model, known = plackett_luce(), dict[str, tuple[float, float, int]]()
    for match in matches:
        teams = []
        for player in match.players:
            mu, sigma, day = known.get(player, (model.mu, model.sigma, match.day))
            teams.append([model.rating(mu, min(sqrt(sigma**2 + DECAY**2 * (match.day - day)), UNSURE))])
        after = model.rate(teams, ranks=[float(place) for place in match.places])
        known |= {
            player: (one.mu, one.sigma, match.day)
            for player, (one,) in zip(match.players, after, strict=True)
        }
    return {player: (mu, sigma) for player, (mu, sigma, _) in known.items()}


@given(SEASON.map(played))
def test_two_players_are_rated_as_the_model_rates_them(season: list[Played]) -> None:
    found = {player: (belief.mu, belief.sigma) for player, belief in follow(season).players.items()}
    expected = by_the_model(season)
    assert list(found) == list(expected)
    for player, numbers in found.items():
        assert numbers == pytest.approx(expected[player], rel=1e-12, abs=1e-12)


def test_a_thousand_matches_do_not_run_away_from_theplackett_luce() -> None:
    """The strongest of a few players, who meet each other over and over."""
    season = [
        Played(number // 7, (PLAYERS[number % 5], PLAYERS[5 + number % 2]), (1, 2) if number % 9 else (1, 1))
        for number in range(1000)
    ]
    found, expected = follow(season).players, by_the_model(season)
    for player, belief in found.items():
        assert (belief.mu, belief.sigma) == pytest.approx(expected[player], rel=1e-12, abs=1e-12)
    assert found["a"].mu > found["f"].mu + 10


@given(SEASON.map(played), st.integers(0, 60))
def test_one_may_go_on_from_any_match(season: list[Played], cut: int) -> None:
    begun = follow(season[:cut])
    rest = follow(season[cut:], begun.players)
    whole = follow(season)
    assert rest.players == whole.players
    assert [*begun.forecasts, *rest.forecasts] == [*whole.forecasts]
    assert [*begun.outcomes, *rest.outcomes] == [*whole.outcomes]


def test_what_was_known_stays_as_it_was() -> None:
    known = {"a": Belief(30.0, 2.0, 12, 0)}
    found = follow([Played(9, ("a", "b"), (2, 1))], known)
    assert known == {"a": Belief(30.0, 2.0, 12, 0)}
    assert found.players["a"].mu < 30 and found.players["a"][2:] == (13, 9)
    assert found.forecasts[0] > 0.5 and found.outcomes.tolist() == [0.0]


def test_a_table_of_three_is_rated_and_not_forecast() -> None:
    found = follow([Played(0, ("a", "b", "c"), (1, 2, 2))])
    assert found.players["a"].mu > found.players["b"].mu == pytest.approx(found.players["c"].mu)
    assert isinstance(found, Ratings) and not found.forecasts.size
