"""Expressions over the columns of a row, written once and built with the library that evaluates them.

A Narwhals expression runs on every engine too, but Narwhals translates it again for every query: 0.4 ms for
the value of one measure, so that translating the sums of a page took longer than adding them. An ``Expr``
only notes what is to be built: with Polars itself, or with Narwhals for the other engines. Not here: the
measures.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

Library = ModuleType
"""Polars or Narwhals, whose functions and types have the same names."""


class Expr:
    """What is computed from the columns of one row. Operators and methods are those of both libraries."""

    __slots__ = ("on",)
    __hash__ = None  # type: ignore[assignment]  # equality is an expression

    def __init__(self, on: Callable[[Library], Any]) -> None:
        self.on = on
        """The expression of a library."""

    def __add__(self, other: "Expr | int") -> "Expr":
        return self._with(other, "__add__")

    def __sub__(self, other: "Expr | int") -> "Expr":
        return self._with(other, "__sub__")

    def __mul__(self, other: "Expr | int") -> "Expr":
        return self._with(other, "__mul__")

    def __and__(self, other: "Expr") -> "Expr":
        return self._with(other, "__and__")

    def __invert__(self) -> "Expr":
        return self._then("__invert__")

    def __eq__(self, other: "Expr | int | str") -> "Expr":  # type: ignore[override]
        return self._with(other, "__eq__")

    def __ne__(self, other: "Expr | int | str") -> "Expr":  # type: ignore[override]
        return self._with(other, "__ne__")

    def __lt__(self, other: "Expr | int") -> "Expr":
        return self._with(other, "__lt__")

    def __le__(self, other: "Expr | int") -> "Expr":
        return self._with(other, "__le__")

    def __gt__(self, other: "Expr | int") -> "Expr":
        return self._with(other, "__gt__")

    def is_null(self) -> "Expr":
        """Whether it is null."""
        return self._then("is_null")

    def is_in(self, values: Sequence[str]) -> "Expr":
        """Whether it is one of these values."""
        return self._then("is_in", values)

    def or_else(self, value: bool) -> "Expr":
        """``value`` where it is null."""
        return self._then("fill_null", value)

    def as_number(self) -> "Expr":
        """It as a 64-bit integer: 1 and 0 of a condition."""
        return Expr(lambda library: self.on(library).cast(library.Int64))

    def as_text(self) -> "Expr":
        """It as plain text: words of different columns are numbered differently."""
        return Expr(lambda library: self.on(library).cast(library.String))

    def where(self, condition: "Expr") -> "Expr":
        """It where the condition holds, else null."""
        return Expr(lambda library: library.when(condition.on(library)).then(self.on(library)))

    def at_least(self, least: int) -> "Expr":
        """It, or ``least`` where it is smaller."""
        return Expr(lambda library: library.max_horizontal(self.on(library), library.lit(least)))

    def _then(self, method: str, *arguments: Any) -> "Expr":
        return Expr(lambda library: getattr(self.on(library), method)(*arguments))

    def _with(self, other: "Expr | int | str", operator: str) -> "Expr":
        if isinstance(other, Expr):
            return Expr(lambda library: getattr(self.on(library), operator)(other.on(library)))
        return self._then(operator, other)


def col(name: str) -> Expr:
    """The column of this name."""
    return Expr(lambda library: library.col(name))
