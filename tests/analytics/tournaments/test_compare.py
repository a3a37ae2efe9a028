"""Tables of files against their rounds: each known variant to count otherwise, found and named."""

from typing import Any

import msgspec
import pytest

from analytics.imports.tournament import Pairing, Player, Round, Score, Standing, Tournament
from analytics.tournaments.compare import Comparison, compare
from analytics.tournaments.counting_rules import (
    MATCH_VARIANTS,
    VARIANTS,
    Counting,
    parse_counting,
    tallies_of,
    values_of,
)
from analytics.tournaments.place import places
from analytics.tournaments.table import table
from analytics.tournaments.tiebreak import RULES
from tests.analytics.imports.samples import FILES, LEAGUE, sample
from tests.analytics.tournaments.test_tiebreak import PLAYERS, ROUNDS

FINAL = Round(4, "Final", "elimination", (Pairing(("Eva", "Ada"), "win", 0, Score((2, 1))),))
replace = msgspec.structs.replace


def tournament(
    rounds: tuple[Round, ...] = ROUNDS, *, ways: frozenset[str] = frozenset(), rules: str = "mtr"
) -> Tournament:
    """The five players with a table that was counted in these ways, in the order of the rules."""
    players = tuple(Player(name, name, dropped=2 if name == "Dov" else None) for name in PLAYERS)
    bare = Tournament("cup", "Cup", "magic", rules=rules, players=players, rounds=rounds)
    counted = values_of(bare, Counting(RULES[rules], ways))
    return replace(bare, standings=tuple(stated(line.place, line.player, counted) for line in table(bare)))


def stated(place: int, player: str, counted: dict[str, dict[str, Any]]) -> Standing:
    """A line of a table with these numbers, printed with four digits."""
    numbers = counted[player]
    shares = {
        name: value for name, value in numbers.items() if name not in ("wins", "losses", "ties", "points")
    }
    percents = {name: round(float(value), 4) for name, value in shares.items() if value is not None}
    points, wins, losses, ties = (int(numbers[name]) for name in ("points", "wins", "losses", "ties"))
    return Standing(player, place, points, wins, losses, ties, percents=percents)


def reasons(compared: Comparison) -> set[tuple[str, ...]]:
    """All reasons that were given."""
    return {difference.because for difference in compared.differences}


@pytest.mark.parametrize("rules", sorted(RULES))
def test_a_table_by_the_rules_does_not_differ(rules: str) -> None:
    compared = compare(tournament(rules=rules))
    assert compared.differences == ()
    assert compared.compared == 5 * (5 + len(RULES[rules].tiebreakers))


@pytest.mark.parametrize("variant", ["floor-third", "own-floor", "bye-no-win"])
def test_a_way_of_its_own_is_found_and_named(variant: str) -> None:
    compared = compare(tournament(ways=frozenset({variant})))
    assert compared.differences and reasons(compared) <= {(variant,), ("follows",)}


def test_the_elimination_may_count_as_well() -> None:
    compared = compare(tournament((*ROUNDS, FINAL), ways=frozenset({"cut-counted"})))
    assert ("cut-counted",) in reasons(compared)
    assert compared.unexplained == ()


def test_a_match_that_is_listed_twice() -> None:
    again = replace(ROUNDS[2], pairings=(*ROUNDS[2].pairings, ROUNDS[1].pairings[1]))
    compared = compare(tournament((ROUNDS[0], ROUNDS[1], again), ways=frozenset({"repeated"})))
    assert {"wins", "losses", "points"} <= {
        one.what for one in compared.differences if one.because == ("repeated",)
    }
    assert compared.unexplained == ()


def test_opponents_who_are_not_in_the_table() -> None:
    ghost = replace(
        ROUNDS[0], pairings=(*ROUNDS[0].pairings[:2], Pairing(("Eva", "ghost"), "win", 0, Score((2, 0))))
    )
    whole = tournament((ghost, *ROUNDS[1:]))
    without = tournament(ROUNDS)
    compared = compare(replace(whole, standings=without.standings))
    assert reasons(compared) <= {("strangers",), ("follows",)} and compared.differences


