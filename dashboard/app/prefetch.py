"""Computes ahead what every page asks of a store first, and what stays true until its facts change.

Not here: when that begins (``preload``), nor what is asked under filters (``page_cache``).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from time import monotonic, sleep

from analytics.metrics import METRICS, Filters, population, table
from analytics.metrics.decklists.deck_set import preload as preload_lists
from analytics.metrics.intervals import player_share_bounds
from analytics.metrics.population.known_cards import known_cards
from analytics.metrics.reports.archetypes import field
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.profile import available_metrics
from analytics.query.choices import choices
from analytics.store.manifest import StoreError
from analytics.store.reader import Store
from dashboard.app.page_cache import cached
from engine.games.registry import editions_of

EVERY_GAME = ""


def prefetch(store: Store, wait: Callable[[], None] = lambda: None) -> None:
    """Compute it, so that it is cached: one question after the other, each after ``wait`` and with a pause
    as long as it took. An error is left to whoever asks again."""
    with suppress(StoreError):
        for ask in _of_pages(store, choices(store)["game"]):
            wait()
            began = monotonic()
            ask()
            sleep(monotonic() - began)  # the browser, often on the same machine, draws a page meanwhile


def _of_pages(store: Store, games: Sequence[str]) -> Iterator[Callable[[], object]]:
    """What every page needs, then what the pages of these games ask of all their matches."""
    yield partial(known_cards, store)
    for game in games:
        for counted in ("games", "matches"):
            yield partial(cached, store, population, Filters(game=game), counted=counted)
    for game in (*games, EVERY_GAME):
        yield partial(player_share_bounds.preload, store, game)
    for game in games:
        yield partial(available_metrics, store, game)
    for game in games:
        filters = Filters(game=game)
        yield partial(cached, store, field, filters, draws="exclude")
        yield partial(cached, store, table, "seats", filters, draws="exclude")
        yield partial(cached, store, measured, METRICS["meta_share"], ("week",), filters, draws="exclude")
        yield partial(preload_lists, store, game)
    for game in games:
        yield partial(editions_of, game)  # its rules, for those who open a match
    yield partial(import_module, "scipy.stats")  # tests of deals, in half a second
