"""How a function is changed: every way is a change, is made and is taken back.

Not here: the functions of games (``test_sample``).
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import pytest

from tests.rule_mutants.operators import changes


def bounded(number: int, least: int, most: int) -> int:
    """A number within limits."""
    if number < least:
        return least
    return min(number, most)


def doubled(numbers: list[int]) -> Iterator[int]:
    for number in numbers:
        if number > 0 and number != 5:
            yield number + number


def ways(function: Callable[..., Any]) -> dict[str, FunctionType]:
    """The function in each of its changed forms, by what is changed."""
    (node,) = ast.parse(inspect.getsource(function)).body
    assert isinstance(node, ast.FunctionDef)
    found = {}
    for change in changes(node, __file__):
        code = change.apply()
        assert code is not None
        found[change.what] = FunctionType(code, globals())
    return found


def test_each_way_is_another_function() -> None:
    told = {
        what: [changed(number, 1, 8) for number in (0, 1, 5, 9)] for what, changed in ways(bounded).items()
    }
    assert told == {
        "always: number < least": [1, 1, 1, 1],
        "never: number < least": [0, 1, 5, 8],
        "other comparison: number < least": [1, 1, 5, 8],  # the limit itself is the same either way
        "not: return min(number, most)": [1, False, False, False],
        "twin: min(number, most)": [1, 8, 8, 9],
    }


def test_a_generator_stays_one_whatever_is_left_out() -> None:
    told = {what: list(changed([3, 5, 0])) for what, changed in ways(doubled).items()}
    assert told["left out: yield (number + number)"] == []
    assert told["or: number > 0 and number != 5"] == [6, 10, 0]
    assert told["other sum: number + number"] == [0]


@pytest.mark.parametrize("function", [bounded, doubled])
def test_the_function_itself_stays_as_it_was(function: FunctionType) -> None:
    before = function.__code__
    ways(function)
    assert function.__code__ is before
