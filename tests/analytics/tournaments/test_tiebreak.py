"""Tiebreakers by hand: three rounds of five players, with byes, a tie, an agreed draw, and one who leaves."""

from dataclasses import replace
from fractions import Fraction as F

import pytest

from analytics.imports.tournament import Pairing, Round, Score
from analytics.tournaments.tally import Tally, tally, unrepeated
from analytics.tournaments.tiebreak import KONAMI, MTR, POKEMON, Rules, Shares, shares

ROUNDS = (
    Round(
        1,
        "1",
        "swiss",
        (
            Pairing(("Ada", "Ben"), "win", 0, Score((2, 0))),
            Pairing(("Cyd", "Dov"), "win", 0, Score((2, 1))),
            Pairing(("Eva",), "bye", 0),
        ),
    ),
    Round(
        2,
        "2",
        "swiss",
        (
            Pairing(("Ada", "Cyd"), "tie", None, Score((1, 1), 1)),
            Pairing(("Eva", "Ben"), "win", 0, Score((2, 1))),
            Pairing(("Dov",), "bye", 0),
        ),
    ),
    Round(
        3,
        "3",
        "swiss",
        (
            Pairing(("Ada", "Eva"), "win", 0, Score((2, 0))),
            Pairing(("Cyd", "Ben"), "intentional-draw", None, Score((0, 0), 3)),
        ),
    ),
)
"""At the end: Ada 2-0-1, Eva 2-1-0 with a bye, Cyd 1-0-2, Dov 1-1-0 with a bye (left), Ben 0-2-1."""
PLAYERS = ("Ada", "Ben", "Cyd", "Dov", "Eva")


def counted(rules: Rules, **ways: bool) -> dict[str, Shares]:
    """The shares of everybody."""
    return shares(tally(PLAYERS, ROUNDS), rules, dropped={"Dov"}, **ways)


def values(rules: Rules, name: str) -> dict[str, F | None]:
    """One tiebreaker of everybody."""
    return {player: one.values[name] for player, one in counted(rules).items()}


def test_points_and_records() -> None:
    tallies = tally(PLAYERS, ROUNDS)
    records = {player: one.record for player, one in tallies.items()}
    assert records == {
        "Ada": (2, 0, 1),
        "Eva": (2, 1, 0),
        "Cyd": (1, 0, 2),
        "Dov": (1, 1, 0),
        "Ben": (0, 2, 1),
    }
    assert [tallies[player].byes for player in PLAYERS] == [0, 0, 0, 1, 1]
    points = {player: one.points for player, one in counted(MTR).items()}
    assert points == {"Ada": 7, "Eva": 6, "Cyd": 5, "Dov": 3, "Ben": 1}


def test_mtr() -> None:
    """Match wins: Ada 7/9, Eva 6/9 with the bye, Cyd 5/9, Dov 3/6, Ben 1/9 and so 0.33."""
    floor = F(33, 100)
    assert values(MTR, "omw") == {
        "Ada": (floor + F(5, 9) + F(6, 9)) / 3,
        "Ben": (F(7, 9) + F(6, 9) + F(5, 9)) / 3,
        "Cyd": (F(3, 6) + F(7, 9) + floor) / 3,
        "Dov": F(5, 9),
        "Eva": (floor + F(7, 9)) / 2,
    }
    # Games: Ada 5-1-1 of 7, Ben 1-4-3 of 8, Cyd 3-2-4 of 9, Dov 3-2 with the bye, Eva 4-3 with the bye.
    games = {"Ada": F(16, 21), "Ben": F(6, 24), "Cyd": F(13, 27), "Dov": F(9, 15), "Eva": F(12, 21)}
    assert values(MTR, "gw") == games
    assert values(MTR, "ogw")["Ada"] == (floor + games["Cyd"] + games["Eva"]) / 3
    assert f"{float(counted(MTR)['Ada'].values['omw'] or 0):.4f}" == "0.5174"


