"""Tiles stand in rows of the same length in every window: three and one below them look like a slip."""

import re

import pytest
from playwright.sync_api import Page

from dashboard.widgets.tiles import STYLE
from tests.dashboard.browsing import needs_chromium, shown

pytestmark = needs_chromium

ROWS = """tiles => {
  const rows = new Map();
  for (const tile of tiles) {
    const {top, width} = tile.getBoundingClientRect();
    rows.set(Math.round(top), [...(rows.get(Math.round(top)) || []), Math.round(width)]);
  }
  return [...rows.values()];
}"""
"""Widths of the tiles, row by row."""
BARS = """bars => bars.map(bar => {
  const line = bar.getBoundingClientRect();
  const parts = [".band", ".dot"].map(part => bar.querySelector(part).getBoundingClientRect());
  const at = [parts[1].left + parts[1].width / 2, parts[0].left, parts[0].right];
  return [bar.getAttribute("aria-label"), at.map(x => 100 * (x - line.left) / line.width)];
})"""
"""Of each interval that is drawn what it is called, and where value and ends lie in percent of the line."""


@pytest.mark.parametrize("width", [390, 700, 1280, 1920])
@pytest.mark.parametrize("size", ["small", "wide"])
def test_as_many_tiles_stand_in_every_row(page: Page, width: int, size: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for number in (2, 3, 4, 6):
        tiles = "<div>tile</div>" * number
        page.set_content(f"{STYLE}<div class='st-key-even-{size}-{number}-x'>{tiles}</div>")
        rows = page.eval_on_selector_all("[class^=st-key] > div", ROWS)
        assert len({len(row) for row in rows}) == 1, (number, rows)
        assert len({tile for row in rows for tile in row}) <= 2, "of one width, but for a rounded pixel"


def test_the_tiles_of_a_page_stand_so_and_draw_their_intervals(page: Page, site: str) -> None:
    """Those of decks and numbers, on a laptop."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site}/?lang=en&game=harbour-duel")
    shown(page)
    for key in ("overview", "decks"):
        page.wait_for_selector(f"[class*=st-key-even-][class*={key}] [data-testid=stMetric]")
        rows = page.eval_on_selector_all(f"[class*=st-key-even-][class*={key}] [data-testid=stMetric]", ROWS)
        assert len({len(row) for row in rows}) == 1, (key, rows)
    bars = page.eval_on_selector_all("[class*=st-key-even-][class*=decks] .interval", BARS)
    assert bars
    for label, places in bars:
        assert places == pytest.approx([int(number) for number in re.findall(r"\d+", label)], abs=0.7), label
