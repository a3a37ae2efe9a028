"""An example event for each row of a table, through which a reader finds the match.

Searching all facts for a link takes longer than counting them. So parts of the store are searched, first one
and then ever more, until each row has its event: always the same one for the same store. Not here: the tables
(``chains``, ``costs``, ``tempo``).
"""

from collections.abc import Sequence

import narwhals as nw
import polars as pl

from analytics.query.cubes.answer import UNREADABLE, cube_index
from analytics.query.deck_card import DeckCard
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import Filters, checked
from analytics.query.measures.derived import stored_as
from analytics.query.measures.sources import collected
from analytics.query.selection.months import months_of
from analytics.query.selection.selected_rows import in_partitions, selected
from analytics.query.sum_query import Condition
from analytics.store.manifest import REBUILD, DamagedStore, Part
from analytics.store.reader import Store
from engine.kernel.ask import TABLE

EVENT = ("match", "seq")
MATCH = ("match",)
TIMES = 8
"""Factor by which the number of parts grows that are searched at a time."""
BY_PLAYER = Condition(("seat",), ("!=", TABLE), nw.col("seat") != TABLE)


def with_example_event(
    store: Store,
    rows: pl.DataFrame,
    filters: Filters,
    *,
    fact: str,
    by: Sequence[str],
    event: Sequence[str] = EVENT,
    where: Sequence[Condition] = (),
) -> pl.DataFrame:
    """The rows with the columns ``event`` of one row of ``fact`` that is like them in the columns ``by``, is
    of a seat that the filter chooses, and fulfils ``where``; null where there is none. Raises
    ``FilterError``, ``analytics.store.manifest.DamagedStore``."""
    query = sum_query((), by, checked(store, filters))
    conditions = (*query.where, *query.day_conditions(), BY_PLAYER, *where)
    wanted = rows.select(by).unique().drop_nulls()
    try:
        found = _found(store, wanted, conditions, fact=fact, event=event, deck_cards=query.deck_cards)
    except UNREADABLE:
        store.refresh()  # newer parts may have taken the place of those that were read
        try:
            found = _found(store, wanted, conditions, fact=fact, event=event, deck_cards=query.deck_cards)
        except UNREADABLE as error:
            raise DamagedStore(f"a part of {store.folder} cannot be read ({error}): {REBUILD}") from error
    return rows.join(found, on=by, how="left", maintain_order="left")


def _found(
    store: Store,
    wanted: pl.DataFrame,
    where: Sequence[Condition],
    *,
    fact: str,
    event: Sequence[str],
    deck_cards: tuple[DeckCard, ...],
) -> pl.DataFrame:
    """The wanted groups with their events, without groups that no part has an event of."""
    months = months_of(store.folder, cube_index(store), where)
    there = in_partitions(store.manifest.parts, where, months)
    parts = [one for one in there if stored_as(fact) in one.files]
    by, left, found = wanted.columns, wanted, []
    number = 1 if months is None else len(parts)  # else they are few, and read already

    def first_of(batch: Sequence[Part]) -> pl.DataFrame:
        columns = (*by, *event)
        rows = selected(store.folder, batch, fact=fact, where=where, columns=columns, deck_cards=deck_cards)
        rows = rows.select(*columns)
        kinds = [nw.col(name).cast(kind) for name, kind in rows.collect_schema().items() if name in by]
        alike = rows.join(nw.from_native(left.lazy()).with_columns(kinds), on=by, how="semi")
        found = collected(alike).cast({name: left.schema[name] for name in by})
        return found.sort(event).unique(by, keep="first", maintain_order=True)

    while parts and not left.is_empty():
        found.append(first_of(parts[:number]))
        left = left.join(found[-1], on=by, how="anti")
        parts, number = parts[number:], number * TIMES
    return pl.concat(found) if found else wanted.clear().with_columns(_nothing(event))


def _nothing(event: Sequence[str]) -> list[pl.Expr]:
    return [pl.lit(None, pl.Int32 if name == "seq" else pl.String).alias(name) for name in event]
