"""The first page: what kifuda is, three doors that lead where they say, the guide with the keyboard alone."""

from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Page, expect

from analytics.metrics.reports.archetypes import field
from analytics.query.filters import Filters
from analytics.store.reader import Store
from analytics.store.stored_game_names import look_of
from dashboard.app.escape import escaped
from dashboard.app.game_names import NO_COLOUR
from dashboard.app.language import TEXTS
from dashboard.front.doors import winners
from engine.games.registry import own_games
from tests.dashboard.browsing import needs_chromium, settled, soon
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN
from tests.dashboard.opening import LANGUAGES, opened, text_of
from tests.support.effort import some
from tests.support.field import GAME

STEPS = ("watch", "board", "audit", "wins", "end")
BLADE = {"game": "blade-rondo"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_kifuda_is_before_anything_else(log_of: LogOf, language: str) -> None:
    app = opened(log_of("one"), "overview", language)
    assert app.markdown[0].value == f"#### {TEXTS['front.what'][language]}"


def test_without_a_dispute_there_is_no_guide(log_of: LogOf) -> None:
    told = text_of(opened(log_of("one"), "overview"))
    assert TEXTS["front.dispute-none"].en in told and CLEAN in told
    assert TEXTS["guide.offer"].en not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_door_of_a_dispute_tells_what_is_in_dispute(log_of: LogOf, language: str) -> None:
    told = [one.value for one in opened(log_of("disputed"), "overview", language).markdown]
    [door] = [one for one in told if escaped("Tariq") in one or "**13**" in one]
    assert "**12**" in door or "2" in door


def test_hashes_and_marks_stand_behind_what_the_numbers_rest_on(log_of: LogOf) -> None:
    app = opened(log_of("mixed"), "overview", **BLADE)
    captions = " ".join(one.value for one in app.caption)
    assert "head" not in captions and "†" not in captions
    assert any("head" in one.value for one in app.markdown)
    assert "†" not in " ".join(f"{tile.value} {tile.delta}" for tile in app.metric)


def test_every_game_has_a_colour_of_its_own() -> None:
    looks = [look_of(rules.game, None) for rules in own_games()]
    colours = [look.colour for look in looks if look is not None]
    assert len(colours) == len(looks)
    assert len({*colours, NO_COLOUR}) == len(colours) + 1
    assert look_of("no-such-game", None) is None
    style = (Path(__file__).parents[3] / "dashboard" / "front" / "front.css").read_text("utf-8")
    assert all(f'"--{colour}"' in style for colour in colours)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("step", ["0", "6", "9", "x", "²", ""])
def test_a_step_that_the_guide_does_not_have_is_no_step(log_of: LogOf, step: str) -> None:
    told = text_of(opened(log_of("mixed"), "overview", guide=f"{step}~blade-rondo"))
    assert TEXTS["guide.dismiss"].en not in told


def press(page: Page, text: str, language: str) -> None:
    """Press Enter on the link or the button of this text, which the tab key reaches."""
    at = page.locator("a, button").filter(has_text=TEXTS[text][language])
    assert at.evaluate("one => one.tabIndex") == 0
    at.press("Enter")


@needs_chromium
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_guide_leads_to_a_match_that_plays_a_dispute_and_the_meta(
    page: Page, site: str, language: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site}/?lang={language}&game=blade-rondo")
    settled(page)
    press(page, "guide.offer", language)
    for number, step in enumerate(STEPS, start=1):
        guide = page.locator(".st-key-guide")
        expect(guide).to_contain_text(f"{number}/{len(STEPS)}")
        expect(guide).to_contain_text(TEXTS[f"guide.{step}"][language].split("`")[0][:20])
        settled(page)
        if step == "watch":
            assert soon(page, lambda: int(page.locator(".kifuda .slider").input_value()) > 20), "it plays"
            expect(page.locator(".steps button", has_text="■")).to_be_in_viewport(ratio=1)
        if step == "board":
            expect(page.locator(".kifuda .banner.dispute")).to_be_visible()
        if step != STEPS[-1]:
            press(page, "guide.on", language)
    press(page, "guide.dismiss", language)
    expect(page.locator(".st-key-guide")).to_have_count(0)
    assert "guide" not in page.url


def test_what_wins_are_decks_that_win_the_surest_first(log_of: LogOf) -> None:
    store = Store(log_of("mixed").with_suffix(".store"))
    found = field(store, Filters(game=GAME))
    rates = found.of("match_win_rate_apart").drop_nulls(["archetype", "value"])
    assert (rates["value"] < 0.5).any()
    won = rates.filter(pl.col("value") > 0.5)["low"].sort(descending=True).to_list()
    assert winners(found)["low"].to_list() == won[:3] != []
