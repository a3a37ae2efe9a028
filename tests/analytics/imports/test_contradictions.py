"""What a file says twice and differently is refused, with both places; nothing of it is believed."""

import json

import pytest

from analytics.imports.formats.format import Options
from analytics.imports.formats.registry import recognise
from analytics.imports.problem import BadFile
from analytics.imports.reading.read import read as prepared
from analytics.imports.source import Source
from analytics.imports.tournament import Score
from tests.analytics.imports.samples import LEAGUE, altered, read, sample, source

HEAD = "event,game,round,phase,player1,player2,result,deck1\n"


def table(*rows: str, head: str = HEAD) -> Source:
    """A table of one's own with these rows, from line 2 on."""
    return Source("night.csv", (head + "".join(f"Night,magic,{row}\n" for row in rows)).encode())


def told(*files: Source) -> list[str]:
    """What is said of rows that are left out."""
    return [problem.say("en") for problem in read(*files).problems]


@pytest.mark.parametrize(
    "again", ["1,,B,A,2-0-0,", "1,,A,B,2-1-0,", "1,,A,B,0-2-0,", "1,,A,B,,", "1,,B,A,1,"]
)
def test_the_same_players_have_one_result_a_round(again: str) -> None:
    reading = read(table("1,,A,B,2-0-0,", "1,,C,D,2-0-0,", again))
    (problem,) = reading.problems
    assert (problem.place, problem.key) == ("4", "two-results")
    assert "night.csv: 2" in problem.say("en") and "night.csv: 2" in problem.say("ja")
    assert [pairing.players for _, pairing in reading.tournament.pairings()] == [("C", "D")]


def test_a_match_that_is_told_from_both_sides_is_one() -> None:
    reading = read(table("1,,A,B,2-0-0,", "1,,B,A,0-2-0,", "2,,B,A,2-0-0,"))
    assert reading.problems == ()
    assert reading.tournament.remarks == {"repeated": 1}
    assert len(list(reading.tournament.pairings())) == 2


def test_a_round_that_is_listed_again_is_one_round() -> None:
    """Its results are the same; the site lists the round twice, or a part of it."""
    whole = sample("open-day.json")
    day = json.loads(source("open-day.json").data)
    for matches in (day["Rounds"][0]["Matches"], day["Rounds"][0]["Matches"][:1]):
        twice = {**day, "Rounds": [*day["Rounds"], {**day["Rounds"][0], "Matches": matches}]}
        found = read(Source("open-day.json", json.dumps(twice).encode()))
        assert found.problems == ()
        assert found.tournament.rounds == whole.rounds
        assert found.tournament.remarks["repeated"] >= 1
    other = [{**day["Rounds"][0]["Matches"][0], "Result": "0-2-0"}]
    twice = {**day, "Rounds": [*day["Rounds"], {**day["Rounds"][0], "Matches": other}]}
    (message,) = told(Source("open-day.json", json.dumps(twice).encode()))
    assert "Rounds[4].Matches[0]: Ada, Eva have another result" in message


@pytest.mark.parametrize("again", ["1,,A,C,2-0-0,", "1,,C,A,0-2-0,", "1,,A,,bye,"])
def test_a_player_sits_at_one_table_a_round(again: str) -> None:
    reading = read(table("1,,A,B,2-0-0,", again, "2,,A,C,1,"))
    (problem,) = reading.problems
    assert problem.say("en").startswith("night.csv: 3: A sits at another table")
    assert "night.csv: 2" in problem.say("en")
    assert [round.name for round, _ in reading.tournament.pairings()] == ["2"]


@pytest.mark.parametrize("phase", ["swiss", ""])
@pytest.mark.parametrize("number", ["-1", "0", "-0", "+1", "1_0", "1.0"])
def test_rounds_are_counted_from_1(number: str, phase: str) -> None:
    """Negative ones are those of the losers only where the format says so."""
    (message,) = told(table("1,,A,B,1,", f"{number},{phase},A,B,1,"))
    assert message.startswith(f"night.csv: 3: round: '{number}' is no number of a round")
    assert "accepted: 1, 2, 3" in message