def test_a_table_from_before_the_last_round() -> None:
    early = tournament(ROUNDS[:2])
    late = tournament(ROUNDS)
    lines = {line.player: line for line in early.standings}
    mixed = tuple(
        replace(line, percents=lines[line.player].percents) if line.player == "Dov" else line
        for line in late.standings
    )
    compared = compare(replace(late, standings=mixed))
    (first, *others) = compared.differences
    assert (first.player, first.because, first.round) == ("Dov", ("earlier",), 2)
    assert all(other.player == "Dov" for other in others)


def test_rounds_that_the_file_does_not_have() -> None:
    whole = tournament(ROUNDS)
    compared = compare(replace(whole, rounds=ROUNDS[2:]))
    assert compared.unexplained == ()
    assert ("rounds-missing",) in reasons(compared)


def test_games_that_the_file_does_not_have() -> None:
    whole = tournament(ROUNDS)
    rounds = tuple(
        replace(one, pairings=tuple(replace(pairing, score=None) for pairing in one.pairings))
        for one in ROUNDS
    )
    compared = compare(replace(whole, rounds=rounds))
    assert {difference.what for difference in compared.differences} >= {"gw", "ogw"}
    assert reasons(compared) <= {("games-missing",), ("follows",)}


def test_places_of_the_swiss_rounds() -> None:
    whole = tournament((*ROUNDS, FINAL))
    assert [line.player for line in table(whole)][:2] == ["Eva", "Ada"], "the final decides"
    swiss = tournament(ROUNDS)
    compared = compare(replace(whole, standings=swiss.standings))
    assert {(one.player, one.because) for one in compared.differences} == {
        ("Ada", ("swiss-places",)),
        ("Eva", ("swiss-places",)),
    }


def test_who_left_stands_below() -> None:
    whole = tournament(ROUNDS)
    order = ["Ada", "Eva", "Cyd", "Ben", "Dov"]
    lines = tuple(replace(line, rank=order.index(line.player) + 1) for line in whole.standings)
    compared = compare(replace(whole, standings=lines))
    assert {one.player for one in compared.differences} == {"Ben", "Dov"}
    assert {one.because for one in compared.differences} <= {("left-below",), ("unexplained",)}


def left_early() -> Tournament:
    """X left after a win over A, who wins later: X stands above Y, but below by the numbers of then."""
    rounds = (
        Round(1, "1", "swiss", tuple(Pairing((*pair,), "win", 0) for pair in ("XA", "YB", "DC"))),
        Round(2, "2", "swiss", tuple(Pairing((*pair,), "win", 0) for pair in ("AB", "CY"))),
    )
    players = tuple(Player(name, name, dropped=1 if name == "X" else None) for name in "XYABCD")
    return Tournament("cup", "Cup", "pokemon-tcg", rules="pokemon", players=players, rounds=rounds)


def ranked(order: str) -> tuple[Standing, ...]:
    """A table of places alone."""
    return tuple(Standing(player, place) for place, player in enumerate(order, start=1))


def test_places_by_the_numbers_of_when_somebody_left() -> None:
    cup = left_early()
    assert "".join(line.player for line in table(cup)) == "CADXYB"
    compared = compare(replace(cup, standings=ranked("CADYXB")))
    assert {(one.player, one.because) for one in compared.differences} == {
        ("X", ("frozen",)),
        ("Y", ("frozen",)),
    }


def test_an_order_that_is_right_for_no_more_places_explains_none() -> None:
    """X and Y share a place: each of the two orders has one of them there."""
    lines = tuple(replace(line, rank=4) if line.player == "Y" else line for line in ranked("CADXYB"))
    compared = compare(replace(left_early(), standings=lines))
    assert [(one.player, one.because) for one in compared.differences] == [("Y", ("unexplained",))]


def test_the_table_is_compared_by_the_rules_that_are_asked_for() -> None:
    whole = tournament(rules="pokemon")
    konami = parse_counting("konami")
    compared = compare(whole, konami)
    lines = {line.player: line for line in whole.standings}
    by_konami = {line.player: line for line in table(whole, konami)}
    assert {(one.player, one.what): one.counted for one in compared.differences} == {
        (player, what): pytest.approx(float(counted))
        for player, line in by_konami.items()
        for what, counted, stated in (
            ("place", line.place, lines[player].rank or 0),
            *((name, line.counted[name] or 0, lines[player].percents[name]) for name in ("ow", "oow")),
        )
        if abs(float(counted) - stated) > 1e-4
    }
    assert compared.differences and reasons(compared) == {("own-rules",)}


