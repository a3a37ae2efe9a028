"""Matches that are listed again, and rounds that are a bracket by their matches alone."""

from collections import Counter

import pytest

from analytics.imports.formats.round_shape import with_cut
from analytics.imports.tournament import Pairing, Round
from tests.analytics.imports.samples import read, sample, source


def _rounds(*rounds: str) -> list[Round]:
    """Rounds of matches such as ``ab``, which the first one wins."""
    return [
        Round(number, f"Round {number}", "", tuple(Pairing(tuple(one), "win", 0) for one in text.split()))
        for number, text in enumerate(rounds, start=1)
    ]


@pytest.mark.parametrize(
    ("rounds", "cut"),
    [
        (("ab cd ef gh ij", "ac eg bd fh ij", "ab cd", "ac"), 2),
        (("ab cd ef gh ij", "ab cd ef gh", "ac eg"), 2),
        (("ab cd ef gh ij", "ab cd", "bd"), 0),
        (("ab cd", "ac bd"), 0),
        (("ab cd ef", "ab cd", "ac bd"), 0),
    ],
)
def test_rounds_of_winners_alone_are_the_elimination(rounds: tuple[str, ...], cut: int) -> None:
    remarks: Counter[str] = Counter()
    kinds = [round.kind for round in with_cut(_rounds(*rounds), remarks)]
    swiss = len(rounds) - cut
    assert kinds == (["swiss"] * swiss + ["elimination"] * cut if cut else [""] * swiss)
    assert remarks["cut"] == cut


def test_a_row_that_is_repeated_counts_once() -> None:
    file = source("friday.csv")
    lines = file.data.decode().splitlines()
    again = read(file._replace(data="\n".join([*lines, lines[1]]).encode())).tournament
    assert again.rounds == sample("friday.csv").rounds
    assert again.remarks == {"repeated": 1}


def test_a_match_without_games_that_is_listed_from_both_sides_counts_once() -> None:
    file = source("open-day.json")
    again = read(file._replace(data=file.data.replace(b"0-0-3", b"0-0-0"))).tournament
    assert [len(round.pairings) for round in again.rounds] == [3, 3, 2, 1]
    assert again.remarks == {"mirrored": 1, "repeated": 1, "no-games": 1}
