"""Intervals of metrics whose games come in clusters, one for each player.

A metric's own interval takes games as independent. Games of one player are not, so an active player makes
the interval too narrow. Here players are independent: through the effective number of games if no player
dominates the cell, else by resampling players. Not here: how ``stats.cluster`` does both, nor which cells get
such an interval (``interval_basis``).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analytics.metrics.cell_estimates import estimate
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.cells import Cells
from analytics.metrics.estimators.estimate import WORTH, Draws
from analytics.metrics.estimators.estimator import Estimator, estimate_groups
from analytics.metrics.estimators.rates import Share, WinRate, added
from analytics.metrics.intervals.player_maxima import FEWEST
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import Filters
from analytics.query.measures import MEASURES
from analytics.query.measures.relation import reaches
from analytics.query.sum_query import Condition
from analytics.stats.cluster import correlation, dominated, effective, resamples
from analytics.stats.number import Floats, Groups, Ints
from analytics.store.reader import Store

TAILS = (0.025, 0.975)
TIMES = 1000
"""Resamples of an interval."""
AT_ONCE = 1 << 20
"""The most numbers that are held in memory while players are resampled."""
PLAYER, MATCH, CLUSTER = "player", "match", "cluster"


class Ends(NamedTuple):
    """Both ends of an interval; NaN if there is none."""

    low: float
    high: float


NOTHING = Ends(np.nan, np.nan)


class Cell(NamedTuple):
    """The ``sums`` (rows, names) of one cell, a row for each player and group: the ``clusters`` by name or
    number (None where each row is another player), the keys of the groups that the metric wants (``by``), of
    which each has a ``group`` number."""

    sums: Floats
    clusters: NDArray[Any] | None
    by: Groups
    group: Ints

    def part(self, begin: int, end: int) -> "Cell":
        """The cell of some of the rows."""
        by = {name: column[begin:end] for name, column in self.by.items()}
        clusters = self.clusters[begin:end] if self.clusters is not None else None
        return Cell(self.sums[begin:end], clusters, by, self.group[begin:end])


def sums_of_players(
    store: Store,
    names: Sequence[str],
    by: Sequence[str],
    filters: Filters,
    *,
    only: tuple[Condition, ...] = (),
) -> pl.DataFrame:
    """The sums ``names``, for a filter that was checked, by these columns and ``cluster``: the player, or the
    match if the player is unknown. ``only``: further conditions on the rows.

    Sums that do not depend on all columns (all games, by card) have every player in every cell.
    """
    apart = [name for name in names if all(reaches(column, MEASURES[name].fact) for column in by)]
    if len(apart) in (0, len(names)):
        return _by_cluster(store, names, by, filters, only)
    rows, rest = _by_cluster(store, apart, by, filters, only), [name for name in names if name not in apart]
    shared = [name for name in by if any(reaches(name, MEASURES[one].fact) for one in rest)]
    every = _by_cluster(store, rest, shared, filters, ())
    cells = rows.select(by).unique()
    every = cells.join(every, on=shared, nulls_equal=True) if shared else cells.join(every, how="cross")
    found = every.join(rows, on=[*by, CLUSTER], how="left", nulls_equal=True)
    return found.with_columns(pl.col(names).fill_null(0))


def _by_cluster(
    store: Store, names: Sequence[str], by: Sequence[str], filters: Filters, only: tuple[Condition, ...]
) -> pl.DataFrame:
    """The same for sums that can be grouped by all these columns."""

    def found(*clusters: str) -> pl.DataFrame:
        ask = sum_query(names, tuple(dict.fromkeys((*by, *clusters))), filters)
        return answer(store, replace(ask, where=(*ask.where, *only)))

    rows = found(PLAYER)
    if not rows[PLAYER].null_count():
        return rows.select(*by, pl.col(PLAYER).alias(CLUSTER), *names)
    match = pl.lit("\0") + pl.col(MATCH).cast(pl.String)  # which no player is called
    cluster = pl.coalesce(pl.col(PLAYER).cast(pl.String), match).alias(CLUSTER)
    return found(PLAYER, MATCH).group_by(*by, cluster).agg(pl.col(*names).sum())


def estimate_by_players(
    metric: Metric, sums: pl.DataFrame, per: Sequence[str], *, draws: Draws
) -> pl.DataFrame:
    """The rows of ``estimate`` out of the sums of players, with intervals over these.

    Null where a cell has fewer than ``FEWEST`` players.
    """
    groups = list(dict.fromkeys((*per, *metric.by)))
    whole = sums.group_by(groups).agg(pl.col(metric.sums).sum()) if groups else sums.select(metric.sums).sum()
    found = estimate(metric, whole, per, draws=draws)
    cells = dict(sums.group_by(*per)) if per else {(): sums}
    intervals = ends_of(metric, [cell_of(metric, rows) for rows in cells.values()], draws)
    ends = dict(zip(cells, intervals, strict=True))
    keys = found.select(per).rows() if per else [()]
    return with_ends(found, (ends.get(key, NOTHING) for key in keys))


def with_ends(found: pl.DataFrame, ends: Iterable[tuple[float, float]]) -> pl.DataFrame:
    """The rows with these intervals instead of their own."""
    columns = zip(*ends, strict=True)
    return found.with_columns(
        pl.Series(name, column, pl.Float64).fill_nan(None)
        for name, column in zip(Ends._fields, columns, strict=False)  # none of no rows
    )


def scores(estimator: WinRate | Share, sums: dict[str, Floats], draws: Draws) -> tuple[Floats, Floats]:
    """The score, and the number of games that it is out of, for each element of the sums."""
    if isinstance(estimator, Share):
        return added(sums, estimator.part), added(sums, estimator.whole)
    worth = WORTH[draws]
    wins, losses, ties = (sums[name] for name in (estimator.wins, estimator.losses, estimator.ties))
    return (wins, wins + losses) if worth is None else (wins + worth * ties, wins + losses + ties)


def cell_of(metric: Metric, rows: pl.DataFrame) -> Cell:
    """The cell of these rows: the sums of a metric, the keys of its groups, and ``cluster``."""
    sums = rows.select(pl.col(metric.sums).cast(pl.Float64)).to_numpy()
    by = rows.select(metric.by)
    group = (
        by.select(pl.struct(pl.all()).rank("dense")).to_series()
        if metric.by
        else pl.zeros(len(rows), eager=True)
    )
    keys = {name: by[name].to_numpy() for name in metric.by}
    return Cell(sums, rows[CLUSTER].to_numpy(), keys, group.cast(pl.Int64).to_numpy())


def cell_of_players(sums: Floats) -> Cell:
    """The cell of these sums (players, names), for a metric that wants no groups."""
    return Cell(sums, None, {}, np.zeros(len(sums), np.int64))


def ends_of(metric: Metric, cells: Sequence[Cell], draws: Draws) -> list[Ends]:
    """The interval of each cell; ``NOTHING`` for fewer than ``FEWEST`` players, not counting those whose sums
    are all 0.

    Many cells are resampled together: a thousand resamples of ten players take less time than the calls for
    them.
    """
    found, players = [NOTHING] * len(cells), dict[int, int]()
    counted = [_by_player_and_group(cell) for cell in cells]
    for number, (sums, _) in enumerate(counted):
        if len(sums) < FEWEST:
            continue
        if ends := _of_effective_number(metric, sums, draws):
            found[number] = ends
        else:
            players[number] = len(sums)
    # Groups have keys of their own, so that cells of several stay alone.
    together = 1 if metric.by else max(AT_ONCE // (TIMES * len(metric.sums)), 1)
    numbers = sorted(players, key=players.__getitem__)
    for start in range(0, len(numbers), together):
        portion = numbers[start : start + together]
        drawn = _resampled(metric, [counted[one][0] for one in portion], counted[portion[0]][1], draws)
        for number, ends in zip(portion, _quantiles(drawn), strict=True):
            found[number] = ends
    return found


def _of_effective_number(metric: Metric, sums: Floats, draws: Draws) -> Ends | None:
    """The interval without resampling, where no player dominates the games of a rate or share."""
    estimator = metric.estimator
    if isinstance(estimator, WinRate):  # both seats of a game are two players, who may play others as well
        estimator = estimator.one_sided()
    if not isinstance(estimator, Share) and not (isinstance(estimator, WinRate) and not estimator.squares):
        return None
    of_players = dict(zip(metric.sums, sums.sum(axis=1).T, strict=True))
    scored, games = scores(estimator, of_players, draws)
    if not games.any() or dominated(games):
        return None
    return _effective(estimator, of_players, scored, games, draws)


def _effective(
    estimator: WinRate | Share, sums: dict[str, Floats], scored: Floats, games: Floats, draws: Draws
) -> Ends:
    """The metric's own interval for the effective number of games."""
    n = float(games.sum())
    worth = effective(n, int((games > 0).sum()), correlation(scored, games)) / n
    scaled = {name: np.array([column.sum() * worth]) for name, column in sums.items()}
    _, _, low, high = next(estimate_groups(estimator, scaled, draws).rows())
    assert low is not None and high is not None  # both estimators have an interval
    return Ends(low, high)


