"""The pages of decks: overview, matchups and one archetype, over a field of which the strengths are known."""

import json
import re
from pathlib import Path
from typing import get_args
from unittest.mock import patch

import polars as pl
import pytest
import vl_convert
from playwright.sync_api import Page, expect

from analytics.metrics import Filters
from analytics.metrics.reports.matchups import matchups
from analytics.stats.leaning import Word
from analytics.store.reader import Store
from dashboard.app.access import Viewer
from dashboard.app.language import TEXTS
from dashboard.charts.bubbles import bubbles
from dashboard.charts.chart import by_theme
from dashboard.charts.heat import ABOVE, BELOW, FAINT, HATCH, INK, UNSURE, heat
from dashboard.numbers import deck_tiles
from dashboard.views.meta.matchups import against
from tests.dashboard.browsing import needs_chromium, shown
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import LANGUAGES, opened, run, text_of
from tests.support.field import FIELD, GAME

PAGES = ("overview", "matchups", "archetype")


@pytest.fixture
def log(log_of: LogOf) -> Path:
    return log_of("field")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_every_page_says_what_it_is_about(log: Path, name: str, language: str) -> None:
    app = opened(log, name, language)
    assert app.title[0].value == TEXTS[f"nav.{name}"][language]
    assert "192" in app.caption[0].value and "24" in app.caption[0].value
    assert not app.error and not app.warning


@pytest.mark.parametrize("name", ["matchups", "archetype"])
def test_without_names_of_decks_it_is_said_where_they_come_from(log_of: LogOf, name: str) -> None:
    assert "kifuda archetypes" in opened(log_of("many"), name).info[0].value


# --- overview ------------------------------------------------------------------------------------------


def test_tiles_have_intervals_and_n(log: Path) -> None:
    tiles = {tile.label: (tile.value, tile.delta) for tile in opened(log, "overview").metric}
    assert tiles["Matches"] == ("192", "until 2026-05-09")
    assert tiles["First-player win rate"][1].endswith("n 179")
    assert "95 %" in tiles["Tie rate"][1]
    assert tiles["Effective number of decks"] == ("2.9", "of 24 decks with a name")


@pytest.mark.parametrize("language", LANGUAGES)
def test_decks_have_tiles_and_key_cards(log: Path, language: str) -> None:
    """Of many matches once they are asked for, since they take long."""
    assert "Tide Knight" in text_of(opened(log, "overview", language))
    with patch.object(deck_tiles, "AT_ONCE", 0):
        app = opened(log, "overview", language)
    tiles = {tile.label: (tile.value, tile.delta) for tile in app.metric}
    assert list(tiles)[-3:] == ["Tide", "Ember", "Stone"], "those that are played most come first"
    word = TEXTS["leaning.above"][language]
    assert tiles["Ember"][1].startswith(word) and "81" in tiles["Ember"][1]
    assert "Tide Knight" not in text_of(app)
    app.session_state["key-cards"] = True
    with patch.object(deck_tiles, "AT_ONCE", 0):
        wins, key_cards = [one.value for one in run(app, log).markdown if one.value.startswith("**Ember**")]
    assert "77 %" in wins and "81" in wins, "the door of what wins names the deck that does"
    assert "Ember Knight 100 %" in key_cards and "Keepsake" not in key_cards


def test_what_stands_out_leads_to_its_matches(log: Path) -> None:
    rows = opened(log, "overview", "ja").dataframe[1].value.to_dict("records")
    assert {row["name"] for row in rows} == {"Ember", "Tide"}
    assert all(row["to_matches"].startswith(f"matches?game={GAME}&archetype=") for row in rows)
    found = opened(log, "matches", game=GAME, archetype="Ember").markdown[0].value
    everything = opened(log, "matches").markdown[0].value
    assert found != everything and "192" in everything


def test_nothing_stands_out_where_nothing_does(log_of: LogOf) -> None:
    assert TEXTS["overview.notable-none"].en in text_of(opened(log_of("one"), "overview"))


@pytest.mark.parametrize("page_name", ["overview", "archetype"])
def test_cards_are_kept_from_those_who_may_not_see_them(
    log: Path, monkeypatch: pytest.MonkeyPatch, page_name: str
) -> None:
    with patch.object(Viewer, "sees_cards", property(lambda viewer: False)):
        assert "Ember Knight" not in text_of(opened(log, page_name, archetype="Ember"))
    if page_name == "archetype":
        assert "Ember Knight" in opened(log, page_name, archetype="Ember").dataframe[0].value["card"].tolist()


