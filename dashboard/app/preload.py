"""Loads what is needed soon before anybody asks for it, and spares the pages the search for garbage in it.

Not here: what the first numbers of the first page alone need, which would only come later for that.
"""

import atexit
import gc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what it needs is loaded by the pages
    from analytics.store.reader import Store

PAGES = ("dashboard.app.pages",)
"""What every page needs. It takes about as long to load as a browser takes to come."""
MODULES = ("scipy.special", "scipy.stats", "scipy.optimize", "scipy.sparse.linalg", "pandas")
"""What takes long to load and is wanted by many pages. What only one wants waits for that one."""


@asynccontextmanager
async def ahead(server: object) -> AsyncIterator[None]:
    """While the server stands, from the start: load the pages while a browser is on its way to it.

    Meanwhile nothing is searched for garbage: nearly all that is made then stays.
    """
    gc.disable()
    _begin(PAGES)
    yield


@cache
def up(store: "Store | None" = None) -> None:
    """Begin to load the rest, while the first page is looked at, and to ask what others ask of the ``store``
    first of all; the second time there is nothing to do."""
    _begin(MODULES, store)


def _begin(modules: Sequence[str], store: "Store | None" = None) -> None:
    Thread(target=_load, args=(modules, store), name="warm up", daemon=True).start()


def _load(modules: Sequence[str], store: "Store | None") -> None:
    try:
        for module in modules:
            import_module(module)
        if store is not None:
            import_module("dashboard.app.prefetch").ahead(store)
    finally:
        # Modules stay. To look through all that they hold would take a page a tenth of a second now and then.
        # At the end it is searched as well: DuckDB complains of what is left.
        atexit.register(gc.unfreeze)
        gc.freeze()
        gc.enable()