@pytest.mark.parametrize("asked", ["mtr+byes-ignored", "mtr+floor-third", "mtr+own-floor", "mtr+cut-counted"])
def test_a_table_that_is_counted_as_was_asked_for_does_not_differ(asked: str) -> None:
    counting = parse_counting(asked)
    whole = tournament((*ROUNDS, FINAL), ways=counting.variants)
    assert {one.what for one in compare(whole, counting).differences} <= {"place"}
    assert {one.what for one in compare(whole).differences} - {"place"}


def test_what_no_rules_explain_is_said_by_the_rules_that_are_asked_for() -> None:
    """A floor of a third, where byes are left out: the table counts byes."""
    compared = compare(sample("open-day.json"), parse_counting("mtr+byes-ignored"))
    assert compared.unexplained == ()
    assert reasons(compared) <= {("own-rules",), ("floor-third",), ("byes-counted", "floor-third"),
                                 ("own-rules", "floor-third"), ("byes-counted",)}  # fmt: skip


def test_tiebreakers_that_the_rules_do_not_know_are_not_compared() -> None:
    whole = tournament()
    assert compare(whole, parse_counting("pokemon")).compared == 5 * 5
    assert compare(whole).compared == 5 * 8


def test_the_table_of_the_file_is_that_after_the_last_round() -> None:
    whole = tournament()
    assert compare(whole, Counting(RULES["mtr"], until=1)) == compare(whole)


def test_a_number_without_a_reason_is_said_to_have_none() -> None:
    whole = tournament(ROUNDS)
    lines = (replace(whole.standings[0], points=8), *whole.standings[1:])
    compared = compare(replace(whole, standings=lines))
    assert [(one.player, one.what, one.stated, one.counted) for one in compared.unexplained] == [
        ("Ada", "points", 8, 7)
    ]


def test_whoever_won_between_two_equals_stands_above() -> None:
    rounds = (
        Round(1, "1", "swiss", (Pairing(("a", "b"), "win", 1), Pairing(("c", "d"), "win", 0))),
        Round(2, "2", "swiss", (Pairing(("a", "c"), "win", 0), Pairing(("d", "b"), "win", 0))),
    )
    players = tuple(Player(name, name) for name in "abcd")
    cup = Tournament("cup", "Cup", "pokemon-tcg", rules="pokemon", players=players, rounds=rounds)
    assert {line.place for line in table(cup)} == {1}, "four are equal: nobody beat all others"
    equal = {"a": (3,), "b": (3,), "c": (0,)}
    placed = places("abc", equal, above={}, beat=lambda one, other: (one, other) == ("b", "a"))
    assert placed == {"b": (1, 1), "a": (2, 2), "c": (3, 3)}
    assert places("abc", equal, above={})["a"] == (1, 2)


@pytest.mark.parametrize(
    "names",
    [["spring-cup.tdf"], LEAGUE, ["open-day.json"], ["pod-night.json"], ["friday.csv"]],
    ids=lambda n: n[0],
)
def test_the_samples_have_no_difference_without_a_reason(names: list[str]) -> None:
    assert compare(sample(*names)).unexplained == ()


def test_the_floor_of_the_open_day() -> None:
    compared = compare(sample("open-day.json"))
    assert reasons(compared) == {("floor-third",)} and len(compared.differences) == 6


@pytest.mark.parametrize("names", FILES, ids=lambda names: names[0])
@pytest.mark.parametrize("variant", VARIANTS)
def test_countings_of_the_same_matches_share_tallies(names: list[str], variant: str) -> None:
    one = sample(*names)
    counting = Counting(RULES[one.rules], frozenset({variant}))
    common = tallies_of(one, Counting(counting.rules, counting.variants & MATCH_VARIANTS))
    meetings = {player: tally.meetings for player, tally in tallies_of(one, counting).items()}
    assert {player: tally.meetings for player, tally in common.items()} == meetings
    assert values_of(one, counting, common) == values_of(one, counting)
