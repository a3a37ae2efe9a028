"""Simulated matches, the tables behind the statistics, the statistics, the demo and the dashboard."""

import io
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from shutil import copy, copytree

import polars as pl
import pyarrow.parquet as pq
import pytest
from rich.cells import cell_len

from analytics.metrics import Filters
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports.profile import profile
from analytics.query.filters import STAGES
from analytics.store.reader import Store
from dashboard.app.options import parse
from engine.games.registry import GAMES, own_games
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from kifuda import metrics
from kifuda.cli.data import demo
from kifuda.cli.stats.listing import Column, show_listing
from tests.support.command import kifuda, refused
from tests.support.effort import some
from tests.support.record import CLEAN

SAMPLES = Path(__file__).parents[2] / "kifuda" / "samples"
STARTED_SECONDS = 60
"""So long a busy machine may take to serve the first page."""
SIMULATE = ("simulate", "blade-rondo", "-n", 6, "--seed", 4)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with simulated matches in a log, and their tables: made once for all who ask about them."""
    made = tmp_path_factory.mktemp("evening")
    kifuda(*SIMULATE, "--log", made / "kifuda.db")
    assert "matches projected: 6," in kifuda("project", "--log", made / "kifuda.db").out
    return made


@pytest.fixture
def played(folder: Path, evening: Path) -> None:
    """A copy of it in the current folder."""
    copytree(evening, folder, dirs_exist_ok=True)


@pytest.fixture(scope="session")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tournament files among the samples in a log, and their tables."""
    made = tmp_path_factory.mktemp("season")
    kifuda("import", str(SAMPLES / "tournaments"), "--log", made / "kifuda.db")
    kifuda("project", "--log", made / "kifuda.db")
    return made


@pytest.fixture
def cups(folder: Path, season: Path) -> None:
    """A copy of it in the current folder."""
    copytree(season, folder, dirs_exist_ok=True)


# --- simulate --------------------------------------------------------------------------------------


def test_simulated_matches_are_labelled_legal_and_the_same_for_a_seed() -> None:
    done = kifuda(*SIMULATE)
    assert done.status == 0 and "simulated matches: 6," in done.out
    assert all(line["simulated"] for line in kifuda("log", "--json").lines())
    assert {line["grade"] for line in kifuda("audit", "--all", "--json").lines()} == {"EXACT"}
    kifuda(*SIMULATE, "--log", "other.db")
    with SqliteLog("kifuda.db") as one, SqliteLog("other.db") as other:
        assert [r.entry.event for r in one.follow()] == [r.entry.event for r in other.follow()]
        size = one.size
    assert "new events: 0;" in kifuda(*SIMULATE).out, "the same matches again change nothing"
    with SqliteLog("kifuda.db") as one:
        assert one.size == size


def test_simulated_records_read_back_as_they_were_played() -> None:
    assert kifuda(*SIMULATE, "--out", "records").status == 0
    kifuda(*SIMULATE)
    for line in kifuda("audit", "--all", "--json").lines():
        record = kifuda("audit", f"records/{line['match']}.kfd", "--json").json()
        assert (record["acts"], record["winner"], record["grade"]) == (line["acts"], line["winner"], "EXACT")


def test_decks_are_part_of_the_name() -> None:
    pair = ("--players", "heuristic,heuristic", "--decks", "aggressive,control")
    kifuda("simulate", "blade-rondo", "-n", 1, *pair)
    (line,) = kifuda("log", "--json").lines()
    assert sorted(line["players"].values()) == ["heuristic (aggressive)", "heuristic (control)"]


def test_what_cannot_be_simulated() -> None:
    assert "accepted: heuristic, random" in refused("simulate", "blade-rondo", "--players", "a,b")
    assert "accepted: heuristic, random" in refused("simulate", "blade-rondo", "--players", "random")
    assert "accepted: draft, aggressive" in refused("simulate", "blade-rondo", "--decks", "draft,burn")
    assert "did you mean blade-rondo?" in refused("simulate", "blade-rndo")
    assert "no card set 'bass'" in refused("simulate", "blade-rondo", "--cards", "bass")
    Path("full").mkdir()
    Path("full/a.txt").touch()
    assert "name a folder that is new or empty" in refused("simulate", "blade-rondo", "--out", "full")


def test_a_match_that_another_version_played_otherwise_is_kept() -> None:
    kifuda(*SIMULATE, "--log", "first.db")
    with SqliteLog("first.db") as first, SqliteLog("kifuda.db", writing=True) as log:
        entry = first.entry(first.matches()[0].match, 0).entry
        log.append(entry.match, [Pending(entry.event)], expected=0, command=entry.command, at=1)
    otherwise = refused(*SIMULATE)
    assert "played otherwise; choose another --seed or another --log" in otherwise
    with SqliteLog("kifuda.db") as log:
        assert log.size == 1, "nothing was written"


