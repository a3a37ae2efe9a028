"""The pages in a real Chromium: addresses, stepping, what is hidden, and the way to a clause.

Everything else about the pages is tested without a browser, which is faster.
"""

from playwright.sync_api import Page, expect

from dashboard.match.replay.stepping import turn_stops
from engine.text.sentence import clause_text
from tests.dashboard.browsing import Visitors, addressed, heading, needs_chromium, settled, shown
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN, POISON
from tests.dashboard.opening import load

pytestmark = needs_chromium


def test_stepping_changes_the_address_and_the_address_leads_back(page: Page, site: str) -> None:
    page.goto(f"{site}/replay?match={CLEAN}&at=57&lang=en")
    heading(page, "#57 ")
    page.get_by_role("button", name="Event").nth(1).click()
    heading(page, "#58 ")
    addressed(page, "/replay", match=CLEAN, at="58", lang="en")
    page.keyboard.press("ArrowRight")
    heading(page, "#59 ")
    stepped = shown(page)
    page.goto("about:blank")
    page.goto(f"{site}/replay?match={CLEAN}&at=59&lang=en")
    heading(page, "#59 ")
    assert shown(page) == stepped


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
    at = turn_stops(match)[0]
    assert match.rules is not None
    cards, table = match.rules.sets["base"].cards, match.table(at)
    names = {seat: {cards[table.face[card]].name.ja for card in table.at(f"hand.{seat}")} for seat in "AB"}
    own = {cards[table.face[card]].name.ja for card in table.place if card.startswith("B.")}
    received: list[bytes] = []
    page = visitors.come(hears=received.append)
    page.goto(f"{site}/replay?match={CLEAN}&at={at}&as=B&lang=en")
    heading(page, f"#{at} ")
    content, sent = settled(page).content(), b"".join(received)
    assert all(name in content and name.encode() in sent for name in names["B"])
    hidden = names["A"] - own
    assert hidden
    assert [name for name in sorted(hidden) if name in content or name.encode() in sent] == []


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