def _resampled(metric: Metric, cells: Sequence[Floats], keys: Groups, draws: Draws) -> Floats:
    """The values of cells for resampled players: (cells, resamples). Each cell is (players, groups, names);
    those of as many players stand side by side. ``keys``: those of the groups of each cell."""
    groups, names = cells[0].shape[1:]
    alike = [
        np.stack(list(same)).reshape(-1, players, groups * names) for players, same in groupby(cells, len)
    ]
    portions = 1 + TIMES * groups * names // AT_ONCE
    weights = [np.array_split(_drawn(sums.shape[1]), portions) for sums in alike]
    found = []
    for portion in zip(*weights, strict=True):
        drawn = np.concatenate([weight @ sums for weight, sums in zip(portion, alike, strict=True)])
        by_group = drawn.reshape(-1, groups, names)
        by_name = {name: by_group[:, :, number] for number, name in enumerate(metric.sums)}
        found.append(_values(metric.estimator, keys, by_name, draws).reshape(len(cells), -1))
    return np.concatenate(found, axis=1)


def _quantiles(values: Floats) -> Iterator[Ends]:
    """The interval of each row of values, of which NaN are left out; ``NOTHING`` where all are."""
    missing: NDArray[np.bool_] = np.asarray(np.isnan(values).any(axis=1))
    known = np.quantile(values[~missing], TAILS, axis=1).T.tolist()
    some = iter(known)
    for row, partial in zip(values, missing.tolist(), strict=True):
        if not partial:
            yield Ends(*next(some))
        elif np.isnan(row).all():
            yield NOTHING
        else:
            yield Ends(*(float(end) for end in np.nanquantile(row, TAILS)))


