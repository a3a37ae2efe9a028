"""How large a tournament has to be, and who leaves it."""

import pytest

from analytics.imports.tournament import Pairing, Player, Round, Tournament
from analytics.tournaments.divisions import drops, drops_by_round
from analytics.tournaments.size import records_reaching, size_for


@pytest.mark.parametrize(
    ("players", "rounds", "cut", "unbeaten"),
    [(8, 3, 0, 3), (9, 5, 4, 4), (16, 5, 4, 4), (17, 5, 8, 5), (33, 6, 8, 6), (128, 7, 8, 7),
     (129, 8, 8, 8), (226, 8, 8, 8), (227, 9, 8, 8), (409, 9, 8, 9), (410, 10, 8, 9)],
)  # fmt: skip
def test_the_published_rounds_of_appendix_e(players: int, rounds: int, cut: int, unbeaten: int) -> None:
    size = size_for(players)
    assert (size.rounds, size.cut, size.unbeaten) == (rounds, cut, unbeaten)


def test_three_players_are_no_tournament() -> None:
    with pytest.raises(ValueError, match="3"):
        size_for(3)


def test_the_records_that_reach_a_cut() -> None:
    found = [
        (one.wins, one.losses, one.players, one.through) for one in records_reaching(64, rounds=6, cut=8)
    ]
    assert found == [(6, 0, 1, 1), (5, 1, 6, 6), (4, 2, 15, 1)]
    everybody = records_reaching(4, rounds=2, cut=8)
    assert sum(one.players for one in everybody) == sum(one.through for one in everybody) == 4


def test_drops_are_those_of_the_file_or_the_last_round_played() -> None:
    players = (
        Player("a", "A"),
        Player("b", "B"),
        Player("c", "C", dropped=1),
        Player("d", "D"),
        Player("e", "E"),
    )
    rounds = (
        Round(1, "1", "swiss", (Pairing(("a", "b"), "win", 0), Pairing(("c", "d"), "win", 0))),
        Round(2, "2", "swiss", (Pairing(("a", "d"), "win", 0), Pairing(("c", "b"), "win", 0))),
        Round(3, "3", "swiss", (Pairing(("a", "d"), "win", 0),)),
        Round(4, "4", "elimination", (Pairing(("a", "b"), "win", 0),)),
    )
    assert drops_by_round(Tournament("t", "T", "magic", players=players, rounds=rounds)) == {0: 1, 1: 1, 2: 1}


def test_who_has_played_the_last_round_of_their_division_has_not_left() -> None:
    """Juniors play two rounds, masters three; one of each left, as the file says."""
    players = tuple(Player(one, one, dropped={"b": 1, "d": 2}.get(one)) for one in "abcdef")
    rounds = (
        Round(1, "1", "swiss", (Pairing(("a", "b"), "win", 0),), "junior"),
        Round(2, "2", "swiss", (Pairing(("a",), "bye", 0),), "junior"),
        Round(1, "1", "swiss", (Pairing(("c", "d"), "win", 0), Pairing(("e", "f"), "tie")), "master"),
        Round(2, "2", "swiss", (Pairing(("c", "e"), "win", 0), Pairing(("d", "f"), "tie")), "master"),
        Round(3, "3", "swiss", (Pairing(("c", "e"), "win", 0), Pairing(("f",), "bye", 0)), "master"),
    )
    cup = Tournament("t", "T", "magic", players=players, rounds=rounds)
    assert drops(cup) == {player.id: player.dropped for player in players if player.dropped is not None}
    assert drops_by_round(cup) == {1: 1, 2: 1}
