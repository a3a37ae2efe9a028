"""What a tournament lacks, or says against itself, is told and not mended."""

import msgspec
import pytest

from analytics.imports.doubts import doubts
from analytics.imports.tournament import Outcome, Pairing, Player, Round, Tournament
from tests.analytics.imports.samples import FILES, changed, sample

replace = msgspec.structs.replace


def cup(*numbers: int, outcome: Outcome = "win", dropped: int | None = None, pod: str = "") -> Tournament:
    """Rounds of these numbers in which Ada meets Ben, who may have dropped."""
    played = Pairing(("a", "b"), outcome, 0 if outcome == "win" else None)
    rounds = tuple(Round(number, f"{number}", "swiss", (played,), pod) for number in numbers)
    players = (Player("a", "Ada"), Player("b", "Ben", dropped=dropped))
    return Tournament("cup", "Cup", "magic", players=players, rounds=rounds)


def told(tournament: Tournament, language: str = "en") -> list[str]:
    """The doubts in words."""
    return [doubt.say(language) for doubt in doubts(tournament)]


def test_a_round_that_is_missing_between_others() -> None:
    (missing,) = told(cup(1, 2, 3, 4, 6, 7))
    assert missing == "rounds that the file does not have, though it has later ones: 5"
    assert "5" in told(cup(1, 2, 3, 4, 6, 7), "ja")[0]
    assert told(cup(3, 4))[0].endswith(": 1, 2")
    assert told(cup(1, 2, 3)) == []


def test_rounds_are_looked_for_in_each_pod() -> None:
    both = replace(cup(), rounds=(*cup(1, 2, 3, pod="senior").rounds, *cup(2, 4, pod="master").rounds))
    (missing,) = told(both)
    assert "master" in missing and missing.endswith(": 3"), "a pod may begin later"


@pytest.mark.parametrize(
    ("outcome", "there"), [("win", True), ("tie", True), ("no-show", False), ("unfinished", False)]
)
def test_a_player_who_left_and_has_results_later(outcome: Outcome, there: bool) -> None:
    found = told(cup(1, 2, 3, 4, 5, outcome=outcome, dropped=3))
    assert found == (
        ["Ben is said to have left after round 3, and has results in later rounds: 4, 5"] if there else []
    )
    assert told(cup(1, 2, 3, outcome=outcome, dropped=3)) == []


@pytest.mark.parametrize("names", FILES, ids=lambda names: names[0])
def test_the_samples_have_none(names: list[str]) -> None:
    assert told(sample(*names)) == []


def test_a_player_who_is_in_no_list_is_counted_among_the_remarks() -> None:
    listed = 'userid="102"><firstname>Ben</firstname><lastname>Example</lastname>'
    found = changed("spring-cup.tdf", (listed, listed.replace("102", "199"))).tournament
    assert found.remarks == {"unlisted": 1}
    assert next(one.name for one in found.players if one.id == "102") == "102"
    assert "unlisted" not in sample("spring-cup.tdf").remarks
