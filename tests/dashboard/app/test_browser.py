"""The pages in a real Chromium: addresses, stepping, what is hidden, and the way to a clause.

Everything else about the pages is tested without a browser, which is faster.
"""

from pathlib import Path

import msgspec
from playwright.sync_api import Page, expect

from dashboard.match.replay.browser_replay import html_file
from engine.record.match import Match
from engine.text.sentence import clause_text
from events.view.view import view
from tests.dashboard.browsing import Visitors, addressed, heading, needs_chromium
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN, POISON, SAMPLES
from tests.dashboard.opening import load

pytestmark = needs_chromium


def test_stepping_drops_no_key_and_the_address_leads_back(page: Page, site: str) -> None:
    page.goto(f"{site}/replay?match={CLEAN}&at=57&lang=en")
    heading(page, "#57 ")
    page.get_by_role("button", name="One event on").click()
    heading(page, "#58 ")
    addressed(page, "/replay", match=CLEAN, at="58", lang="en")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    heading(page, "#70 ")
    for key, start in (("End", "#"), ("Home", "#0 "), ("ArrowDown", "#")):
        page.keyboard.press(key)
        heading(page, start)
    page.get_by_role("slider").fill("59")
    heading(page, "#59 ")
    addressed(page, "/replay", match=CLEAN, at="59", lang="en")
    board = page.locator(".board").inner_text()
    page.goto("about:blank")
    page.goto(f"{site}/replay?match={CLEAN}&at=59&lang=en")
    heading(page, "#59 ")
    assert page.locator(".board").inner_text() == board
    assert page.locator(".board .card").count() > 8 and "Heat" in board


def test_both_players_are_whole_on_a_laptop_and_on_a_phone(visitors: Visitors, site: str) -> None:
    page = visitors.come(locale="ja-JP", theme="dark")
    menu = 56  # stays in sight, whatever is scrolled away
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.goto(f"{site}/replay?match={POISON}&at=88&lang=ja")
        heading(page, "#88 ")
        for side in page.locator(".side").all():
            box = side.bounding_box()
            assert box is not None
            assert box["y"] >= menu and box["y"] + box["height"] <= size["height"]
    expect(page.locator(".disputed")).to_have_text("13 ≠ 12")


def test_the_file_of_a_replay_works_without_a_server(page: Page, tmp_path: Path) -> None:
    """With names that try to be HTML: they are text, and nothing of them runs."""
    hostile = "<img src=x onerror=document.title='run'></script>"
    match = Match.read(SAMPLES / "disputed-forgotten-poison.kfd")
    named = msgspec.structs.replace(match.opened, players={"A": hostile, "B": hostile})
    match = Match([(named, None), *match.derived[1:]], id=hostile)
    path = tmp_path / "replay.html"
    path.write_text(html_file(match, match, viewer=None, at=88, language="en"), "utf-8")
    page.goto(path.as_uri())
    heading(page, "#88 ")
    expect(page.locator(".player").first).to_contain_text("<img src=x")
    page.keyboard.press("ArrowRight")
    heading(page, "#89 ")
    assert page.locator("img").count() == 0 and page.title() != "run"


def test_language_and_match_go_from_page_to_page(page: Page, site: str) -> None:
    page.goto(f"{site}/replay?match={CLEAN}&at=57")
    heading(page, "#57 ")
    page.get_by_text("日本語").click()
    expect(page.get_by_role("heading", name="再生")).to_be_visible()
    page.get_by_test_id("stTopNavSection").filter(has_text="対戦").click()
    page.get_by_role("menuitem", name="検証", exact=True).click()
    expect(page.get_by_role("heading", name="検証")).to_be_visible()
    addressed(page, "/audit", match=CLEAN, lang="ja")


def test_a_browser_that_speaks_japanese_gets_japanese(visitors: Visitors, site: str) -> None:
    page = visitors.come(locale="ja-JP")
    page.goto(site)
    expect(page.get_by_role("heading", name="概要")).to_be_visible()


def test_the_hand_of_the_other_player_never_reaches_the_browser(
    visitors: Visitors, site: str, log_of: LogOf
) -> None:
    match = load(log_of("mixed"), CLEAN)
    assert match.rules is not None
    cards = match.rules.sets["base"].cards
    seen = view(match.derived, match.rules, "B")
    faces = [
        {
            change.face
            for event, _ in derived
            for change in getattr(event, "changes", ())
            if hasattr(change, "face")
        }
        for derived in (match.derived, seen)
    ]
    hidden = {cards[face].name.en for face in faces[0] - faces[1] if face}
    shown_to_b = {cards[face].name.en for face in faces[1] if face}
    received: list[bytes] = []
    page = visitors.come(hears=received.append)
    page.goto(f"{site}/replay?match={CLEAN}&at=9&as=B&lang=en")
    heading(page, "#9 ")
    sent = b"".join(received)
    assert hidden and all(name.encode() in sent for name in shown_to_b)
    assert [name for name in sorted(hidden) if name.encode() in sent] == []


def test_from_the_first_page_to_the_disputes(page: Page, site: str) -> None:
    page.goto(f"{site}/?lang=en")
    page.get_by_role("link", name="2 disputes").click()
    expect(page.get_by_text("Matches by these filters: 2, the latest first")).to_be_visible()
    addressed(page, "/matches", lang="en", grade="DIVERGED")


def test_from_the_list_to_the_clause_of_a_dispute(page: Page, site: str, log_of: LogOf) -> None:
    divergence = load(log_of("mixed"), POISON).verdict.divergence
    assert divergence is not None
    rules = load(log_of("mixed"), POISON).rules
    page.goto(f"{site}/audit?match={POISON}&lang=en")
    expect(page.get_by_text(f"Line {divergence.line} · event #{divergence.seq}").first).to_be_visible()
    for language in ("en", "ja"):
        expect(page.get_by_text(clause_text(rules, divergence.clause, language)).first).to_be_visible()
    page.get_by_role("link", name=f"Replay event #{divergence.seq}").click()
    heading(page, f"#{divergence.seq} ")
    addressed(page, "/replay", match=POISON, at=str(divergence.seq), lang="en")


def test_the_numbers_lead_to_the_matches_behind_them(page: Page, site: str) -> None:
    """The filters go along: the list has the matches that were counted."""
    page.goto(f"{site}/meta?lang=en&game=blade-rondo&grade=AMENDED&min=5")
    page.get_by_role("link", name="The matches behind these numbers").click()
    expect(page.get_by_text("Matches by these filters: 1, the latest first")).to_be_visible()
    addressed(page, "/matches", lang="en", game="blade-rondo", grade="AMENDED")
