"""The basis of an interval: games, or players where one of them contributes more than a tenth of a cell.

A metric's own interval takes games as independent. Games of one player are not, and where a cell is largely
one player's the interval says less of other players than it seems to. Not here: how players are resampled
(``player_intervals``), nor the bounds that make most counting unnecessary (``player_share_bounds``).
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
import polars as pl

from analytics.metrics.cell_estimates import named
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.observations import counts, observed
from analytics.metrics.intervals.player_intervals import (
    CLUSTER,
    NOTHING,
    PLAYER,
    Cell,
    Ends,
    cell_of,
    cell_of_players,
    ends_of,
    sums_of_players,
)
from analytics.metrics.intervals.player_maxima import FEWEST, player_maxima
from analytics.metrics.intervals.player_share_bounds import CARD, player_share_bounds
from analytics.query.filters import Filters
from analytics.query.measures import MEASURES
from analytics.query.measures.derived import stored_as
from analytics.query.sum_query import Condition, among
from analytics.stats.cluster import TOO_MUCH
from analytics.stats.number import Floats, Ints
from analytics.store.reader import Store

IntervalBasis = Literal["games", "players", "few", "unasked"]
"""``games``: no player contributes more than a tenth · ``players``: one does, and players were resampled ·
``few``: one does, of too few to resample: games are taken as independent, and nothing is said of other
players · ``unasked``: finding out takes too long, and games are taken as independent."""
BASIS = "basis"
"""The column of the basis in every table."""
MANY = 500_000
"""Players are not counted for cells with more observations than these, if the facts also have more rows."""
CELL, PLACE = "cell", "place"
SPANNED = pl.col("low").is_not_null() | pl.col("high").is_not_null()
"""Rows with an interval."""


class Suspects(NamedTuple):
    """The cells of the metric with this ``number`` that one player may dominate."""

    number: int
    metric: Metric
    cells: pl.DataFrame


def interval_basis(
    store: Store,
    asked: Sequence[tuple[Metric, pl.DataFrame]],
    per: Sequence[str],
    filters: Filters,
    *,
    draws: Draws,
) -> list[pl.DataFrame]:
    """For each metric with its rows (columns ``per n low high``, one row a cell): the columns ``low high
    basis`` that replace those of the rows; ``basis`` is null where there is no interval, and of items.

    A number of one player has that player's games as its basis. An interval over resampled players always
    contains the metric's own: ten players who all won say no more than ten games do. Raises ``LookupError``,
    ``DamagedStore``.
    """
    if PLAYER in per or filters.player:
        return [_own_intervals(metric, rows, draws, "games") for metric, rows in asked]
    if player_maxima(store)[filters.game].players < FEWEST:  # one of them has more than a tenth of any cell
        return [_own_intervals(metric, rows, draws, "few") for metric, rows in asked]
    found = [_own_intervals(metric, rows, draws, "games") for metric, rows in asked]
    keys = tuple(per) or (CELL,)
    together: dict[tuple[frozenset[str], tuple[str, ...]], list[Suspects]] = {}
    for number, (metric, rows) in enumerate(asked):
        cells = _suspect_cells(store, metric, rows, per, filters, draws)
        if cells.height:
            facts = frozenset(MEASURES[name].fact for name in metric.sums)
            one = Suspects(number, metric, cells.select(*keys, "n"))
            together.setdefault((facts, metric.by), []).append(one)
    for (facts, _), suspects in together.items():
        replacements = _checked_cells(store, facts, suspects, per, filters, draws)
        for (number, _, _), replaced in zip(suspects, replacements, strict=True):
            rows = _keyed(asked[number][1], per).select(keys)
            found[number] = _corrected(rows, found[number], replaced)
    return found


def _own_intervals(metric: Metric, rows: pl.DataFrame, draws: Draws, basis: IntervalBasis) -> pl.DataFrame:
    """The metric's own intervals."""
    value = pl.lit(basis if _counted_sums(metric, draws) else None, pl.String)
    return rows.select("low", "high", pl.when(SPANNED).then(value).alias(BASIS))


