"""In a narrow window the sidebar with filters and menu lies over the page and makes way for it."""

import pytest
from playwright.sync_api import Page, expect

from tests.dashboard.browsing import needs_chromium, shown

pytestmark = needs_chromium

OPEN, CLOSE = "stExpandSidebarButton", "stSidebarCollapseButton"


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


@pytest.mark.sampled(1)
@pytest.mark.parametrize("width", [900, 780])
def test_filters_of_a_narrow_window_take_nothing_of_the_page(page: Page, site: str, width: int) -> None:
    """They are closed until somebody opens them, and then lie over it."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{site}/matches?lang=en")
    main, filters = page.get_by_test_id("stMain"), page.get_by_role("combobox", name="Player")
    expect(page.get_by_test_id(OPEN)).to_be_visible()
    expect(filters).not_to_be_in_viewport()
    shown(page)
    assert main.bounding_box() == {"x": 0, "y": 0, "width": width, "height": 800}
    page.get_by_test_id(OPEN).click()
    expect(filters).to_be_in_viewport()
    assert main.bounding_box() == {"x": 0, "y": 0, "width": width, "height": 800}
    page.get_by_test_id(CLOSE).get_by_role("button").click()
    expect(filters).not_to_be_in_viewport()


def test_filters_of_a_wide_window_are_open_until_it_is_narrow(page: Page, site: str) -> None:
    page.goto(f"{site}/matches?lang=en")
    filters = page.get_by_role("combobox", name="Player")
    expect(filters).to_be_in_viewport()
    page.set_viewport_size({"width": 850, "height": 800})
    expect(filters).not_to_be_in_viewport()
