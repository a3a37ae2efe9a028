"""Tournaments on the command line: imported, corrected, shown; and what is said of files that do not fit."""

import csv
import shutil
from pathlib import Path

import pytest
from rich.cells import cell_len

from analytics.imports.tournament import Deck, Pairing, Player, Round, Tournament
from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write
from events.log.sqlite_log import SqliteLog
from kifuda.cli.base.options import DEFAULT_LOG
from kifuda.cli.base.visible import visible
from tests.analytics.imports.samples import SAMPLES, altered
from tests.support.command import kifuda, refused
from tests.support.record import CLEAN

OPEN_DAY = SAMPLES / "open-day.json"
CUP = SAMPLES / "spring-cup.tdf"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def altered_file(name: str, *changes: tuple[str, str]) -> str:
    """A changed copy of a sample in the current folder."""
    source = altered(name, *changes)
    Path(source.name).write_bytes(source.data)
    return source.name


# --- importing ---------------------------------------------------------------------------------------


def test_a_folder_of_all_formats_goes_in_at_once() -> None:
    done = kifuda("import", SAMPLES, "--json")
    made = {line["tournament"]: line for line in done.lines()}
    assert (done.status, done.err, len(made)) == (0, "", 8)
    assert {line["status"] for line in made.values()} == {"imported"}
    assert len(made["limitless-0123456789abcdef01234567"]["files"]) == 3
    day = made["open-day-2026-05-10"]
    assert (day["format"], day["players"], day["rounds"], day["matches"]) == ("decklist-cache", 5, 4, 9)
    again = kifuda("import", SAMPLES, "--json")
    assert {line["status"] for line in again.lines()} == {"already there"}


def test_tournaments_are_the_same_with_and_without_facts() -> None:
    kifuda("import", SAMPLES)
    before = [
        kifuda("tournament", "--json").lines(),
        kifuda("tournament", "open-day-2026-05-10", "--json").json(),
    ]
    kifuda("project")
    assert [
        kifuda("tournament", "--json").lines(),
        kifuda("tournament", "open-day-2026-05-10", "--json").json(),
    ] == before
    assert len(before[0]) == 8
    kifuda("tournament", "open-day-2026-05-10", "--withdraw")
    assert len(kifuda("tournament", "--json").lines()) == 7


def test_a_dry_run_writes_nothing(folder: Path) -> None:
    done = kifuda("import", OPEN_DAY, "--dry-run", "--json")
    assert (done.status, done.json()["status"], done.json()["matches"]) == (0, "read", 9)
    assert "read, not imported" in kifuda("import", OPEN_DAY, "--dry-run").out
    assert list(folder.iterdir()) == []


def test_the_file_is_kept_beside_the_log(folder: Path) -> None:
    digest = kifuda("import", OPEN_DAY, "--json").json()["sha256"]
    assert (folder / "kifuda.db.files" / digest).read_bytes() == OPEN_DAY.read_bytes()


def test_birth_dates_reach_no_file(folder: Path) -> None:
    kifuda("import", CUP)
    kifuda("project")
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert b"02/29/2012" not in data and b"2012-02-29" not in data, path
    (kept,) = (folder / "kifuda.db.files").iterdir()
    assert b"Ada" in kept.read_bytes()


def test_a_correction_has_to_be_asked_for() -> None:
    kifuda("import", OPEN_DAY)
    name = altered_file(
        "open-day.json", ('"Player2": "Dov", "Result": "2-1-0"', '"Player2": "Dov", "Result": "1-2-0"')
    )
    message = refused("import", name)
    assert "--replace" in message and "--name" in message and "Nothing was written" in message
    assert "--replace" in refused("import", name, "--lang", "ja")
    assert len(list(Path("kifuda.db.files").iterdir())) == 1, "of a file that is refused nothing is kept"
    done = kifuda("import", name, "--replace", "--json").json()
    assert (done["status"], done["changed"], done["withdrawn"], done["added"]) == ("corrected", 1, 0, 0)
    table = kifuda("tournament", "open-day-2026-05-10", "--json").json()["table"]
    assert {line["name"]: line["wins"] for line in table}["Dov"] == 2
    audit = kifuda("audit", "open-day-2026-05-10-r1-m2")
    assert audit.status == 0 and "B (as was reported)" in audit.out


