"""A question for sums: which ones, by which columns, over which rows.

Not here: where the answer is taken from (``router``).
"""

from collections.abc import Container, Hashable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import narwhals as nw


@dataclass(frozen=True, slots=True)
class Condition:
    """What rows have to fulfil: ``holds``, an expression over ``columns``.

    Expressions cannot be compared, so ``told`` says the same in a form that can be.
    """

    columns: tuple[str, ...]
    told: Hashable
    holds: nw.Expr = field(compare=False)

    def over(self, columns: Container[str]) -> bool:
        """Whether it is about these columns alone."""
        return all(column in columns for column in self.columns)


def equal(column: str, value: Any) -> Condition:
    """The column has this value."""
    return Condition((column,), ("=", value), nw.col(column) == value)


def among(column: str, values: Iterable[Any]) -> Condition:
    """The column has one of these values."""
    listed = tuple(values)
    return Condition((column,), ("in", listed), nw.col(column).is_in(listed))


@dataclass(frozen=True, slots=True)
class Ask:
    """``sums`` by name, in groups ``by`` columns, over rows of matches that came to an end.

    Rows fulfil every condition of ``where``; they are of days from ``since`` to ``until``, both included,
    where these are given; and the seat played with the card ``holding``. A column that only some of the
    tables asked can tell (the card of a seat-game) does not restrict the others, nor part them.
    """

    sums: tuple[str, ...]
    by: tuple[str, ...] = ()
    where: tuple[Condition, ...] = ()
    since: date | None = None
    until: date | None = None
    holding: str = ""

    @property
    def dated(self) -> bool:
        """Whether only some days are asked for."""
        return self.since is not None or self.until is not None

    def columns(self) -> tuple[str, ...]:
        """All columns that it names."""
        return (*self.by, *(column for condition in self.where for column in condition.columns))

    def day_conditions(self) -> tuple[Condition, ...]:
        """The range of days as conditions on ``day``."""
        found = []
        if self.since is not None:
            found.append(Condition(("day",), (">=", self.since), nw.col("day") >= self.since))
        if self.until is not None:
            found.append(Condition(("day",), ("<=", self.until), nw.col("day") <= self.until))
        return tuple(found)
