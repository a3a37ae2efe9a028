"""Logs and the server of the pages are made once for all tests: they are only read. One Chromium serves all
tests that stand one after the other (``tests/conftest.py`` puts them so)."""

import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright
from streamlit.testing.v1.util import patch_config_options

import dashboard
from tests.dashboard.browsing import ARGUMENTS, CHROMIUM, PATIENCE_MS, Visitors
from tests.dashboard.opening import frugal_apps
from tests.dashboard.shared import shared_log, shared_server
from tests.support.once import folder_of_run
from tests.support.served import served

LogOf = Callable[[str], Path]
CONFIG = Path(dashboard.__file__).parent / ".streamlit" / "config.toml"
SECTIONS = ("browser", "runner")
"""What of it says how a script runs."""


@pytest.fixture(scope="session")
def log_of(tmp_path_factory: pytest.TempPathFactory) -> LogOf:
    """Gives the log of a kind: a key of ``logs.FILLED``."""
    folder = folder_of_run(tmp_path_factory)
    return cache(lambda kind: shared_log(folder, kind))


@pytest.fixture(scope="session")
def site(log_of: LogOf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address where the pages of the ``mixed`` log are served."""
    with shared_server(folder_of_run(tmp_path_factory), lambda: log_of("mixed")) as address:
        yield address


@pytest.fixture(scope="session")
def log_of_desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all is written to that is entered on a page in a browser. There is no log yet."""
    return tmp_path_factory.mktemp("desk") / "desk.db"


@pytest.fixture(scope="session")
def desk(log_of_desk: Path) -> Iterator[str]:
    """The address of pages that write to it."""
    with served(log_of_desk, "--record", "--keeper", "mio") as address:
        yield address


RUNNING: list[tuple[ExitStack, Visitors]] = []
"""The Chromium of this process, while there is one."""


@pytest.fixture
def chromium() -> Visitors:
    """Started by the first test that wants it; stays for the next one if that wants it, too."""
    if not RUNNING:
        expect.set_options(timeout=PATIENCE_MS)
        with ExitStack() as stack:
            playwright = stack.enter_context(sync_playwright())
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            stack.callback(browser.close)
            RUNNING.append((stack.pop_all(), Visitors(browser)))
    return RUNNING[0][1]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Chromium ends before a test that does not use it: while it runs, nothing else may use ``asyncio``."""
    try:
        yield
    finally:
        if RUNNING and "chromium" not in getattr(nextitem, "fixturenames", ()):
            stack, _ = RUNNING.pop()
            stack.close()


@pytest.fixture
def visitors(chromium: Visitors) -> Iterator[Visitors]:
    """People who come, and leave when the test ends."""
    yield chromium
    chromium.leave()


@pytest.fixture
def page(visitors: Visitors) -> Page:
    """That of somebody who has never been here."""
    return visitors.come()


@pytest.fixture(scope="session", autouse=True)
def apps() -> Iterator[None]:
    """Apps that a test runs on without ``opening``, too."""
    with frugal_apps():
        yield


@pytest.fixture(scope="session", autouse=True)
def options_of_the_server() -> Iterator[None]:
    """Apps that are tried run with the options of the server for scripts and usage statistics."""
    options = tomllib.loads(CONFIG.read_text("utf-8"))
    found = {f"{section}.{name}": value for section in SECTIONS for name, value in options[section].items()}
    with patch_config_options(found):
        yield
