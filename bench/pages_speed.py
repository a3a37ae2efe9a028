"""The pages on a log of a million matches in Chromium: server time of each interaction, and time until the
page no longer changes.

The log holds most of its matches as imported results; the store has facts of every act (``served``). Server
time is that of the script runs that an interaction causes, with Chromium on the same cores. Not here: the
time of a query alone (``analytics_cubes``).
"""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, sleep
from urllib.request import urlopen

from playwright.sync_api import Browser, Locator, Page, sync_playwright

import dashboard
from bench.figure import Figure
from bench.served import PLAYED, served

MATCHES = 1_000_000
SERVER = Path(__file__).with_name("timed_serve.py")
HEADLESS, WHOLE = (Path("/usr/bin", name) for name in ("chromium-headless-shell", "chromium"))
CHROMIUM = WHOLE if WHOLE.exists() else HEADLESS
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run"] + ["--headless=new"] * (CHROMIUM == WHOLE)
PATIENCE_MS, STILL_MS = 120_000, 500
TIMES, SECONDS = 3, 120
"""Number of tours, each with a new browser and server (medians count), and seconds of a timeout."""
WATCH = """
    const moves = () => { window.moved = performance.now(); };
    const seen = ({target}) => !(target.closest ? target : target.parentElement)
        ?.closest("[data-live-announcer], canvas");
    moves();
    new MutationObserver((changes) => { if (changes.some(seen)) moves(); })
        .observe(document, {subtree: true, childList: true, characterData: true});
    const canvas = CanvasRenderingContext2D.prototype;
    for (const way of ["drawImage", "fillRect", "fillText", "stroke"]) {
        const draw = canvas[way];
        canvas[way] = function (...how) { moves(); return draw.apply(this, how); };
    }
"""
"""Stores the time of the last change on the page, canvases included. Texts for screen readers are ignored
because they are never painted: the rows of a canvas, and announcements, which are removed seconds later."""
READY = "[data-testid=stApp][data-test-script-state=notRunning]"
CONTENT = "[data-testid=stMetric]"
MENUS = {
    "Meta and cards": (
        *("Meta", "Matchups", "Archetype", "Compare", "Cards", "Card"),
        *("Tempo", "Chains", "Costs"),
    ),
    "Tournaments": ("Tournaments", "Players", "Field lab"),
    "Matches": ("Matches", "Replay", "Audit"),
    "About the data": ("Data health", "Methods"),
}
GAME, ARCHETYPE, PLAYER, CUP = "game-2", "archetype 0003", "player 0017", "cup 2025-03 0005"


def run(scale: float = 1) -> list[Figure]:
    """Every figure, on a log smaller by ``scale``."""
    matches = round(MATCHES * scale)
    log, store = served(matches)
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        times = Path(name) / "times"
        cold = [_cold(chromium, log, store, times) for _ in range(TIMES)]
        tours = [_toured(chromium, log, store, times) for _ in range(TIMES)]
        chromium.close()
    steps = [_typical(same) for same in zip(*tours, strict=True)]
    server, painted = ([getattr(one, name) for one in steps] for name in ("server", "painted"))
    title = f"pages on {matches:,} matches ({sum(PLAYED.values())} of them act by act)"
    names = tuple(step.name for step in steps)
    slowest = max(steps, key=lambda step: step.server)
    return [
        Figure(f"{title}: server time of an interaction, p50", median(server), "ms", tuple(server), of=names),
        Figure(
            f"{title}: server time of an interaction, p95", quantiles(server, n=20)[-1], "ms", (), 200, False
        ),
        Figure(f"{title}: slowest interaction, server", slowest.server, "ms", of=(slowest.name,)),
        Figure(f"{title}: until it is painted, p50", median(painted), "ms", tuple(painted), of=names),
        Figure(f"{title}: until it is painted, p95", quantiles(painted, n=20)[-1], "ms", (), 1000, False),
        Figure(f"{title}: cold start to first content", median(cold), "s", tuple(cold), 4, False),
    ]


# --- what is done --------------------------------------------------------------------------------------


def _toured(chromium: Browser, log: Path, store: Path, times: Path) -> list["Step"]:
    """The steps of a tour with a new browser and a new server."""
    page = _opened(chromium)
    with _serving(log, store, times) as address:
        visit = Visit(page, address, times)
        _tour(visit)
    page.context.close()
    return visit.steps


def _typical(same: Sequence["Step"]) -> "Step":
    """The median of the same step of several tours. Raises ``ValueError`` if the steps differ."""
    (name,) = {step.name for step in same}
    return Step(name, median(step.server for step in same), median(step.painted for step in same))


def _tour(visit: "Visit") -> None:
    """Open every page by its menu and use its controls."""
    for menu, pages in MENUS.items():
        for page in pages:
            visit.go(menu, page)
    visit.go("Meta and cards", "Meta")
    visit.pick("Game", GAME)
    visit.press("half a win")
    visit.press("Without")
    visit.tab("Players")
    visit.pick("Archetype", ARCHETYPE)
    visit.pick("Tournament", CUP)
    visit.go("Meta and cards", "Matchups")
    visit.pick("Game", "game-3")
    visit.press("as counted")
    visit.go("Meta and cards", "Archetype")
    visit.pick("Archetype", "archetype 0007")
    visit.go("Meta and cards", "Compare")
    visit.pick("Deck", "archetype 0003")
    visit.pick("Compared with", "archetype 0007")
    visit.tab("Over time")
    visit.tab("Before and after")
    visit.press("match win rate")
    visit.tab("Copies")
    visit.tab("Pairs")
    visit.go("Meta and cards", "Cards")
    visit.pick("Game", "game-4")
    visit.tab("All numbers")
    visit.go("Meta and cards", "Tempo")
    visit.pick("Archetype", "archetype 0009")
    visit.go("Meta and cards", "Chains")
    visit.pick("Game", "game-0")
    visit.go("Meta and cards", "Costs")
    visit.pick("Game", "game-4")
    visit.go("Matches", "Matches")
    visit.pick("Player", PLAYER)
    visit.pick("Game", "game-1")
    visit.pick("Tournament", "cup 2025-05 0007")
    visit.go("Matches", "Replay")
    visit.pick("Match", "sim-")  # its steps are taken in the browser
    visit.go("Matches", "Audit")


