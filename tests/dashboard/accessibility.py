"""Whether somebody is shut out of a page: what axe finds, and whether the page fits its window.

Not here: which pages are looked at (``test_*.py``).
"""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.dashboard.browsing import Theme, shown

GRAVE = ("serious", "critical")
VIOLATIONS = {"resultTypes": ["violations"]}
"""Options of axe: only what is wrong is collected."""
THEMES: dict[str, Theme] = {"en": "light", "ja": "dark"}
"""Language → theme in which a page is looked at: colours do not depend on the language."""
LAPTOP: ViewportSize = {"width": 1280, "height": 844}
PHONE: ViewportSize = {"width": 390, "height": 844}


def grave_findings(page: Page) -> list[str]:
    """What axe calls serious or critical on the page as it stands."""
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in Axe().run(page, options=VIOLATIONS).response["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


def barriers(page: Page) -> list[str]:
    """What shuts somebody out of the page as it stands, in its theme: grave findings of axe, and every window
    that the page does not fit. The page is narrow afterwards."""
    page.set_viewport_size(LAPTOP)
    page.mouse.move(0, 0)  # What the mouse rests on has other colours.
    shown(page)
    found = grave_findings(page) + too_wide(page, LAPTOP)
    page.set_viewport_size(PHONE)
    shown(page)
    return found + too_wide(page, PHONE)


def too_wide(page: Page, window: ViewportSize) -> list[str]:
    """By how much the page is wider than its window, which has this size."""
    pixels: int = page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")
    return [f"{pixels} pixels wider than {window['width']}"] if pixels > 0 else []
