"""Rows waiting to be written as parts: a batch for each game and month, within limits of memory.

Not here: when a part is full (``projection_run``).
"""

from collections.abc import Iterator
from typing import Any

from analytics.facts import FACTS, SCHEMAS
from analytics.facts.extract.match_facts import MatchFacts
from analytics.store.parts import Tables, ids_in, joined, to_arrow

LOOSE_ROWS = 100_000
"""Rows held as Python values before they are packed into columns, which are smaller."""
HELD_ROWS = 1_000_000
"""Rows held in all batches together; beyond that the largest batch becomes a part."""

Key = tuple[str, str]
"""Game and month."""


class Batch:
    """Rows of new matches, and rows of parts that are rewritten."""

    def __init__(self) -> None:
        self.matches = self.rows = 0
        self._packed: list[Tables] = []
        self._loose: dict[str, list[list[Any]]] = {}

    def add(self, facts: MatchFacts) -> int:
        """Add the rows of a match; gives their number."""
        number = 0
        for table, rows in FACTS.items():
            found = rows(facts)
            if not found:
                continue
            number += len(found)
            columns = self._loose.get(table)
            if columns is None:
                columns = self._loose[table] = [[] for _ in SCHEMAS[table]]
            for column, values in zip(columns, zip(*found, strict=True), strict=True):
                column.extend(values)
        self.matches += 1
        self.rows += number
        return number

    def carry(self, tables: Tables) -> None:
        """Add the rows of a part that is rewritten."""
        self._packed.append(tables)
        self.matches += len(ids_in(tables))
        self.rows += sum(table.num_rows for table in tables.values())

    def pack(self) -> None:
        """Convert the rows held as Python values into columns."""
        if self._loose:
            self._packed.append({table: to_arrow(table, self._loose.get(table, ())) for table in SCHEMAS})
            self._loose = {}

    def tables(self) -> Tables:
        """All rows as columns."""
        self.pack()
        return joined(self._packed)


class Batches:
    """The batches of all games and months that are being filled."""

    def __init__(self) -> None:
        self._batches: dict[Key, Batch] = {}
        self._loose = 0

    def __contains__(self, key: Key) -> bool:
        return key in self._batches

    def __iter__(self) -> Iterator[Key]:
        return iter(tuple(self._batches))

    def of(self, key: Key) -> Batch:
        """The batch of a game and month; created empty."""
        return self._batches.setdefault(key, Batch())

    def take(self, key: Key) -> Batch:
        """Remove and return the batch of a game and month."""
        return self._batches.pop(key)

    def add(self, key: Key, facts: MatchFacts) -> int:
        """Add the rows of a match; gives their number."""
        number = self._batches[key].add(facts)
        self._loose += number
        if self._loose >= LOOSE_ROWS:
            self._loose = 0
            for batch in self._batches.values():
                batch.pack()
        return number

    def overfull(self) -> Key | None:
        """The batch to write now to stay within the limit of memory; None below the limit."""
        if sum(batch.rows for batch in self._batches.values()) < HELD_ROWS:
            return None
        return max(self._batches, key=lambda key: self._batches[key].rows)
