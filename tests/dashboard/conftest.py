"""Logs are made once for all tests of the pages: they are only read."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.dashboard import logs

LogOf = Callable[[str], Path]


@pytest.fixture(scope="session")
def log_of(tmp_path_factory: pytest.TempPathFactory) -> LogOf:
    """Gives the log of a kind: ``empty``, ``one``, ``disputed`` or ``many``."""
    folder = tmp_path_factory.mktemp("logs")
    return cache(lambda kind: logs.make(folder, kind))