def test_the_final_after_a_losers_side_may_be_played_again() -> None:
    head = "tournament,game_name,round,player1_id,player2_id,winner_id,scores_csv\n"
    rows = ["1,a,b,a,2-0", "2,a,b,b,1-2", "2,a,b,a,2-0", "-1,b,a,b,2-0"]
    assert told(table(*rows, head=head)) == []
    assert len(told(table(*rows, "1,b,a,b,2-0", head=head))) == 1


def test_a_site_that_lists_a_match_in_two_rounds_is_read_with_a_remark() -> None:
    day = altered(
        "open-day.json", ('"Player1": "Cyd", "Player2": "Dov"', '"Player1": "Ada", "Player2": "Dov"')
    )
    reading = read(day)
    assert reading.problems == ()
    assert reading.tournament.remarks["two-tables"] >= 1
    assert "two-tables" not in sample("open-day.json").remarks


def test_other_formats_contradict_themselves_too() -> None:
    cup = altered("spring-cup.tdf", ('<player2 userid="104"/>', '<player2 userid="102"/>'))
    assert any("another table of the same round" in message for message in told(cup))
    night = altered("pod-night.json", ('"round": 1', '"round": -1'))
    assert any("'-1' is no number of a round" in message for message in told(night))
    day = altered("open-day.json", ('"RoundName": "Round 1"', '"RoundName": "Round -1"'))
    assert any("Rounds[" in message and "no number of a round" in message for message in told(day))


def test_a_table_with_broken_rows_is_not_said_to_have_no_name() -> None:
    with pytest.raises(BadFile) as refused:
        read(Source("night.csv", (HEAD + "Night,magic,1\n").encode()))
    assert [problem.key for problem in refused.value.problems] == ["cells"]
    nameless = HEAD.replace("event,", "") + "magic,1\n"
    with pytest.raises(BadFile) as refused:
        read(Source("night.csv", nameless.encode()))
    assert [problem.key for problem in refused.value.problems] == ["cells", "csv-name"]


# --- the final table ---------------------------------------------------------------------------------


LINE = '{"Rank": 5, "Player": "Ben"'


GAMES = "event,game,round,player1,player2,result,p1_games,p2_games,drawn_games,games,first_player,phase\n"


@pytest.mark.parametrize(
    "cells",
    [
        "1,0,2,0,,,",  # the winner has fewer games
        "tie,2,0,,,,",
        "2-1-0,1,2,0,,,",  # two columns have different scores
        "1,,,,2 2,,",
        "2-1-0,,,,2 2 1,,",
        "1,2,0,0,1 2 1,,",
    ],
)
def test_a_row_that_tells_other_games_is_refused(cells: str) -> None:
    (problem,) = told(table(f"1,A,B,{cells}", head=GAMES))
    assert problem.startswith("night.csv: 2: the games") and "contradict the result" in problem


@pytest.mark.parametrize(
    ("cells", "column", "given"),
    [
        ("1,two,0,,,,", "p1_games", "two"),
        ("1,-2,0,,,,", "p1_games", "-2"),
        ("1,2,0,9999,,,", "drawn_games", "9999"),
        ("1,2,,,,,", "p2_games", ""),
        ("1,,,,1 2 3,,", "games", "1 2 3"),
        ("1,,,,,C,", "first_player", "C"),
        ("1,,,,,,quali", "phase", "quali"),
    ],
)
def test_a_cell_that_cannot_be_read_is_named(cells: str, column: str, given: str) -> None:
    (problem,) = told(table(f"1,A,B,{cells}", head=GAMES))
    assert problem.startswith(f"night.csv: 2: '{given}' in the column {column} cannot be read; accepted: ")


