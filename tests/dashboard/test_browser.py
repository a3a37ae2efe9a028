"""The pages in a real Chromium: addresses, stepping, what is hidden, and the way to a clause.

Everything else about the pages is tested without a browser, which is faster.
"""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from dashboard.steps import turn_stops
from engine.words.sentence import clause_text
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN, POISON
from tests.dashboard.opening import APP, load

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SECONDS = 60
PATIENCE_MS = 30_000
STILL_MS = 300

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no Chromium at {CHROMIUM}")


@contextmanager
def serving(log: Path, *options: str) -> Iterator[str]:
    """Serve the dashboard for a log; gives its address."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(APP), f"--server.port={port}"]
    command += ["--server.headless=true", "--", "--log", str(log), *options]
    with subprocess.Popen(command, cwd=log.parent, stdout=subprocess.DEVNULL) as server:
        try:
            waited_for(f"http://localhost:{port}/_stcore/health")
            yield f"http://localhost:{port}"
        finally:
            server.terminate()


def waited_for(address: str) -> None:
    end = time.monotonic() + SECONDS
    while True:
        try:
            with urlopen(address, timeout=SECONDS):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def clean(log_of: LogOf) -> Iterator[str]:
    with serving(log_of("one")) as address:
        yield address


@pytest.fixture(scope="module")
def disputed(log_of: LogOf) -> Iterator[str]:
    with serving(log_of("disputed")) as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A browser that has never been here, and speaks English."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    yield context.new_page()
    context.close()


def settled(page: Page) -> Page:
    """The page once Streamlit has drawn all of it."""
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    return page


def shown(page: Page) -> str:
    """What stands on the page, once it stands still: Streamlit says that it is done before the browser is."""
    main, before = settled(page).locator("[data-testid=stMain]"), ""
    while (now := main.inner_text()) != before:
        before = now
        page.wait_for_timeout(STILL_MS)
    return now


def addressed(page: Page, path: str, **query: str) -> None:
    """Wait until the address is this one; the order in it means nothing."""
    page.wait_for_url(lambda url: (urlsplit(url).path, dict(parse_qsl(urlsplit(url).query))) == (path, query))


def heading(page: Page, start: str) -> None:
    expect(page.get_by_role("heading", level=3).first).to_contain_text(start)


def test_stepping_changes_the_address_and_the_address_leads_back(page: Page, clean: str) -> None:
    page.goto(f"{clean}/replay?match={CLEAN}&at=57&lang=en")
    heading(page, "#57 ")
    page.get_by_role("button", name="Event").nth(1).click()
    heading(page, "#58 ")
    addressed(page, "/replay", match=CLEAN, at="58", lang="en")
    page.keyboard.press("ArrowRight")
    heading(page, "#59 ")
    stepped = shown(page)
    page.goto("about:blank")
    page.goto(f"{clean}/replay?match={CLEAN}&at=59&lang=en")
    heading(page, "#59 ")
    assert shown(page) == stepped


def test_language_and_match_go_from_page_to_page(page: Page, clean: str) -> None:
    page.goto(f"{clean}/replay?match={CLEAN}&at=57")
    heading(page, "#57 ")
    page.get_by_text("日本語").click()
    expect(page.get_by_role("heading", name="再生")).to_be_visible()
    page.get_by_test_id("stTopNavSection").filter(has_text="対戦").click()
    page.get_by_role("menuitem", name="検証", exact=True).click()
    expect(page.get_by_role("heading", name="検証")).to_be_visible()
    addressed(page, "/audit", match=CLEAN, lang="ja")


def test_a_browser_that_speaks_japanese_gets_japanese(browser: Browser, clean: str) -> None:
    with browser.new_context(locale="ja-JP") as context:
        page = context.new_page()
        page.goto(clean)
        expect(page.get_by_role("heading", name="概要")).to_be_visible(timeout=PATIENCE_MS)


def test_the_hand_of_the_other_player_never_reaches_the_browser(
    page: Page, clean: str, log_of: LogOf
) -> None:
    match = load(log_of("one"), CLEAN)
    at = turn_stops(match)[0]
    assert match.rules is not None
    cards, table = match.rules.sets["base"].cards, match.table(at)
    names = {seat: {cards[table.face[card]].name.ja for card in table.at(f"hand.{seat}")} for seat in "AB"}
    own = {cards[table.face[card]].name.ja for card in table.place if card.startswith("B.")}
    received: list[bytes] = []
    page.on(
        "websocket",
        lambda socket: socket.on(
            "framereceived", lambda frame: received.append(frame if isinstance(frame, bytes) else b"")
        ),
    )
    page.goto(f"{clean}/replay?match={CLEAN}&at={at}&as=B&lang=en")
    heading(page, f"#{at} ")
    content, sent = settled(page).content(), b"".join(received)
    assert all(name in content and name.encode() in sent for name in names["B"])
    hidden = names["A"] - own
    assert hidden
    assert [name for name in sorted(hidden) if name in content or name.encode() in sent] == []


def test_from_the_list_to_the_clause_of_a_dispute(page: Page, disputed: str, log_of: LogOf) -> None:
    divergence = load(log_of("disputed"), POISON).verdict.divergence
    assert divergence is not None
    rules = load(log_of("disputed"), POISON).rules
    page.goto(f"{disputed}/audit?match={POISON}&lang=en")
    expect(page.get_by_text(f"Line {divergence.line} · event #{divergence.seq}").first).to_be_visible()
    for language in ("en", "ja"):
        expect(page.get_by_text(clause_text(rules, divergence.clause, language)).first).to_be_visible()
    page.get_by_role("link", name=f"Replay event #{divergence.seq}").click()
    heading(page, f"#{divergence.seq} ")
    addressed(page, "/replay", match=POISON, at=str(divergence.seq), lang="en")


def test_the_numbers_lead_to_the_matches_behind_them(page: Page, disputed: str) -> None:
    """The filters go along: the list has the matches that were counted."""
    page.goto(f"{disputed}/meta?lang=en&grade=AMENDED&min=5")
    page.get_by_role("link", name="The matches behind these numbers").click()
    expect(page.get_by_text("Matches by these filters: 1, the latest first")).to_be_visible()
    addressed(page, "/matches", lang="en", grade="AMENDED")
