"""Tables under a finger, where their buttons are always there: they cover nothing that stands above.

Not here: the numbers in tables (``tests/dashboard/numbers``).
"""

from playwright.sync_api import Page

from tests.dashboard.accessibility import PHONE
from tests.dashboard.browsing import needs_chromium, shown

COVERED = """tools => tools.filter(one => getComputedStyle(one).opacity > 0).flatMap(one => {
  const box = one.getBoundingClientRect();
  const texts = [...document.querySelectorAll("[data-testid=stMarkdown], [data-testid=stExpander] summary")];
  return texts.filter(text => {
    const other = text.getBoundingClientRect();
    return other.height && other.bottom > box.top + 1 && other.top < box.bottom;
  }).map(text => text.textContent);
})"""


@needs_chromium
def test_on_a_phone_buttons_of_a_table_cover_no_text(page: Page, site: str) -> None:
    browser = page.context.browser
    assert browser is not None
    with browser.new_page(viewport=PHONE, has_touch=True, is_mobile=True) as phone:
        phone.goto(f"{site}/lab?lang=en&game=harbour-duel")
        shown(phone)
        tools = phone.locator("[data-testid=stDataFrame] > [data-testid=stElementToolbar]")
        tools.first.wait_for()
        assert tools.evaluate_all(COVERED) == []
