"""Rows that lead on: the script in the browser knows the pages that links lead to."""

import re

from playwright.sync_api import Page, expect

from dashboard.widgets.links import HEADINGS, ICONS, MENU, ROWS
from tests.dashboard.browsing import needs_chromium
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import opened


def test_a_click_in_a_row_leads_to_every_page_that_has_links() -> None:
    pages = re.search(r"PAGES = /\^\(([a-z|]+)\)", ROWS)
    assert pages and set(pages[1].split("|")) == set(HEADINGS) == set(ICONS)


def test_a_page_that_ends_early_listens_to_its_rows_too(log_of: LogOf) -> None:
    """Such as that of audits, which offers matches where none is chosen."""
    app = opened(log_of("mixed"), "audit")
    assert len(app.dataframe) == 1
    sent = [one.proto.body for one in app.get("html")]
    assert ROWS + MENU in sent
    assert any("stSidebar" in body for body in sent), "nor is an empty sidebar left over"


@needs_chromium
def test_the_menu_of_a_narrow_window_closes_behind_who_chose_a_page(page: Page, site: str) -> None:
    """A page without filters has the menu as well."""
    page.set_viewport_size({"width": 700, "height": 800})
    page.goto(f"{site}/methods?lang=en")
    page.get_by_test_id("stExpandSidebarButton").click()
    menu = page.get_by_test_id("stSidebarNav")
    expect(menu).to_be_in_viewport()
    menu.get_by_role("link", name="Data health").click()
    expect(page.get_by_role("heading", level=1, name="Data health")).to_be_visible()
    expect(menu).not_to_be_in_viewport()