def test_pokemon() -> None:
    """Wins without byes: Ada 2.5/3, Cyd 2/3, Eva 1/2, Dov 0/1 and Ben 0.5/3, which count 1/4."""
    own = values(POKEMON, "ow")
    quarter = F(1, 4)
    assert own == {
        "Ada": (quarter + F(2, 3) + F(1, 2)) / 3,
        "Ben": (F(5, 6) + F(1, 2) + F(2, 3)) / 3,
        "Cyd": (quarter + F(5, 6) + quarter) / 3,
        "Dov": F(2, 3),
        "Eva": (quarter + F(5, 6)) / 2,
    }
    assert values(POKEMON, "oow")["Ada"] == ((own["Ben"] or 0) + (own["Cyd"] or 0) + (own["Eva"] or 0)) / 3


def test_konami() -> None:
    """No floor; a tie is a third of a win: Ada 7, then (1/9 + 5/9 + 6/9) / 3 = 0.444…"""
    own = values(KONAMI, "ow")
    assert own["Ada"] == F(12, 27)
    assert (own["Ben"], own["Cyd"], own["Eva"]) == (F(2, 3), F(25, 54), F(4, 9))
    assert values(KONAMI, "oow")["Ada"] == (F(2, 3) + F(25, 54) + F(4, 9)) / 3


def test_a_cap_for_who_left() -> None:
    rounds = (Round(1, "1", "swiss", (Pairing(("Dov", "Ada"), "win", 0), Pairing(("Ben", "Cyd"), "win", 0))),)
    tallies = tally(PLAYERS, rounds)
    capped = shares(tallies, replace(POKEMON, cap_dropped=F(3, 4)), dropped={"Dov"})
    assert capped["Ada"].values["ow"] == F(3, 4)
    assert capped["Cyd"].values["ow"] == 1, "Ben stayed"
    assert shares(tallies, POKEMON, dropped={"Dov"})["Ada"].values["ow"] == 1


def test_without_games_there_is_no_share_of_games() -> None:
    rounds = (Round(1, "1", "swiss", (Pairing(("Ada", "Ben"), "win", 0),)),)
    found = shares(tally(("Ada", "Ben"), rounds), MTR)
    assert found["Ada"].values == {"omw": F(33, 100), "gw": None, "ogw": None}


@pytest.mark.parametrize(
    ("outcome", "winner", "sides"),
    [
        ("win", 1, ["loss", "win"]),
        ("forfeit", 0, ["win", "loss"]),
        ("no-show", 0, ["win", "loss"]),
        ("double-loss", None, ["loss", "loss"]),
        ("tie", None, ["tie", "tie"]),
        ("intentional-draw", None, ["tie", "tie"]),
        ("unfinished", None, []),
    ],
)
def test_what_an_outcome_is_for_each_player(outcome: str, winner: int | None, sides: list[str]) -> None:
    pairing = Pairing(("Ada", "Ben"), outcome, winner)  # type: ignore[arg-type]  # pytest knows no literals
    found = tally(("Ada", "Ben"), (Round(1, "1", "swiss", (pairing,)),))
    assert [meeting.side for player in ("Ada", "Ben") for meeting in found[player].meetings] == sides


def test_alone_one_wins_by_a_bye_and_loses_by_not_coming() -> None:
    pairings = (Pairing(("Ada",), "bye", 0), Pairing(("Ben",), "no-show"))
    found = tally(("Ada", "Ben"), (Round(1, "1", "swiss", pairings),))
    assert (found["Ada"].record, found["Ada"].byes) == ((1, 0, 0), 1)
    assert (found["Ben"].record, found["Ben"].byes) == ((0, 1, 0), 0)


def test_a_pod_of_four_has_one_winner_and_three_opponents_each() -> None:
    pod = Pairing(("Ada", "Ben", "Cyd", "Dov"), "win", 2)
    found = tally((), (Round(1, "1", "swiss", (pod,)),))
    assert [found[player].record for player in pod.players] == [(0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0)]
    assert found["Ben"].meetings[0].opponents == ("Ada", "Cyd", "Dov")


def test_a_match_is_listed_twice_only_in_rounds_that_follow_each_other() -> None:
    same = (Pairing(("Ada", "Ben"), "win", 0, Score((2, 1))),)

    def records(*numbers: int) -> Tally:
        rounds = tuple(Round(number, str(number), "", same) for number in numbers)
        return unrepeated(tally((), rounds))["Ada"]

    assert records(1, 2).record == (1, 0, 0)
    assert records(1, 3).record == (2, 0, 0), "played again later"