# --- project, stats --------------------------------------------------------------------------------


@pytest.mark.usefixtures("played")
def test_project_goes_on_where_it_stopped_and_rebuilds_alike() -> None:
    assert "matches projected: 0," in kifuda("project").out
    Path("clean.kfd").write_text(CLEAN, "utf-8")
    kifuda("import", "clean.kfd")
    assert "matches projected: 1," in kifuda("project").out
    before = kifuda("stats", "cards", "--csv").out
    assert before.startswith("# kifuda ")
    assert "matches projected: 7," in kifuda("project", "--rebuild").out
    assert kifuda("stats", "cards", "--csv").out == before
    assert Path("kifuda.store").is_dir()


@pytest.mark.usefixtures("played")
def test_stats_count_what_was_played() -> None:
    winners = [line["winner"] for line in kifuda("audit", "--all", "--json").lines()]
    found = kifuda("stats", "seats", "--json").json()
    rows = {row["key"]: row for row in found["rows"]}
    assert found["table"] == "seats" and found["population"]["matches"] == len(winners)
    assert rows["first"]["wins"] == winners.count("A") == rows["second"]["losses"]
    assert rows["first"]["n"] == winners.count("A") + winners.count("B")
    assert rows["first"]["low"] < rows["first"]["rate"] < rows["first"]["high"] or not rows["first"]["wins"]
    csv = pl.read_csv(io.StringIO(kifuda("stats", "seats", "--csv").out), comment_prefix="#")
    assert dict(zip(csv["key"], csv["wins"], strict=True)) == {key: row["wins"] for key, row in rows.items()}


@pytest.mark.usefixtures("played")
def test_stats_come_in_one_form() -> None:
    both = "--json, --csv and --parquet cannot be given together"
    assert both in refused("stats", "seats", "--json", "--csv")
    assert both in refused("stats", "seats", "--csv", "--parquet", "seats.parquet")
    assert "同時に指定できない" in refused("stats", "seats", "--json", "--csv", "--lang", "ja")


@pytest.mark.usefixtures("played")
def test_every_form_holds_the_same_rows_and_what_they_are_about() -> None:
    chosen = ("--game", "blade-rondo", "--draws", "half")
    whole = kifuda("stats", "cards", *chosen, "--json").json()
    about, rows = {name: value for name, value in whole.items() if name != "rows"}, whole["rows"]
    assert (about["policies"]["draws"], about["policies"]["game"]) == ("half", "blade-rondo")
    with SqliteLog("kifuda.db") as log:
        assert about["citation"].endswith(f"root {about['root']}") and str(log.size) in about["citation"]

    assert "cards.parquet" in kifuda("stats", "cards", *chosen, "--parquet", "cards.parquet").out
    parquet = pq.read_table("cards.parquet")
    assert json.loads(parquet.schema.metadata[b"kifuda"]) == about
    assert parquet.to_pylist() == rows

    lines = kifuda("stats", "cards", *chosen, "--csv").out.splitlines(keepends=True)
    head = [line for line in lines if line.startswith("# ")]
    assert head[0] == f"# {about['citation']}\n"
    assert {line[2:].partition(": ")[0] for line in head[1:]} == set(about) - {"citation"}
    csv = pl.read_csv(io.StringIO("".join(lines[len(head) :])), infer_schema_length=None)
    assert csv.to_dicts() == rows

    library = metrics.cards("kifuda.db", game="blade-rondo", draws="half")
    assert (library.about(), library.rows.to_dicts()) == (about, rows)
    assert library.arrow().equals(parquet, check_metadata=True)


def test_cards_have_every_metric_that_the_page_of_cards_has() -> None:
    for game in ("blade-rondo", "chronocard"):
        kifuda("simulate", game, "-n", 3)
    found = metrics.cards("kifuda.db").rows
    assert set(found["game"]) == {"blade-rondo", "chronocard"}
    store = Store(Path("kifuda.store"))
    for game in ("blade-rondo", "chronocard"):
        page = pivot(profile(store, Filters(game=game))).sort("card")
        ours = found.filter(pl.col("game") == game).sort("key")
        assert page["card"].to_list() == ours["key"].to_list()
        assert page.drop("card").equals(ours.select(page.columns[1:]))
    assert {"deal_effect", "rde", "turns_held", "turns_held_low"} <= set(found.columns)
    assert found.filter(pl.col("game") == "blade-rondo")["rde"].is_null().all()
    printed = kifuda("stats", "cards", "--csv").out.splitlines()
    assert next(line for line in printed if not line.startswith("#")) == ",".join(found.columns)