def test_a_dry_run_says_what_would_be_refused() -> None:
    kifuda("import", OPEN_DAY)
    name = altered_file("open-day.json", ("Élan of the Shore", "Shore Élan"))
    before = Path("kifuda.db").read_bytes()
    done = kifuda("import", name, "--dry-run", "--json")
    assert (done.status, done.json()["status"]) == (2, "read")
    assert "--replace" in done.err
    assert kifuda("import", name, "--dry-run", "--replace").status == 0
    assert kifuda("import", OPEN_DAY, "--dry-run").status == 0, "it is there already"
    assert Path("kifuda.db").read_bytes() == before
    Path("a.kfd").write_text(CLEAN)
    kifuda("import", "a.kfd")
    Path("a.kfd").write_text(f"{CLEAN}\n")
    assert kifuda("import", "a.kfd", "--dry-run").status == kifuda("import", "a.kfd").status == 2


@pytest.mark.parametrize(
    ("language", "said"), [("en", "later ones, junior-senior: 2"), ("ja", "（junior-senior）：2")]
)
def test_what_a_file_lacks_is_told_wherever_it_is_shown(language: str, said: str) -> None:
    name = altered_file("spring-cup.tdf", ('round number="2"', 'round number="5"'))
    shown = kifuda("import", name, "--lang", language)
    assert shown.status == 0 and said in " ".join(shown.out.split())
    (line,) = kifuda("import", name, "--dry-run", "--json", "--lang", language).lines()
    assert said in line["doubts"][0]
    assert said in " ".join(kifuda("tournament", "Spring Cup", "--lang", language).out.split())
    assert kifuda("tournament", "Spring Cup", "--json", "--lang", language).json()["doubts"] == line["doubts"]


def test_an_import_is_taken_back() -> None:
    kifuda("import", OPEN_DAY)
    done = kifuda("tournament", "Open Day", "--withdraw")
    assert done.status == 0 and "matches: 9" in done.out and "kifuda.db.files" in done.out
    assert "no tournament" in refused("tournament", "Open Day")
    assert kifuda("import", OPEN_DAY, "--json").json()["status"] == "corrected"
    assert kifuda("tournament", "Open Day").status == 0


def test_another_tournament_of_the_same_name_gets_a_name() -> None:
    kifuda("import", OPEN_DAY)
    name = altered_file("open-day.json", ("Élan of the Shore", "Shore Élan"))
    assert kifuda("import", name, "--name", "open-day-b", "--json").json()["tournament"] == "open-day-b"
    assert "open-day-b" in kifuda("tournament").out
    message = refused("tournament", "Open Day")
    assert "open-day-2026-05-10" in message and "open-day-b" in message


def test_a_bad_row_refuses_the_file_unless_a_part_is_accepted(folder: Path) -> None:
    name = altered_file("spring-cup.tdf", ('outcome="10"', 'outcome="77"'))
    message = refused("import", name)
    assert "spring-cup.tdf: pods/pod[1]/rounds/round[3]/matches/match[2]" in message and "'77'" in message
    assert "--accept-partial" in message
    assert [path.name for path in folder.iterdir()] == [name]
    done = kifuda("import", name, "--accept-partial")
    assert done.status == 0 and "left out: spring-cup.tdf" in done.out
    shown = kifuda("tournament", "tom-26-05-000001")
    assert "left out: spring-cup.tdf" in shown.out
    data = kifuda("tournament", "tom-26-05-000001", "--json").json()
    assert len(data["import"]["left_out"]) == 1


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.json", "", "the file is empty"),
        ("a.json", '{"what": 1}', "no known format"),
        ("a.csv", "one,two\n1,2\n", "the first line names no columns of a table of results: one, two"),
        ("a.tdf", "<tournament stage='1'", "no XML"),
        ("a.bin", "\0\1\2", "binary file"),
    ],
)
def test_a_file_in_no_format_is_reported_with_what_there_is(
    name: str, content: str, expected: str, folder: Path
) -> None:
    Path(name).write_text(content)
    message = refused("import", name)
    assert f"{name}: " in message and expected in message
    assert expected not in refused("import", name, "--lang", "ja")
    assert [path.name for path in folder.iterdir()] == [name]


def test_a_format_that_is_named_is_used() -> None:
    Path("a.txt").write_text("{}")
    assert "no name" in refused("import", "a.txt", "--format", "decklist-cache")
    assert "decklist-cache" in refused("import", "a.txt", "--format", "decklists")


def test_a_game_that_the_file_does_not_name() -> None:
    name = altered_file("challonge.csv", ("Magic", ""))
    assert "--game" in refused("import", name)
    assert kifuda("import", name, "--game", "go-fish").status == 0
    assert "go-fish" in kifuda("log").out


