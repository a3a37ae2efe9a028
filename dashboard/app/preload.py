"""Imports modules and fills caches before they are needed, with garbage collection off meanwhile.

Not here: what the first page itself needs, and what is asked of a store (``prefetch``).
"""

import atexit
import gc
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from dashboard.app.activity import ACTIVITY
from dashboard.app.browser import open_browser_when_ready

if TYPE_CHECKING:  # at run time the pages import it
    from analytics.store.reader import Store

PAGES = ("dashboard.app.pages",)
"""What every page needs. It takes about as long to import as a browser takes to connect."""
MODULES = (
    *("scipy.special", "scipy.linalg", "scipy.sparse.linalg", "scipy.optimize"),
    *("pandas", "pyarrow.pandas_compat", "pyarrow.vendored.version"),
)
"""Modules that are slow to import and that many pages need, those first that others import: a click need not
wait for all of them. What a single page needs, that page imports."""
THREAD = "preload"
THREADS = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS")
CORES_PER_THREAD = 4
"""Pages ask many small questions, and several readers at once. To hand each over to other threads takes a
sixth of the time of a page on two cores, which is more than these questions gain by being shared."""


@asynccontextmanager
async def lifespan(server: object) -> AsyncIterator[None]:
    """Lifespan of the server: import the pages in the background when it starts, and open a browser if that
    is wanted. Polars and the linear algebra of NumPy get few threads unless their own settings say otherwise.

    Garbage collection is off meanwhile, since nearly everything allocated then is permanent.
    """
    for setting in THREADS:
        os.environ.setdefault(setting, str(max(1, (os.cpu_count() or 1) // CORES_PER_THREAD)))
    gc.disable()
    _start(PAGES)
    open_browser_when_ready()
    yield


@cache
def load_rest(store: "Store | None" = None) -> None:
    """Import ``MODULES`` and prefetch from the ``store`` in the background, while nobody waits for a page.
    Further calls do nothing."""
    _start(MODULES, store, ACTIVITY.wait_until_idle)


def _start(
    modules: Sequence[str], store: "Store | None" = None, wait: Callable[[], None] = lambda: None
) -> None:
    Thread(target=_load, args=(modules, store, wait), name=THREAD, daemon=True).start()


def _load(modules: Sequence[str], store: "Store | None", wait: Callable[[], None]) -> None:
    try:
        for module in modules:
            wait()
            import_module(module)
    finally:
        # Modules are permanent: collecting through them would cost a page a tenth of a second now and then.
        # Unfreeze at exit, or DuckDB reports its remaining objects as leaks.
        atexit.register(gc.unfreeze)
        gc.freeze()
        gc.enable()
    if store is not None:
        import_module("dashboard.app.prefetch").prefetch(store, ACTIVITY.wait_until_quiet)