def test_games_one_by_one_are_a_score() -> None:
    (pairing,) = read(table("1,A,B,1,,,,1 2 1,2,swiss", head=GAMES)).tournament.rounds[0].pairings
    assert (pairing.score, pairing.games, pairing.first) == (Score((2, 1)), (0, 1, 0), 1)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"round,player1,opponent,result\n1,A,B,1\n", "without the column player2; accepted: a table"),
        (b"event,game,round,player1,player1,player2,result\nN,m,1,A,C,B,1\n", "twice: player1; accep"),
        (b"event,date,game,round,player1,player2,result\n", "nothing to import: it names no player"),
        ("round,player1,player2,result\n1,佐藤,鈴木,1\n".encode("cp932"), "it looks like Shift-JIS"),
        ("round,player1,player2,result\n1,«Zoë»,Bo,1\n".encode("latin-1"), "no UTF-8"),
    ],
)
def test_a_table_that_is_none_says_what_it_lacks(data: bytes, said: str) -> None:
    with pytest.raises(BadFile) as refused:
        prepared([file := Source("night.csv", data)], recognise(file), Options())
    (problem,) = refused.value.problems
    assert said in problem.say("en") and "Shift-JIS" not in problem.say("en").replace(said, "")


def test_a_player_with_two_different_lines_is_refused() -> None:
    text = source("open-day.json").data.decode()
    at = text.index('"Standings": [') + len('"Standings": [')
    two = Source("day.json", f'{text[:at]}{{"Rank": 4, "Player": "Ada", "Wins": 1}}, {text[at:]}'.encode())
    (message,) = told(two)
    assert "Ada has another line of the final table at day.json: Standings[0]" in message
    assert "Ada" not in [line.player for line in read(two).tournament.standings]


def test_a_line_that_is_repeated_counts_once() -> None:
    line = '{"Rank": 9, "Player": "Zoe", "Wins": 0}, '
    text = source("open-day.json").data.decode()
    at = text.index('"Standings": [') + len('"Standings": [')
    reading = read(Source("day.json", (text[:at] + line * 2 + text[at:]).encode()))
    assert reading.problems == ()
    assert reading.tournament.remarks["repeated-line"] == 1
    assert [line.player for line in reading.tournament.standings].count("Zoe") == 1


@pytest.mark.parametrize("field", ["Rank", "Points", "Wins", "Losses", "Draws"])
def test_no_number_of_the_table_is_below_0(field: str) -> None:
    text = source("open-day.json").data.decode()
    at = text.index('"Standings": [') + len('"Standings": [')
    changed = Source("day.json", f'{text[:at]}{{"Player": "Zoe", "{field}": -3}}, {text[at:]}'.encode())
    (message,) = told(changed)
    assert message == f"day.json: Standings[0].{field}: -3 is less than 0; accepted: a whole number from 0"


@pytest.mark.parametrize(("written", "place"), [('"wins": ', "record.wins"), ('"drop": ', "drop")])
def test_limitless_names_the_field_too(written: str, place: str) -> None:
    name = "harbour-league/standings.json"
    text = source(name).data.decode()
    at = text.index(written + ("2" if place == "drop" else "")) + len(written)
    changed = Source(name, f"{text[:at]}-{text[at:].lstrip('-')}".encode())
    others = [source(one) for one in LEAGUE if one != name]
    problems = told(*others, changed)
    assert len(problems) == 1 and f".{place}: -" in problems[0]


# --- decks -------------------------------------------------------------------------------------------


def test_a_second_deck_is_remarked_and_one_that_is_named_later_is_taken() -> None:
    reading = read(table("1,,A,B,1,", "2,,A,B,1,Fish", "3,,A,B,1,Birds", "4,,A,B,1,Birds"), options=Options())
    assert reading.tournament.remarks == {"second-deck": 1}
    decks = {player.id: player.deck and player.deck.archetype for player in reading.tournament.players}
    assert decks == {"A": "Fish", "B": None}
