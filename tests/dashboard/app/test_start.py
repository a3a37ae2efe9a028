"""The pages stand before what only some of them need is loaded."""

import subprocess
import sys

LATER = ("altair", "pandas", "scipy.optimize", "scipy.sparse", "scipy.special", "scipy.stats", "sklearn")
"""Each takes a tenth of a second or more."""
SCRIPT = """
import pkgutil, sys
from importlib import import_module
import dashboard.views
for module in pkgutil.walk_packages(dashboard.views.__path__, "dashboard.views."):
    import_module(module.name)
print(*sys.modules)
"""


def test_the_pages_are_there_before_what_few_of_them_need() -> None:
    command = [sys.executable, "-c", SCRIPT]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert "dashboard.views.overview" in loaded
    assert set(LATER) & set(loaded) == set()


def test_the_server_loads_the_pages_before_anybody_comes() -> None:
    script = """
import asyncio, gc, sys, time
from dashboard.app import preload
assert "dashboard.app.pages" not in sys.modules
async def stand():
    async with preload.lifespan(None):
        assert not gc.isenabled()
        while not gc.isenabled():
            await asyncio.sleep(0.01)
asyncio.run(stand())
print("dashboard.views.match.replay" in sys.modules, gc.get_freeze_count() > 0)
"""
    ended = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert ended.stdout.split() == ["True", "True"]


def test_what_was_loaded_for_good_is_searched_for_garbage_at_the_end_alone() -> None:
    script = """
import gc, sys, threading
import duckdb  # complains where something of it is left at the end
from dashboard.app import preload
preload.load_rest()
for thread in threading.enumerate():
    if thread.name == "preload":
        thread.join()
print("scipy.optimize" in sys.modules, len(gc.get_objects()) < gc.get_freeze_count())
"""
    ended = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert (ended.stdout.split(), ended.stderr) == (["True", "True"], "")
