"""Rows of seats and of lists of decks in a few columns, read by Polars from their pieces.

Planning a query over all pieces takes longer than reading a few of them. Not here: such queries (``seats``),
nor which rows filters choose (``analytics.metrics.population.matching_seats``).
"""

from collections.abc import Container, Sequence

import narwhals as nw
import polars as pl

from analytics.query.cubes.answer import UNREADABLE, cube_index
from analytics.query.cubes.cube_files import path_of
from analytics.query.measures.sources import collected, parquet
from analytics.query.sum_query import Condition, filtered
from analytics.store.reader import Store


def rows_of(
    store: Store,
    cube: str,
    columns: Sequence[str],
    *also: pl.Expr,
    where: Sequence[Condition] = (),
    game: str = "",
    months: Container[str] | None = None,
    only: pl.DataFrame | None = None,
) -> pl.DataFrame | None:
    """Rows of ``cube`` (``seats.SEATS``, ``seats.LISTS``) in the order in which they are stored, with words
    as plain text: those that fulfil every condition of ``where`` and every expression of ``also``, of a game
    or of all, of these months or of all.

    ``only``: those with the values of one of its rows. None where no piece can be read: the facts have the
    same rows.
    """
    index = cube_index(store)
    pieces = index.of(cube, None) if index else []
    if not pieces:
        return None
    wanted = [
        piece for piece in pieces if game in ("", piece.game) and (months is None or piece.month in months)
    ]
    rows = parquet([path_of(store.folder, piece) for piece in wanted or pieces[:1]])
    chosen = (rows if wanted else rows.clear()).filter(*also)
    if only is not None:
        chosen = chosen.join(only.lazy(), on=only.columns, how="semi", maintain_order="left")
    try:
        return collected(filtered(nw.from_native(chosen), where).select(*columns))
    except UNREADABLE:
        return None