def test_what_was_read_how_is_told_when_it_is_imported() -> None:
    line = '{"Date": null, "Player": "Ada", "Result": "1st Place"'
    second = f'{line}, "Mainboard": [{{"Count": 60, "CardName": "Shore"}}]}}, {line}'
    day = altered_file("open-day.json", (line, second))
    for options in (["--dry-run"], []):
        told = kifuda("import", day, *options, "--lang", "en")
        assert told.status == 0
        assert "open-day-2026-05-10: second decks of a player, left out: 1" in told.out
    assert "2 つ目のデッキ" in kifuda("import", day, "--dry-run", "--lang", "ja").out
    assert kifuda("import", day, "--dry-run", "--json").lines()[0]["remarks"]["second-deck"] == 1


def test_long_names_are_not_broken_in_a_narrow_window() -> None:
    name = "the-regional-championship-of-the-harbour-towns-on-the-second-saturday-of-may.json"
    shutil.copy(OPEN_DAY, name)
    told = kifuda("import", name, "--lang", "en", COLUMNS="80").out.splitlines()
    assert told[0] == name
    assert told[1].startswith("  tournament: open-day-2026-05-10 · format: decklist-cache · status: imported")
    assert "withdrawn" not in told[1], "nothing was"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [80, 100])
def test_headings_break_between_words(width: int, language: str) -> None:
    kifuda("import", OPEN_DAY)
    wide = kifuda("tournament", "open-day-2026-05-10", "--lang", "en").out
    narrow = kifuda("tournament", "open-day-2026-05-10", "--lang", language, COLUMNS=str(width)).out
    lines = narrow.splitlines()
    tables = [line for line in lines if "─" in line]
    assert [line for line in tables if cell_len(line) > width] == []
    if language == "en":
        assert set(wide.split()) - set(narrow.split()) <= {word for word in wide.split() if "─" in word}
    else:
        assert "0.5" in narrow and all(player in narrow for player in ("Ada", "Ben", "Cyd", "Dov", "Eva"))


def test_one_bad_file_does_not_stop_the_others(folder: Path) -> None:
    bad = altered_file("open-day.json", ('"Name": "Open Day"', '"Name": ""'))
    done = kifuda("import", bad, CUP, "--json")
    assert done.status == 2 and "no name" in done.err
    assert [line["tournament"] for line in done.lines()] == ["tom-26-05-000001"]
    kept = list((folder / "kifuda.db.files").iterdir())
    assert len(kept) == 1, "of the bad one nothing is kept"


# --- showing -----------------------------------------------------------------------------------------


def test_the_list_and_a_tournament() -> None:
    kifuda("import", SAMPLES)
    listed = {line["tournament"]: line for line in kifuda("tournament", "--json").lines()}
    assert listed["open-day-2026-05-10"]["results"] == 9
    shown = kifuda("tournament", "open-day-2026-05-10").out
    for expected in (
        "Open Day",
        "0.5174",
        "the floor is a third",
        "draws that were listed from both sides",
        "Finals",
    ):
        assert expected in shown
    assert "下限が" in kifuda("tournament", "open-day-2026-05-10", "--lang", "ja").out
    every = kifuda("tournament", "open-day-2026-05-10", "--differences").out
    assert "0.5185" in every and "0.51740741" in every
    league = kifuda("tournament", "limitless-0123456789abcdef01234567").out
    assert "quick-fish" in league and "66.7 %" in league
    cup = kifuda("tournament", "Spring Cup").out
    assert "junior" in cup and "no-show" in cup


def test_a_round() -> None:
    kifuda("import", CUP)
    shown = kifuda("tournament", "tom-26-05-000001", "--round", 3).out
    assert "double loss" in shown and "tom-26-05-000001-junior-senior-r3-t2" in shown
    (first, second) = kifuda("tournament", "tom-26-05-000001", "--round", 1, "--json").json()
    assert (first["pod"], second["pod"]) == ("junior-senior", "master")
    assert first["matches"][0]["winner"] == "101" and second["matches"][0]["outcome"] == "no-show"
    assert "accepted: 1, 2, 3, 4" in refused("tournament", "tom-26-05-000001", "--round", 9)


def test_a_tournament_that_is_not_there() -> None:
    kifuda("import", CUP)
    assert "did you mean tom-26-05-000001" in refused("tournament", "tom-26-05-00001")
    assert "大会" in refused("tournament", "nothing", "--lang", "ja")