@pytest.mark.usefixtures("played")
def test_any_metric_is_told_for_each_value_of_any_columns() -> None:
    found = kifuda("stats", "win_rate", "--by", "player", "--by", "went_first", "--json").json()
    assert (found["table"], found["policies"]["by"]) == ("win_rate", ["player", "went_first"])
    assert {frozenset(row) for row in found["rows"]} == {
        frozenset(("player", "went_first", "value", "n", "low", "high", "basis"))
    }
    assert sum(row["n"] for row in found["rows"]) == 2 * found["population"]["matches"]
    library = metrics.metric("kifuda.db", "win_rate", by=("player", "went_first"))
    assert (library.about(), library.rows.to_dicts()) == (
        {name: value for name, value in found.items() if name != "rows"},
        found["rows"],
    )
    effect = kifuda("stats", "adjusted_effect", "--json").json()["rows"]
    assert effect == kifuda("stats", "effects", "--json").json()["rows"] != []


@pytest.mark.usefixtures("cups")
def test_imported_results_have_the_metrics_of_matches() -> None:
    rate = kifuda("stats", "match_win_rate", "--by", "player", "--json").json()
    cup = kifuda("stats", "players", "--tournament", "Spring Cup", "--json").json()
    assert "Ada Example" in {row["key"] for row in cup["rows"]} and cup["population"]["matches"] > 5
    seats = kifuda("stats", "seats", "--tournament", "Spring Cup")
    assert "results whose games are not known one by one, not counted" in seats.out
    assert {"Ada", "Eva"} <= {row["player"] for row in rate["rows"]}
    assert rate["population"]["matches"] > 20
    shares = kifuda("stats", "meta_share", "--json").json()["rows"]
    assert sum(row["value"] for row in shares) == pytest.approx(1)
    assert "Eva" in {row["player"] for row in kifuda("stats", "player_rating", "--json").json()["rows"]}
    assert kifuda("stats", "mtr_omw", "--by", "tournament").status == 0
    assert "known in part" not in kifuda("stats", "players").out, "a result has no hand"


ENDS_OF_ALL_KINDS = """event,game,date,round,player1,player2,result
Pier Cup,magic,2026-05-09,1,Ada,Ben,1
Pier Cup,magic,2026-05-09,1,Cyd,Dov,forfeit2
Pier Cup,magic,2026-05-09,2,Ada,Cyd,forfeit1
Pier Cup,magic,2026-05-09,2,Dov,Ben,no-show1
Pier Cup,magic,2026-05-09,3,Ben,Cyd,tie
Pier Cup,magic,2026-05-09,3,Ada,Dov,double-loss
"""


def test_no_metric_of_matches_counts_what_was_not_played() -> None:
    """Forfeits, no-shows and double losses stand in the table of the tournament, and say nothing of decks."""
    Path("pier.csv").write_text(ENDS_OF_ALL_KINDS)
    kifuda("import", "pier.csv")
    rate = kifuda("stats", "match_win_rate", "--by", "player", "--draws", "half", "--json").json()
    counted = {row["player"]: (row["value"], row["n"]) for row in rate["rows"] if row["n"]}
    assert counted == {"Ada": (1, 1), "Ben": (0.25, 2), "Cyd": (0.5, 1)}
    assert (rate["population"]["matches"], rate["population"]["unplayed"]) == (2, 4)
    (ties,) = kifuda("stats", "match_tie_rate", "--json").json()["rows"]
    assert (ties["value"], ties["n"]) == (0.5, 2)
    assert "4 without play" in kifuda("stats", "match_win_rate", "--by", "player").out


@pytest.mark.usefixtures("cups")
def test_rows_and_columns_are_chosen_alike_in_every_form() -> None:
    rate = ("stats", "match_win_rate", "--by", "player", "--min-n", 3, "--sort", "n", "--limit", 4)
    rows = kifuda(*rate, "--columns", "player,n", "--json").json()["rows"]
    assert [set(row) for row in rows] == [{"player", "n"}] * 4
    counts = [row["n"] for row in rows]
    assert counts == sorted(counts, reverse=True) and min(counts) >= 3
    people = kifuda(*rate, "--columns", "player,n").out
    assert [line.split()[-1] for line in people.splitlines()[3:7]] == [str(n) for n in counts]
    assert "interval" not in people
    up = kifuda("stats", "match_win_rate", "--by", "player", "--sort", "n:up", "--limit", 1, "--json").json()
    assert up["rows"][0]["n"] <= min(counts)
    assert "accepted: player, value" in refused(*rate[:4], "--sort", "rate")
    assert "accepted: player, value" in refused(*rate[:4], "--columns", "rate")


