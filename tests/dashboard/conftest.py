"""Logs are made once for all tests of the pages: they are only read."""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.dashboard import logs

LogOf = Callable[[str], Path]
MAIN = sys.modules["__main__"]


@pytest.fixture(scope="session")
def log_of(tmp_path_factory: pytest.TempPathFactory) -> LogOf:
    """Gives the log of a kind: ``empty``, ``one``, ``disputed`` or ``many``."""
    folder = tmp_path_factory.mktemp("logs")
    return cache(lambda kind: logs.make(folder, kind))


@pytest.fixture(autouse=True)
def main_module() -> Iterator[None]:
    """Streamlit puts the page into the place of ``__main__``, where it would stay: a process that a
    later test spawns would begin by running the page. What a fixture opened before the test counts too."""
    yield
    sys.modules["__main__"] = MAIN
