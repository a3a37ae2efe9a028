"""A query for sums: which ones, by which columns, over which rows.

Not here: where the answer comes from (``router``), and filters (``analytics.query.filter_conditions``).
"""

from collections.abc import Container, Hashable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import narwhals as nw

from analytics.query.deck_card import DeckCard
from analytics.query.measures.frame import Frame


@dataclass(frozen=True, slots=True)
class Condition:
    """What rows have to fulfil: a boolean ``expression`` over ``columns``.

    Expressions cannot be compared, so conditions are compared by ``key``, which states the same.
    """

    columns: tuple[str, ...]
    key: Hashable
    expression: nw.Expr = field(compare=False)

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


def filtered(rows: Frame, conditions: Iterable[Condition]) -> Frame:
    """The rows that fulfil all conditions."""
    expressions = [condition.expression for condition in conditions]
    return rows.filter(*expressions) if expressions else rows


def days(*, since: date | None, until: date | None) -> tuple[Condition, ...]:
    """The day of play lies in this range, both ends included; no condition for an end that is not given."""
    found = []
    if since is not None:
        found.append(Condition(("day",), (">=", since), nw.col("day") >= since))
    if until is not None:
        found.append(Condition(("day",), ("<=", until), nw.col("day") <= until))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class SumQuery:
    """``sums`` by name, in groups ``by`` columns, over rows of matches that came to an end.

    Rows fulfil every condition of ``where``; they are of days from ``since`` to ``until``, both included,
    where these are given; and the deck of the seat is as ``deck_cards`` want it. A column that only some of
    the queried tables have (the card of a seat-game) neither restricts nor groups the rows of the others.
    """

    sums: tuple[str, ...]
    by: tuple[str, ...] = ()
    where: tuple[Condition, ...] = ()
    since: date | None = None
    until: date | None = None
    deck_cards: tuple[DeckCard, ...] = ()

    @property
    def dated(self) -> bool:
        """Whether it is limited to a range of days."""
        return self.since is not None or self.until is not None

    def columns(self) -> tuple[str, ...]:
        """All columns that it names."""
        return (*self.by, *(column for condition in self.where for column in condition.columns))

    def day_conditions(self) -> tuple[Condition, ...]:
        """The range of days as conditions on ``day``."""
        return days(since=self.since, until=self.until)