@pytest.mark.usefixtures("cups")
def test_rows_begin_with_the_best_by_the_lower_end_in_every_form() -> None:
    """What nothing was observed of stands last for programs, and is counted for people."""
    asked = ("stats", "match_win_rate", "--by", "player", "--stage", "elimination")
    rows = kifuda(*asked, "--json").json()["rows"]
    told = [row["low"] for row in rows if row["n"]]
    assert len(told) > 2 and told == sorted(told, reverse=True) and told[0] > told[-1]
    assert (
        rows
        == metrics.metric("kifuda.db", "match_win_rate", by=("player",), stage="elimination").rows.to_dicts()
    )
    shown = kifuda(*asked, "--columns", "player,n").out.splitlines()[3:]
    assert [line.split()[-1] for line in shown[: len(told)]] == [str(row["n"]) for row in rows if row["n"]]

    every = ("stats", "first_win_rate", "--by", "player")
    rows = kifuda(*every, "--json").json()["rows"]
    none = sum(not row["n"] for row in rows)
    assert none and not any(row["n"] for row in rows[-none:])
    assert f"not shown: {none} of which nothing was observed" in kifuda(*every).out or none == len(rows)

    weeks = [row["week"] for row in kifuda("stats", "meta_share", "--by", "week", "--json").json()["rows"]]
    assert [week for week in weeks if week] == sorted(week for week in weeks if week), "in its order"


@pytest.mark.usefixtures("cups")
def test_tables_fit_eighty_columns() -> None:
    """Columns that do not fit are named, and no heading is broken within a word."""
    for lang in ("en", "ja"):
        out = kifuda("stats", "duels", "--lang", lang, COLUMNS="80").out
        listed = [line for line in out.splitlines() if line.startswith("  ")]
        assert len(listed) > 5 and max(map(cell_len, listed)) <= 80
    shown = kifuda("stats", "duels", COLUMNS="80").out
    assert "won-lost-tied" in shown and "not shown for want of width: first_win_rate; --columns" in shown
    assert "first-player win rate" in kifuda("stats", "duels").out


@pytest.mark.usefixtures("cups")
@pytest.mark.parametrize(
    "asked",
    [
        "match_tie_rate --by tournament --by player",
        "match_win_rate --player Ada --versus player=Eva --by opponent",
        "meta_share --by tournament --split 2026-05-09",
        "copies --by archetype --board either",
        "pairs",
    ],
)
def test_no_value_loses_its_interval_and_its_number(asked: str) -> None:
    """At eighty columns names are broken instead, and columns that say more are left out first."""
    for lang in ("en", "ja"):
        shown = kifuda("stats", *asked.split(), "--lang", lang, COLUMNS="80").out
        head, ruled, rows = shown.partition(" ──")
        assert ruled and "95" in head and {"n", "decks", "デッキ"} & set(head.split())
        assert max(cell_len(line) for line in (head + rows).splitlines() if line.startswith("  ")) <= 80
        left = "".join(line for line in shown.splitlines() if "--columns" in line)
        assert not re.search(r"interval|_n\b|\bn\b|value|difference", left)


def test_a_long_name_is_broken_into_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    name = "Dice City Games Presents: Rumble_of_the_Unbreakablesupercalifragilistics"
    columns = [
        Column("tournament", "tournament", (name, "Cup"), named=True),
        Column("value", "match draw rate", ("3.3 %", "–")),
        Column("more", "something more", ("1", "2"), more=True),
        Column("n", "n", ("276", "0")),
    ]
    show_listing(columns, [])
    *shown, left = capsys.readouterr().out.splitlines()
    assert max(map(cell_len, shown)) <= 40 and "more" in left
    rows = shown[next(at for at, line in enumerate(shown) if "──" in line) + 1 :]
    assert "".join(line[2:24].strip() for line in rows).replace(" ", "") == f"{name}Cup".replace(" ", "")
    assert [line.split()[-2:] for line in rows if "%" in line or "–" in line] == [["%", "276"], ["–", "0"]]


