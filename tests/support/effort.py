"""How much is tried of what has no end: a part of it by ``make test``, all of it by ``make test-long``.

Three ways to say so: `examples` of a law, `some` of several things, and the marker ``sampled(n)`` of a test
with many cases, of which ``make test`` runs n (none, where n is 0). Whoever names a test, by its id or with
``-k``, gets all its cases.

Not here: campaigns of hours, which have programs of their own (``tests/campaign``, ``tests/referee``).
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")
LONG = os.environ.get("KIFUDA_TESTS") == "long"
FEWEST = 6
"""Examples of a law that are always tried, if it has as many."""


def examples(number: int, *, fewest: int = FEWEST) -> int:
    """How many of so many examples of a law are tried; ``fewest``, where each of them takes long."""
    return number if LONG else max(number // 5, min(number, fewest))


def some(things: Sequence[T], *, each: int = 2) -> Sequence[T]:
    """Each second of several things (third, …), the first of them always."""
    return things if LONG else things[::each]


def spread(things: Sequence[T], number: int) -> list[T]:
    """So many of the things: one of each of as many equal parts, from place to place within them, so that of
    two parameters neither is met at one of its values alone."""
    if number >= len(things):
        return [*things]
    bounds = [part * len(things) // number for part in range(number)] if number else []
    ends = [*bounds[1:], len(things)]
    return [
        things[begin + part % (end - begin)]
        for part, (begin, end) in enumerate(zip(bounds, ends, strict=False))
    ]


def are_named(config: pytest.Config) -> bool:
    """Does somebody ask for tests by name?"""
    return bool(config.option.keyword) or any("::" in name for name in config.args)


def left_out(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """The cases that ``sampled`` leaves to the long run."""
    cases: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled"):
            name = getattr(item, "originalname", None) or item.name
            cases[item.parent.nodeid if item.parent else "", name].append(item)
    left: set[pytest.Item] = set()
    for those in cases.values():
        marker = those[0].get_closest_marker("sampled")
        left |= {*those} - {*spread(those, marker.args[0])}
    return left
