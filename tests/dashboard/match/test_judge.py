"""A judge in a real Chromium: from the address of a disputed match to the clause and to the printed ruling
sheet, within a minute; and through the replay by the keyboard alone.
"""

import time
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from dashboard.app.language import TEXTS
from dashboard.match.card_names import CardNames
from engine.text.sentence import clause_text
from events.model.kinds import ACTS
from tests.dashboard.accessibility import THEMES, barriers
from tests.dashboard.browsing import Theme, addressed, heading, needs_chromium, settled, shown
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import OVERSPENT, POISON
from tests.dashboard.opening import LANGUAGES, load

A_MINUTE = 60

pytestmark = needs_chromium


def words_of(path: Path) -> str:
    """The text of a PDF without the ends of its lines."""
    read = PdfReader(BytesIO(path.read_bytes()))
    return "".join(one.extract_text() for one in read.pages).replace("\n", "").replace(" ", "")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_address_of_a_dispute_to_the_printed_sheet(
    page: Page, site: str, log_of: LogOf, tmp_path: Path, language: str
) -> None:
    """One address, the clause before one's eyes, one click for the sheet."""
    match = load(log_of("mixed"), OVERSPENT)
    finding = match.verdict.divergence
    assert finding is not None
    since = time.monotonic()
    page.goto(f"{site}/audit?match={OVERSPENT}&lang={language}")
    clause = clause_text(match.rules, finding.clause, language)
    expect(page.get_by_text(clause).first).to_be_visible()
    said = {one: CardNames(match.rules, one).translated(finding.what[one]) for one in LANGUAGES}
    expect(page.get_by_text(said[language]).first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name=TEXTS["sheet.download"][language]).click()
    assert time.monotonic() - since < A_MINUTE
    sheet = tmp_path / download.value.suggested_filename
    download.value.save_as(sheet)
    assert sheet.name == f"{OVERSPENT}-{finding.seq}.pdf"
    words = words_of(sheet)
    told = (
        OVERSPENT, f"[{finding.clause}]", clause, *said.values(),
        *(TEXTS[f"sheet.{line}"][language] for line in ("ruling", "decision", "judge", "signed")),
    )  # fmt: skip
    assert [one for one in told if one.replace(" ", "") not in words] == []


def test_a_click_in_a_row_opens_what_it_is_about_and_back_leads_back(page: Page, site: str) -> None:
    page.goto(f"{site}/audit?lang=en")
    table = page.get_by_test_id("stDataFrame")
    cell = table.locator("td").filter(has_text=f"audit?match={POISON}&")
    expect(cell).to_have_count(1)
    rows = table.locator("tr")
    number = cell.locator("..").get_attribute("aria-rowindex")
    box = table.bounding_box()
    assert number and box
    table.click(position={"x": box["width"] / 2, "y": (int(number) - 0.5) * box["height"] / rows.count()})
    page.wait_for_url(f"{site}/audit?match={POISON}&lang=en")
    page.go_back()
    expect(cell).to_have_count(1)


def test_the_replay_of_a_dispute_by_the_keyboard_alone(page: Page, site: str, log_of: LogOf) -> None:
    """From the audit to its event and on, without a mouse: the link has the focus, and the arrows step."""
    match = load(log_of("mixed"), POISON)
    finding = match.verdict.divergence
    assert finding is not None
    at = finding.seq
    events = enumerate(match.events)
    acts = [0, *(seq for seq, event in events if isinstance(event, ACTS) and not event.implied)]
    page.goto(f"{site}/audit?match={POISON}&lang=en")
    link = page.get_by_role("link", name=f"Replay event #{at}")
    expect(link).to_be_visible()
    settled(page)
    link.focus()
    page.keyboard.press("Enter")
    heading(page, f"#{at} ")
    before, after = max(seq for seq in acts if seq < at), min(seq for seq in acts if seq > at)
    steps = {"ArrowLeft": at - 1, "ArrowRight": at, "ArrowUp": before, "ArrowDown": after}
    for key, goal in steps.items():
        shown(page)
        page.keyboard.press(key)
        heading(page, f"#{goal} ")
    addressed(page, "/replay", match=POISON, at=str(after), lang="en")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("theme", THEMES.values())
def test_the_checks_shut_nobody_out(page: Page, site: str, theme: Theme) -> None:
    page.emulate_media(color_scheme=theme)
    page.goto(f"{site}/audit?match={POISON}&lang=en&check=deals")
    expect(page.get_by_text(TEXTS["deals.meaning"].en)).to_be_visible()
    assert barriers(page) == []