@pytest.mark.usefixtures("cups")
def test_matches_are_chosen_by_round_and_stage_and_format() -> None:

    def matches(*filters: str | int) -> int:
        return int(kifuda("stats", "players", *filters, "--json").json()["population"]["matches"])

    every = matches()
    staged = [
        kifuda("stats", "players", "--stage", stage, "--json").json()["population"] for stage in STAGES[1:]
    ]
    (unstaged,) = {about["unstaged"] for about in staged}
    assert sum(about["matches"] for about in staged) + unstaged == every, "what is left out is said"
    told = kifuda("stats", "players", "--stage", "swiss").out
    assert (f"{unstaged} of a stage that is not known" in told) == bool(unstaged)
    assert 0 < matches("--rounds", "1-2") < matches("--rounds", "1-2,3") <= every
    two = matches("--tournament", "Spring Cup") + matches("--tournament", "Open Day")
    assert matches("--tournament", "Spring Cup", "--tournament", "Open Day") == two
    assert matches("--weeks", 5200) <= every
    assert "accepted: 1…99" in refused("stats", "players", "--rounds", "x")
    for given in ("1-", "1-,3"):
        assert re.search("'1-' .*; accepted: 1, 1-99", refused("stats", "players", "--rounds", given))
    library = metrics.metric("kifuda.db", "match_tie_rate", tournament="Spring Cup", rounds=(1, 2))
    assert library.rows["n"].sum() == matches("--rounds", "1-2", "--tournament", "Spring Cup")


@pytest.mark.usefixtures("cups")
def test_days_without_a_match_are_said_with_the_last_day_that_there_is() -> None:
    shown = kifuda("stats", "meta_share", "--by", "week", "--since", "2099-01-01").out
    assert re.search(r"no match from 2099-01-01 to …; the last day of such matches: 20\d\d-\d\d-\d\d", shown)
    assert "no match from" not in kifuda("stats", "meta_share", "--weeks", 1).out


@pytest.mark.usefixtures("cups")
def test_draws_are_not_said_to_be_left_out_of_their_own_rate() -> None:
    shown = kifuda("stats", "match_tie_rate", "--by", "tournament").out
    assert "draws excluded" not in shown and "draws excluded" in kifuda("stats", "meta_share").out
    assert kifuda("stats", "match_tie_rate", "--json").json()["population"]["of_draws"]
    assert "draws excluded" not in kifuda("stats", "match_tie_rate", "--split", "2026-05-09").out


@pytest.mark.usefixtures("cups")
def test_byes_are_not_said_to_be_left_out_of_standings() -> None:
    shown = " ".join(
        kifuda("stats", "match_points", "--tournament", "Spring Cup", "--lang", "en").out.split()
    )
    assert "which count as the rules of the table say" in shown and "double losses), not counted" not in shown
    assert "double losses), not counted" in " ".join(
        kifuda("stats", "meta_share", "--lang", "en").out.split()
    )


@pytest.mark.usefixtures("cups")
@pytest.mark.parametrize(
    "given",
    [
        *("--limit -1", "--min-n x", "--rounds 0", "--since 2020-13-01", "--stage final", "--sort rate"),
        *("--columns rate", "--versus stage=final", "--versus rounds=0", "--parquet there-is-none/x.parquet"),
    ],
)
def test_a_refused_value_is_told_with_its_option(given: str, folder: Path) -> None:
    for lang, colon in (("en", ": "), ("ja", "：")):
        told = refused("stats", "match_tie_rate", *given.split(), "--lang", lang)
        assert f"{given.split()[0]}{colon}" in told
    assert not (folder / "there-is-none").exists(), "no folder is made"


@pytest.mark.usefixtures("cups")
def test_win_rates_of_decks_have_mirrors_or_not() -> None:
    every, others = (
        {
            row["archetype"]: row["n"]
            for row in kifuda("stats", id, "--by", "archetype", "--json").json()["rows"]
        }
        for id in ("match_win_rate", "match_win_rate_apart")
    )
    assert {*others, None} == every.keys(), "and decks without a name"
    assert all(others[deck] <= every[deck] for deck in others) and others != every
    shares = kifuda("stats", "meta_share_met", "--json").json()
    assert sum(row["value"] for row in shares["rows"]) == pytest.approx(1)
    assert shares["population"]["matches"] > 20
    assert "accepted: none" in refused("stats", "meta_share_met", "--by", "player")


def test_a_hand_that_nobody_may_keep_is_not_known_in_part() -> None:
    kifuda("simulate", "chronocard", "-n", 1)
    told = kifuda("stats", "deal_hands", "--by", "card")
    assert "known in part" not in told.out
    assert any(row["n"] for row in kifuda("stats", "deal_hands", "--by", "card", "--json").json()["rows"])