@lru_cache(maxsize=64)
def _drawn(players: int) -> Floats:
    """How often each of so many players was drawn: the same for all cells with as many players. To draw them
    takes longer than most of what is done with them."""
    return resamples(players, times=TIMES)


def _by_player_and_group(cell: Cell) -> tuple[Floats, Groups]:
    """The sums as (players, groups, names), of players who have any, and the keys of the groups."""
    if cell.clusters is None:
        return cell.sums[cell.sums.any(axis=1), None], {}
    names, player = np.unique(cell.clusters, return_inverse=True)
    numbers, first, group = np.unique(cell.group, return_index=True, return_inverse=True)
    groups = {name: column[first] for name, column in cell.by.items()}
    sums = np.zeros((len(names), max(len(numbers), 1), cell.sums.shape[1]))
    np.add.at(sums, (player, group), cell.sums)
    return sums[sums.any(axis=(1, 2))], groups


def _values(estimator: Estimator, keys: Groups, by_name: dict[str, Floats], draws: Draws) -> Floats:
    """The value of each resample, which is a cell of its own. ``by_name``: (times, groups)."""
    times, number = next(iter(by_name.values())).shape
    groups: Groups = {key: np.tile(column, times) for key, column in keys.items()}
    groups |= {name: sums.ravel() for name, sums in by_name.items()}
    return estimator.values(Cells(groups, np.arange(times) * number, times * number), draws)