def _counted_sums(metric: Metric, draws: Draws) -> tuple[str, ...]:
    """The sums that add up to the observations of a metric; none of a metric that is not computed."""
    return () if not_computed(metric) else counts(metric, draws)


def _suspect_cells(
    store: Store, metric: Metric, rows: pl.DataFrame, per: Sequence[str], filters: Filters, draws: Draws
) -> pl.DataFrame:
    """The rows with an interval that one player may dominate."""
    if not (names := _counted_sums(metric, draws)):
        return rows.clear()
    bound = pl.lit(player_share_bounds(store, names, rows, per, filters))
    suspect = bound.is_null() | (bound > pl.col("n") * TOO_MUCH)
    return _keyed(rows.filter(suspect & SPANNED), per)


def _checked_cells(
    store: Store,
    facts: frozenset[str],
    suspects: Sequence[Suspects],
    per: Sequence[str],
    filters: Filters,
    draws: Draws,
) -> list[pl.DataFrame]:
    """For metrics over the same facts: the key and ``low high basis`` of every suspect cell whose basis is
    not games."""
    keys = tuple(per) or (CELL,)
    rows = sum(_rows(store, fact, filters.game) for fact in facts)
    if min(rows, max(one.cells["n"].sum() for one in suspects)) > MANY:
        cells = [one.cells.select(keys) for one in suspects]
        return [_with_ends(rows, [(None, None, "unasked")] * rows.height) for rows in cells]
    only: tuple[Condition, ...] = ()
    cards = {card for one in suspects for card in one.cells[CARD]} if CARD in per else {None}
    if None not in cards:  # suspect cards are rare: only they are counted
        only = (among(CARD, sorted(cards)),)
    names = dict.fromkeys(name for one in suspects for name in one.metric.sums)
    columns = tuple(dict.fromkeys((*per, *suspects[0].metric.by)))
    sums = sums_of_players(store, tuple(names), columns, filters, only=only)
    if suspects[0].metric.by:
        return [_of_groups(one, sums, per, draws) for one in suspects]
    players = _by_cell(sums, tuple(names), per)
    return [_of_rows(one, players, draws) for one in suspects]


def _rows(store: Store, fact: str, game: str) -> int:
    """The number of rows that have to be read."""
    table = stored_as(fact)
    return sum(part.rows.get(table, 0) for part in store.manifest.parts if game in ("", part.game))


class _Players(NamedTuple):
    """Sums as arrays, a row for each cell and player with any, cells one after the other: ``keys`` of every
    cell, the ``cell`` that each row belongs to, and ``sums`` by name."""

    keys: pl.DataFrame
    cell: Ints
    sums: Mapping[str, Floats]


def _by_cell(sums: pl.DataFrame, names: Sequence[str], per: Sequence[str]) -> _Players:
    """The sums of players as arrays: there are few rows and many metrics, and frames are slow to begin."""
    keys = tuple(per) or (CELL,)
    numbers = pl.col(names).cast(pl.Float64)
    rows = _keyed(sums, per).lazy().select(*keys, CLUSTER, numbers).sort(*keys, CLUSTER)
    found = rows.with_columns(pl.struct(keys).rle_id().cast(pl.Int64).alias(PLACE)).collect()
    cell = found[PLACE].to_numpy()
    first = np.flatnonzero(np.diff(cell, prepend=-1))
    return _Players(found.select(keys)[first], cell, {name: found[name].to_numpy() for name in names})


