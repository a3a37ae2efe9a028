"""The short run tries a part of what the long run tries, and never chooses what somebody named."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.effort import spread

FILE = Path(__file__)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", range(7))
def test_cases(number: int) -> None:
    """These are what is counted below."""


@pytest.mark.sampled(0)
def test_of_the_long_run() -> None:
    """So is this."""


def collected(*words: str, tests: str = "") -> list[str]:
    """What pytest collects of the two tests above."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", *words],
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        | {"KIFUDA_TESTS": tests},
        cwd=FILE.parent.parent,
        capture_output=True,
        text=True,
    )
    return re.findall(r"::test_(cases\[\d\]|of_the_long_run)", done.stdout)


ALL = [*(f"cases[{number}]" for number in range(7)), "of_the_long_run"]


def test_a_part_is_tried_and_all_of_it_in_the_long_run() -> None:
    assert collected(str(FILE)) == ["cases[0]", "cases[3]", "cases[6]"]
    assert collected(str(FILE), tests="long") == ALL


def test_who_names_a_test_gets_all_its_cases() -> None:
    assert collected(str(FILE), "-k", "cases or of_the_long_run") == ALL
    assert collected(f"{FILE}::test_cases") == ALL[:-1]


@pytest.mark.parametrize("number", range(9))
def test_as_many_are_left_as_are_asked_for(number: int) -> None:
    left = spread(range(7), number)
    assert len(left) == min(number, 7)
    assert left == sorted({*left})


def test_neither_of_two_parameters_stays_at_one_value() -> None:
    cases = [(rules, viewer) for rules in range(10) for viewer in "AB-"]
    for number in (8, 10, 15):
        left = spread(cases, number)
        assert {viewer for _, viewer in left} == {*"AB-"}
        assert len({rules for rules, _ in left}) >= min(number, 8)