def test_bubbles_are_coloured_where_they_exclude_one_half() -> None:
    rows = pl.DataFrame(
        {
            "archetype": ["a", "b", "c"],
            "share": [0.2, 0.3, 0.5],
            "share_low": [0.1, 0.2, 0.4],
            "share_high": [0.3, 0.4, 0.6],
            "rate": [0.8, 0.5, 0.2],
            "low": [0.7, 0.4, 0.1],
            "high": [0.9, 0.6, 0.3],
        }
    )
    chart = bubbles(rows, share="share", rate="rate", names={"archetype": "deck"}).to_dict()
    (data,) = [rows for rows in chart["datasets"].values() if len(rows) == 3]
    assert {row["archetype"]: row["side"] for row in data} == {"a": "above", "b": "unsure", "c": "below"}
    spans = [(layer["encoding"].get("x2"), layer["encoding"].get("y2")) for layer in chart["layer"]]
    assert spans[1][0] == {"field": "share_high"} and spans[2][1] == {"field": "high"}


@pytest.mark.parametrize(("width", "anchor"), [(640, "start"), (260, "end")])
def test_a_name_that_would_be_cut_off_stands_on_the_other_side(width: int, anchor: str) -> None:
    """As on a phone."""
    one = {"archetype": "Empire of Night and Steel", "share": 0.3, "share_low": 0.2, "share_high": 0.4}
    rows = pl.DataFrame([{**one, "rate": 0.7, "low": 0.6, "high": 0.8}])
    chart = bubbles(rows, share="share", rate="rate", names={"archetype": "deck"})
    drawn = vl_convert.vegalite_to_svg(json.dumps({**chart.to_dict(), "width": width}))
    (name,) = re.findall("<text([^>]*)>Empire", drawn)
    assert f'text-anchor="{anchor}"' in name


# --- matchups ------------------------------------------------------------------------------------------


def test_rows_of_too_few_matches_are_named(log: Path) -> None:
    told = [caption.value for caption in opened(log, "matchups", archetype="Ember", min="40").caption]
    assert any("Stone (" in text for text in told)
    assert not any("Tide (" in text for text in told)


@pytest.mark.parametrize("way", ["shrunk", "raw"])
def test_the_address_chooses_row_and_rates(log: Path, way: str) -> None:
    app = opened(log, "matchups", archetype="Stone", rates=way)
    assert "Stone against the others" in [heading.value for heading in app.subheader]
    formula = {"shrunk": "Bradley", "raw": "matches W / (W + L)"}[way]
    assert any(formula in caption.value for caption in app.caption)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pairing_is_told_in_a_word_with_its_matches(log: Path, language: str) -> None:
    """And the word is that of the interval beside it."""
    app = opened(log, "archetype", language, archetype="Ember", game=GAME, tab="matchups")
    told = [text for frame in app.dataframe for text in frame.value.get("told", ())]
    words = {TEXTS[f"leaning.{word}"][language] for word in get_args(Word)}
    assert told and all(any(text.startswith(word) for word in words) for text in told if text)
    assert any(re.search(r"\d+(戦| match)", text) for text in told)


@pytest.mark.parametrize("way", ["shrunk", "raw"])
def test_one_against_all_leaves_the_mirror_out(log: Path, way: str) -> None:
    rows = against(matchups(Store(log.with_suffix(".store")), Filters(game=GAME)), "Ember", way)
    assert rows["name"].to_list() == ["Tide", "Stone"]
    assert (rows["low"] < rows["rate"]).all() and (rows["rate"] < rows["high"]).all()


