"""The null law, at a size for every day: where a coin decides who wins, 95 % intervals hold the truth.

Seeds do not change, so that it cannot fail by chance. The long run: ``python -m tests.support.tossed``, whose
figures stand in ``docs/analytics.md``.
"""

from dataclasses import replace

import pytest

from analytics.metrics import METRICS
from analytics.metrics.definitions.card import games
from analytics.metrics.estimators.rates import Apart
from tests.support.tossed import Tables, coverage, league, of_cards, tables_of

TOSSES = range(16)
SLOW = {"rde", "rde_early"}
"""``tests/analytics/test_simulations.py`` tries these in worlds of their own."""
LEAST = 0.92
"""What so few tosses let a right interval come to; the cards of one toss depend on one another."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return tables_of(league(tmp_path_factory.mktemp("null"), "blade-rondo@1.03", matches=80, seed=1))


def test_intervals_hold_the_truth_of_a_coin(played: Tables) -> None:
    metrics = [metric for metric in of_cards() if metric.id not in SLOW]
    found = [one for one in coverage(played, metrics, TOSSES, enough=40) if one.intervals >= 100]
    assert {"deal_effect", "gp_wr", "kept_wr"} <= {one.metric for one in found}
    assert [one for one in found if one.held < LEAST * one.intervals] == []


def test_two_seats_of_one_game_are_not_two_games(played: Tables) -> None:
    """Of a card that one seat was dealt the other was not: the same result is in both arms."""
    right = METRICS["deal_effect"]
    wrong = replace(right, id="wrong", estimator=Apart(games("pooled"), games("deal")))
    games_, seats = coverage(played, [right, wrong], TOSSES)
    assert games_.intervals == seats.intervals > 300
    assert seats.held < games_.held
    assert 0.93 <= games_.held / games_.intervals <= 0.98