def _of_rows(one: Suspects, players: _Players, draws: Draws) -> pl.DataFrame:
    """The suspect cells of one metric that a player dominates, where a cell is one row of sums a player."""
    marked = players.keys.join(
        one.cells.select(pl.exclude("n"), suspect=True),
        on=players.keys.columns,
        how="left",
        nulls_equal=True,
        maintain_order="left",
    )
    suspect = marked["suspect"].fill_null(False).to_numpy()
    sums = np.column_stack([players.sums[name] for name in one.metric.sums])
    given = np.sum([players.sums[name] for name in counts(one.metric, draws)], axis=0)
    there = np.flatnonzero(suspect[players.cell] & sums.any(axis=1))
    if not len(there):
        return _with_ends(players.keys.clear(), [])
    cell, sums, given = players.cell[there], sums[there], given[there]
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    ends = np.append(starts[1:], len(cell))
    large = np.maximum.reduceat(given, starts) > np.add.reduceat(given, starts) * TOO_MUCH
    few = ends - starts < FEWEST
    many = [cell_of_players(sums[starts[at] : ends[at]]) for at in np.flatnonzero(large & ~few)]
    intervals = iter(ends_of(one.metric, many, draws))
    found = [_ends_and_basis(NOTHING if none else next(intervals)) for none in few[large]]
    return _with_ends(players.keys[cell[starts[large]]], found)


def _of_groups(one: Suspects, sums: pl.DataFrame, per: Sequence[str], draws: Draws) -> pl.DataFrame:
    """The same of a metric that wants the sums of several groups."""
    keys = tuple(per) or (CELL,)
    mine = _keyed(named(one.metric.estimator, sums, per), per).join(
        one.cells, on=keys, how="semi", nulls_equal=True
    )
    given = mine.filter(pl.any_horizontal(pl.col(one.metric.sums) != 0))  # players with sums
    of_players = given.group_by(*keys, CLUSTER).agg(observed(one.metric, draws).sum().alias("given"))
    largest, every = pl.col("given").max(), pl.col("given").sum()
    large = of_players.group_by(keys).agg(
        (largest > every * TOO_MUCH).alias("large"), pl.len().alias("players")
    )
    cells = large.filter("large").select(*keys, few=pl.col("players") < FEWEST)
    many = cells.filter(~pl.col("few")).with_row_index(PLACE).join(given, on=keys, nulls_equal=True)
    ends = iter(ends_of(one.metric, _cells(one.metric, many.sort(PLACE, maintain_order=True)), draws))
    found = [_ends_and_basis(NOTHING if few else next(ends)) for few in cells["few"]]
    return _with_ends(cells.select(keys), found)


def _cells(metric: Metric, rows: pl.DataFrame) -> list[Cell]:
    """The cells whose rows stand together. Numbers in place of names make grouping faster."""
    whole = cell_of(metric, rows.with_columns(pl.col(CLUSTER).rank("dense")))
    begins = np.flatnonzero(np.diff(rows[PLACE].to_numpy(), prepend=-1)).tolist()
    return [whole.part(begin, end) for begin, end in pairwise([*begins, rows.height])]


def _ends_and_basis(ends: Ends) -> tuple[float | None, float | None, IntervalBasis]:
    return (None, None, "few") if ends is NOTHING else (*ends, "players")


def _with_ends(
    cells: pl.DataFrame, ends: Sequence[tuple[float | None, float | None, IntervalBasis]]
) -> pl.DataFrame:
    """The cells with their ends and basis; null ends where the metric's own stay."""
    schema = {"low": pl.Float64, "high": pl.Float64, BASIS: pl.String}
    return pl.concat([cells, pl.DataFrame(ends, schema, orient="row")], how="horizontal")


def _corrected(rows: pl.DataFrame, found: pl.DataFrame, replaced: pl.DataFrame) -> pl.DataFrame:
    """The columns ``low high basis``, replaced in some of the rows."""
    other = rows.join(replaced, on=rows.columns, how="left", nulls_equal=True, maintain_order="left")
    low, high, basis = (pl.lit(other[name]) for name in ("low", "high", BASIS))
    return found.with_columns(
        pl.when(pl.col("low") > low).then(low).otherwise(pl.col("low")).alias("low"),
        pl.when(pl.col("high") < high).then(high).otherwise(pl.col("high")).alias("high"),
        pl.coalesce(basis, BASIS).alias(BASIS),
    )


def _keyed(rows: pl.DataFrame, per: Sequence[str]) -> pl.DataFrame:
    """The rows with a key column: a constant one if there is only one cell."""
    return rows if per else rows.with_columns(pl.lit(0).alias(CELL))
