"""The command ``kifuda`` as a process: also ``python -m kifuda``."""

import gc
import os
import sys
import threading

from kifuda.cli import main

THRESHOLDS = (300_000, 50, 100)
"""Of the garbage collection, by generation: a command makes up to 250,000 objects and few circles."""


def run() -> None:
    """Run one command and end the process with its exit status.

    All that it opened is closed by then. Unless threads are still at work, the interpreter is left without
    freeing every object, which takes a fifth of the time of a short command.
    """
    gc.set_threshold(*THRESHOLDS)
    status = main()
    if threading.active_count() > 1:
        sys.exit(status)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    run()
