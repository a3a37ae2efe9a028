"""An organiser in a real Chromium: a tournament file comes in, and its standings and meta can be read."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.analytics.imports.samples import LEAGUE, SAMPLES, altered
from tests.dashboard.accessibility import THEMES, barriers
from tests.dashboard.browsing import addressed, needs_chromium, settled
from tests.dashboard.opening import LANGUAGES

pytestmark = needs_chromium


def send(page: Page, *files: Path) -> None:
    expect(page.get_by_test_id("stFileUploader")).to_be_visible()
    page.locator("input[type=file]").set_input_files(list(files))


def test_an_organiser_imports_a_tournament_and_reads_standings_and_meta(page: Page, desk: str) -> None:
    """On a folder without a log, from the menu to the tables, and nothing is restarted."""
    page.goto(f"{desk}/record?lang=en")
    settled(page).get_by_test_id("stTopNavSection").filter(has_text="Matches").click()
    page.get_by_role("menuitem", name="Import", exact=True).click()
    send(page, *(SAMPLES / name for name in LEAGUE))
    expect(page.get_by_text("Limitless API · ")).to_be_visible()
    expect(page.get_by_text("new", exact=True)).to_be_visible()
    page.get_by_role("button", name="Import 1 file").click()
    expect(page.get_by_text("in the log, matches:")).to_be_visible()
    main = page.get_by_test_id("stMain")
    main.get_by_role("link", name="Tournaments").click()
    expect(page.get_by_role("heading", name="Harbour League")).to_be_visible()
    expect(page.get_by_text("of the table in the file", exact=False).first).to_be_visible()
    while urlsplit(page.url).path != "/import":  # an address that a page completes is one more step
        page.go_back()
    main.get_by_role("link", name="Meta").click()
    expect(page.get_by_role("heading", name="What is played, and what wins")).to_be_visible()
    expect(settled(page).get_by_test_id("stDataFrame").first).to_be_visible()
    addressed(page, "/meta", tournament="Harbour League", lang="en")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shuts_nobody_out_and_fits_a_phone(
    page: Page, desk: str, tmp_path: Path, language: str
) -> None:
    """With files that come in, that cannot be taken, and that ask for something."""
    broken = tmp_path / "broken-day.json"
    broken.write_bytes(altered("open-day.json", ('"Dov", "Result": "2-1-0"', '"Dov", "Result": "two"')).data)
    page.emulate_media(color_scheme=THEMES[language])
    page.goto(f"{desk}/import?lang={language}")
    send(page, SAMPLES / "spring-cup.tdf", broken)
    expect(page.get_by_text("broken-day.json: Rounds")).to_be_visible()
    assert barriers(page) == []


def test_without_record_the_address_of_the_page_leads_nowhere(page: Page, site: str) -> None:
    page.goto(f"{site}/import?lang=en")
    assert settled(page).get_by_test_id("stFileUploader").count() == 0
    assert page.get_by_role("dialog").count() == 0, "Streamlit says it in English"
    expect(page.get_by_text("this server only reads the log")).to_be_visible()
    page.goto(f"{site}/matches?lang=en")
    settled(page).get_by_test_id("stTopNavSection").filter(has_text="Matches").click()
    expect(page.get_by_role("menuitem", name="Replay", exact=True)).to_be_visible()
    assert page.get_by_role("menuitem", name="Import", exact=True).count() == 0
