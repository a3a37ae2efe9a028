"""What axe finds serious or critical on any page, in both languages and both themes: nothing. And no page is
wider than a laptop or a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.dashboard.browsing import needs_chromium, shown
from tests.dashboard.conftest import SiteOf
from tests.dashboard.logs import POISON
from tests.dashboard.opening import LANGUAGES, PAGES

pytestmark = needs_chromium

GRAVE = ("serious", "critical")
COLOURS = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
"""Options of axe: the rule alone for which it matters how light a theme is."""
LAPTOP: ViewportSize = {"width": 1280, "height": 844}
PHONE: ViewportSize = {"width": 390, "height": 844}


def grave_findings(page: Page, **options: dict[str, list[str]]) -> list[str]:
    """What axe calls serious or critical on the page as it stands."""
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in Axe().run(page, **options).response["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_no_page_shuts_anybody_out(page: Page, site_of: SiteOf, name: str, language: str) -> None:
    page.set_viewport_size(LAPTOP)
    page.goto(
        f"{site_of('disputed')}/{name if name != PAGES[0] else ''}?lang={language}&match={POISON}&at=90"
    )
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    shown(page)
    bright = ground(page)
    assert grave_findings(page) == []
    assert overhang(page) <= 0
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).not_to_have_css("background-color", bright)
    assert grave_findings(page, options=COLOURS) == []
    page.set_viewport_size(PHONE)
    shown(page)
    assert overhang(page) <= 0


def ground(page: Page) -> str:
    """The colour behind everything."""
    colour: str = page.get_by_test_id("stApp").evaluate("app => getComputedStyle(app).backgroundColor")
    return colour


def overhang(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    pixels: int = page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")
    return pixels
