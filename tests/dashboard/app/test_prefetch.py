"""What pages ask first of all is known before they ask."""

import shutil
from pathlib import Path

import pytest

from analytics.metrics.intervals import player_share_bounds
from analytics.metrics.population.known_cards import known_cards
from analytics.metrics.reports.profile import available_metrics
from analytics.store.manifest import DamagedStore
from analytics.store.reader import Store
from dashboard.app import prefetch
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
    prefetch.prefetch(store)
    broken(store)
    assert known_cards(store) and available_metrics(store, "blade-rondo")
    player_share_bounds.preload(store, "")
    player_share_bounds.preload(store, "blade-rondo")


def test_who_asks_a_broken_store_hears_of_it_and_not_who_asks_ahead(store: Store) -> None:
    prefetch.prefetch(broken(store))
    with pytest.raises(DamagedStore):
        known_cards(store)
    with pytest.raises(DamagedStore):
        player_share_bounds.preload(store, "")