@pytest.mark.usefixtures("cups")
def test_intervals_may_take_players_as_independent() -> None:
    kinds = {
        kind: kifuda("stats", "match_tie_rate", "--intervals", kind, "--json").json()
        for kind in ("fitting", "games", "players", "jeffreys")
    }
    assert {found["policies"]["intervals"] for found in kinds.values()} == set(kinds)
    words = {"games": "games as independent", "players": "players as independent", "jeffreys": "Jeffreys"}
    assert all(word in kinds[kind]["citation"] for kind, word in words.items())
    assert kinds["fitting"] == kifuda("stats", "match_tie_rate", "--json").json()
    assert "intervals: 1 with players as independent" in kinds["fitting"]["citation"]
    (fitting,), (games,), (players,), (jeffreys,) = (found["rows"] for found in kinds.values())
    assert fitting["basis"] == "players", "one of them played an eighth of all"
    assert (fitting["low"], fitting["high"]) == (
        min(games["low"], players["low"]),
        max(games["high"], players["high"]),
    )
    assert games["value"] == players["value"] == jeffreys["value"]
    assert len({games["low"], players["low"], jeffreys["low"]}) == 3
    library = metrics.metric("kifuda.db", "match_tie_rate", intervals="players")
    assert library.rows.to_dicts() == [players]
    assert "are for metrics" in refused("stats", "cards", "--intervals", "players")
    assert "no share of two outcomes" in refused("stats", "iih", "--intervals", "jeffreys")
    assert "no interval over players" in refused("stats", "meta_share", "--intervals", "players")
    assert "interval of its model" in refused("stats", "player_rating", "--intervals", "players")


@pytest.mark.usefixtures("played")
def test_metrics_for_people() -> None:
    out = kifuda("stats", "turn_played", "--by", "card").out
    assert "turn played" in out and "95 % interval" in out and "6 matches" in out
    unknown = kifuda("stats", "alternative_share")
    assert unknown.status == 0 and "nothing is known of it: no game here has alternative costs" in unknown.out
    assert "分からない" in kifuda("stats", "alternative_share", "--lang", "ja").out


@pytest.mark.usefixtures("played")
def test_what_a_metric_cannot_be_told_for() -> None:
    told = refused("stats", "win_rate", "--by", "plaier")
    assert "cannot be told for each 'plaier'; the nearest: player, " in told and ", went_first" in told
    assert "accepted: archetype, " in refused("stats", "win_rate", "--by", "nonsense")
    for by in ((), ("--by", "game"), ("--by", "turns"), ("--by", "reason", "--by", "month")):
        assert "is one half by itself" in refused("stats", "win_rate", *by)
    for by in ((), ("--by", "went_first")):
        assert "first_coin" in (said := refused("stats", "first_coin", *by)) and "both seats of every" in said
    assert kifuda("stats", "win_rate", "--by", "game", "--player", "heuristic").status == 0
    games = kifuda("stats", "tie_rate", "--json").json()
    assert games["rows"][0]["n"] == games["population"]["matches"], "each game counts once"
    assert "accepted: none" in refused("stats", "adjusted_effect", "--by", "card")
    assert "cannot be told for each 'archetype'" in refused("stats", "matchup_rate", "--by", "archetype")
    assert "a column is named twice" in refused("stats", "win_rate", "--by", "player", "--by", "player")
    assert "no player can be chosen" in refused("stats", "player_rating", "--player", "heuristic")
    assert "the table 'cards' has rows of its own" in refused("stats", "cards", "--by", "card")
    with pytest.raises(LookupError, match="there is no metric 'wins': accepted are win_rate, "):
        metrics.metric("kifuda.db", "wins")


@pytest.mark.usefixtures("played")
def test_a_file_that_cannot_be_written_is_named() -> None:
    Path("taken").write_text("no folder")
    assert "taken" in refused("stats", "cards", "--parquet", "taken/cards.parquet")


def test_a_library_call_without_a_log_makes_none() -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no log at none\.db"):
        metrics.cards("none.db")
    assert not list(Path().iterdir())


@pytest.mark.usefixtures("played")
def test_stats_for_people_show_intervals_numbers_and_population() -> None:
    out = kifuda("stats", "players").out
    assert "heuristic" in out and "95 % interval" in out and "6 matches" in out and "100 % simulated" in out
    japanese = kifuda("stats", "seats", "--lang", "ja").out
    assert "先攻" in japanese and "6試合" in japanese


