"""The dashboard with timing: appends the seconds of each run of a page to the file ``TIMES``.

Not here: the server (``timed_serve``), the dashboard itself, which is unchanged.
"""

import runpy
import sys
from pathlib import Path
from time import perf_counter
from unittest.mock import patch

import dashboard

APP = Path(dashboard.__file__).parent / "app" / "run.py"


def main() -> None:
    """Run the page of the address once."""
    script, times, *options = sys.argv
    began = perf_counter()
    try:
        with patch.object(sys, "argv", [script, *options]):
            runpy.run_path(str(APP))
    finally:
        with Path(times).open("a") as file:
            file.write(f"{perf_counter() - began}\n")


main()
