"""The command line as a person meets it, from the shell's prompt to the next: the demo once, in an empty
folder, then on its log a table of statistics with a store that is up to date, and the help.

Not here: what happens inside (``facts_speed``, ``analytics_cards``).
"""

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from bench.figure import Figure

TIMES = 11
LOG = "kifuda-demo/kifuda.db"
BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""Where it is set, each run compiles again what was edited; a person does so once."""


def run() -> list[Figure]:
    """Wall seconds of whole processes; the first run of each command that is repeated is not counted."""
    with tempfile.TemporaryDirectory() as folder:
        made = _seconds(Path(folder), "demo", "--no-serve")
        return [
            Figure(
                "kifuda demo --no-serve: all simulated, audited and counted", made, "s", (made,), 60, False
            ),
            _median(Path(folder), 1.0, "stats", "cards", "--log", LOG),
            _median(Path(folder), 0.3, "--help"),
        ]


def _median(folder: Path, bar: float, *command: str) -> Figure:
    _seconds(folder, *command)
    runs = [_seconds(folder, *command) for _ in range(TIMES)]
    name = " ".join(word for word in ("kifuda", *command) if word not in ("--log", LOG))
    return Figure(f"{name}, on the demo's log", statistics.median(runs), "s", tuple(runs), bar, False)


def _seconds(folder: Path, *command: str) -> float:
    environment = {name: value for name, value in os.environ.items() if name != BYTECODE}
    kifuda = [sys.executable, "-m", "kifuda", *command]
    begin = perf_counter()
    subprocess.run(kifuda, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - begin
