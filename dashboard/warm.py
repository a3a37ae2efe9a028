"""Loads what other pages need while the first one is looked at.

Not here: what the first page itself needs, which would only come later for that.
"""

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
