"""Rows that lead on: the script in the browser knows the pages that links lead to."""

import re

from dashboard.widgets.links import HEADINGS, ICONS
from dashboard.widgets.scripts import MARKUP
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import opened


def test_a_click_in_a_row_leads_to_every_page_that_has_links() -> None:
    pages = re.search(r"PAGES = /\^\(([a-z|]+)\)", MARKUP["en"])
    assert pages and set(pages[1].split("|")) == set(HEADINGS) == set(ICONS)


def test_a_page_that_ends_early_listens_to_its_rows_too(log_of: LogOf) -> None:
    """Such as that of audits, which offers matches where none is chosen."""
    app = opened(log_of("mixed"), "audit")
    assert len(app.dataframe) == 1
    sent = [one.proto.body for one in app.get("html")]
    assert MARKUP["en"] in sent
    assert any("stSidebar" in body for body in sent), "nor is an empty sidebar left over"
