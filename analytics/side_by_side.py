"""One function over many items, by several processes: the results of one process, in the same order.

Not here: what is done with an item.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeVar

ITEMS_AHEAD = 4
"""Items that each process may be ahead of the one that takes the results: they wait in memory."""

Item = TypeVar("Item")
Result = TypeVar("Result")


def side_by_side(
    do: Callable[[Item], Result], items: Iterable[Item], *, processes: int | None = None
) -> Iterator[Result]:
    """``do(item)`` of each item; None stands for one process for each processor.

    They are forked at once, which only a program without other threads may ask for. What ``do`` holds they
    inherit by the fork: only items and results are sent. What it raises is raised here.
    """
    count = processes or os.cpu_count() or 1
    if count == 1:
        return map(do, items)
    pool = ProcessPoolExecutor(count, get_context("fork"), _begin, (do,))
    pool.submit(os.getpid).result()

    def in_order() -> Iterator[Result]:
        waiting: deque[Future[Result]] = deque()
        rest = iter(items)
        try:
            while True:
                for item in islice(rest, ITEMS_AHEAD * count - len(waiting)):
                    waiting.append(pool.submit(_done, item))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)

    return in_order()


# --- in another process ----------------------------------------------------------------------------

_own: dict[str, Callable[[Any], Any]] = {}
"""What this process does."""


def _begin(do: Callable[[Any], Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _own["do"] = do


def _done(item: Any) -> Any:
    return _own["do"](item)
