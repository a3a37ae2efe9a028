"""A subscription: every record of a log from a position on, then new records as they come.

The writer may be any process; the subscriber polls. It reads position after position, so it skips none, and a
reader that stores its position can continue after any end. Not here: how a log is read
(``contract.Log.follow``), and where a reader stores its position: best with what it derives from the records.
"""

from collections.abc import Iterator
from threading import Event
from time import monotonic

from events.log.contract import Damaged, Log, Record

SHORTEST_PAUSE_S = 0.001
LONGEST_PAUSE_S = 0.05
"""Pauses between two looks at a log in which nothing happens; a look takes some microseconds."""

RECORDS_A_LOOK = 4096
"""More than this is fetched in several looks, so that a stop is heard."""


def subscribe(
    log: Log, position: int = 0, *, stop: Event | None = None, idle_s: float | None = None
) -> Iterator[Record]:
    """The records of ``log`` from ``position`` on: those that are there, then new ones as they come.

    Ends when ``stop`` is set, or when nothing has come for ``idle_s`` seconds; without either, never. The
    position to come back with is that of the last record dealt with, plus one: the records are then the same
    as if there had been no break. Raises ``OutOfRange`` where the log ends before ``position``, ``Damaged``
    for what does not follow what came before, or a log that became shorter.
    """
    log.follow(position, limit=0)  # Says at once that there is no such position.
    return _records(log, position, stop or Event(), idle_s)


def _records(log: Log, position: int, stop: Event, idle_s: float | None) -> Iterator[Record]:
    pause = SHORTEST_PAUSE_S
    quiet_since = monotonic()
    while not stop.is_set():
        size = log.size
        if size < position:
            raise Damaged(f"{log.name} has {size} entries now, and had {position}", position=size)
        if size > position:
            for record in log.follow(position, min(size - position, RECORDS_A_LOOK)):
                if record.position != position:
                    raise Damaged("this entry is missing", position=position)
                position += 1
                yield record
                if stop.is_set():
                    return
            pause, quiet_since = SHORTEST_PAUSE_S, monotonic()
        elif idle_s is not None and monotonic() - quiet_since >= idle_s:
            return
        else:
            stop.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)


__all__ = ["subscribe"]
