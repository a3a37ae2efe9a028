"""The page that compares: two decks, before and after a day, shares over time, copies and pairs of cards.

Not here: its parts (``dashboard.compare``).
"""

from functools import partial

from analytics.metrics.reports.archetypes import field
from dashboard.app.page_context import PageContext
from dashboard.compare import days, decklist_tables, decks, weeks
from dashboard.numbers.selection import select
from dashboard.widgets.panes import tabs

PARTS = {
    "decks": decks.show,
    "weeks": weeks.show,
    "days": days.show,
    "copies": decklist_tables.copies,
    "pairs": decklist_tables.pairs,
}
OF_CARDS = ("copies", "pairs")
"""Parts for those who may see statistics of cards."""


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page, seats=False, counted="matches")
    if selection is None:
        return
    archetypes = selection.cached(field, selection.filters, draws=selection.draws)
    names = archetypes.labels.sort("decks", descending=True)["archetype"].drop_nulls().to_list()
    parts = {name: partial(draw, page, selection, names) for name, draw in PARTS.items()}
    tabs(page, "compare", parts, of_cards=OF_CARDS)
