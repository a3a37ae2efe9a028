"""The basis of an interval: games, or players where one of them contributes more than a tenth of a cell.

A metric's own interval takes games as independent. Games of one player are not, and where a cell is largely
one player's the interval says less of other players than it seems to. Not here: how players are resampled
(``player_intervals``), nor the bounds that make most counting unnecessary (``player_share_bounds``).
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

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
Bases = NDArray[Any]
"""An ``IntervalBasis`` or None for each cell."""
MANY = 500_000
"""Players are not counted for cells with more observations than these, if the facts also have more rows."""
CELL, PLACE = "cell", "place"


class Intervals(NamedTuple):
    """Both ends of each interval, NaN where there is none, and its basis, None where it has none. They are
    arrays, as there are many metrics of few cells, and frames are slow to begin."""

    low: Floats
    high: Floats
    basis: Bases

    def columns(self) -> pl.DataFrame:
        """The columns ``low high basis``."""
        return pl.DataFrame(
            {
                "low": pl.Series(self.low, dtype=pl.Float64, nan_to_null=True),
                "high": pl.Series(self.high, dtype=pl.Float64, nan_to_null=True),
                BASIS: pl.Series(self.basis.tolist(), dtype=pl.String),
            }
        )

    def widened(self, at: Ints, other: "Intervals") -> None:
        """Take the basis of others at these places, where they have one, and their ends, where they lie
        farther out."""
        self.low[at] = np.where(other.low < self.low[at], other.low, self.low[at])
        self.high[at] = np.where(other.high > self.high[at], other.high, self.high[at])
        told = other.basis != None  # noqa: E711  # each of them
        self.basis[at[told]] = other.basis[told]

    def taken(self, at: Ints) -> "Intervals":
        """Those at these places; none where a place is negative."""
        there = at >= 0
        found = no_intervals(len(at))
        for mine, theirs in zip(self, found, strict=True):
            theirs[there] = mine[at[there]]
        return found


def no_intervals(number: int) -> Intervals:
    """So many cells without an interval."""
    return Intervals(np.full(number, np.nan), np.full(number, np.nan), np.full(number, None, object))


class Suspects(NamedTuple):
    """The cells of the metric with this ``number`` that one player may dominate: their keys and ``n``, and
    ``at`` which places they are among all."""

    number: int
    metric: Metric
    cells: pl.DataFrame
    at: Ints


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
        return [_own_intervals(metric, rows, draws, "games").columns() for metric, rows in asked]
    if player_maxima(store)[filters.game].players < FEWEST:  # one of them has more than a tenth of any cell
        return [_own_intervals(metric, rows, draws, "few").columns() for metric, rows in asked]
    found = [_own_intervals(metric, rows, draws, "games") for metric, rows in asked]
    together: dict[tuple[frozenset[str], tuple[str, ...]], list[Suspects]] = {}
    for number, (metric, rows) in enumerate(asked):
        at = _suspects(store, metric, rows, found[number], per, filters, draws)
        if len(at):
            facts = frozenset(MEASURES[name].fact for name in metric.sums)
            one = Suspects(number, metric, _keyed(rows.select(*per, "n")[at], per), at)
            together.setdefault((facts, metric.by), []).append(one)
    for (facts, _), suspects in together.items():
        checked = _checked_cells(store, facts, suspects, per, filters, draws)
        for one, intervals in zip(suspects, checked, strict=True):
            found[one.number].widened(one.at, intervals)
    return [one.columns() for one in found]


def _own_intervals(metric: Metric, rows: pl.DataFrame, draws: Draws, basis: IntervalBasis) -> Intervals:
    """The metric's own intervals."""
    low, high = (rows[name].cast(pl.Float64).to_numpy(writable=True) for name in ("low", "high"))
    found = Intervals(low, high, np.full(len(low), None, object))
    if _counted_sums(metric, draws):
        found.basis[_spanned(found)] = basis
    return found


def _spanned(found: Intervals) -> NDArray[np.bool_]:
    """Where there is an interval."""
    spanned: NDArray[np.bool_] = ~(np.isnan(found.low) & np.isnan(found.high))
    return spanned


def _counted_sums(metric: Metric, draws: Draws) -> tuple[str, ...]:
    """The sums that add up to the observations of a metric; none of a metric that is not computed."""
    return () if not_computed(metric) else counts(metric, draws)


