"""Takes the pictures of the documents again, of the pages of a demo as they are (``kifuda demo --no-serve``):
``python -m tests.support.pictures kifuda-demo/kifuda.db``.

Each is what somebody sees first at that address, without scrolling. Not here: where they stand (``docs``).
"""

import sys
from io import BytesIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from engine.record.live_recording import Recording
from events.log.sqlite_log import SqliteLog
from tests.dashboard.browsing import ARGUMENTS, CHROMIUM, Theme, settled, shown
from tests.dashboard.logs import SAMPLES
from tests.support.served import served

FOLDER = Path(__file__).parents[2] / "docs" / "images"
LAPTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)
HIGHER = ViewportSize(width=1280, height=900)
REFUSED = ".side:not(.far) .fan .card:not(.lit)"
"""A card of the hand of whoever is asked that cannot be used."""
DRAWN_MS = 2500
"""Charts and the table of a match come after the texts."""
COLOURS, METHOD = 256, Image.Quantize.MAXCOVERAGE
"""A picture of a page has few; its file is a third as large. By this method colours of small areas stay, such
as those of the games."""


class Picture(NamedTuple):
    """A file of ``FOLDER``, and the address on a screen of this size."""

    name: str
    address: str
    size: ViewportSize = LAPTOP
    theme: Theme = "light"


PICTURES = (
    Picture("overview", "?lang=en&game=blade-rondo"),
    Picture("overview-phone", "?lang=ja&game=aquarian-age", PHONE, "dark"),
    Picture("meta", "meta?lang=en&game=fertcg"),
    Picture("matchups", "matchups?lang=en&game=aquarian-age"),
    Picture("compare", "compare?lang=en&game=fertcg"),
    Picture("tournament", "tournaments?lang=en&cup=demo-genesis-garden&part=bracket"),
    Picture("matches", "matches?lang=en&game=blade-rondo"),
    Picture("replay", "replay?lang=en&match=thursday-club-17-b&at=88"),
    Picture("replay-phone", "replay?lang=ja&match=disputed-chip-count&at=120", PHONE, "dark"),
    Picture("audit", "audit?lang=en&match=library-evening-8"),
)
"""Those of the demo."""
RECORDED, LINES = "spring-cup-r1-t1", 14
"""The sample that is recorded for the picture of the record page, up to so many of its lines."""


def main(log: Path) -> None:
    """Take all of them."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with served(log) as site:
            for picture in PICTURES:
                _take(chromium, site, picture)
        with TemporaryDirectory() as folder:
            desk = Path(folder, "desk.db")
            _begin(desk)
            with served(desk, "--record", "--keeper", "mio") as site:
                address = f"record?lang=en&match={RECORDED}"
                _take(chromium, site, Picture("record", address, HIGHER), tap=REFUSED)


def _take(chromium: Browser, site: str, picture: Picture, *, tap: str = "") -> None:
    """``tap`` is what is tapped before."""
    context = chromium.new_context(viewport=picture.size, color_scheme=picture.theme)
    page = context.new_page()
    page.goto(f"{site}/{picture.address}")
    shown(settled(page))
    if tap:
        page.locator(tap).first.click()
        shown(settled(page))
    page.wait_for_timeout(DRAWN_MS)
    image = Image.open(BytesIO(page.screenshot())).convert("RGB")
    image.quantize(COLOURS, method=METHOD).save(FOLDER / f"{picture.name}.png", optimize=True)
    context.close()


def _begin(desk: Path) -> None:
    """A match that somebody is recording."""
    _, head, body = (SAMPLES / f"{RECORDED}.kfd").read_text("utf-8").split("+++\n")
    stated = [line for line in body.splitlines() if line[:2] in ("A ", "B ")]
    with SqliteLog(desk, writing=True) as log:
        one = Recording.begin(log, f"+++\n{head}+++\n", keeper="mio", clock=count(1).__next__)
        for line in stated[:LINES]:
            one.write(line.partition("#")[0], size=one.size)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
