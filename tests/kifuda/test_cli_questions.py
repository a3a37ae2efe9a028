"""What people ask first of a tournament, asked on the command line and in the library."""

import re
import shlex
from datetime import date
from pathlib import Path

import pytest

from events.log.sqlite_log import SqliteLog
from kifuda import metrics
from tests.support.command import kifuda, refused
from tests.support.field import BEATS, FIELD, write_field


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the log of the tournament of three archetypes, and its tables."""
    made = tmp_path_factory.mktemp("harbour")
    with SqliteLog(made / "kifuda.db", writing=True) as log:
        write_field(log)
    kifuda("project", "--log", made / "kifuda.db")
    return made


@pytest.fixture(autouse=True)
def folder(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder; nothing is written into its log."""
    monkeypatch.chdir(harbour)
    return harbour


# --- the page --------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "analytics.md").read_text("utf-8")
ASKED = re.findall(r"`kifuda (stats .*?)`", PAGE.partition("## What people ask first")[2].partition("```")[0])
HERE = {
    "energy": "Ember",
    "eldrazi": "Tide",
    "blink": "Stone",
    "Consign to Memory": "Lantern",
    "--board side": "--board either",
    "Guide of Souls": "Tide Song",
    "2025-01-01": "2026-05-09",
}
"""What the page asks about → what there is in this log."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("asked", ASKED)
def test_every_question_of_the_page_is_answered(asked: str) -> None:
    for theirs, ours in HERE.items():
        asked = asked.replace(theirs, ours)
    assert kifuda(*shlex.split(asked)).status == 0
    assert kifuda(*shlex.split(asked), "--json").json()["population"]


def test_there_are_questions() -> None:
    assert len(ASKED) > 14


# --- parts of a field ------------------------------------------------------------------------------

HEADER = "event,game,date,round,player1,deck1,player2,deck2,result\n"
CUP = """Cup,magic,2026-01-09,1,A,Burn,B,Elves,1
Cup,magic,2026-01-09,1,C,Burn,D,Blink,2
Cup,magic,2026-01-09,2,A,Burn,D,Blink,1
Cup,magic,2026-01-09,2,C,Burn,B,Elves,2
Cup,magic,2026-01-09,2,E,Elves,F,Rogue,1
"""
LATE = "Late,magic,2026-01-19,1,A,Elves,B,Elves,1\n"
OF_FIELD = ("meta_share", "meta_share_met", "conversion", "nash_support", "field_score", "matchup_rate")


@pytest.fixture
def cups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log of two tournaments in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, rows in (("cup.csv", CUP), ("late.csv", LATE)):
        Path(name).write_text(HEADER + rows)
    kifuda("import", "cup.csv", "late.csv")


@pytest.mark.usefixtures("cups")
@pytest.mark.parametrize("metric", OF_FIELD)
def test_an_archetype_chooses_a_row_of_the_field(metric: str) -> None:
    """What the share is of, and what a model is fitted to, stays the field."""
    whole = kifuda("stats", metric, "--json").json()
    burn = kifuda("stats", metric, "--archetype", "Burn", "--json").json()
    about = [row for row in whole["rows"] if "Burn" in (row.get("item"), row.get("archetype"))]
    assert burn["rows"] == about != []
    assert burn["population"] == whole["population"]


def test_a_pairing_is_told_by_both_decks_whatever_they_are_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Decks with two commanders are called ``A / B``."""
    monkeypatch.chdir(tmp_path)
    decks = [("A", "B / C"), ("A / B", "C"), ("A", "A / B"), ("B / C", "C"), ("A", "C"), ("B / C", "A / B")]
    met = [f"Cup,magic,2026-01-09,1,P{at},{one},Q{at},{other},1\n" for at, (one, other) in enumerate(decks)]
    Path("cup.csv").write_text(HEADER + "".join(met))
    assert kifuda("import", "cup.csv").status == 0
    whole = kifuda("stats", "matchup_rate", "--json").json()["rows"]
    played = {(row["archetype"], row["opponent_archetype"]): row["value"] for row in whole if row["n"]}
    assert played.keys() == {*decks, *((other, one) for one, other in decks)}
    for name in ("A", "A / B"):
        found = kifuda("stats", "matchup_rate", "--archetype", name, "--json").json()["rows"]
        assert found == [row for row in whole if row["archetype"] == name] != []
    for (one, other), value in played.items():
        assert (value > 0.5) == ((one, other) in decks)


@pytest.mark.usefixtures("cups")
def test_the_share_of_one_archetype() -> None:
    share = ("stats", "meta_share", "--archetype", "Burn")
    (week,) = kifuda(*share, "--by", "week", "--json").json()["rows"]
    assert (week["value"], week["n"]) == (pytest.approx(2 / 6), 6)
    (split,) = kifuda(*share, "--split", "2026-01-19", "--json").json()["rows"]
    assert (split["one"], split["one_n"], split["other_n"]) == (0, 2, 6)
    assert split["value"] == pytest.approx(-2 / 6)
    assert "differ in archetype" in refused(*share, "--versus", "archetype=Elves")
    against = metrics.field_scores("kifuda.db", {"Blink": 1}, archetype="Burn").rows
    every = metrics.field_scores("kifuda.db", {"Blink": 1}).rows
    assert against.to_dicts() == [row for row in every.to_dicts() if row["item"] == "Burn"] != []
    for asked in (("--archetype", "Burn"), ("--by", "archetype")):
        assert "not mixed" in refused("stats", "effective_decks", *asked)


