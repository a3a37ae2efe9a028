"""What a measure is: a whole number that each row of a fact table adds to a sum.

A measure is written once, as an expression (``expression``), and gives the same sum on Polars, DuckDB and
Spark. Sums of disjoint sets of matches may be added; nothing else here may be stored and merged. Not here:
the measures (one module a fact table), nor what is divided by what (``analytics.metrics``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analytics.query.measures.expression import Expr, Library, col


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """``name`` of the sum · ``fact``: the table whose rows it runs over · ``value`` of one row, null where
    the row does not count · ``columns`` that it is made of · ``borrows``: further ones that are not the
    table's own, but those of its seat or match."""

    name: str
    fact: str
    value: Expr
    columns: tuple[str, ...]
    borrows: tuple[str, ...] = ()

    @property
    def looked_at(self) -> tuple[str, ...]:
        """All columns that it is made of."""
        return (*self.columns, *self.borrows)

    def summed(self, library: Library, times: str) -> Any:
        """The sum over a group of rows as an expression of ``library``: a 64-bit integer, 0 over none.

        ``times`` is the column that says how many alike rows each one stands for.
        """
        counted = (self.value.as_number() * col(times)).on(library)
        return counted.sum().cast(library.Int64).alias(self.name)


def one_if(condition: Expr) -> Expr:
    """1 where the condition holds, 0 where it does not, null where it is null."""
    return condition.as_number()


RESULTS = {"wins": "won", "losses": "lost", "ties": "tied"}
"""Ending of a sum over seat-games → the column that is 1 where it came out so. Ties are a sum of their own,
so that what a draw is worth is decided when a rate is taken."""
ENDINGS = tuple(RESULTS.values())


def games(
    fact: str, name: str, condition: Expr, columns: tuple[str, ...], *, borrows: tuple[str, ...] = ()
) -> list[Measure]:
    """``NAME_wins``, ``NAME_losses``, ``NAME_ties``: results of the rows of which ``condition`` holds."""
    return [
        Measure(f"{name}_{ending}", fact, col(column) * one_if(condition), (*columns, column), borrows)
        for ending, column in RESULTS.items()
    ]


def by_name(*measures: Measure) -> Mapping[str, Measure]:
    """The measures by name. Raises ``ValueError`` where two have the same one."""
    named = {measure.name: measure for measure in measures}
    if len(named) < len(measures):
        names = [measure.name for measure in measures]
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"measures of the same name: {', '.join(twice)}")
    return named
