"""Rows waiting to be written as parts: a batch for each game and month, within limits of memory.

Not here: when a part is full (``projection_run``).
"""

from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa

from analytics.facts import SCHEMAS
from analytics.store.match_rows import Key, Rows
from analytics.store.parts import Tables, ids_in, joined, to_arrow

LOOSE_ROWS = 100_000
"""Rows held as Python values before they are packed into columns, which are smaller."""
HELD_ROWS = 1_000_000
"""Rows held in all batches together; beyond that the largest batch becomes a part."""


class Batch:
    """Rows of new matches, and rows of parts that are rewritten.

    ``refused``: match → why its rows cannot be stored, such as a number that no column holds; these were
    ``refused_rows`` rows.
    """

    def __init__(self) -> None:
        self.matches = self.rows = self.refused_rows = 0
        self.refused: dict[str, str] = {}
        self._packed: list[Tables] = []
        self._loose: list[tuple[str, Rows]] = []

    def add(self, match: str, found: Rows) -> int:
        """Add the rows of a match; gives their number."""
        number = sum(map(len, found.values()))
        self._loose.append((match, found))
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
        if not self._loose:
            return
        loose, self._loose = self._loose, []
        try:
            self._packed.append(_columns([rows for _, rows in loose]))
        except UNSTORABLE:
            self._pack_apart(loose)

    def _pack_apart(self, loose: Iterable[tuple[str, Rows]]) -> None:
        """Convert the rows match by match, so that one that cannot be stored keeps no other one out."""
        for match, rows in loose:
            try:
                self._packed.append(_columns([rows]))
            except UNSTORABLE as error:
                self.refused[match] = f"match {match!r} cannot be stored for statistics: {error}"
                number = sum(map(len, rows.values()))
                self.matches -= 1
                self.rows -= number
                self.refused_rows += number

    def tables(self) -> Tables:
        """All rows as columns."""
        self.pack()
        return joined(self._packed)


UNSTORABLE = (OverflowError, pa.ArrowInvalid, pa.ArrowTypeError, UnicodeEncodeError)
"""What Arrow raises for a value that its column does not hold."""


def _columns(matches: Sequence[Rows]) -> Tables:
    """The rows of these matches as columns. Raises ``UNSTORABLE``."""
    tables: Tables = {}
    for table in SCHEMAS:
        rows = [row for found in matches for row in found.get(table, ())]
        tables[table] = to_arrow(table, zip(*rows, strict=True) if rows else ())
    return tables


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

    def add(self, key: Key, match: str, found: Rows) -> int:
        """Add the rows of a match; gives their number."""
        number = self._batches[key].add(match, found)
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
