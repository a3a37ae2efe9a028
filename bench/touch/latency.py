"""How long it takes on the record page from the tap that says an act until the table shows what became of it:
acts of a match of Blade Rondo, recorded into a log on disk, in Chromium on the same cores.

Not here: how many taps an act takes (``taps``).
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

from bench.figure import Figure
from bench.pages_speed import ARGUMENTS, CHROMIUM, READY, SECONDS
from engine.games.registry import RULESETS
from events.log.clock import now
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import ACTS
from kifuda.bots.simulate import simulate

MATCH, PORT = "latency-1", 8651
BEFORE, ACTS_TIMED = 2, 30
"""Acts that are recorded before, both hands being kept, and those that are timed."""
REST_MS = 250
"""Between acts: people look at what they did."""
TAP = """
() => new Promise(done => {
    const host = [...document.querySelectorAll("*")].find(one => one.shadowRoot?.querySelector(".recorder"));
    const root = host.shadowRoot, told = root.querySelector(".told");
    root.querySelector(".board .card.lit")?.click();
    const chip = root.querySelector(".chip:not(.standing)"), began = performance.now();
    new MutationObserver((changes, watching) => {
        if (!told.textContent || !told.classList.contains("recorded")) return;
        watching.disconnect();
        requestAnimationFrame(() => done(performance.now() - began));
    }).observe(root, {subtree: true, childList: true, characterData: true});
    told.replaceChildren();
    chip.click();
})
"""


def run() -> list[Figure]:
    """Median and 95th percentile."""
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        log = Path(name) / "desk.db"
        _begin(log)
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with serving(log, "--record", "--keeper", "bench") as address:
            times = list(_timed(chromium.new_page(), address))
        chromium.close()
    title = "record page: from a tap until the table shows the act"
    return [
        Figure(f"{title}, p50", median(times), "ms", tuple(round(one, 1) for one in times)),
        Figure(f"{title}, p95", quantiles(times, n=20)[-1], "ms", (), 1000, False),
    ]


def _begin(log: Path) -> None:
    """A match up to the first turn."""
    [played] = simulate(RULESETS["blade-rondo@1.03"], matches=1, seed=5)
    acts = (seq for seq, (event, _) in enumerate(played.derived) if isinstance(event, ACTS))
    first = next(islice(acts, BEFORE, None))
    with SqliteLog(log, writing=True) as source:
        events = [Pending(*one) for one in played.derived[:first]]
        source.append(MATCH, events, expected=0, command=f"bench/{MATCH}/0", at=now())


def _timed(page: Page, address: str) -> Iterator[float]:
    page.goto(f"{address}/record?lang=en&match={MATCH}")
    page.wait_for_selector(".recorder .chip")
    for _ in range(ACTS_TIMED):
        page.wait_for_selector(READY)
        page.wait_for_timeout(REST_MS)
        yield page.evaluate(TAP)


@contextmanager
def serving(log: Path, *options: str) -> Iterator[str]:
    """Serve the pages of a log with these options; yields their address."""
    command = [sys.executable, "-m", "kifuda", "dashboard", "--log", str(log), "--port", str(PORT)]
    command += ["--no-browser", *options]
    with subprocess.Popen(command, cwd=log.parent, stdout=subprocess.DEVNULL) as server:
        try:
            end = monotonic() + SECONDS
            while not _answers(f"http://localhost:{PORT}/_stcore/health"):
                if monotonic() > end:
                    raise TimeoutError("the pages do not answer")
                sleep(0.05)
            yield f"http://localhost:{PORT}"
        finally:
            server.terminate()


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=SECONDS):
            return True
    except OSError:
        return False