# --- differences -----------------------------------------------------------------------------------


def test_deck_against_deck() -> None:
    asked = ("stats", "match_win_rate", "--archetype", "Ember", "--versus", "archetype=Tide")
    shown = kifuda(*asked)
    assert shown.status == 0 and "difference" in shown.out and "minus that of archetype=Tide" in shown.out
    found = kifuda(*asked, "--json").json()
    assert found["versus"]["policies"] == {"archetype": "Tide"}
    (row,) = found["rows"]
    assert row["value"] == pytest.approx(row["one"] - row["other"]) and row["shared"] > 0
    same = metrics.difference("kifuda.db", "match_win_rate", {"archetype": "Tide"}, archetype="Ember")
    assert same.rows.to_dicts() == [row]
    assert "one,one_n,other,other_n,shared,value,n,low,high,basis" in kifuda(*asked, "--csv").out


def test_before_and_after_a_day() -> None:
    asked = ("stats", "match_win_rate", "--by", "archetype", "--split", "2026-05-09", "--json")
    rows = kifuda(*asked).json()["rows"]
    assert {row["archetype"] for row in rows} == {"Ember", "Stone", "Tide"}
    assert all(row["one_n"] > 0 == row["other_n"] and row["value"] is None for row in rows)
    same = metrics.difference("kifuda.db", "match_win_rate", by=("archetype",), split=date(2026, 5, 9))
    assert same.rows.to_dicts() == rows


def test_what_versus_takes() -> None:
    of_ember = ("stats", "match_win_rate", "--archetype", "Ember")
    with_card = kifuda(
        *of_ember, "--card", "Lantern", "--versus", "card=", "--versus", "without=Lantern", "--json"
    )
    (row,) = with_card.json()["rows"]
    assert row["one_n"] + row["other_n"] == kifuda(*of_ember, "--json").json()["rows"][0]["n"]
    assert "archetype=…" in refused(*of_ember, "--versus", "archtype=Tide")
    assert "together" in refused(*of_ember, "--versus", "archetype=Tide", "--split", "2026-05-09")
    assert "for metrics" in refused("stats", "players", "--split", "2026-05-09")
    assert "the nearest: Tide" in refused(*of_ember, "--versus", "archetype=Tides")


# --- expected value against my field ---------------------------------------------------------------


def test_against_my_field() -> None:
    asked = ("stats", "field_score", "--field", "Tide=3", "--field", "Stone=1")
    found = kifuda(*asked, "--json").json()
    assert found["policies"]["field"] == {"Tide": 3, "Stone": 1}
    assert "against a field of Tide 75 %, Stone 25 %" in found["citation"]
    rows = {row["item"]: row for row in found["rows"]}
    assert rows["Ember"]["low"] < 0.75 * BEATS["Ember", "Tide"] + 0.25 * 0.5 < rows["Ember"]["high"]
    assert next(iter(rows)) == "Ember", "the best one first"
    assert "Tide 75 %" in kifuda(*asked).out and "想定環境" in kifuda(*asked, "--lang", "ja").out
    against = ("stats", "match_win_rate", "--by", "archetype", "--draws", "half", "--json")
    met = {
        deck: {
            row["archetype"]: row["n"]
            for row in kifuda(*against, "--opponent-archetype", deck).json()["rows"]
        }
        for deck in ("Tide", "Stone")
    }
    others = {name: sum(n[name] for deck, n in met.items() if deck != name) for name in rows}
    assert {name: row["n"] for name, row in rows.items()} == others, "matches against decks of the field"
    without = kifuda(*asked, "--draws", "exclude", "--json").json()
    assert without["policies"]["draws"] == "exclude"
    assert sum(row["n"] for row in without["rows"]) < sum(others.values())
    same = metrics.field_scores("kifuda.db", {"Tide": 3, "Stone": 1})
    assert same.rows.to_dicts() == found["rows"]


def test_what_a_field_is_made_of() -> None:
    def told(*field: str) -> str:
        return refused("stats", "field_score", *(word for one in field for word in ("--field", one)))

    assert "nobody met the archetype 'Tides' in these matches; the nearest: Tide" in told("Tides=3")
    assert "accepted: DECK=NUMBER" in told("Tide") and "accepted: DECK=NUMBER" in told("Tide=nan")
    assert "above 0" in told("Tide=0") and "from 0 on" in told("Tide=-1")
    assert "too large" in told("Tide=1e308", "Stone=1e308") and "accepted: DECK=NUMBER" in told("Tide=inf")
    assert "the deck 'Tide' twice" in told("Tide=1", "Tide=2")
    assert "--field is for field_score" in refused("stats", "match_win_rate", "--field", "Tide=1")