def test_records_and_results_make_one_tournament() -> None:
    kifuda("import", SAMPLES / "friday.csv")
    head = '[tournament]\nname = "Friday Night"\nround = 1\ntable = 1\n'
    first, rest = CLEAN.split("+++\n", 2)[1:]
    Path("a.kfd").write_text(f"+++\n{first}{head}+++\n{rest}")
    assert kifuda("import", "a.kfd").status == 0
    (listed,) = kifuda("tournament", "--json").lines()
    assert (listed["tournament"], listed["results"], listed["records"]) == ("friday-night-2026-05-08", 7, 1)


# --- the other commands, with matches of which only the result is known -------------------------------


def test_every_other_command_takes_results() -> None:
    kifuda("import", SAMPLES)
    match = "tom-26-05-000001-junior-senior-r3-t2"
    audit = kifuda("audit", "--all", "--json")
    assert audit.status == 0
    assert {line["grade"] for line in audit.lines()} == {"OUTCOME_ONLY"}
    assert len(audit.lines()) == sum(line["results"] for line in kifuda("tournament", "--json").lines())
    assert "both lose" in kifuda("audit", match).out
    assert "without a winner" in kifuda("show", match).out
    assert "without a winner" in kifuda("explain", match, 2).out
    assert "imported file" in kifuda("explain", match, 1, "--lang", "en").out
    assert kifuda("export", match, "--format", "json").out.count("\n") == 6
    assert kifuda("verify").status == 0
    log = kifuda("log").out
    assert "result" in log and "tournament" in log
    assert "not installed" in refused("legal", match, 2)
    assert "not installed" in refused("export", match)
    for command in ("show", "audit", "export"):
        assert "is a tournament" in refused(command, "tom-26-05-000001")


def test_results_alone_can_be_projected() -> None:
    kifuda("import", SAMPLES)
    done = kifuda("project")
    assert done.status == 0, done.err


def test_the_kept_files_may_be_removed() -> None:
    kifuda("import", SAMPLES)
    before = kifuda("tournament", "open-day-2026-05-10").out
    shutil.rmtree("kifuda.db.files")
    assert kifuda("tournament", "open-day-2026-05-10").out == before
    with SqliteLog("kifuda.db") as log:
        assert log.size > 0
    assert kifuda("verify").status == 0


# --- the organiser's questions -----------------------------------------------------------------------


def test_a_table_by_other_rules_says_how_they_read_what_happened() -> None:
    kifuda("import", OPEN_DAY)
    done = kifuda("tournament", "open-day-2026-05-10", "--rules", "mtr+byes-ignored")
    assert "a bye is a match won 2-0" in done.out and "(2.10)" in done.out
    usual = kifuda("tournament", "open-day-2026-05-10", "--json").json()
    ignored = kifuda("tournament", "open-day-2026-05-10", "--rules", "mtr+byes-ignored", "--json").json()
    assert (usual["counting"], ignored["counting"]) == ("mtr", "mtr+byes-ignored")
    assert {line["name"]: line["omw"] for line in usual["table"]} != {
        line["name"]: line["omw"] for line in ignored["table"]
    }
    assert [line["points"] for line in usual["table"]] == [line["points"] for line in ignored["table"]]
    other = kifuda("tournament", "open-day-2026-05-10", "--rules", "pokemon", "--json").json()
    assert {"ow", "oow"} <= set(other["table"][0])


def test_the_file_is_compared_by_the_rules_that_are_asked_for() -> None:
    kifuda("import", SAMPLES)
    asked = ("tournament", "Spring Cup", "--rules", "konami")
    found = kifuda(*asked, "--json").json()
    ranks = {line["player"]: line.get("rank") for line in found["standings"]}
    places = {line["player"] for line in found["table"] if line["place"] != ranks[line["player"]]}
    assert {one["player"] for one in found["differences"] if one["what"] == "place"} == places
    assert all(one["because"] != ["unexplained"] for one in found["differences"])
    shown = kifuda("tournament", "open-day-2026-05-10", "--rules", "mtr+floor-third", "--lang", "en").out
    assert "0 of them not as counted" in " ".join(shown.split())


