"""Opening a page of the dashboard in the tests' process, and what can be read on it."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest, local_script_runner
from streamlit.util import calc_hash

import dashboard
from dashboard.app import pages, preload
from engine.record.match import Match
from events.log.sqlite_log import SqliteLog

APP = Path(dashboard.__file__).parent / "app" / "run.py"
LANGUAGES = ("en", "ja")
ABOUT_MATCHES = ("meta", "matches", "replay", "audit")
SECONDS = 60
"""Far more than a page needs, for machines that do many things at once."""


PAGES = tuple(name for menu in pages.PAGES.values() for name in menu if name not in pages.WRITING)
"""The pages that the dashboard has for everybody, in their order."""


def opened(log: Path, page: str, language: str = "en", *options: str, **query: str) -> AppTest:
    """The page as a browser gets it that opens its address; ``options`` are those it is served with."""
    app = AppTest.from_file(APP, default_timeout=SECONDS)
    app.query_params["lang"] = language
    for key, value in query.items():
        app.query_params[key] = value
    # Pages that are functions have no file to switch to: the navigation finds them by this hash.
    app._page_hash = calc_hash("" if page == PAGES[0] else page)
    return run(app, log, *options)


SCANNED = cache(manifest_scanner.scan_component_manifests)
"""Which packages bring components for Streamlit: reading about all that are installed takes longer than most
pages."""


def _ended(runner: local_script_runner.LocalScriptRunner, timeout: float) -> None:
    """Wait for the end of the thread of an app. Streamlit itself asks a thousand times a second whether it
    has ended: each time that takes the interpreter away from the app."""
    thread = runner._script_thread
    assert thread is not None
    thread.join(timeout)
    if thread.is_alive():
        runner.request_stop()
        runner.join()
        raise RuntimeError(f"the page was not done within {timeout} seconds")


@contextmanager
def frugal_apps() -> Iterator[None]:
    """Apps do not do again and again what is the same for all of them, nor fetch in the background what the
    next pages may ask for (``test_prefetch``, ``test_start``): here each log has its own pages."""
    with (
        patch.object(preload, "load_rest", lambda store: None),
        patch.object(manifest_scanner, "scan_component_manifests", SCANNED),
        patch.object(local_script_runner, "require_widgets_deltas", _ended),
    ):
        yield


def run(app: AppTest, log: Path, *options: str) -> AppTest:
    """One run of the page; fails on an exception in it."""
    with frugal_apps(), patch.object(sys, "argv", ["app.py", "--log", str(log), *options]):
        app.run()
    assert [error.value for error in app.exception] == []
    return app


def table_of(app: AppTest) -> dict[str, Any]:
    """What the browser gets to draw the table of a match from."""
    [table] = app.get("bidi_component")
    sent: dict[str, Any] = json.loads(table.proto.json)
    return sent


def load(log: Path, id: str) -> Match:
    """A match of the log, read past the dashboard."""
    with SqliteLog(log) as source:
        return Match.load(source, id)


def text_of(app: AppTest) -> str:
    """Everything that the server sends of a page, hidden parts and tooltips included, as people read it."""
    elements = (element for element in (*app.main, *app.sidebar) if hasattr(element, "proto"))
    sent = re.sub(r"\\(['\"\\])", r"\1", "\n".join(str(element.proto) for element in elements))
    return re.sub(r"\\([^\w\s])", r"\1", sent)
