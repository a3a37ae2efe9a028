"""Takes the pictures of the documents again, of the pages of a demo as they are (``kifuda demo --no-serve``):
``python -m tests.support.pictures kifuda-demo/kifuda.db``.

Each is what somebody sees first at that address, without scrolling. Not here: where they stand (``docs``).
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from tests.dashboard.browsing import ARGUMENTS, CHROMIUM, Theme, settled, shown
from tests.support.served import served

FOLDER = Path(__file__).parents[2] / "docs" / "images"
LAPTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)
DRAWN_MS = 2500
"""Charts and the table of a match come after the texts."""
COLOURS = 128
"""A picture of a page has few; its file is a third as large."""


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
"""Those of the demo; that of the record page needs a record that is being written."""


def main(log: Path) -> None:
    """Take all of them."""
    with sync_playwright() as playwright, served(log) as site:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for picture in PICTURES:
            context = chromium.new_context(viewport=picture.size, color_scheme=picture.theme)
            page = context.new_page()
            page.goto(f"{site}/{picture.address}")
            shown(settled(page))
            page.wait_for_timeout(DRAWN_MS)
            image = Image.open(BytesIO(page.screenshot())).convert("RGB")
            image.quantize(COLOURS).save(FOLDER / f"{picture.name}.png", optimize=True)
            context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
