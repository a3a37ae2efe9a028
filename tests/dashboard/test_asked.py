"""What pages ask first of all is known before they ask."""

import shutil
from pathlib import Path

import pytest

from analytics.manifest import DamagedStore
from analytics.metrics import givers
from analytics.metrics.faces import faces
from analytics.metrics.profile import offered
from analytics.store import Store
from dashboard import asked
from tests.dashboard.conftest import LogOf


@pytest.fixture
def store(log_of: LogOf, tmp_path: Path) -> Store:
    """One that may be broken."""
    return Store(Path(shutil.copytree(log_of("many").with_suffix(".store"), tmp_path / "many.store")))


def broken(store: Store) -> Store:
    for file in store.folder.glob("**/*.parquet"):
        file.unlink()
    return store


def test_what_was_asked_ahead_is_not_read_again(store: Store) -> None:
    asked.ahead(store)
    broken(store)
    assert faces(store) and offered(store, "blade-rondo")
    givers.ahead(store, "")
    givers.ahead(store, "blade-rondo")


def test_who_asks_a_broken_store_hears_of_it_and_not_who_asks_ahead(store: Store) -> None:
    asked.ahead(broken(store))
    with pytest.raises(DamagedStore):
        faces(store)
    with pytest.raises(DamagedStore):
        givers.ahead(store, "")
