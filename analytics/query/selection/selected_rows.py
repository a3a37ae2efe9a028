"""The fact rows of a query, where no cube has its sums.

Whole files are left out first: those of other games and months, and those without a match under the
conditions. Not here: summing the rows (``answer``).
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol, TypeVar

import narwhals as nw
import polars as pl

from analytics.facts import SCHEMAS
from analytics.query.deck_card import DeckCard
from analytics.query.measures.derived import stored_as
from analytics.query.measures.frame import Frame
from analytics.query.measures.relation import (
    HOMES,
    PARTITION,
    are_made,
    columns_of,
    home_of,
    relation,
    rows_of,
)
from analytics.query.measures.sources import collected
from analytics.query.selection.matching_matches import matching_matches
from analytics.query.selection.months import NARROW
from analytics.query.selection.part_set import PartSet
from analytics.query.selection.row_cache import MatchList, RowCache
from analytics.query.selection.seats_with_card import seats_with_cards
from analytics.query.sum_query import Condition, equal, filtered
from analytics.store.manifest import Part

CACHE_SIZE = 32
"""Number of choices of matches cached, whose lists are shared with those of single conditions."""
STANDING = 16
"""Number of tables cached whose rows stand by themselves, which have a row for each deck."""
MATCH = "match"
FINISHED = equal("finished", True)
"""Only matches that came to an end are counted."""


def selected(
    folder: Path,
    parts: Sequence[Part],
    *,
    fact: str,
    where: Sequence[Condition],
    columns: Iterable[str],
    deck_cards: tuple[DeckCard, ...] = (),
) -> Frame:
    """The rows of ``fact`` in these parts and in finished matches under all conditions, with ``columns``: all
    that are looked at, its own as well as those that it has to borrow.

    ``deck_cards``: only of seats whose decks are so. The parts are those of ``in_partitions``.
    """
    own = stands_alone(fact)
    of_match = _of_match(fact, where)
    others = [
        condition
        for condition in (*where, FINISHED)
        if condition not in of_match and not condition.over(PARTITION)  # what ``in_partitions`` saw to
    ]
    parts = _with_rows(parts, fact)
    part_set, lists = _chosen(PartSet(folder, parts), _homes(fact, where))
    seats = seats_with_cards(part_set, deck_cards) if deck_cards else None
    if seats is not None and not own:
        lists = {**lists, deck_cards: MatchList(seats["match"].unique())}
    columns = (*columns, *(column for condition in others for column in condition.columns))
    rows = relation(
        RowCache(part_set, lists, None if are_made(columns, fact) else columns),
        fact,
        columns,
        rows=nw.from_native(_standing(part_set, fact).lazy()) if own and not lists else None,
    )
    rows = filtered(rows, others)
    return rows if seats is None else _of_seats(rows, fact, seats)


def are_few(folder: Path, parts: Sequence[Part], *, fact: str, where: Sequence[Condition]) -> bool:
    """Whether ``selected`` takes the rows of the few matches of a tournament or a player, which are cached.
    Under other conditions there are many, as a rule, and nobody looks."""
    if not any(condition.over(NARROW) for condition in where):
        return False
    _, lists = _chosen(PartSet(folder, _with_rows(parts, fact)), _homes(fact, where))
    return any(one.few for one in lists.values())


def _with_rows(parts: Sequence[Part], fact: str) -> Sequence[Part]:
    """The parts that rows of a fact table come from: those of a match all lie in one part."""
    return parts if stands_alone(fact) else [part for part in parts if stored_as(fact) in part.files]


def stands_alone(fact: str) -> bool:
    """Whether the rows of a fact table have the columns of their match themselves: those of a deck, which
    has matches in several parts of the store."""
    return FINISHED.over(columns_of(fact))


@lru_cache(maxsize=STANDING)
def _standing(part_set: PartSet, fact: str) -> pl.DataFrame:
    """The rows of a fact table that stand by themselves. They are made from all matches of the parts, which
    takes longer than to sum them, and filters choose among them afterwards."""
    return collected(rows_of(RowCache(part_set, {}), fact))


def _of_match(fact: str, where: Sequence[Condition]) -> list[Condition]:
    """The conditions on the match alone; none for rows that have its columns themselves."""
    return [] if stands_alone(fact) else [one for one in (*where, FINISHED) if one.over(SCHEMAS[MATCH])]


def _homes(fact: str, where: Sequence[Condition]) -> tuple[tuple[str, Condition], ...]:
    """The conditions by which matches are chosen before rows of ``fact`` are read, each with its table:
    those on the match, and on columns that rows would have to borrow from a seat. None of these is fulfilled
    by null, so no row without a seat is left out in error. The narrowest ones come first."""
    of_match, found = _of_match(fact, where), []
    for condition in (*where, FINISHED):
        if condition in of_match:
            found.append((MATCH, condition))
        elif not condition.over(PARTITION):
            home, *more = {home_of(column, fact) for column in condition.columns}
            if not more and home != fact:
                found.append((home, condition))
    return tuple(sorted(found, key=lambda one: not one[1].over(NARROW)))


@lru_cache(maxsize=CACHE_SIZE)
def _chosen(
    part_set: PartSet, homes: tuple[tuple[str, Condition], ...]
) -> tuple[PartSet, Mapping[Hashable, MatchList]]:
    """The parts that have matches under the conditions, and lists of matches, each of which contains all of
    these matches.

    Once a list is short, further conditions on a match are applied to its rows; conditions on seats need no
    list then.
    """
    lists: dict[Hashable, MatchList] = {}
    asked = iter(homes)
    for home, condition in asked:
        matches, parts = matching_matches(part_set, condition, home)
        part_set = PartSet(part_set.folder, parts)
        if matches is not None:
            lists[home, condition] = found = MatchList(matches)
            if found.few:
                break
    if left := [condition for home, condition in asked if home == MATCH]:
        columns = [column for condition in left for column in condition.columns]
        rows = RowCache(part_set, lists, columns)[MATCH].filter(*(one.expression for one in left))
        lists[tuple(left)] = MatchList(rows.select("match").collect("polars").to_native()["match"])
    return part_set, lists


def _of_seats(rows: Frame, fact: str, seats: pl.DataFrame) -> Frame:
    """The rows of these seats; of rows that stand by themselves, those with their decks."""
    if "seat" not in columns_of(fact) and "deck" in columns_of(fact):
        listed = seats.lazy().select(pl.col("deck").cast(pl.String)).drop_nulls().unique()
        return rows.join(nw.from_native(listed), on="deck", how="semi")
    seat = [key for key in HOMES["seat_match"] if key in columns_of(fact)]
    return rows.join(nw.from_native(seats.lazy().select(seat)), on=seat, how="semi")


class Placed(Protocol):
    """Anything that belongs to one game and month."""

    @property
    def game(self) -> str: ...

    @property
    def month(self) -> str: ...


Some = TypeVar("Some", bound=Placed)


def in_partitions(
    parts: Sequence[Some], where: Sequence[Condition], months: frozenset[str] | None
) -> list[Some]:
    """Those of these months (of all where None) whose game and month fulfil the conditions on them."""
    found = [part for part in parts if months is None or part.month in months]
    conditions = tuple(condition for condition in where if condition.over(PARTITION))
    if not conditions:
        return found
    # Of all parts, which are mostly the same ones.
    places = _fulfilling(conditions, frozenset((part.game, part.month) for part in parts))
    return [part for part in found if (part.game, part.month) in places]


@lru_cache(maxsize=64)
def _fulfilling(
    conditions: tuple[Condition, ...], places: frozenset[tuple[str, str]]
) -> frozenset[tuple[str, str]]:
    """Games and months under all conditions: cached, as every query of a page asks for the same few."""
    every = pl.LazyFrame(list(places), dict.fromkeys(PARTITION, pl.String), orient="row")
    return frozenset(collected(filtered(nw.from_native(every), conditions)).rows())
