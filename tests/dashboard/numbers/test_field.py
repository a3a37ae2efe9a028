"""What is played and what wins: with mirrors and without, and from which side of the table it was counted."""

from pathlib import Path

import pytest

from analytics.metrics.intervals.interval_marks import CITATIONS, MARKS, MEANINGS
from analytics.store.projection import project
from dashboard.app.language import TEXTS, say
from dashboard.numbers import number_format
from events.log.sqlite_log import SqliteLog
from kifuda import metrics
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import LANGUAGES, opened, text_of
from tests.support.command import kifuda
from tests.support.field import FIELD, GAME
from tests.support.one_sided import OTHERS, saved_by_mika

MIRRORS = ("all_told", "all_interval", "all_n")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Game logs that one of the players saved."""
    path = tmp_path_factory.mktemp("saved") / "log.db"
    with SqliteLog(path, writing=True) as log:
        saved_by_mika(log)
        project(log, path.with_suffix(".store"))
    return path


def test_a_win_rate_stands_with_mirrors_beside_the_one_without(log_of: LogOf) -> None:
    rows = opened(log_of("field"), "overview").dataframe[0].value.to_dict("records")
    assert {row["archetype"] for row in rows} == set(FIELD)
    assert all(row["all_n"] > row["n"] and "%" in row["all_interval"] for row in rows)
    assert all(row["rate_text"] != row["all_rate_text"] for row in rows if row["archetype"] != "Stone")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_an_archetype_has_both(log_of: LogOf, language: str) -> None:
    app = opened(log_of("field"), "archetype", language, game=GAME, archetype="Ember")
    tiles = {tile.label: tile for tile in app.metric}
    without, with_them = (tiles[TEXTS[f"archetype.{name}"][language]] for name in ("others", "all"))
    assert without.value != with_them.value
    assert without.delta != with_them.delta and "n " in with_them.delta


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_interval_over_players_is_marked_as_in_the_terminal(log_of: LogOf, language: str) -> None:
    """Page, library and command line tell the same interval of Tide, which ten players brought."""
    path = log_of("field")
    told = metrics.metric(path, "match_win_rate", by=("archetype",), store=path.with_suffix(".store"))
    printed = kifuda("stats", "match_win_rate", "--by", "archetype", "--json", "--log", path).json()["rows"]
    assert told.rows.to_dicts() == printed
    (tide,) = told.rows.filter(archetype="Tide").iter_rows(named=True)
    assert tide["basis"] == "players" and tide["value"] is not None
    app = opened(path, "overview", language)
    (shown,) = (row for row in app.dataframe[0].value.to_dict("records") if row["archetype"] == "Tide")
    assert shown["all_interval"] == number_format.interval(tide["low"], tide["high"], tide["n"], "players")
    assert shown["all_interval"].endswith(" †")
    meant = [f"{MARKS[kind]} {MEANINGS[kind][language]}" for kind in ("players", "few")]
    assert "  \n".join(meant) in [folded.value for folded in app.markdown]
    out = kifuda("stats", "match_win_rate", "--by", "archetype", "--lang", language, "--log", path).out
    assert all(line in out for line in meant)
    cited = told.citation(language)
    assert MEANINGS["players"][language] not in cited and "archetype" in cited
    assert (
        CITATIONS["players"][language].format(n=1) in cited
        and CITATIONS["few"][language].format(n=2) in cited
    )


@pytest.mark.parametrize("page", ["overview", "archetype"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_from_which_side_was_counted(log_of: LogOf, saved: Path, page: str, language: str) -> None:
    met = say(language, "field.met", n=len(OTHERS))
    everybody = TEXTS["field.every-seat"][language]
    for log, told, untold in ((saved, met, everybody), (log_of("field"), everybody, met)):
        captions = [caption.value for caption in opened(log, page, language).caption]
        assert told in captions and untold not in captions


def test_the_deck_of_whoever_recorded_has_a_page_and_no_share(saved: Path) -> None:
    shares = opened(saved, "overview").dataframe[0].value.set_index("archetype")["share_text"].to_dict()
    assert shares == {"Tide": "75 %", "Stone": "25 %", "Fox": "0 %"}
    assert "Fox" in text_of(opened(saved, "archetype", archetype="Fox"))