def _suspects(
    store: Store,
    metric: Metric,
    rows: pl.DataFrame,
    own: Intervals,
    per: Sequence[str],
    filters: Filters,
    draws: Draws,
) -> Ints:
    """The places of the rows with an interval that one player may dominate."""
    if not (names := _counted_sums(metric, draws)):
        return np.zeros(0, np.int64)
    bounds = player_share_bounds(store, names, rows, per, filters)
    bound, n = (column.cast(pl.Float64).to_numpy() for column in (bounds, rows["n"]))
    return np.flatnonzero((np.isnan(bound) | (bound > n * TOO_MUCH)) & _spanned(own))


def _checked_cells(
    store: Store,
    facts: frozenset[str],
    suspects: Sequence[Suspects],
    per: Sequence[str],
    filters: Filters,
    draws: Draws,
) -> list[Intervals]:
    """For metrics over the same facts: the intervals of their suspect cells whose basis is not games."""
    rows = sum(_rows(store, fact, filters.game) for fact in facts)
    if min(rows, max(one.cells["n"].sum() for one in suspects)) > MANY:
        unasked = [no_intervals(one.cells.height) for one in suspects]
        for none in unasked:
            none.basis[:] = "unasked"
        return unasked
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


def _of_rows(one: Suspects, players: _Players, draws: Draws) -> Intervals:
    """The intervals of one metric that a player dominates, where a cell is one row of sums a player."""
    place = _places(one.cells, players.keys)
    suspect = np.zeros(players.keys.height, bool)
    suspect[place[place >= 0]] = True
    sums = np.column_stack([players.sums[name] for name in one.metric.sums])
    given = np.sum([players.sums[name] for name in counts(one.metric, draws)], axis=0)
    there = np.flatnonzero(suspect[players.cell] & sums.any(axis=1))
    found = no_intervals(players.keys.height)
    if not len(there):
        return found.taken(place)
    cell, sums, given = players.cell[there], sums[there], given[there]
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    ends = np.append(starts[1:], len(cell))
    large = np.maximum.reduceat(given, starts) > np.add.reduceat(given, starts) * TOO_MUCH
    few = ends - starts < FEWEST
    many = np.flatnonzero(large & ~few)
    intervals = ends_of(one.metric, [cell_of_players(sums[starts[at] : ends[at]]) for at in many], draws)
    found.basis[cell[starts[large & few]]] = "few"
    _note(found, cell[starts[many]], intervals)
    return found.taken(place)


def _of_groups(one: Suspects, sums: pl.DataFrame, per: Sequence[str], draws: Draws) -> Intervals:
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
    found, few = no_intervals(cells.height), cells["few"].to_numpy()
    found.basis[few] = "few"
    intervals = ends_of(one.metric, _cells(one.metric, many.sort(PLACE, maintain_order=True)), draws)
    _note(found, np.flatnonzero(~few), intervals)
    return found.taken(_places(one.cells, cells.select(keys)))


def _places(cells: pl.DataFrame, keys: pl.DataFrame) -> Ints:
    """Where the keys of each cell are among others; -1 where they are not."""
    numbered = keys.with_row_index(PLACE)
    found = cells.join(numbered, on=keys.columns, how="left", nulls_equal=True, maintain_order="left")
    return found[PLACE].cast(pl.Int64).fill_null(-1).to_numpy()


def _note(found: Intervals, at: Ints, ends: Sequence[Ends]) -> None:
    """The intervals over players at these places; where players tell none, the metric's own stays."""
    none = np.array([one is NOTHING for one in ends], bool)
    found.low[at], found.high[at] = np.array(ends, np.float64).reshape(-1, 2).T
    found.basis[at] = np.where(none, "few", "players")


def _cells(metric: Metric, rows: pl.DataFrame) -> list[Cell]:
    """The cells whose rows stand together. Numbers in place of names make grouping faster."""
    whole = cell_of(metric, rows.with_columns(pl.col(CLUSTER).rank("dense")))
    begins = np.flatnonzero(np.diff(rows[PLACE].to_numpy(), prepend=-1)).tolist()
    return [whole.part(begin, end) for begin, end in pairwise([*begins, rows.height])]


def _keyed(rows: pl.DataFrame, per: Sequence[str]) -> pl.DataFrame:
    """The rows with a key column: a constant one if there is only one cell."""
    return rows if per else rows.with_columns(pl.lit(0).alias(CELL))
