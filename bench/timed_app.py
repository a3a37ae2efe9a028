"""The dashboard with a clock: adds to the file ``TIMES`` how many seconds each run of a page took.

Not here: the server (``timed_serve``), nor the dashboard, which is what it is without the clock.
"""

import runpy
import sys
from pathlib import Path
from time import perf_counter
from unittest.mock import patch

import dashboard

APP = Path(dashboard.__file__).parent / "app" / "run.py"


def main() -> None:
    """One run of the page that the address names."""
    script, times, *options = sys.argv
    began = perf_counter()
    try:
        with patch.object(sys, "argv", [script, *options]):
            runpy.run_path(str(APP))
    finally:
        with Path(times).open("a") as file:
            file.write(f"{perf_counter() - began}\n")


main()
