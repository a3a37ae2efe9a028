"""Several processes give the results of one, in the same order."""

import os
import time

import pytest

from analytics.side_by_side import ITEMS_AHEAD, side_by_side

MANY = 3 * ITEMS_AHEAD * 2 + 1
"""More items than two processes may be ahead."""


def test_results_are_in_the_order_of_the_items() -> None:
    factor = 7  # which the processes inherit

    def slow_at_first(item: int) -> int:
        time.sleep(0.05 if item == 0 else 0)
        return factor * item

    assert list(side_by_side(slow_at_first, range(MANY), processes=2)) == [7 * item for item in range(MANY)]


def test_other_processes_do_it() -> None:
    found = set(side_by_side(lambda item: os.getpid(), range(MANY), processes=2))
    assert len(found) in (1, 2) and os.getpid() not in found
    assert set(side_by_side(lambda item: os.getpid(), range(3), processes=1)) == {os.getpid()}


def test_what_goes_wrong_is_raised_here_after_the_results_before_it() -> None:
    results = side_by_side(lambda item: 1 // (5 - item), range(MANY), processes=2)
    assert [next(results) for _ in range(5)] == [0, 0, 0, 0, 1]
    with pytest.raises(ZeroDivisionError):
        next(results)
