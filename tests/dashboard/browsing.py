"""A real Chromium for tests: people who come with a browser that has never been anywhere, and what they can
wait for on a page.

Not here: the servers of the pages (``tests.support.served``).
"""

from collections.abc import Callable
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

HEADLESS, WHOLE = (Path("/usr/bin", name) for name in ("chromium-headless-shell", "chromium"))
CHROMIUM = HEADLESS if HEADLESS.exists() else WHOLE
"""Without windows and menus of its own if it is there: it does less beside what is on the page."""
ARGUMENTS = [
    *(["--headless=new"] if CHROMIUM == WHOLE else []),
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # Nothing that is tested moves, and drawing each step of a movement takes a tenth of all time, or
    # more where the machine is busy: a thread of its own draws sixty times a second while one waits.
    "--force-prefers-reduced-motion", "--disable-threaded-animation", "--in-process-gpu",
    # A page is left before compiling its scripts well, or tidying up behind them, has paid off.
    "--js-flags=--no-opt --no-maglev --min-semi-space-size=64 --max-semi-space-size=128",
]  # fmt: skip
PATIENCE_MS = 30_000
STILL_MS = 300

needs_chromium = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no Chromium at {CHROMIUM}")

Theme = Literal["light", "dark"]


class Visitors:
    """People with browsers that have never been anywhere.

    Who leaves passes the page on once everything on it is forgotten: a new one would compile all scripts
    of Streamlit again, which takes longer than most visits.
    """

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._here: list[tuple[Page, str, Callable[[WebSocket], None]]] = []
        self._left: dict[str, list[Page]] = {}

    def come(
        self,
        *,
        locale: str = "en-GB",
        theme: Theme = "light",
        hears: Callable[[bytes], object] = lambda frame: None,
    ) -> Page:
        """A page for somebody; ``hears`` gets every message that a server sends to it."""

        def listen(socket: WebSocket) -> None:
            def heard(frame: bytes | str) -> None:
                hears(frame if isinstance(frame, bytes) else frame.encode())

            socket.on("framereceived", heard)

        left = self._left.setdefault(locale, [])
        page = left.pop() if left else self._new(locale)
        page.set_viewport_size({"width": 1280, "height": 900})
        page.emulate_media(color_scheme=theme)
        page.on("websocket", listen)
        self._here.append((page, locale, listen))
        return page

    def leave(self, *pages: Page) -> None:
        """Who looks at one of these pages leaves; without pages all who are here."""
        for one in [one for one in reversed(self._here) if not pages or one[0] in pages]:
            page, locale, listen = one
            self._here.remove(one)
            page.remove_listener("websocket", listen)
            if page.url.startswith("http"):
                _forget(page)
            page.context.clear_cookies()
            self._left[locale].append(page)

    def _new(self, locale: str) -> Page:
        context = self._chromium.new_context(locale=locale)
        context.set_default_timeout(PATIENCE_MS)
        return context.new_page()


def _forget(page: Page) -> None:
    """Clear what scripts keep of an origin, on an empty page of it: there they write nothing any more, and
    the server need not be there any more either."""
    page.route("**/nowhere", lambda route: route.fulfill(body=""))
    page.goto(urljoin(page.url, "/nowhere"))
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.unroute("**/nowhere")


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


def soon(page: Page, holds: Callable[[], bool]) -> bool:
    """Whether this holds once the browser has drawn everything: fields come after the texts."""
    for _ in range(PATIENCE_MS // STILL_MS):
        if holds():
            return True
        page.wait_for_timeout(STILL_MS)
    return holds()


def addressed(page: Page, path: str, **query: str) -> None:
    """Wait until the address is this one; the order in it means nothing."""
    page.wait_for_url(lambda url: (urlsplit(url).path, dict(parse_qsl(urlsplit(url).query))) == (path, query))


def heading(page: Page, start: str) -> None:
    """Wait until the heading of what is looked at begins like this."""
    expect(page.get_by_role("heading", level=3).first).to_contain_text(start)
