"""Who plays on: every statement against all results that a round can have."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.imports.tournament import Pairing, Player, Round, Standing, Tournament
from analytics.tournaments.outlook import RESULTS, cut_of, last_swiss_round, outlooks

GAINS = {"win": (3, 0), "tie": (1, 1), "loss": (0, 3)}


def tournament(points: list[int], *, dropped: tuple[int, ...] = (), paired: int | None = None) -> Tournament:
    """Players with these points after earlier rounds; the first ``paired`` meet in order."""
    ids = [f"p{number}" for number in range(len(points))]
    earlier = max(points, default=0) // 3 + 3
    rounds = []
    for number in range(1, earlier + 1):
        # A bye gives three points; a draw with a stranger who then counts for nothing gives one.
        pairings = []
        for player, wanted in zip(ids, points, strict=True):
            wins, ties = divmod(wanted, 3)
            if number <= wins:
                pairings.append(Pairing((player,), "bye", 0))
            elif number <= wins + ties:
                pairings.append(Pairing((player, f"x{player}{number}"), "tie"))
        rounds.append(Round(number, f"{number}", "swiss", tuple(pairings)))
    seated = ids[: len(ids) if paired is None else paired]
    tables = [Pairing(tuple(seated[at : at + 2]), "unfinished") for at in range(0, len(seated), 2)]
    rounds.append(Round(earlier + 1, "last", "swiss", tuple(tables)))
    players = [Player(id, id, dropped=1 if number in dropped else None) for number, id in enumerate(ids)]
    strangers = {
        player for round in rounds for pairing in round.pairings for player in pairing.players
    } - set(ids)
    players += [Player(id, id, dropped=1) for id in sorted(strangers)]
    return Tournament("t", "T", "magic", players=tuple(players), rounds=tuple(rounds))


def every_end(points: list[int]) -> list[dict[int, int]]:
    """The points of all players after each combination of results of the last round."""
    tables = [range(at, min(at + 2, len(points))) for at in range(0, len(points), 2)]
    choices = []
    for table in tables:
        if len(table) == 1:
            choices.append([{table[0]: points[table[0]] + 3}])
        else:
            gains = [*GAINS.values(), (0, 0)]
            choices.append(
                [{one: points[one] + gain for one, gain in zip(table, both, strict=True)} for both in gains]
            )
    return [{player: end for table in ends for player, end in table.items()} for ends in product(*choices)]


@given(st.lists(st.sampled_from([0, 1, 3, 4, 6, 7, 9]), min_size=2, max_size=7), st.integers(1, 4))
def test_what_is_said_is_what_every_end_of_the_round_shows(points: list[int], cut: int) -> None:
    found = {one.player: one for one in outlooks(tournament(points), cut=cut)}
    ends = every_end(points)
    for number, before in enumerate(points):
        single = number == len(points) - 1 and len(points) % 2 == 1
        for result in RESULTS[:1] if single else RESULTS:
            gain = GAINS[result][0]
            partner = number ^ 1
            reached = [
                end
                for end in ends
                if end[number] == before + gain
                and (single or end[partner] == points[partner] + GAINS[result][1])
            ]
            level = [sum(end[other] >= end[number] for other in end if other != number) for end in reached]
            above = [sum(end[other] > end[number] for other in end if other != number) for end in reached]
            told = found[f"p{number}"].chances[result]
            if max(level) < cut:
                assert told == "in"
            elif min(above) >= cut:
                assert told == "out"
            elif max(above) < cut:
                assert told == "level"
            else:
                assert told == "open"


def test_a_draw_is_enough() -> None:
    found = {one.player: one for one in outlooks(tournament([9, 9, 6, 6, 0, 0]), cut=4)}
    assert [found["p0"].safe, found["p0"].can_draw] == [True, False]
    found = {one.player: one for one in outlooks(tournament([9, 9, 8, 8, 3, 3]), cut=3)}
    assert found["p0"].can_draw
    assert found["p4"].gone


def test_who_is_not_paired_may_stay_unless_he_dropped() -> None:
    rivals = outlooks(tournament([6, 6, 9], paired=2), cut=1)
    assert [one.chances["win"] for one in rivals] == ["level", "level"]
    rivals = outlooks(tournament([6, 6, 9], paired=2, dropped=(2,)), cut=1)
    assert [one.chances["win"] for one in rivals] == ["in", "in"]


def test_nothing_is_said_where_matches_are_missing() -> None:
    whole = tournament([3, 0])
    short = Tournament(
        "t", "T", "magic", players=whole.players, rounds=whole.rounds,
        standings=(Standing("p0", wins=9, losses=0, ties=0),),
    )  # fmt: skip
    with pytest.raises(ValueError, match="missing"):
        outlooks(short, cut=1)
    with pytest.raises(ValueError, match="round"):
        outlooks(whole, cut=1, round=99)


def test_the_cut_is_the_first_elimination_round() -> None:
    final = Round(9, "Final", "elimination", (Pairing(("p0", "p1"), "win", 0),))
    whole = tournament([3, 0])
    played = Tournament("t", "T", "magic", players=whole.players, rounds=(*whole.rounds, final))
    assert (cut_of(whole), cut_of(played)) == (None, 2)
    assert last_swiss_round(played) == last_swiss_round(whole)
