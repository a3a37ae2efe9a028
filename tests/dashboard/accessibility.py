"""Whether somebody is shut out of a page: what axe finds, and whether the page fits its window.

Not here: which pages are looked at (``test_*.py``).
"""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.dashboard.browsing import shown

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


def barriers(page: Page) -> list[str]:
    """What shuts somebody out of the page as it stands in the light theme: grave findings of axe in both
    themes, and every window that the page does not fit. The page is dark and narrow afterwards."""
    page.set_viewport_size(LAPTOP)
    shown(page)
    bright = _ground(page)
    found = grave_findings(page)
    found += _too_wide(page, LAPTOP)
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).not_to_have_css("background-color", bright)
    found += [f"dark: {one}" for one in grave_findings(page, options=COLOURS)]
    page.set_viewport_size(PHONE)
    shown(page)
    return found + _too_wide(page, PHONE)


def _ground(page: Page) -> str:
    """The colour behind everything."""
    colour: str = page.get_by_test_id("stApp").evaluate("app => getComputedStyle(app).backgroundColor")
    return colour


def _too_wide(page: Page, window: ViewportSize) -> list[str]:
    pixels: int = page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")
    return [f"{pixels} pixels wider than {window['width']}"] if pixels > 0 else []