def test_the_table_after_a_round() -> None:
    kifuda("import", OPEN_DAY)
    assert "after the last round" in kifuda("tournament", "open-day-2026-05-10", "--after", 1).out
    table = kifuda("tournament", "open-day-2026-05-10", "--after", 1, "--json").json()
    assert table["after"] == 1
    assert {line["wins"] + line["losses"] + line["ties"] for line in table["table"]} == {1}
    assert "accepted: 1, 2, 3" in refused("tournament", "open-day-2026-05-10", "--after", 4)


def test_rules_that_there_are_not() -> None:
    kifuda("import", OPEN_DAY)
    assert "accepted: mtr, pokemon, konami" in refused("tournament", "open-day-2026-05-10", "--rules", "fide")
    assert "mtr+byes-ignored" in refused("tournament", "open-day-2026-05-10", "--rules", "mtr+byes-counted")


def test_who_plays_on() -> None:
    kifuda("import", OPEN_DAY)
    found = kifuda("tournament", "open-day-2026-05-10", "--outlook", "--json").json()
    assert (found["round"], found["cut"]) == (3, 2)
    finalists = {
        player
        for match in kifuda("tournament", "open-day-2026-05-10", "--round", 4, "--json").json()[0]["matches"]
        for player in match["players"]
    }
    by_player = {one["player"]: one for one in found["players"]}
    assert all(not by_player[player]["out"] for player in finalists if player in by_player)
    assert "after a draw" in kifuda("tournament", "open-day-2026-05-10", "--outlook").out
    assert "accepted: 1, 2, 3" in refused("tournament", "open-day-2026-05-10", "--outlook", "--round", 9)


def test_who_plays_on_in_each_division() -> None:
    kifuda("import", CUP)
    name = kifuda("tournament", "--json").lines()[0]["tournament"]
    found = kifuda("tournament", name, "--outlook", "--json", "--lang", "en").json()
    told = {one["division"]: one for one in found["divisions"]}
    assert set(told) == {"senior", "junior", "master"}
    assert (told["senior"]["round"], told["master"]["round"], found["round"]) == (3, 1, None)
    assert "how many play on" in told["master"]["refused"]
    assert {one["division"] for one in found["players"]} == {
        name for name, one in told.items() if one["refused"] is None
    }
    text = kifuda("tournament", name, "--outlook", "--cut", 1, "--lang", "en").out
    assert all(f"{name}\n" in text for name in told)


def test_players_and_decks_told_apart() -> None:
    kifuda("import", OPEN_DAY)
    found = kifuda("tournament", "open-day-2026-05-10", "--strengths", "--json").json()
    lows = [one["low"] for one in found["players"]]
    assert lows == sorted(lows, reverse=True) and all(0 < low < 0.5 for low in lows)
    told = kifuda("tournament", "open-day-2026-05-10", "--strengths", "--lang", "en").out
    assert "beats an average one" in told and found["players"][0]["name"] in told


def test_names_of_any_length_are_printed() -> None:
    """Files with such names are refused by now, but a log may hold them."""
    players = (Player("a", "W" * 5000, Deck("D" * 5000)), Player("b", "名" * 5000))
    round = Round(1, "R" * 5000, "swiss", (Pairing(("a", "b"), "win", 0, table="9" * 5000),))
    long = Tournament("long", "L" * 5000, "magic", players=players, rounds=(round,))
    with SqliteLog(Path("kifuda.db"), writing=True) as log:
        write(log, long, Import("0" * 64, "csv", ()), at=0)
    for more in ((), ("--round", 1)):
        done = kifuda("tournament", "long", *more, "--write", "long.pdf")
        assert (done.status, Path("long.pdf").read_bytes()[:5]) == (0, b"%PDF-")


def test_forecasts_of_rounds() -> None:
    """Too few for a loss: that is said by a dash."""
    kifuda("import", OPEN_DAY)
    models = kifuda("tournament", "--forecasts", "--json").json()["models"]
    assert models[0] == {"model": "coin", "n": models[0]["n"], "log_loss": None, "brier": 0.25, "slope": None}
    assert {one["n"] for one in models} == {models[0]["n"]}
    told = kifuda("tournament", "--forecasts", "--lang", "en").out
    assert "players, decks and pairings together" in told and "–" in told
    kifuda("import", SAMPLES / "friday.csv", "--log", "single.db")
    assert kifuda("tournament", "--forecasts", "--log", "single.db").status == 0


def test_the_size_of_a_tournament() -> None:
    found = kifuda("tournament", "--size", 100, "--json").json()
    assert (found["rounds"], found["cut"], found["unbeaten"]) == (7, 8, 7)
    assert [(one["wins"], one["losses"]) for one in found["records"]] == [(7, 0), (6, 1), (5, 2)]
    assert "7 Swiss rounds" in kifuda("tournament", "--size", 100).out
    assert "accepted: 4" in refused("tournament", "--size", 3)


