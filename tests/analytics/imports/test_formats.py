"""What each format says and how it says it: every way of writing an outcome, and what it is read as."""

import pytest

from analytics.imports.formats.format import Options, TournamentFormat
from analytics.imports.formats.json_keys import Twice, key_twice
from analytics.imports.formats.registry import by_name, recognise
from analytics.imports.problem import BadFile
from analytics.imports.source import Source
from analytics.imports.tournament import Deck, Pairing, Score
from analytics.tournaments.words import TEXTS
from tests.analytics.imports.samples import FILES, LEAGUE, altered, changed, met, read, sample, source

E = "Example"


@pytest.mark.parametrize("names", FILES, ids=lambda names: names[0])
def test_a_file_is_recognised_by_its_content(names: list[str]) -> None:
    formats = {recognise(source(name)) for name in names}
    assert len(formats) == 1
    (format,) = formats
    assert format is not None and by_name(format.name) is format


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"{}", b"<html>", b"\xff\xfe", b"a,b,c\n1,2,3\n", b"+++\n"]
)
def test_what_is_none_of_these_is_not_recognised(data: bytes) -> None:
    assert recognise(Source("file", data)) is None


# --- TOM ---------------------------------------------------------------------------------------------


def test_tom_tells_outcomes_by_number() -> None:
    cup = sample("spring-cup.tdf")
    assert (cup.id, cup.name, cup.game, cup.date) == (
        "tom-26-05-000001",
        "Spring Cup",
        "pokemon-tcg",
        "2026-05-03",
    )
    outcomes = {
        (1, f"Ada {E}", f"Ben {E}"): ("win", 0),
        (1, f"Eva {E}"): ("bye", 0),
        (2, f"Ada {E}", f"Cyd {E}"): ("tie", None),
        (2, f"Ben {E}", f"Eva {E}"): ("win", 1),
        (3, f"Cyd {E}", f"Ben {E}"): ("double-loss", None),
        (4, f"Ada {E}", f"Eva {E}"): ("win", 1),
        (1, f"Fay {E}"): ("no-show", None),
    }
    for (number, *players), expected in outcomes.items():
        pairing = met(cup, int(number), *map(str, players))
        assert (pairing.outcome, pairing.winner) == expected, players
        assert pairing.score is None and pairing.first is None, "these files say neither"


@pytest.mark.parametrize(
    ("written", "outcome", "winner"), [("0", "unfinished", None), ("4", "forfeit", 0), ("8", "forfeit", 1)]
)
def test_tom_has_rarer_outcomes(written: str, outcome: str, winner: int | None) -> None:
    ada = '<match outcome="{}"><player1 userid="101"/><player2 userid="102"/>'
    reading = changed("spring-cup.tdf", (ada.format(1), ada.format(written)))
    pairing = met(reading.tournament, 1, f"Ada {E}", f"Ben {E}")
    assert (pairing.outcome, pairing.winner) == (outcome, winner)


def test_tom_plays_in_pods_and_ranks_by_division() -> None:
    cup = sample("spring-cup.tdf")
    rounds = [(round.pod, round.number, round.kind) for round in cup.rounds]
    mixed = [("junior-senior", number, "swiss") for number in (1, 2, 3)]
    assert rounds == [*mixed, ("junior-senior", 4, "elimination"), ("master", 1, "swiss")]
    assert [line.division for line in cup.standings] == ["senior"] * 3 + ["junior"] * 2 + ["master"]
    (dov,) = (player for player in cup.players if player.dropped is not None)
    assert (dov.name, dov.dropped) == (f"Dov {E}", 2)
    tables = [pairing.table for _, pairing in cup.pairings()]
    assert tables[:3] == ["1", "2", ""], "table 0 is none"


def test_the_only_pod_of_a_prerelease_is_no_age_division() -> None:
    undivided = [(f'<pod category="{number}"', '<pod category="0"') for number in (8, 1, 2)]
    reading = changed("spring-cup.tdf", ('mode="TCG1DAY"', 'mode="PRERELEASE"'), *undivided)
    assert {round.pod for round in reading.tournament.rounds} == {""}
    assert {line.division for line in reading.tournament.standings} == {""}


def test_a_prerelease_with_several_pods_has_age_divisions() -> None:
    reading = changed("spring-cup.tdf", ('mode="TCG1DAY"', 'mode="PRERELEASE"')).tournament
    cup = sample("spring-cup.tdf")
    assert [round.pod for round in reading.rounds] == [round.pod for round in cup.rounds]
    assert [line.division for line in reading.standings] == [line.division for line in cup.standings]


