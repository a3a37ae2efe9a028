"""A table of cards of decks with what it is about.

Not here: the tables (``analytics.metrics.decklists``).
"""

from collections.abc import Sequence
from dataclasses import replace

from analytics.metrics.decklists.pairs import pairs_left_out
from analytics.metrics.decklists.tables import DECKLIST_TABLES, with_names
from analytics.metrics.estimators.estimate import Draws, check_draws
from analytics.metrics.population.summary import population
from analytics.metrics.publish.export import Export
from analytics.query.filters import FilterError, Filters, checked
from analytics.store.reader import Store

PAIRS = "pairs"


def export_decklists(
    store: Store, table: str, by: Sequence[str], filters: Filters, *, draws: Draws = "exclude"
) -> Export:
    """The table of this id. Raises ``FilterError``, also for columns that it cannot be told by."""
    check_draws(draws)
    shape = DECKLIST_TABLES[table]
    if wrong := [name for name in by if name not in shape.by]:
        accepted = ", ".join(shape.by) or "none"
        raise FilterError(f"{table} cannot be told for each {wrong[0]!r}; accepted: {accepted}")
    chosen = checked(store, filters)
    rows = with_names(store, shape.rows(store, chosen, by, draws))
    every = replace(chosen, card="")  # the card chooses rows, not decks
    about = population(store, every, draws=draws, counted="matches")
    rare = pairs_left_out(store, chosen) if table == PAIRS else 0
    return Export(table, rows, about, chosen, store.manifest.root, tuple(by), rare=rare)