def test_standings_and_pairings_as_they_are_published(folder: Path) -> None:
    kifuda("import", OPEN_DAY)
    table = kifuda("tournament", "open-day-2026-05-10", "--json").json()["table"]
    for ending in ("csv", "html", "pdf"):
        assert kifuda("tournament", "open-day-2026-05-10", "--write", f"standings.{ending}").status == 0
        assert (
            kifuda("tournament", "open-day-2026-05-10", "--round", 2, "--write", f"round.{ending}").status
            == 0
        )
    rows = list(csv.DictReader((folder / "standings.csv").open()))
    assert [(int(row["place"]), row["player"], int(row["points"])) for row in rows] == [
        (line["place"], line["name"], line["points"]) for line in table
    ]
    page = (folder / "standings.html").read_text()
    assert all(line["name"] in page for line in table) and "appendix C" in page and "src=" not in page
    assert (folder / "standings.pdf").read_bytes().startswith(b"%PDF")
    assert "Ada" in (folder / "round.html").read_text()
    kifuda("import", SAMPLES / "friday.csv")
    kifuda("tournament", "friday-night-2026-05-08", "--round", 2, "--write", "round.html")
    assert "Friday Night · Round 2" in (folder / "round.html").read_text()
    assert "Round 2" in kifuda("tournament", "friday-night-2026-05-08", "--round", 2, "--lang", "en").out
    again = kifuda("tournament", "open-day-2026-05-10", "--write", "again.pdf")
    assert again.status == 0
    assert (folder / "again.pdf").read_bytes() == (folder / "standings.pdf").read_bytes()
    assert ".csv, .html, .pdf" in refused("tournament", "open-day-2026-05-10", "--write", "standings.xlsx")


def test_a_hostile_name_stays_text(folder: Path) -> None:
    kifuda("import", altered_file("open-day.json", ("Ada", "<script>alert(1)</script>")))
    kifuda("tournament", "open-day-2026-05-10", "--write", "standings.html")
    kifuda("tournament", "open-day-2026-05-10", "--write", "standings.pdf")
    page = (folder / "standings.html").read_text()
    assert "<script>" not in page and "&lt;script&gt;" in page


def test_statistics_and_the_table_give_the_same_numbers() -> None:
    """Byes and agreed draws count in them, the elimination does not; also beside other tournaments."""
    kifuda("import", SAMPLES)
    kifuda("project")
    columns = {"mtr": {"match_points": "points", "mtr_omw": "omw"}, "pokemon": {"pokemon_ow": "ow"}}
    for name in ("Open Day", "Spring Cup", "Friday Night"):
        one = kifuda("tournament", name, "--json").json()
        played = [line for line in one["table"] if line["wins"] + line["losses"] + line["ties"]]
        for metric, column in columns[one["rules"]].items():
            asked = ("stats", metric, "--game", one["game"], "--tournament", name, "--json")
            found = {line["item"]: line["value"] for line in kifuda(*asked).json()["rows"]}
            assert found == {line["name"]: pytest.approx(line[column]) for line in played}, name


# --- names of strangers -----------------------------------------------------------------------------

RED = "\x1b[31mred\u202e"


def test_control_characters_are_shown_as_signs() -> None:
    assert visible(f"{RED}\x7f\x9b\ta\nb") == "␛[31mred\ufffd␡\ufffd\ta\nb"
    assert visible("霧紡ぎのパール – é") == "霧紡ぎのパール – é"


@pytest.mark.parametrize(
    "command", [("tournament", "night"), ("tournament", "night", "--round", "1"), ("log",)]
)
def test_names_of_a_log_do_not_act(command: tuple[str, ...]) -> None:
    """Older versions imported them as they were."""
    players = (Player("1", RED), Player("2", "Bo"))
    rounds = (Round(1, "Round 1", "swiss", (Pairing(("1", "2"), "win", 0),)),)
    with SqliteLog(DEFAULT_LOG, writing=True) as log:
        cup = Tournament("night", "night", "magic", date="2026-06-01", players=players, rounds=rounds)
        write(log, cup, Import("0" * 64, "csv", ()), at=0)
    shown = kifuda(*command)
    assert "␛[31mred" in shown.out and not {"\x1b", "\u202e"} & set(shown.out)
