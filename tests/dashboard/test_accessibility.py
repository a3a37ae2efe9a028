"""What axe finds serious or critical on any page, in both languages and both themes: nothing. And no page is
wider than a laptop or a phone."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import POISON
from tests.dashboard.opening import LANGUAGES, PAGES
from tests.dashboard.test_browser import CHROMIUM, PATIENCE_MS, browser, serving, shown  # noqa: F401

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no Chromium at {CHROMIUM}")

GRAVE = ("serious", "critical")
LAPTOP: ViewportSize = {"width": 1280, "height": 844}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def address(log_of: LogOf) -> Iterator[str]:
    with serving(log_of("disputed")) as made:
        yield made


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:  # noqa: F811
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def grave_findings(page: Page) -> list[str]:
    """What axe calls serious or critical on the page as it stands."""
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in Axe().run(page).response["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_no_page_shuts_anybody_out(page: Page, address: str, name: str, language: str) -> None:
    page.set_viewport_size(LAPTOP)
    page.emulate_media(color_scheme="light")
    page.goto(f"{address}/{name if name != PAGES[0] else ''}?lang={language}&match={POISON}&at=90")
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE_MS)
    shown(page)
    bright = ground(page)
    assert grave_findings(page) == []
    assert overhang(page) <= 0
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).not_to_have_css("background-color", bright)
    assert grave_findings(page) == []
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
