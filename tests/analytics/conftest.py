"""A store of the league, projected once."""

from collections.abc import Iterator

import pytest

from analytics.projection import project
from analytics.store import Store
from events.sqlite import SqliteLog
from tests.support.league import judge, write


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Do not project into it."""
    folder = tmp_path_factory.mktemp("league")
    with SqliteLog(folder / "log.db", writing=True) as log:
        write(log)
        project(log, folder / "store", judge=judge)
    opened = Store(folder / "store")
    yield opened
    opened.close()
