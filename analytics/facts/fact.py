"""What a fact table is: a class of rows, and a pure function from one match to its rows.

Not here: the tables (``tables``).
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from analytics.facts.extract.match_facts import MatchFacts

Row = tuple[Any, ...]
"""The values of one row, in the order of its columns."""
Fact = Callable[[MatchFacts], Sequence[Row]]


class FactTable(Protocol):
    """A module of ``tables``: ``Row`` declares the columns, their types and which may be null."""

    __name__: str

    @property
    def Row(self) -> type[Row]: ...

    @property
    def rows(self) -> Fact: ...
