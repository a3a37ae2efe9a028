"""The null law, at a size for every day: where a coin decides who wins, 95 % intervals hold the truth.

Seeds do not change, so that it cannot fail by chance. The long run: ``python -m tests.support.tossed``, whose
figures stand in ``docs/analytics.md``.
"""

from dataclasses import replace

import numpy as np
import pytest

from analytics.metrics import METRICS
from analytics.metrics.definitions.card import copies, games
from analytics.metrics.estimators.rates import Apart, Versus, WinRate
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


def test_what_one_seat_wins_the_other_loses(played: Tables) -> None:
    """A game in which both seats have a card moves its rate by the difference of their copies."""
    right = METRICS["gp_wr"]
    assert isinstance(right.estimator, WinRate)
    alone = replace(right, id="alone", estimator=right.estimator.one_sided())
    both, seats = coverage(played, [right, alone], range(60), enough=40)
    assert both.intervals == seats.intervals > 800
    assert 0.93 <= both.held / both.intervals <= 0.97 < seats.held / seats.intervals


def test_copies_of_one_game_win_together() -> None:
    """Of three copies in a deck, those in hand and those not seen have the same result, by a coin."""
    chance, right = np.random.default_rng(3), METRICS["iih"]
    alone = replace(right, id="alone", estimator=Versus(copies("hand"), copies("unseen")))
    held = {right.id: 0, alone.id: 0}
    for _ in range(1500):
        hand = chance.binomial(3, 0.4, 150)
        sums = dict.fromkeys(right.sums, 0)
        won = chance.integers(0, 2, 150)
        for name, number in (("hand", hand), ("unseen", 3 - hand)):
            sums[f"{name}_won"], sums[f"{name}_lost"] = int(number @ won), int(number @ (1 - won))
            sums[f"{name}_squares"] = int(number @ number)
        sums["hand_unseen"] = int(hand @ (3 - hand))
        for metric in (right, alone):
            _, _, low, high = metric.estimate(sums)
            assert low is not None and high is not None
            held[metric.id] += low <= 0 <= high
    assert 0.93 <= held["iih"] / 1500 <= 0.97 < held["alone"] / 1500
