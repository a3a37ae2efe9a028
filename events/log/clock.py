"""The wall clock: the only place that reads it for what is written to a log.

Not here: times that a record states about itself.
"""

import time

NANOSECONDS = 1_000
"""In a microsecond."""


def now() -> int:
    """The present moment in microseconds since 1970, UTC."""
    return time.time_ns() // NANOSECONDS
