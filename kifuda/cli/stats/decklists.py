"""Tables of the cards of decks for people.

Not here: the tables (``analytics.metrics.decklists``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analytics.metrics.decklists.tables import DECKLIST_TABLES
from analytics.metrics.decklists.tables import Column as Shown
from analytics.metrics.publish.export import Export
from kifuda.cli.base.language import current, localized
from kifuda.cli.stats.listing import Column, show_listing


def show_decklists(table: str, found: Export, names: Sequence[str]) -> None:
    """Show the rows as a table, those of what it was told by first."""
    rows = found.rows.to_dicts()
    columns = [Column(key, key, tuple(_word(line[key]) for line in rows)) for key in found.by]
    for shown in DECKLIST_TABLES[table].columns:
        columns.append(Column(shown.id, localized(shown.name), tuple(_cell(shown, line) for line in rows)))
    show_listing(columns, names)


def _cell(shown: Shown, line: dict[str, Any]) -> str:
    if shown.unit == "card":
        return str(line[f"{shown.id}_name{'' if current() == 'ja' else '_en'}"])
    if not any(shown.ends):
        return _number(shown, line[shown.id])
    low, high = (line[end] for end in shown.ends)
    if low is None or high is None:
        return ""
    if shown.unit == "share":
        return f"{100 * low:.1f}–{100 * high:.1f} %"
    return f"{_number(shown, low)} – {_number(shown, high)}"


def _number(shown: Shown, value: Any) -> str:
    if value is None:
        return "–"
    match shown.unit:
        case "share":
            return f"{100 * value:.1f} %"
        case "points":
            return f"{100 * value:+.1f} %"
        case "number":
            return f"{value:.2f}"
    return _word(value)


def _word(value: Any) -> str:
    return "–" if value is None else str(value)