@pytest.mark.usefixtures("played")
def test_stats_take_filters_and_name_what_they_know() -> None:
    Path("clean.kfd").write_text(CLEAN, "utf-8")
    kifuda("import", "clean.kfd")

    def matches(*filters: str) -> int:
        return int(kifuda("stats", "players", *filters, "--json").json()["population"]["matches"])

    assert matches() == 7
    assert matches("--simulated", "none") == matches("--player", "Hina") == 1
    assert matches("--since", "2026-05-03", "--until", "2026-05-03") == 1
    assert matches("--game", "blade-rondo@1.03") == matches("--game", "blade-rondo") == 7
    for edition in ("9.99", "zzz"):
        assert f"no match of blade-rondo has the edition '{edition}'; accepted: 1.03" in refused(
            "stats", "players", "--game", f"blade-rondo@{edition}"
        )
    assert "--game: there is no edition 'blade-rondo@'; accepted: GAME, GAME@EDITION" in refused(
        "stats", "cards", "--game", "blade-rondo@"
    )
    assert "accepted: 1.03" in refused("archetypes", "list", "--game", "blade-rondo@1")
    assert "nearest: blade-rondo" in refused("archetypes", "suggest", "blade-rondo@1.03")
    versus = ("stats", "win_rate", "--by", "player", "--versus", "game=blade-rondo@1")
    assert "has the edition '1'" in refused(*versus)
    assert matches("--grade", "amended") == 0 and matches("--grade", "exact") == 7
    assert "no match has the player 'Hiina'; the nearest: Hina" in refused(
        "stats", "players", "--player", "Hiina"
    )
    assert "there is no card '斬撃'" in refused("stats", "cards", "--card", "斬撃")
    assert "集計を扱えない" in refused("stats", "cards", "--card", "斬撃", "--lang", "ja")


def test_stats_of_an_empty_log_and_of_none() -> None:
    with SqliteLog("kifuda.db", writing=True):
        pass
    assert kifuda("stats", "cards", "--json").json()["rows"] == []
    assert kifuda("stats", "cards").status == 0
    assert "there is no log at none.db" in refused("stats", "cards", "--log", "none.db")
    Path("taken").write_text("no folder")
    assert "taken" in refused("project", "--store", "taken")


# --- demo, dashboard -------------------------------------------------------------------------------


def test_the_demo_fills_audits_projects_and_sums_up(monkeypatch: pytest.MonkeyPatch) -> None:
    games = some(own_games(), each=3)
    league = demo.play_league(games[0]).matches[:8]
    monkeypatch.setattr(demo, "played", lambda: iter([demo.Played(league)]))  # test_demo_tournament
    monkeypatch.setattr(demo, "own_games", lambda: games)
    done = kifuda("demo", "--no-serve")
    assert done.status == 0 and done.err == ""
    matches = sum(len(list((SAMPLES / rules.game).rglob("*.kfd"))) for rules in games) + len(league)
    for part in (
        f"{matches} matches",
        "EXACT",
        "DIVERGED",
        "first player",
        "won-lost-tied",
        "simulated",
    ):
        assert part in done.out
    assert [path.name for path in Path().iterdir()] == ["kifuda-demo"]
    able = kifuda("stats", "response_rate", "--log", "kifuda-demo/kifuda.db", "--json").json()["rows"]
    assert able[0]["n"] > 0, "what seats held an answer to is known where the rules judge"
    signed = kifuda("audit", "--all", "--json", "--log", "kifuda-demo/kifuda.db").lines()
    assert all(match["seal"]["checkpoint"]["covers"] for match in signed)


def test_the_demo_of_another_version_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    game, sample = "fertcg", next(iter(sorted(SAMPLES.glob("fertcg/*.kfd"))))
    monkeypatch.setattr(demo, "played", lambda: iter(()))
    monkeypatch.setattr(demo, "own_games", lambda: [GAMES[game]])  # one is enough to be of another version
    Path("samples").mkdir()
    copy(sample, "samples")
    monkeypatch.setattr(demo, "samples", lambda game: Path("samples"))
    Path("kifuda-demo").mkdir()
    Path("older.kfd").write_text(sample.read_text("utf-8") + "# as it was in the version before\n", "utf-8")
    kifuda("import", "older.kfd", "--log", "kifuda-demo/kifuda.db")
    done = kifuda("demo", "--no-serve")
    assert done.status == 0 and "old-1" in done.out
    assert Path("kifuda-demo/old-1/kifuda.db").is_file()
    with SqliteLog("kifuda-demo/kifuda.db") as log:
        size = log.size
    again = kifuda("demo", "--no-serve").out
    assert "old-2" not in again and done.out.endswith(again), "the same is told, but not what was set aside"
    with SqliteLog("kifuda-demo/kifuda.db") as log:
        assert log.size == size, "again: nothing new"


