"""Rows of one game and month on their way into a part.

Not here: when a batch is written (``projection``).
"""

from analytics.facts import FACTS
from analytics.facts.fact import Row
from analytics.facts.schema import SCHEMAS
from analytics.facts.story import Story
from analytics.parts import Tables, joined, to_arrow

PACK_MATCHES = 256
"""So many matches are held as Python values before they are packed into columns, which are smaller."""


class Batch:
    """Rows of new matches, and those taken over from parts that are written again."""

    def __init__(self) -> None:
        self.matches = 0
        self._packed: list[Tables] = []
        self._loose: dict[str, list[Row]] = {table: [] for table in SCHEMAS}
        self._loose_matches = 0

    def add(self, story: Story) -> int:
        """Add the rows of a match; gives their number."""
        number = 0
        for table, rows in FACTS.items():
            found = rows(story)
            self._loose[table] += found
            number += len(found)
        self.matches += 1
        self._loose_matches += 1
        if self._loose_matches >= PACK_MATCHES:
            self._pack()
        return number

    def carry(self, tables: Tables) -> None:
        """Take over the rows of a part that is written again."""
        self._packed.append(tables)
        self.matches += tables["match"].num_rows

    def tables(self) -> Tables:
        """Everything, as columns."""
        self._pack()
        return joined(self._packed)

    def _pack(self) -> None:
        self._packed.append({table: to_arrow(table, rows) for table, rows in self._loose.items()})
        self._loose = {table: [] for table in SCHEMAS}
        self._loose_matches = 0
