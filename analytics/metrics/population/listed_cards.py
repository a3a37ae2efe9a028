"""The cards of the decks that are listed in a game.

Not here: which decks filters select (``matching_seats``), nor decks that are known from lists alone
(``lists``).
"""

from collections.abc import Collection, Sequence

import polars as pl

from analytics.query.cubes.rows import rows_of
from analytics.query.cubes.seats import LISTS, select_seats
from analytics.query.sum_query import among, equal, filtered
from analytics.store.reader import Store


def listed_cards(
    store: Store,
    game: str,
    columns: Sequence[str],
    *also: pl.Expr,
    months: Collection[str] | None = None,
) -> pl.DataFrame:
    """These ``columns`` of ``deck card copies`` and ``game``, each row once, with words as plain text: of the
    decks that were brought in these months, or ever, under the conditions ``also``. Raises
    ``DamagedStore``."""
    holds = (pl.col("copies") > 0, *also)
    found = rows_of(store, LISTS, columns, *holds, game=game, months=months)
    if found is None:
        places = [equal("game", game), *([among("month", months)] if months is not None else [])]
        rows = select_seats(store, lambda tables: filtered(tables["listed"], places).select(*columns))
        found = rows.with_columns(pl.col(pl.Categorical).cast(pl.String)).filter(*holds)
    return found.unique()
