"""Tables of the cards of decks for people.

Not here: the tables (``analytics.metrics.decklists``).
"""

from __future__ import annotations

from collections.abc import Sequence

from analytics.metrics.decklists.tables import DECKLIST_TABLES, cell
from analytics.metrics.publish.export import Export
from kifuda.cli.base.language import current, localized
from kifuda.cli.stats.listing import Column, show_listing

SAYS_MORE = ("copies", "with_rate", "without_rate", "lift", "phi")
"""Columns that are left out where there is no room, as is one that says the same everywhere."""


def show_decklists(table: str, found: Export, names: Sequence[str]) -> None:
    """Show the rows as a table, those of what it was told by first."""
    rows = found.rows.to_dicts()
    columns = [Column(key, key, tuple(_word(line[key]) for line in rows), named=True) for key in found.by]
    for shown in DECKLIST_TABLES[table].columns:
        cells = tuple(cell(shown, line, current()) for line in rows)
        named = shown.unit == "card"
        more = shown.id in SAYS_MORE or (shown.unit in ("card", "word") and len({*cells}) == 1)
        columns.append(Column(shown.id, localized(shown.name), cells, named, more))
    show_listing(columns, names)


def _word(value: object) -> str:
    return "–" if value is None else str(value)