# --- cards of decks --------------------------------------------------------------------------------


def test_copies_by_archetype_with_it_and_without_it() -> None:
    asked = ("stats", "copies", "--card", "Lantern", "--by", "archetype")
    shown = kifuda(*asked).out
    assert "in decks" in shown and "without" in shown and "difference" in shown
    rows = kifuda(*asked, "--json").json()["rows"]
    assert {row["archetype"]: row["decks"] for row in rows} == FIELD
    assert all(row["copies_2"] == row["n"] > 0 for row in rows), "two copies in each deck that has it"
    assert metrics.copies("kifuda.db", ("archetype",), card="Lantern").rows.to_dicts() == rows
    assert "ありの勝率" in kifuda(*asked, "--lang", "ja").out
    assert "accepted: archetype" in refused("stats", "copies", "--by", "player")


def test_pairs_of_cards() -> None:
    asked = ("stats", "pairs", "--card", "Tide Song", "--min-n", 2)
    rows = kifuda(*asked, "--json").json()["rows"]
    assert [row["other"] for row in rows] == ["Tide Knight", "Lantern"]
    assert rows[0]["phi"] == pytest.approx(1) and rows[0]["lift"] == pytest.approx(24 / FIELD["Tide"])
    assert "lift" in kifuda(*asked).out
    same = metrics.pairs("kifuda.db", card="Tide Song").rows
    assert same.filter(same["n"] >= 2).to_dicts() == rows


def test_pairs_of_the_board_that_is_asked_for_and_how_many_are_rare() -> None:
    main, side, either = (
        kifuda("stats", "pairs", "--board", board, "--json").json() for board in ("main", "side", "either")
    )
    assert main["rows"] == either["rows"] != [] == side["rows"], "nobody has a sideboard here"
    (told,) = re.findall(r"([\d,]+) pairs that fewer than 5 decks have", main["citation"])
    rare = int(told.replace(",", ""))
    assert rare > 24, "at least those of a keepsake, which one deck has"
    shown = kifuda("stats", "pairs").out
    assert f"{rare:,} pairs that fewer than 5 decks have are left out" in shown
    assert "は省いた" in kifuda("stats", "pairs", "--lang", "ja").out
    assert "pairs that fewer" not in kifuda("stats", "pairs", "--card", "Tide Song").out


@pytest.mark.parametrize(
    ("arguments", "ignored"),
    [
        (("--size", "100", "Cup"), "NAME"),
        (("--round", "1", "--rules", "konami", "Cup"), "--rules"),
        (("--outlook", "--strengths", "Cup"), "--outlook"),
        (("--outlook", "--write", "x.csv", "Cup"), "--write"),
        (("--outlook",), "--outlook"),
        (("--rules", "konami"), "--rules"),
        (("--cut", "4", "Cup"), "--cut"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(arguments: tuple[str, ...], ignored: str) -> None:
    told = refused("tournament", *arguments)
    assert told.startswith(f"kifuda: {ignored}") and "accepted together" in told


def test_a_board_goes_with_a_card() -> None:
    assert "with --card or --without" in refused("stats", "match_win_rate", "--board", "side")
    assert kifuda("stats", "match_win_rate", "--by", "archetype", "--board", "side", "--card", "Lantern")


def test_a_share_of_each_card_is_not_added_up() -> None:
    assert "accepted: --by card" in refused("stats", "deck_share")


def test_how_many_decks_have_no_name_is_told_where_named_ones_count() -> None:
    unnamed = kifuda("stats", "simpson", "--json").json()["population"]["unnamed_decks"]
    rows = kifuda("stats", "meta_share_met", "--json").json()["rows"]
    named = kifuda("stats", "simpson", "--json").json()["rows"][0]["n"]
    assert unnamed == rows[0]["n"] - named


@pytest.mark.parametrize("asked", ["loss", "points", "half"])
@pytest.mark.parametrize("metric", ["field_score", "matchup_rate", "nash_support"])
def test_models_count_a_draw_as_half_a_win_and_say_so(metric: str, asked: str) -> None:
    """What one side wins the other loses."""
    assert kifuda("stats", metric, "--draws", asked, "--json").json()["policies"]["draws"] == "half"


def test_a_mirror_counts_once_whoever_tells_it() -> None:
    pairs = {}
    for metric in ("match_win_rate", "matchup_rate"):
        by = ("--by", "archetype", "--by", "opponent_archetype") if metric == "match_win_rate" else ()
        found = kifuda("stats", metric, *by, "--draws", "half", "--json").json()["rows"]
        pairs[metric] = {(row["archetype"], row["opponent_archetype"]): row["n"] for row in found}
    mirrors = {pair: n for pair, n in pairs["matchup_rate"].items() if pair[0] == pair[1] and n}
    assert mirrors and mirrors == {pair: pairs["match_win_rate"][pair] for pair in mirrors}
