"""Rounds of a tournament forecast from the rounds before them, by every model alike."""

import numpy as np
import pytest

from analytics.imports.tournament import Deck, Pairing, Player, Round, Tournament
from analytics.stats.calibration import ENOUGH
from analytics.tournaments.duels import numbered, together
from analytics.tournaments.forecasts import MODELS, qualities
from analytics.tournaments.strengths import strengths
from tests.support.effort import some

NUMBER, ROUNDS = 24, 14


def league(seed: int, *, apart: float) -> Tournament:
    """Pairings by chance; the players stand ``apart`` in log-odds from the weakest to the strongest."""
    chance = np.random.default_rng(seed)
    strong = np.linspace(-apart / 2, apart / 2, NUMBER)
    players = tuple(Player(f"p{n}", f"P{n}", Deck("even" if n % 2 == 0 else "odd")) for n in range(NUMBER))
    rounds = []
    for number in range(1, ROUNDS + 1):
        order = chance.permutation(NUMBER)
        pairings = []
        for one, other in zip(order[::2], order[1::2], strict=True):
            likely = 1 / (1 + np.exp(strong[other] - strong[one]))
            winner = int(chance.random() > likely)
            pairings.append(Pairing((f"p{one}", f"p{other}"), "win", winner))
        rounds.append(Round(number, str(number), "swiss", tuple(pairings)))
    return Tournament("league", "League", "magic", players=players, rounds=tuple(rounds))


def test_byes_and_draws_are_left_out() -> None:
    one = league(1, apart=0.0)
    bye, drawn = Pairing(("p1",), "bye", 0), Pairing(("p2", "p3"), "tie")
    more = Round(ROUNDS + 1, "last", "swiss", (bye, drawn))
    found = numbered(Tournament("x", "X", "magic", players=one.players, rounds=(*one.rounds, more)))
    assert len(found.rounds) == ROUNDS and found.decks == ("even", "odd")
    assert len(together([each.duels for each in found.rounds]).won) == ROUNDS * NUMBER // 2


def test_where_players_differ_every_model_of_players_beats_a_coin() -> None:
    found = {one.model: one for one in qualities([numbered(league(5, apart=6.0))])}
    assert found.keys() == MODELS.keys()
    coin = found.pop("coin")
    assert coin.calibration.loss == pytest.approx(np.log(2)) and coin.brier == 0.25
    assert coin.calibration.n == (ROUNDS - 1) * NUMBER // 2 >= ENOUGH
    del found["hierarchical-decks"]
    assert all(one.brier < 0.235 for one in found.values()), [
        (one.model, one.brier) for one in found.values()
    ]


def test_where_nobody_differs_the_model_is_hardly_worse_than_a_coin() -> None:
    found = {
        one.model: one for one in qualities([numbered(league(seed, apart=0.0)) for seed in some(range(4))])
    }
    assert found["hierarchical"].brier < 0.254 < found["wilson"].brier


def test_no_round_is_told_of_itself() -> None:
    """The forecasts of a round do not change with its results."""
    one, other = numbered(league(5, apart=6.0)), numbered(league(5, apart=6.0))
    last = other.rounds[-1]
    turned = last._replace(duels=last.duels._replace(won=1 - last.duels.won))
    other = other._replace(rounds=(*other.rounds[:-1], turned))
    for make in MODELS.values():
        told, again = make(), make()
        for index in some(range(1, ROUNDS), each=3):
            assert told(one, index).tolist() == again(other, index).tolist()


def test_the_strongest_player_is_told_first() -> None:
    found = strengths(league(5, apart=6.0))
    assert {one.name for one in found.players[:6]} <= {f"p{n}" for n in range(NUMBER - 9, NUMBER)}
    first = found.players[0]
    assert first.low < first.value < first.high and first.n == ROUNDS and first.won > ROUNDS / 2
    assert {one.name for one in found.decks} == {"even", "odd"}
    assert all(one.low < 0.5 < one.high for one in found.decks)


def test_a_tournament_without_matches_has_no_strengths() -> None:
    empty = Tournament("x", "X", "magic")
    assert strengths(empty) == ((), ()) and qualities([numbered(empty)]) == []
