"""Tables of the cards of decks for people.

Not here: the tables (``analytics.metrics.decklists``).
"""

from __future__ import annotations

from collections.abc import Sequence

from analytics.metrics.decklists.tables import DECKLIST_TABLES, cell
from analytics.metrics.publish.export import Export
from kifuda.cli.base.language import current, localized
from kifuda.cli.stats.listing import Column, show_listing


def show_decklists(table: str, found: Export, names: Sequence[str]) -> None:
    """Show the rows as a table, those of what it was told by first."""
    rows = found.rows.to_dicts()
    columns = [Column(key, key, tuple(_word(line[key]) for line in rows)) for key in found.by]
    for shown in DECKLIST_TABLES[table].columns:
        columns.append(
            Column(shown.id, localized(shown.name), tuple(cell(shown, line, current()) for line in rows))
        )
    show_listing(columns, names)


def _word(value: object) -> str:
    return "–" if value is None else str(value)
