"""A store of the league and one of the field of decks, projected once."""

from collections.abc import Iterator

import pytest

from analytics.projection import project
from analytics.store import Store
from events.sqlite import SqliteLog
from tests.support.field import write_field
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


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The tournament of three archetypes. Do not project into it."""
    folder = tmp_path_factory.mktemp("cup")
    with SqliteLog(folder / "log.db", writing=True) as log:
        write_field(log)
        project(log, folder / "store")
    opened = Store(folder / "store")
    yield opened
    opened.close()