@pytest.mark.usefixtures("played")
def test_the_dashboard_needs_a_log_and_a_free_port() -> None:
    assert "there is no log" in refused("dashboard", "--no-browser", "--log", "none.db")
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"on port {port}" in refused("dashboard", "--no-browser", "--port", port)


def test_the_dashboard_is_served_for_the_log_in_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    kifuda(*SIMULATE)
    served: list[tuple[list[str], dict[str, str]]] = []

    def become(program: str, command: list[str], environment: dict[str, str]) -> None:
        assert program == sys.executable
        served.append((command, environment))

    monkeypatch.setattr("kifuda.cli.data.dashboard.os.execve", become)
    done = kifuda("dashboard", "--no-browser", "--port", "8765", "--lang", "ja")
    ((command, environment),) = served
    assert done.status == 0 and "http://localhost:8765" in done.out
    assert command[:5] == [sys.executable, "-P", "-m", "streamlit", "run"] and Path(command[5]).is_file()
    assert "--server.headless=true" in command and "--server.port=8765" in command
    given = parse(command[command.index("--") + 1 :])
    assert (given.log, given.store) == (Path("kifuda.db").absolute(), Path("kifuda.store").absolute())
    assert given.evidence is not None and not given.record and given.access is None
    assert environment["KIFUDA_LANG"] == "ja" and "KIFUDA_BROWSE" not in environment
    kifuda("dashboard", "--port", "8765")
    assert served[1][1]["KIFUDA_BROWSE"] == "http://localhost:8765"
    assert (Path("kifuda.store") / "manifest.json").is_file(), "it shows what was just projected"


@pytest.mark.usefixtures("played")
def test_the_dashboard_is_served_to_others_only_with_a_file_that_says_who_may_what(tmp_path: Path) -> None:
    assert "--access" in refused("dashboard", "--no-browser", "--address", "0.0.0.0")
    access = tmp_path / "access.toml"
    access.write_text('[roles]\njudge = ["kei@cup.example"]\n', "utf-8")
    said = refused("dashboard", "--no-browser", "--access", str(access))
    assert "auth" in said and str(access) in said


def test_the_dashboard_is_written_on_by_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[list[str]] = []
    monkeypatch.setattr(os, "execve", lambda program, command, environment: served.append(command))
    assert kifuda("dashboard", "--no-browser", "--port", "8766", "--record", "--keeper", "mio").status == 0
    given = parse(served[0][served[0].index("--") + 1 :])
    assert given.record and given.keeper == "mio"


@pytest.mark.usefixtures("played")
def test_the_dashboard_answers_and_stops_when_it_is_told_to() -> None:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "kifuda", "dashboard", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert answer(f"http://localhost:{port}/_stcore/health") == b"ok"
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"http://localhost:{port}/_stcore/metrics", timeout=20)
        finally:
            server.terminate()
            shown = server.communicate(timeout=20)[0]
    assert f"http://localhost:{port}" in shown and "Traceback" not in shown


def answer(url: str) -> bytes:
    """What a server says as soon as it is up."""
    deadline = time.monotonic() + STARTED_SECONDS
    while True:
        try:
            with urllib.request.urlopen(url, timeout=1) as said:
                return bytes(said.read())
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


@pytest.mark.sampled(0)  # as with the commands above, each in a process of its own
def test_a_whole_evening_from_the_shell() -> None:
    Path("clean.kfd").write_text(CLEAN, "utf-8")
    for arguments in (["import", "clean.kfd"], ["audit", "--all"], ["stats", "seats"]):
        done = subprocess.run([sys.executable, "-m", "kifuda", *arguments], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.usefixtures("played")
def test_cards_have_their_names_beside_their_ids() -> None:
    asked = ("stats", "keep_rate", "--by", "card", "--columns", "card,name")
    for language, name in (("en", "Slashing Sword"), ("ja", "斬撃剣")):
        lines = kifuda(*asked, "--lang", language).out.splitlines()
        assert any(line.split() == ["BR-001", *name.split()] for line in lines), language


@pytest.mark.usefixtures("cups")
def test_a_conversion_is_told_within_one_field() -> None:
    """A deck of one tournament would be held against the places of others, where nobody played it."""
    assert "accepted: --by tournament" in refused("stats", "conversion", "--by", "archetype")
    rows = kifuda("stats", "conversion", "--by", "tournament", "--json").json()["rows"]
    one, *others = sorted({row["tournament"] for row in rows if row["n"]})
    assert others
    alone = kifuda("stats", "conversion", "--tournament", one, "--json").json()["rows"]
    within = [row for row in rows if row["tournament"] == one]
    assert [row["value"] for row in alone] == [row["value"] for row in within]
