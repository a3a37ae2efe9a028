"""The pages stand before what only some of them need is loaded."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from analytics.derived_data import refresh
from engine.games.installed import plugin
from engine.games.registry import GAMES
from engine.text.messages import say as rules_say
from tests.dashboard.conftest import LogOf

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


def test_games_have_their_names_before_their_rules_are_loaded(log_of: LogOf, tmp_path: Path) -> None:
    store = Path(shutil.copytree(log_of("one").with_suffix(".store"), tmp_path / "one.store"))
    refresh(store)
    script = """
import sys
from pathlib import Path
from analytics.store.reader import Store
from analytics.store.stored_game_names import look_of
look = look_of("blade-rondo", Store(Path(sys.argv[1])))
print(look.name.ja, look.colour, look.reasons["1.03"]["life"].en, sep=", ")
print("engine.games.blade_rondo" in sys.modules)
"""
    command = [sys.executable, "-c", script, str(store)]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    rules, found = GAMES["blade-rondo"], plugin("blade-rondo")
    assert found is not None
    ended_by = rules_say(rules, "reason.life", "en")
    assert ended.stdout == f"{rules.name.ja}, {found.colour}, {ended_by}\nFalse\n"


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
import polars
print("dashboard.views.match.replay" in sys.modules, gc.get_freeze_count() > 0, polars.thread_pool_size())
"""
    ended = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    threads = max(1, (os.cpu_count() or 1) // 4)
    assert ended.stdout.split() == ["True", "True", str(threads)]


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