@pytest.mark.parametrize(
    "written",
    [
        "<birthdate>02/29/2012</birthdate>",
        "<BirthDate day='02/29/2012'>02/29/2012</BirthDate>",
        "<birthdate><![CDATA[02/29/2012]]><day>02/29/2012</day></birthdate>",
        "<data birthday='02/29/2012'/>",
        "<!-- 02/29/2012 -->",
    ],
)
def test_birth_dates_are_not_among_what_is_kept(written: str) -> None:
    reading = changed("spring-cup.tdf", ("<birthdate>02/29/2012</birthdate>", written))
    assert reading.stored is not None
    (kept,) = reading.stored
    for day in (b"02/29/2012", b"03/01/2012", b"03/04/2012"):
        assert day not in kept
    assert b"Ada" in kept and b"05/03/2026" in kept
    again = read(source("spring-cup.tdf")._replace(data=kept))
    assert again.tournament == reading.tournament, "the copy tells the same tournament"


@pytest.mark.parametrize(
    "bomb",
    [
        '<!DOCTYPE t [<!ENTITY a "b">]>',
        '<!DOCTYPE t SYSTEM "http://example.org/t.dtd">',
        '<!DOCTYPE t [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    ],
)
def test_xml_that_asks_for_more_is_refused(bomb: str) -> None:
    with pytest.raises(BadFile, match="safely"):
        changed("spring-cup.tdf", ("<tournament ", f"{bomb}<tournament "))


# --- Limitless ---------------------------------------------------------------------------------------


def test_limitless_tells_outcomes_by_the_winner() -> None:
    league = sample(*LEAGUE)
    assert (league.id, league.name) == ("limitless-0123456789abcdef01234567", "Harbour League")
    assert met(league, 1, "Ada", "Ben").winner == 0
    assert met(league, 1, "Cyd", "Dov").outcome == "tie"
    assert met(league, 1, "Eva").outcome == "no-show", "alone without having won: late"
    assert met(league, 2, "Ben").outcome == "bye"
    assert met(league, 2, "Ada", "Cyd").outcome == "double-loss"
    assert met(league, 3, "Ada", "Ben").table == "T2-1"
    assert [round.kind for round in league.rounds] == ["swiss", "swiss", "elimination"]
    decks = {player.name: player.deck and player.deck.archetype for player in league.players}
    assert decks == {
        "Ben": "quick-fish",
        "Ada": "slow-fish",
        "Eva": "quick-fish",
        "Cyd": None,
        "Dov": "slow-fish",
    }
    assert [line.rank for line in league.standings] == [1, 2, 3, 4, None]
    assert {player.name: player.dropped for player in league.players}["Dov"] == 2


def test_limitless_decks_are_read_as_far_as_their_form_is_known() -> None:
    """Cards in parts, of which those of one name are one card; a team of another game is counted as
    unread."""
    standings = source("harbour-league/standings.json").data.decode()
    lists = (
        '{"pokemon": [{"count": 3, "name": "Fin"}, {"count": 1, "name": "Fin", "set": "AB"}], "trainer": []}',
        '[{"name": "Fin", "item": "Net"}]',
        '{"pokemon": [{"count": 0, "name": "Fin"}]}',
    )
    for written in lists:
        standings = standings.replace('"decklist": null', f'"decklist": {written}', 1)
    parts = [source(name) for name in LEAGUE if "standings" not in name]
    with_lists = source("harbour-league/standings.json")._replace(data=standings.encode())
    league = read(*parts, with_lists).tournament
    decks = {player.name: player.deck for player in league.players}
    assert decks["Ben"] == Deck("quick-fish", {"Fin": 4})
    assert (decks["Ada"], decks["Eva"]) == (Deck("slow-fish"), Deck("quick-fish"))
    assert league.remarks == {"unread-deck": 2}
    assert {f"tournament.remark-{remark}" for remark in league.remarks} <= set(TEXTS)


def test_limitless_writes_nobody_as_nothing_too() -> None:
    """A second player that is empty is as good as one that is missing."""
    pairings = source("harbour-league/pairings.json").data.decode()
    empty = pairings.replace('"player1": "eva"}', '"player1": "eva", "player2": ""}')
    assert empty != pairings
    parts = [source(name) for name in LEAGUE if "pairings" not in name]
    league = read(*parts, source("harbour-league/pairings.json")._replace(data=empty.encode())).tournament
    assert met(league, 1, "Eva").outcome == "no-show"


def test_limitless_in_one_file_is_the_same() -> None:
    parts = {
        name: source(f"harbour-league/{name}.json").data.decode()
        for name in ("details", "pairings", "standings")
    }
    together = "{" + ", ".join(f'"{name}": {text}' for name, text in parts.items()) + "}"
    one = read(source(LEAGUE[0])._replace(data=together.encode())).tournament
    assert one.standings == sample(*LEAGUE).standings
    assert len(list(one.pairings())) == 7


def test_limitless_needs_the_details_or_a_name() -> None:
    with pytest.raises(BadFile, match="--name and --game"):
        read(source(LEAGUE[1]))
    named = read(source(LEAGUE[1]), options=Options(game="pokemon-tcg", name="league")).tournament
    assert (named.id, named.game, len(named.players)) == ("league", "pokemon-tcg", 5)
    with pytest.raises(BadFile, match="hold no results"):
        read(source(LEAGUE[0]))
    with pytest.raises(BadFile, match="second file"):
        read(source(LEAGUE[1]), source(LEAGUE[1]))


# --- MTGODecklistCache -------------------------------------------------------------------------------


def test_rounds_are_put_in_order_and_mirrored_draws_count_once() -> None:
    day = sample("open-day.json")
    rounds = [(round.number, round.name, round.kind, len(round.pairings)) for round in day.rounds]
    assert rounds == [
        (1, "Round 1", "swiss", 3),
        (2, "Round 2", "swiss", 3),
        (3, "Round 3", "swiss", 2),
        (4, "Finals", "elimination", 1),
    ]
    assert day.remarks == {"mirrored": 2, "intentional-draw": 1}
    assert met(day, 2, "Ada", "Cyd").score == Score((1, 1), 1)
    assert met(day, 3, "Cyd", "Ben").outcome == "intentional-draw"


ADA_BEN = '{"Player1": "Ada", "Player2": "Ben", "Result": "2-0-0"}'


@pytest.mark.parametrize(
    ("opponent", "result", "outcome", "winner"),
    [
        ('"Ben"', "2-1-0", "win", 0),
        ('"Ben"', "0-2-0", "win", 1),
        ('"Ben"', "1-0-1", "win", 0),
        ('"Ben"', "1-1-0", "tie", None),
        ('"Ben"', "0-0-3", "intentional-draw", None),
        ('"Ben"', "0-0-1", "tie", None),
        ('"Ben"', "0-0-0", "unfinished", None),
        ('"-"', "2-0-0", "bye", 0),
        ('""', "2-1-0", "bye", 0),
        ('""', "0-0-1", "bye", 0),
        ("null", "2-0-0", "bye", 0),
        ("null", "0-2-0", "no-show", None),
    ],
)
def test_what_a_score_means(opponent: str, result: str, outcome: str, winner: int | None) -> None:
    row = f'{{"Player1": "Ada", "Player2": {opponent}, "Result": "{result}"}}'
    day = changed("open-day.json", (ADA_BEN, row)).tournament
    pairing = met(day, 1, *(["Ada", "Ben"] if opponent == '"Ben"' else ["Ada"]))
    assert (pairing.outcome, pairing.winner) == (outcome, winner)


def test_a_site_that_counts_matches_says_nothing_of_games() -> None:
    day = changed("open-day.json", ("https://example.org/", "https://topdeck.gg/")).tournament
    assert met(day, 1, "Ada", "Ben").score is None
    assert met(day, 3, "Cyd", "Ben").outcome == "tie", "0-0-3 are no three games there"


def test_players_are_those_of_decks_table_and_matches() -> None:
    day = sample("open-day.json")
    assert {player.name for player in day.players} == {"Ada", "Ben", "Cyd", "Dov", "Eva"}
    decks = {player.name: player.deck for player in day.players}
    assert decks["Ben"] is None and decks["Ada"] is not None
    assert decks["Ada"].main == {"Élan of the Shore": 4, "Shore": 56}


# --- TopDeck -----------------------------------------------------------------------------------------


def test_pods_of_four_have_four_seats() -> None:
    night = sample("pod-night.json")
    pod = met(night, 1, "Ada", "Ben", "Cyd", "Dov")
    assert (pod.outcome, pod.winner) == ("win", 0)
    assert met(night, 2, "Eva", "Cyd", "Ben", "Ada").outcome == "tie"
    assert met(night, 3, "Ada", "Eva", "Cyd", "Dov").outcome == "unfinished"
    assert met(night, 1, "Eva").outcome == "bye"
    assert [round.kind for round in night.rounds] == ["swiss", "swiss", "elimination"]
    (ada,) = (player for player in night.players if player.name == "Ada")
    assert ada.deck is not None and ada.deck.archetype == "The Harbour Master"
    assert sum(ada.deck.main.values()) == 100


# --- tables ------------------------------------------------------------------------------------------


def test_a_table_of_ones_own() -> None:
    friday = sample("friday.csv")
    assert (friday.id, friday.game, friday.rules) == ("friday-night-2026-05-08", "blade-rondo", "mtr")
    first = met(friday, 1, "Ada", "Ben")
    assert first == Pairing(("p1", "p2"), "win", 0, Score((2, 1)), (0, 1, 0), 1, "1", "2")
    assert met(friday, 1, "Cyd", "Dov").outcome == "forfeit"
    assert met(friday, 1, "Cyd", "Dov").winner == 0, "the second one gave up"
    assert met(friday, 1, "Eva").outcome == "bye"
    assert met(friday, 2, "Dov", "Fay").winner == 1, "the first one did not come"
    assert met(friday, 2, "Eva", "Ben").outcome == "intentional-draw"
    assert met(friday, 3, "Ada", "Eva").outcome == "double-loss"
    assert [round.kind for round in friday.rounds] == ["swiss", "swiss", "elimination"]


def test_results_as_sentences() -> None:
    cup = sample("melee.csv")
    assert met(cup, 1, "ada", "ben").score == Score((2, 1))
    assert met(cup, 1, "cyd", "dov").score == Score((0, 2)), "the winner's games come first in the sentence"
    assert met(cup, 1, "cyd", "dov").winner == 1
    assert met(cup, 1, "eva").outcome == "bye"
    assert met(cup, 2, "ada", "dov").outcome == "intentional-draw"
    assert met(cup, 2, "eva", "ben").outcome == "tie"
    assert (met(cup, 3, "ada", "eva").outcome, met(cup, 3, "ada", "eva").winner) == ("forfeit", 0)
    assert met(cup, 3, "cyd", "ben").outcome == "unfinished"


def test_games_one_by_one_and_rounds_of_the_losers() -> None:
    dock = sample("challonge.csv")
    assert met(dock, 1, "Ada", "Ben").score == Score((2, 1)) and met(dock, 1, "Ada", "Ben").games == ()
    games = met(dock, 1, "Cyd", "Dov")
    assert (games.score, games.games) == (Score((1, 2)), (0, 1, 1))
    assert [(round.number, round.name, round.kind) for round in dock.rounds] == [
        (1, "1", "elimination"),
        (2, "2", "elimination"),
        (3, "3", "elimination"),
        (4, "losers 1", "elimination"),
    ]
    assert met(dock, 3, "Dov", "Cyd").outcome == "unfinished"


def test_another_separator_and_other_rules() -> None:
    pier = sample("konami.csv")
    assert (pier.game, pier.rules) == ("yu-gi-oh", "konami")
    assert met(pier, 2, "Cyd", "Ben").outcome == "double-loss"


# --- what cannot be read -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "expected"),
    [
        ("spring-cup.tdf", 'outcome="10"', 'outcome="77"', "matches/match[2]", "'77' is not known"),
        (
            "spring-cup.tdf",
            '<player2 userid="104"/>',
            '<player2 userid="103"/>',
            "matches/match[2]",
            "cannot meet",
        ),
        (
            "spring-cup.tdf",
            'id="106" place="1"',
            'id="106" place="x"',
            "standings/pod[3]/player[1]",
            "no place",
        ),
        (
            "spring-cup.tdf",
            "05/03/2026</startdate>",
            "13/31/2026</startdate>",
            "data/startdate",
            "MM/DD/YYYY",
        ),
        ("open-day.json", '"Result": "2-1-0"', '"Result": "two"', "Rounds[1].Matches[1]", "2-1-0"),
        ("open-day.json", '"Result": "2-1-0"', '"Result": 3', "Rounds[1].Matches[1]", "Expected `str`"),
        ("open-day.json", '"Date": "2026-05-10T10:00:00"', '"Date": "May"', "Tournament.Date", "no date"),
        ("open-day.json", '"Count": 4', '"Count": -4', "Decks[0]", "a deck with -4 copies of "),
        ("open-day.json", '"Count": 4', '"Count": 1000', "Decks[0]", "accepted: 1 to 999"),
        ("open-day.json", '"OMWP": 0.', '"OMWP": 9.', "Standings[0].OMWP", "accepted: 0 to 1"),
        ("open-day.json", '"Player2": "Dov"', '"Player2": "Cyd"', "Rounds[1].Matches[1]", "cannot meet"),
        (
            "pod-night.json",
            '"winner": "Draw", "winner_id": "Draw"',
            '"winner": "Zoe"',
            "rounds[1].tables[0]",
            "Zoe",
        ),
        ("friday.csv", ",forfeit2,", ",perhaps,", "3", "'perhaps'"),
        ("friday.csv", ",forfeit2,", ",perhaps,", "3", "1, p1, player1, win, 2, p2"),
        ("melee.csv", "dov won 2-0-0", "zoe won 2-0-0", "3", "dov won 2-1-0, 1-1-1 Draw"),
        ("challonge.csv", ",13,0-2,complete", ",99,0-2,complete", "5", "winner: "),
        ("friday.csv", "swiss,1,1,p1", "swiss,one,1,p1", "2", "no number of a round"),
        (
            "friday.csv",
            "Friday Night,2026-05-08,blade-rondo,base,top",
            "Saturday,2026-05-08,blade-rondo,base,top",
            "8",
            "earlier row",
        ),
        ("friday.csv", ",double-loss,,", ",double-loss", "8", "columns"),
        ("melee.csv", "dov won 2-0-0", "zoe won 2-0-0", "3", "zoe"),
        ("melee.csv", "dov won 2-0-0", "dov won 2-4294967296-0", "3", "4294967296"),
        ("challonge.csv", ",13,0-2,complete", ",99,0-2,complete", "5", "99"),
    ],
)
def test_a_bad_row_is_reported_with_its_place(
    name: str, old: str, new: str, place: str, expected: str
) -> None:
    reading = changed(name, (old, new))
    messages = [problem.say("en") for problem in reading.problems]
    assert any(line.startswith(f"{name}: ") and place in line and expected in line for line in messages), (
        messages
    )
    assert all(name in problem.say("ja") for problem in reading.problems)
    assert len(list(reading.tournament.pairings())) >= len(list(sample(name).pairings())) - 3, (
        "the others stay"
    )


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("open-day.json", '"Name": "Open Day"', '"Name": ""', "no name"),
        ("spring-cup.tdf", "<name>Spring Cup</name>", "<name/>", "no name"),
        ("pod-night.json", '"tournamentName": "Pod Night"', '"tournamentName": ""', "no name"),
        ("challonge.csv", "Magic", "", "--game"),
        ("challonge.csv", "Dock Open", "", "--name"),
        ("spring-cup.tdf", "</tournament>", "", "no XML"),
    ],
)
def test_a_file_that_does_not_say_what_it_is_gives_nothing(
    name: str, old: str, new: str, expected: str
) -> None:
    with pytest.raises(BadFile, match=expected):
        changed(name, (old, new))


