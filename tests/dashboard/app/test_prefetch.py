"""What pages ask first of all is known before they ask."""

import shutil
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any

import pytest

from analytics.metrics import population
from analytics.metrics.intervals import player_share_bounds
from analytics.metrics.population.known_cards import known_cards
from analytics.metrics.reports.archetypes import field
from analytics.metrics.reports.profile import available_metrics
from analytics.store.manifest import DamagedStore
from analytics.store.reader import Store
from dashboard.app import page_cache, prefetch
from dashboard.app.activity import Activity
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import opened


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


@pytest.mark.parametrize("page", ["meta", "compare"])
def test_a_page_without_filters_finds_what_was_asked_ahead(
    page: str, log_of: LogOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = log_of("many")
    prefetch.prefetch(Store(log.with_suffix(".store")))
    find: Any = page_cache._cached
    computed = []

    def watched(key: str, compute: Any) -> Any:
        def noted() -> Any:
            computed.append(compute.func)
            return compute()

        return find(key, noted)

    monkeypatch.setattr(page_cache, "_cached", watched)
    opened(log, page, game="blade-rondo")
    assert {population, field} & {*computed} == set()


@pytest.mark.parametrize(("method", "quiet"), [("wait_until_quiet", 0.05), ("wait_until_idle", 0.0)])
def test_what_is_done_ahead_waits_for_pages(method: str, quiet: float) -> None:
    activity, waited = Activity(quiet=quiet), Event()

    def wait() -> None:
        getattr(activity, method)()
        waited.set()

    with activity.drawing():
        Thread(target=wait, daemon=True).start()
        assert not waited.wait(0.2)
    ended = monotonic()
    assert waited.wait(30) and monotonic() - ended >= quiet


def test_who_asks_a_broken_store_hears_of_it_and_not_who_asks_ahead(store: Store) -> None:
    prefetch.prefetch(broken(store))
    with pytest.raises(DamagedStore):
        known_cards(store)
    with pytest.raises(DamagedStore):
        player_share_bounds.preload(store, "")
