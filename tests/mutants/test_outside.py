"""The places that mutmut leaves out are found, and no others."""

SOURCE = '''"""A module."""
import re

LIMIT = 4
Kind = tuple[int, str]


class Thing:
    """A thing."""

    size: int = 0

    @property
    def full(self) -> bool:
        return self.size >= LIMIT

    def grow(self) -> int:
        return self.size + 1


def double(number: int) -> int:
    return number * 2
'''


def test_constants_fields_and_properties_are_changed_and_functions_are_not() -> None:
    from tests.mutants.outside import mutants  # libcst takes half a second

    changes = {(mutant.line, mutant.change) for mutant in mutants(SOURCE)}
    assert changes == {
        (4, "LIMIT = 4 → LIMIT = None"),
        (4, "4 → 5"),
        (11, "size: int = 0 → size: int = None"),
        (11, "0 → 1"),
        (15, ">= LIMIT → > LIMIT"),
    }


def test_a_mutant_is_the_source_with_one_change() -> None:
    from tests.mutants.outside import mutants

    (found,) = (mutant for mutant in mutants(SOURCE) if mutant.line == 15)
    assert found.source == SOURCE.replace(">=", ">")