def test_an_empty_file_and_one_that_is_no_json() -> None:
    format = by_name("decklist-cache")
    assert isinstance(format, TournamentFormat)
    for text, expected in ((b" \n", "empty"), (b'{"Tournament": ', "breaks off in line 1, column 15")):
        with pytest.raises(BadFile, match=expected):
            format.read([source("open-day.json")._replace(data=text)], Options())


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"Name": "Open Day",',
            '"Name": "Open Day", "Na\\u006de": "Closed Day",',
            "open-day.json: the key Name stands twice in one object: in line 2, column 49, and in line 2, ",
        ),
        ('"Count": 4', '"Count": 4, "x": [{"a": 1}, {"a": 1}], "Count": 3', "the key Count stands twice"),
    ],
)
def test_a_key_that_stands_twice_in_one_object_is_refused(old: str, new: str, told: str) -> None:
    with pytest.raises(BadFile) as refused:
        changed("open-day.json", (old, new))
    assert told in refused.value.say() and "2回ある" in refused.value.problems[0].say("ja")


def test_a_key_that_stands_twice_is_found_below_whatever_depth() -> None:
    deep = b"[" * 3000 + b'{"a":{"b":"{}"},"c":1,"a":2}' + b"]" * 3000
    assert key_twice(deep) == Twice("a", 3001, 3022)
    assert key_twice(b'[{"a":"b","b":"a"},{"a":["a","a",{"a":-1e5}]}]') is None


def test_an_apostrophe_that_keeps_a_name_from_being_a_formula_is_no_part_of_it() -> None:
    plain = source("friday.csv")
    name = next(iter(read(plain).tournament.players)).name
    for written in (f"=1+{name}", f"'=1+{name}"):
        changed_file = plain._replace(data=plain.data.replace(name.encode(), written.encode()))
        assert f"=1+{name}" in {player.name for player in read(changed_file).tournament.players}


def test_a_byte_order_mark_is_skipped() -> None:
    plain = source("friday.csv")
    marked = plain._replace(data=b"\xef\xbb\xbf" + plain.data)
    assert read(marked).tournament == read(plain).tournament
    assert read(altered("open-day.json", ('{\n  "Tournament', '\ufeff{\n  "Tournament'))).problems == ()
