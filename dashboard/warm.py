"""Loads what other pages need while the first one is looked at, and spares them the search for garbage in it.

Not here: what the first page itself needs, which would only come later for that.
"""

import atexit
import gc
from functools import cache
from importlib import import_module
from threading import Thread

MODULES = ("scipy.special", "scipy.stats", "scipy.optimize", "scipy.sparse.linalg")
"""What takes long to load and is wanted by many pages. What only one wants waits for that one."""


@cache
def up() -> None:
    """Begin to load it, beside whatever else is done; the second time there is nothing to do."""
    Thread(target=_load, name="warm up", daemon=True).start()


def _load() -> None:
    for module in MODULES:
        import_module(module)
    # Modules stay. To look through all that they hold would take a page a tenth of a second now and then. At
    # the end it is searched as well: DuckDB complains of what is left.
    atexit.register(gc.unfreeze)
    gc.freeze()
