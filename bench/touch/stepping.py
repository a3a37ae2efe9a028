"""The replay page with a match of 500 events: how long it takes to open, how much is sent for it, and how
many steps there are in a second while a key is held.

Not here: the record page (``latency``).
"""

from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import Page, WebSocket, sync_playwright

from bench.figure import Figure
from bench.pages_speed import ARGUMENTS, CHROMIUM
from bench.touch.latency import serving
from engine.games.registry import RULESETS
from events.log.sqlite_log import SqliteLog
from kifuda.bots.simulate import SimulatedMatch, simulate, write

EVENTS, TIMES, STEPS = 500, 7, 400
"""The fewest events of the match · visits, of which the first is not counted · keys of a held arrow, two for
each frame: a browser draws 60 frames a second, if it can."""
TABLE = ".board .card >> visible=true"
HOLD = """
async steps => {
    const frame = () => new Promise(requestAnimationFrame), began = performance.now();
    for (let step = 0; step < steps; step++) {
        document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", repeat: true}));
        if (step % 2) await frame();
    }
    await frame();
    return 1000 * steps / (performance.now() - began);
}
"""


def run() -> list[Figure]:
    """Seconds until the table is there, bytes from the server until then, and steps a second."""
    match = _long_match()
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        log = Path(name) / "replay.db"
        with SqliteLog(log, writing=True) as source:
            write(source, [match], lambda: 0)
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        with serving(log) as address:
            visits = [_visit(page, f"{address}/replay?lang=en&match={match.id}") for _ in range(TIMES)]
            rates = [_held(page) for _ in range(TIMES)]
        chromium.close()
    title = f"replay of a match of {len(match.derived)} events"
    seconds, sizes = zip(*visits[1:], strict=True)
    return [
        Figure(f"{title}: until the table is there", median(seconds), "s", seconds, 1.5, False),
        Figure(f"{title}: sent by the server", max(sizes) / 1000, "kB", (), 1000, False),
        Figure(
            f"{title}: steps while a key is held, none dropped", median(rates), "steps/s", tuple(rates), 60
        ),
    ]


def _long_match() -> SimulatedMatch:
    """The first match of bots with so many events."""
    rules = RULESETS["genesis-garden@2011-04"]
    matches = (match for seed in count(1) for match in simulate(rules, matches=1, seed=seed))
    return next(match for match in matches if len(match.derived) >= EVENTS)


def _visit(page: Page, address: str) -> tuple[float, int]:
    """Seconds until the table is drawn, in a browser that has been here, and bytes sent until then."""
    sizes: list[int] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: sizes.append(len(frame)))

    page.on("websocket", listen)
    began = perf_counter()
    page.goto(address)
    page.wait_for_selector(TABLE)
    took = perf_counter() - began
    page.remove_listener("websocket", listen)
    return took, sum(sizes)


def _held(page: Page) -> float:
    """Steps in a second. Raises ``AssertionError`` if one of the keys was dropped."""
    page.keyboard.press("Home")
    rate: float = page.evaluate(HOLD, STEPS)
    shown = page.locator(".where").inner_text()
    assert shown.startswith(f"#{STEPS} "), f"keys were dropped: {shown}"
    return rate