def test_tiles_are_the_deeper_the_surer() -> None:
    rows = pl.DataFrame(
        {
            "archetype": ["a", "a", "b", "b"],
            "opponent_archetype": ["a", "b", "a", "b"],
            "lean": [0.0, 1.0, -0.4, 0.9],
            "told": ["", "good (60 matches)", "too early to say (60 matches)", ""],
            "n": [30, 60, 60, 3],
            "few": [False, False, False, True],
            "text": ["50 %", "90 %", "46 %", "90 %"],
            "interval": ["", "80–95 %", "34–60 %", ""],
        }
    )
    names = {"text": "rate", "interval": "95 %", "told": "in a word"}
    chart = heat(rows, down="deck", across="against", names=names).to_dict()
    (data,) = chart["datasets"].values()
    assert [row["tone"] for row in data] == [0, 1, -0.4, 0]
    tile, hatched, value, n = chart["layer"]
    scale = tile["encoding"]["color"]["scale"]
    assert scale["range"] == [by_theme(*tone) for tone in (BELOW, UNSURE, ABOVE)]
    assert scale["interpolate"] == "rgb", "between orange and grey there is no pink"
    assert (hatched["transform"], hatched["mark"]["shape"]) == ([{"filter": "datum.few"}], HATCH)
    assert (value["encoding"]["text"]["field"], n["encoding"]["text"]["field"]) == ("text", "n")
    few = heat(rows.with_columns(few=pl.lit(True)), down="deck", across="against", names=names).to_dict()
    (data,) = few["datasets"].values()
    assert {row["tone"] for row in data} == {0}, "what is withheld must not look sure"


@pytest.mark.parametrize(("theme", "ground"), [(0, "#FFFFFF"), (1, "#14181D")])
def test_numbers_on_tiles_can_be_read_in_both_themes(theme: int, ground: str) -> None:
    """The browser chooses by the background of the page: each number has a contrast of 4.5 on each tile."""
    rows = pl.DataFrame({"archetype": ["a"], "opponent_archetype": ["b"], "lean": [1.0], "told": ["good"]})
    rows = rows.with_columns(n=60, few=False, text=pl.lit("90 %"), interval=pl.lit("80–95 %"))
    chart = heat(rows, down="deck", across="against", names=dict.fromkeys(("text", "interval", "told"), ""))
    spec = {**chart.to_dict(), "config": {"background": ground}}
    drawn = vl_convert.vegalite_to_svg(json.dumps(spec))
    tile = ABOVE[theme]
    assert f"rgb{rgb(tile)}" in drawn and tile != ABOVE[not theme]
    for ink in (INK[theme], FAINT[theme]):
        assert f'fill="{ink}"' in drawn
        assert min(contrast(ink, tones[theme]) for tones in (BELOW, UNSURE, ABOVE)) >= 4.5


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """By WCAG 2, from 1 to 21."""
    shares = ([value / 255 for value in rgb(colour)] for colour in (one, other))
    linear = ([x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in of] for of in shares)
    dark, light = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in linear)
    return (light + 0.05) / (dark + 0.05)


# --- one archetype --------------------------------------------------------------------------------------


def test_core_and_flex_cards(log: Path) -> None:
    core, flex, *_ = (frame.value for frame in opened(log, "archetype", archetype="Tide").dataframe)
    assert core["card"].tolist() == ["Tide Knight", "Tide Song"]
    assert core["decks"].tolist() == [10, 10]
    assert flex["card"].tolist()[0] == "Lantern"


def test_pilots_are_all_listed(log: Path) -> None:
    app = opened(log, "archetype", archetype="Stone")
    app.session_state["tab"] = "pilots"
    (pilots,) = run(app, log).dataframe
    assert len(pilots.value) == FIELD["Stone"]


def test_an_unknown_archetype_is_said(log: Path) -> None:
    app = opened(log, "archetype", archetype="Embers")
    assert "'Embers'" in app.warning[0].value


# --- in a browser ---------------------------------------------------------------------------------------


@needs_chromium
def test_a_click_on_a_tile_chooses_its_row(page: Page, site: str) -> None:
    page.goto(f"{site}/matchups?game={GAME}&lang=en")
    expect(page.get_by_role("heading", name="Tide against the others")).to_be_visible()
    shown(page)
    chart = page.locator("[data-testid=stVegaLiteChart] canvas, [data-testid=stVegaLiteChart] svg").first
    box = chart.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.55 * box["width"], box["y"] + box["height"] - 50)
    expect(page.get_by_role("heading", name="Stone against the others")).to_be_visible()
    page.wait_for_url("**/matchups?*archetype=Stone*")
    page.get_by_role("link", name="All of Stone").click()
    expect(page.get_by_role("heading", name="Stone", exact=True)).to_be_visible()
