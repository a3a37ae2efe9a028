"""Answers a query for sums from cubes and facts.

Not here: choosing among them (``router``).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Literal, NamedTuple
from weakref import WeakKeyDictionary

import narwhals as nw
import polars as pl
from narwhals.exceptions import NarwhalsError

from analytics.query.cubes.cube_digest import cube_digest
from analytics.query.cubes.cube_files import CubeIndex, Piece, load, path_of, stamp
from analytics.query.cubes.router import Leg, route
from analytics.query.measures import MEASURES
from analytics.query.measures.derived import sources_of, stored_as
from analytics.query.measures.frame import Frame
from analytics.query.measures.relation import PARTITION, reaches
from analytics.query.measures.sources import collected, parquet
from analytics.query.measures.sums import ROWS, added, summed
from analytics.query.selection.months import months_of
from analytics.query.selection.selected_rows import are_few, in_partitions, selected, stands_alone
from analytics.query.sum_query import SumQuery, filtered
from analytics.store.atomic_files import Stamp
from analytics.store.manifest import REBUILD, DamagedStore, Manifest, Part
from analytics.store.reader import Store

UNREADABLE = (OSError, pl.exceptions.PolarsError, NarwhalsError)


def answer(store: Store, query: SumQuery) -> pl.DataFrame:
    """The columns ``by`` and the sums, one row a group, in no order; a group without rows has no row.

    Sums of a table without one of the columns ``by`` are the same for all its values; where two tables have
    the same columns, a group with rows in only one of them has 0 for the sums of the other.
    Raises ``LookupError`` for a sum or a column that is not known, ``analytics.store.manifest.DamagedStore``.
    """
    by_fact = _by_fact(query)
    first, *others = sorted(_found(store, query, by_fact), key=lambda table: -len(table.keys))
    together = first.rows
    for other in others:
        together = _beside(together, first.keys, other)
    if others and first.keys:
        together = together.with_columns(pl.col(query.sums).fill_null(0))
    return together[[*dict.fromkeys((*query.by, *query.sums))]]


class Sample(NamedTuple):
    """``sums``: fact table → the columns ``by`` that its rows have and its sums, over some of the facts;
    ``whole``: over all of them."""

    sums: dict[str, pl.DataFrame]
    whole: bool


def sampled(store: Store, query: SumQuery, *, most: int) -> Sample:
    """The sums of a query over some of the facts only.

    Of each game every so many-th part is read, so that there are about ``most`` rows, or all where they are
    not more; all, too, of a tournament or a player of few matches. Raises what ``answer`` raises.
    """
    by_fact = _by_fact(query)
    found = _found(store, query, by_fact, most)
    sums = {fact: one.rows for fact, one in zip(by_fact, found, strict=True)}
    return Sample(sums, all(one.whole for one in found))


def cube_index(store: Store) -> CubeIndex | None:
    """The index of the cubes of a store; None where they are not those of its present facts.

    Reading the index and comparing it with the facts takes longer than many answers, so it is done once.
    """
    manifest, now = store.manifest, stamp(store.folder)
    known = _known.get(store)
    if known is None or known[0] is not manifest or known[1] != now:
        index = load(store.folder)
        fits = index.holds(manifest.parts, cube_digest(manifest))
        known = _known[store] = (manifest, now, index if fits else None)
    return known[2]


_known: WeakKeyDictionary[Store, tuple[Manifest, Stamp, CubeIndex | None]] = WeakKeyDictionary()
"""Store → the manifest and the stamp of the index that were compared, and the result."""


class FactSums(NamedTuple):
    """Sums of one fact table, and the columns that they are grouped by; ``whole``: over all its rows."""

    keys: tuple[str, ...]
    rows: pl.DataFrame
    whole: bool = True


def _found(
    store: Store, query: SumQuery, by_fact: Mapping[str, Sequence[str]], most: int | None = None
) -> list[FactSums]:
    """The sums over each fact table. Raises ``DamagedStore``."""
    try:
        index = cube_index(store)
        return [
            _of_fact(store, index, query, fact=fact, names=names, most=most)
            for fact, names in by_fact.items()
        ]
    except UNREADABLE:
        store.refresh()  # cubes or facts may have been replaced by newer ones while they were read
    try:
        return [
            _of_fact(store, None, query, fact=fact, names=names, most=most) for fact, names in by_fact.items()
        ]
    except UNREADABLE as error:
        raise DamagedStore(f"a part of {store.folder} cannot be read ({error}): {REBUILD}") from error


def _by_fact(query: SumQuery) -> dict[str, list[str]]:
    """Fact table → the sums of the query over it. Raises ``LookupError``."""
    found: dict[str, list[str]] = {}
    for name in query.sums:
        found.setdefault(_measured(name), []).append(name)
    _check(query, list(found))
    return found


def _measured(name: str) -> str:
    if name not in MEASURES:
        raise LookupError(f"there is no sum {name!r}")
    return MEASURES[name].fact


def _check(query: SumQuery, facts: Sequence[str]) -> None:
    for column in query.columns():
        if not any(reaches(column, fact) for fact in facts):
            raise LookupError(f"no sum of the query can be grouped by {column!r}")


def _of_fact(
    store: Store,
    index: CubeIndex | None,
    query: SumQuery,
    *,
    fact: str,
    names: Sequence[str],
    most: int | None,
) -> FactSums:
    """The sums over one fact table."""
    keys = tuple(key for key in query.by if reaches(key, fact))
    months = {part.month for part in store.manifest.parts}
    legs = route(index, query, fact=fact, names=names, months=months)
    found = [_of_leg(store, index, query, leg, fact=fact, keys=keys, names=names, most=most) for leg in legs]
    if len(found) == 1:
        return found[0]
    rows = pl.concat(one.rows for one in found).lazy()
    whole = all(one.whole for one in found)
    return FactSums(keys, collected(added(nw.from_native(rows), keys, names)), whole)


def _of_leg(
    store: Store,
    index: CubeIndex | None,
    query: SumQuery,
    leg: Leg,
    *,
    fact: str,
    keys: tuple[str, ...],
    names: Sequence[str],
    most: int | None,
) -> FactSums:
    """The sums of one leg; ``most``: of about so many rows of the facts."""
    if index is not None and leg.cube is not None:
        if pieces := in_partitions(index.of(leg.cube.name, leg.months), leg.where, None):
            rows = _of_pieces(store.folder, pieces, leg).select(*keys, *names, ROWS)
            return FactSums(keys, _put_together(rows.collect("polars").to_native(), keys, names))
        return FactSums(keys, _of_nothing(fact, keys, tuple(names)))
    # A deck belongs to the day of its first match, which may lie in an earlier month.
    parts = in_partitions(store.manifest.parts, leg.where, None if stands_alone(fact) else leg.months)
    parts = every = in_partitions(parts, (), months_of(store.folder, index, leg.where))
    if most is not None and not are_few(store.folder, parts, fact=fact, where=leg.where):
        parts = _spread(parts, stored_as(fact), most)
    whole = len(parts) == len(every)
    if not any(table in part.files for table in sources_of(fact) for part in parts):
        return FactSums(keys, _of_nothing(fact, keys, tuple(names)), whole)
    measures = [MEASURES[name] for name in names]
    looked_at = (column for measure in measures for column in measure.looked_at)
    rows = selected(
        store.folder,
        parts,
        fact=fact,
        where=leg.where,
        columns=(*keys, *looked_at),
        deck_cards=query.deck_cards,
    )
    return FactSums(keys, collected(summed(rows, keys, measures).select(*keys, *names)), whole)


def _spread(parts: Sequence[Part], table: str, most: int) -> list[Part]:
    """Of the parts of each game every so many-th, so that a table has about ``most`` rows in all of them."""
    rows = sum(part.rows.get(table, 0) for part in parts)
    step, places = max(-(-rows // most), 1), defaultdict[str, Iterator[int]](count)
    # In the order that they have: what is read of all parts is read once, sampled or not.
    return [part for part in parts if next(places[part.game]) % step == 0]


@lru_cache(maxsize=256)
def _of_nothing(fact: str, keys: tuple[str, ...], names: tuple[str, ...]) -> pl.DataFrame:
    """The sums of no rows: none, or without keys zeros. Most games have no rows of some facts, and pages ask
    for them all the same."""
    zeros = [pl.lit(0, pl.Int64).alias(name) for name in names]
    if not keys:
        return pl.select(zeros)
    rows = selected(Path(), (), fact=fact, where=(), columns=keys)
    return collected(rows.select(*keys)).select(*keys, *zeros)


def _of_pieces(folder: Path, pieces: Sequence[Piece], leg: Leg) -> Frame:
    """The rows of a cube under the conditions of a leg, from the pieces of its games and months."""
    rows: Frame = nw.from_native(parquet([path_of(folder, piece) for piece in pieces]))
    return filtered(rows, [condition for condition in leg.where if not condition.over(PARTITION)])


def _put_together(rows: pl.DataFrame, keys: Sequence[str], names: Sequence[str]) -> pl.DataFrame:
    """The sums of rows of a cube. They are read before they are added: they are few and lie in many files, so
    that adding them while reading takes longer."""
    sums = pl.col(*names, ROWS).sum()
    if not keys:
        return rows.select(sums).select(names)
    found = rows.lazy().group_by(keys).agg(sums)
    left = found.filter(pl.col(ROWS) != 0)  # pieces may subtract rows of others
    return collected(nw.from_native(left.select(*keys, *names)))


def _beside(left: pl.DataFrame, keys: tuple[str, ...], right: FactSums) -> pl.DataFrame:
    """The sums of two tables side by side. Raises ``LookupError`` where neither has all columns of the
    other."""
    if not set(right.keys) <= set(keys):
        raise LookupError(f"sums by {', '.join(keys)} and by {', '.join(right.keys)} fit into no table")
    if not keys:
        return left.hstack(right.rows)
    if not right.keys:
        return left.join(right.rows, how="cross")
    how: Literal["full", "left"] = "full" if set(right.keys) == set(keys) else "left"
    return left.join(right.rows, on=right.keys, how=how, coalesce=True, nulls_equal=True)
