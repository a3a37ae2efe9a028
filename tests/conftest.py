"""What all tests share: profiles of Hypothesis (``--hypothesis-profile=NAME``), the main module, compiled
modules, where temporary files are, and how work is dealt out."""

import atexit
import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.support.effort import LONG, are_named, examples, left_out

if TYPE_CHECKING:
    from xdist.scheduler import WorkStealingScheduling

# The tests start many processes; without compiled modules each of them would compile the project again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# These are the tests of kifuda's own games, whatever else is installed beside it (`examples` has its own).
OWN_GAMES = "blade-rondo chronocard genesis-garden fertcg aquarian-age"
os.environ.setdefault("KIFUDA_GAMES", OWN_GAMES)

# Workers share the cores among themselves: threads of Polars in each of them would only wait for one another.
# Those of BLAS wait by spinning, which takes three times as long as the small matrices of the tests do.
# They end without freeing one by one all the objects that they hold, which takes seconds.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    atexit.register(os._exit, 0)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""Bytes: far more than the tests of one run have on disk at a time."""


def choose_temporary_folder() -> None:
    """Files of the tests are in memory, if it has room: tests that make and remove many of them take twice as
    long on a disk. Whoever names a folder in ``TMPDIR`` gets that."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK | os.X_OK):
        return
    has = os.statvfs(MEMORY)
    if has.f_bavail * has.f_frsize > ROOM and not has.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # is looked up anew


choose_temporary_folder()

# How long an example takes says nothing about what is tested, and everything about who else uses the machine.
settings.register_profile(
    "untimed",
    settings(),
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=(HealthCheck.too_slow,),
)
settings.load_profile("untimed")

# For runs against mutants: few examples, the same ones each time, and none made smaller when it fails.
settings.register_profile(
    "mutants",
    settings.get_profile("ci"),
    max_examples=25,
    phases=(Phase.explicit, Phase.generate),
    print_blob=False,
)


MAIN = sys.modules["__main__"]
GAMES = Path(__file__).parents[1] / "engine" / "games"


@pytest.fixture(scope="session", autouse=True)
def unsynced() -> Iterator[None]:
    """No test outlives a loss of power, so nothing waits until the disk has what was written. When the
    product asks for that is what the tests of crashes look at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda fd: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def cases_of_games() -> Iterator[None]:
    """What asks a game for its judges' cases, or runs them all, gets those that were read before: they take
    seconds to read, and no test changes the files of a game that is installed."""
    from engine.audit import coverage
    from engine.case import batch
    from engine.case.file import read_cases
    from kifuda.conformance import check

    def read(path: Path) -> list[Any]:
        return of_installed(path) if path.is_relative_to(GAMES) else read_cases(path)

    of_installed = cache(read_cases)
    with pytest.MonkeyPatch.context() as patch:
        for module in (batch, check, coverage):
            patch.setattr(module, "read_cases", read)
        yield


@pytest.fixture(autouse=True)
def main_module() -> Iterator[None]:
    """Streamlit puts a page that is tried into the place of ``__main__``, where it would stay: a process that
    a later test spawns would begin by running the page. What a fixture opened before the test counts too."""
    yield
    sys.modules["__main__"] = MAIN


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Of several processes each begins with another part of the files: what one has compiled, the next one
    reads. Whatever is wrong with a file is said when it is collected. Next to nothing of what is loaded is
    garbage, so none is looked for meanwhile."""
    gc.disable()
    number, of = (os.environ.get(f"PYTEST_XDIST_{name}", "") for name in ("WORKER", "WORKER_COUNT"))
    if not number or session.config.args != session.config.getini("testpaths"):
        return
    root = session.config.rootpath
    files = sorted(file for name in session.config.args for file in (root / name).rglob("test_*.py"))
    first = len(files) * int(number.removeprefix("gw")) // int(of)
    for file in (*files[first:], *files[:first]):
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.relative_to(root).with_suffix("").parts))


UNTOLD = {"logstart", "logfinish"}
"""Messages of a process to the one that reports: of no use unless each test is named."""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Of a test that passes, its process tells that alone: six messages for each of ten thousand tests take
    longer than most of the tests. Who asks how long each takes, or for a report, gets all."""
    asked = session.config.option
    interactor = next(
        (one for one in session.config.pluginmanager.get_plugins() if hasattr(one, "sendevent")), None
    )
    if interactor is None or asked.durations or asked.xmlpath or asked.verbose > 0:
        return
    send = interactor.sendevent

    def send_news(name: str, **told: Any) -> None:
        report = told.get("data", {})
        beside = name == "testreport" and report["outcome"] == "passed" and report["when"] != "call"
        if name not in UNTOLD and not beside:
            send(name, **told)

    interactor.sendevent = send_news


THRESHOLDS = (100_000, 20, 50)
"""Of the garbage collection, by generation."""


def pytest_collection_finish() -> None:
    """What is loaded by now stays until the end: nobody looks for garbage in it again and again. Tests make
    many objects and few circles, so the rest is looked through less often than by default, too."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Then it goes as anything else does, unless the process ends without it."""
    output = getattr(session.config, "workeroutput", None)  # only a process among several has one of its own
    if output is None:
        gc.unfreeze()
    else:
        output["left_out"] = session.config.stash.get(LEFT_OUT, 0)


COSTLY = ("spark", "chromium", "members")
"""Fixtures that take long to start, and then serve as many tests as there are."""


def rank(item: pytest.Item) -> float:
    """Tests with two of them stand between those with the one and those with the other."""
    names = getattr(item, "fixturenames", ())
    used = [rank for rank, costly in enumerate(COSTLY) if costly in names]
    return sum(used) / len(used) if used else len(COSTLY)


LEFT_OUT = pytest.StashKey[int]()
"""How many cases are left to the long run."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Cases that the short run does not try are left out (`tests.support.effort`). Tests with a costly
    fixture come first, side by side: they share it, and none is left over when all others have run."""
    if not LONG and not are_named(config) and (left := left_out(items)):
        config.stash[LEFT_OUT] = len(left)
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]
    items.sort(key=rank)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Each process has left out the same cases; the one that reports hears of them."""
    if number := getattr(node, "workeroutput", {}).get("left_out"):
        node.config.stash[LEFT_OUT] = number


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """A run that tries a part of the cases says so."""
    if number := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{number} cases and most examples of laws are left to `make test-long`")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: tests with a browser wait about half of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> "WorkStealingScheduling | None":
    """Each process gets tests that stand side by side, so that what a file sets up is set up once, and takes
    over some of another's when it has none left. Whoever asks for another order (``--dist``) gets that."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None