class Step:
    """An interaction: its name, and the milliseconds of the server and until it was painted."""

    def __init__(self, name: str, server: float, painted: float) -> None:
        self.name, self.server, self.painted = name, server, painted


class Visit:
    """A user of the pages; ``steps`` are the timed interactions."""

    def __init__(self, page: Page, address: str, times: Path) -> None:
        self.page, self.times = page, times
        self.where = "Overview"
        self.steps: list[Step] = []
        page.goto(f"{address}/?lang=en")
        self._settled()

    def go(self, menu: str, page: str) -> None:
        """Open a page by its menu."""
        self.page.get_by_test_id("stTopNavSection").filter(has_text=menu).first.click()
        links = self.page.get_by_test_id("stTopNavDropdownLink")  # an icon is part of what each is called
        item = links.filter(has=self.page.get_by_text(page, exact=True)).first
        item.wait_for()
        self.where = page
        self._timed(page, item.click)

    def pick(self, label: str, option: str) -> None:
        """Choose another option from a list, if there is such a list: this one, or the last one of those that
        there are under the filters."""
        field = self.page.get_by_role("combobox", name=label).locator("visible=true")
        if not field.count() or not field.first.is_enabled():
            return
        field.first.click()
        field.first.press("Control+a")
        field.first.press_sequentially(option)
        found = self.page.get_by_role("option", name=option).first
        nothing = self.page.get_by_text("No results", exact=True)
        found.or_(nothing).first.wait_for()
        if nothing.is_visible():
            field.first.fill("")
            found = self.page.get_by_role("option").last
            found.wait_for()
        self._timed(f"{self.where}: {label}", found.click)

    def press(self, label: str, *, index: int = 0) -> None:
        """Press the button of this index among those with this name, if there is one."""
        named = self.page.get_by_role("button", name=label)
        self._click(named.or_(self.page.get_by_role("radio", name=label)), label, index)

    def tab(self, label: str) -> None:
        """Open another tab of the page."""
        self._click(self.page.get_by_role("tab", name=label), label, 0)

    def _click(self, found: Locator, label: str, index: int) -> None:
        found = found.locator("visible=true")
        if found.count() > index:
            self._timed(f"{self.where}: {label}", found.nth(index).click)

    def _timed(self, name: str, act: Callable[[], None]) -> None:
        """Do ``act`` and record its times. Raises Playwright's ``TimeoutError`` if nothing changes."""
        known = len(self._runs())
        began = self.page.evaluate("performance.now()")
        act()
        self.page.wait_for_function(f"window.moved > {began}")
        self._settled()
        painted = self.page.evaluate("window.moved") - began
        self.steps.append(Step(name, 1e3 * sum(self._runs()[known:]), painted))

    def _settled(self) -> None:
        """Wait until the server is idle and the page has not changed for ``STILL_MS``."""
        while True:
            self.page.wait_for_selector(READY)
            if self.page.evaluate("performance.now() - window.moved") > STILL_MS:
                return
            self.page.wait_for_timeout(STILL_MS / 5)

    def _runs(self) -> list[float]:
        return [float(line) for line in self.times.read_text().split()] if self.times.exists() else []


# --- serving -------------------------------------------------------------------------------------------


def _cold(chromium: Browser, log: Path, store: Path, times: Path) -> float:
    """Seconds from the start of the server to the first content of the first page."""
    page = _opened(chromium)
    began = perf_counter()
    with _serving(log, store, times) as address:
        page.goto(f"{address}/?lang=en")
        page.wait_for_selector(CONTENT)
        took = perf_counter() - began
    page.close()
    return took


def _opened(chromium: Browser) -> Page:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(WATCH)
    return context.new_page()


@contextmanager
def _serving(log: Path, store: Path, times: Path) -> Iterator[str]:
    """Serve the pages with timing; yields their address."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-P", "-m", "streamlit", "run", str(SERVER), f"--server.port={port}"]
    command += ["--server.headless=true", "--", str(times), "--log", str(log), "--store", str(store)]
    # Streamlit reads its settings beside the script or, for this other script, from the working directory.
    home, quiet = Path(dashboard.__file__).parent, subprocess.DEVNULL
    # Compiled, as in an installation after its first start.
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen(command, cwd=home, env=compiled, stdout=quiet, stderr=quiet) as server:
        try:
            _wait_for(f"http://localhost:{port}/_stcore/health")
            yield f"http://localhost:{port}"
        finally:
            server.terminate()


def _wait_for(address: str) -> None:
    end = monotonic() + SECONDS
    while True:
        try:
            with urlopen(address, timeout=SECONDS):
                return
        except OSError:
            if monotonic() > end:
                raise
            sleep(0.02)
