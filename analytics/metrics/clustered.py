"""Intervals of metrics whose games come in clusters, one for each player.

A metric's own interval takes games as independent. Those of one player are not, and whoever plays much
makes it look surer than it is. Here it is players that were drawn: with the effective number of games where
nobody gives much of a cell, else by resampling players. Not here: how ``stats.cluster`` does both.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from analytics.cubes.answer import answer
from analytics.metrics.asking import asking
from analytics.metrics.cells import Cells
from analytics.metrics.filters import Filters
from analytics.metrics.measured import named, told
from analytics.metrics.metric import Celled, Grouped, Metric
from analytics.metrics.rate import WORTH, Draws
from analytics.metrics.way import Share, Way, WinRate
from analytics.stats.cluster import correlation, dominated, effective, resamples
from analytics.stats.number import Floats, Groups
from analytics.store import Store

TAILS = (0.025, 0.975)
TIMES = 1000
"""Resamples of an interval."""
FEWEST = 10
"""Of fewer players nothing is told: drawn again and again, they show too little of how players differ."""
PARTS = 10
"""In so many parts: each resample has all groups of a cell."""
PLAYER, MATCH, CLUSTER = "player", "match", "cluster"


class Ends(NamedTuple):
    """Both ends of an interval; NaN where nothing can be told."""

    low: float
    high: float


NOTHING = Ends(np.nan, np.nan)


def sums_of_players(store: Store, metric: Metric, per: Sequence[str], filters: Filters) -> pl.DataFrame:
    """The sums of a metric, for a filter that was checked, by the columns ``per``, those that it wants, and
    ``cluster``: the player, or the match where nobody knows who played."""
    columns = list(dict.fromkeys((*per, *metric.by)))
    found = answer(store, asking(metric.sums, (*columns, PLAYER), filters))
    unknown = pl.lit(None, pl.String)
    if found[PLAYER].null_count():
        found = answer(store, asking(metric.sums, (*columns, PLAYER, MATCH), filters))
        unknown = pl.lit("\0") + pl.col(MATCH).cast(pl.String)  # which no player is called
    cluster = pl.coalesce(pl.col(PLAYER).cast(pl.String), unknown).alias(CLUSTER)
    return named(metric, found, per).with_columns(cluster)


def by_players(metric: Metric, sums: pl.DataFrame, per: Sequence[str], *, draws: Draws) -> pl.DataFrame:
    """The rows of ``measured.told`` out of the sums of players, with intervals over these.

    Null where a cell has fewer than ``FEWEST`` players.
    """
    groups = list(dict.fromkeys((*per, *metric.by)))
    whole = sums.group_by(groups).agg(pl.col(metric.sums).sum()) if groups else sums.select(metric.sums).sum()
    found = told(metric, whole, per, draws=draws)
    cells = sums.group_by(*per) if per else [((), sums)]
    ends = {key: _ends(metric, cell, draws) for key, cell in cells}
    keys = found.select(per).rows() if per else [()]
    return with_ends(found, (ends.get(key, NOTHING) for key in keys))


def with_ends(found: pl.DataFrame, ends: Iterable[tuple[float, float]]) -> pl.DataFrame:
    """The rows with these intervals in place of theirs."""
    columns = zip(*ends, strict=True)
    return found.with_columns(
        pl.Series(name, column, pl.Float64).fill_nan(None)
        for name, column in zip(Ends._fields, columns, strict=False)  # none of no rows
    )


def scores(way: WinRate | Share, sums: dict[str, Floats], draws: Draws) -> tuple[Floats, Floats]:
    """What was scored, out of how much: of each element of the sums."""
    if isinstance(way, Share):
        part, whole = (np.sum([sums[name] for name in names], axis=0) for names in (way.part, way.whole))
        return part, whole
    worth = WORTH[draws]
    wins, losses, ties = (sums[name] for name in (way.wins, way.losses, way.ties))
    return (wins, wins + losses) if worth is None else (wins + worth * ties, wins + losses + ties)


def _ends(metric: Metric, cell: pl.DataFrame, draws: Draws) -> Ends:
    """The interval of one cell."""
    if cell[CLUSTER].n_unique() < FEWEST:
        return NOTHING
    way = metric.way
    if isinstance(way, Share) or (isinstance(way, WinRate) and not way.squares):
        players = cell.group_by(CLUSTER, maintain_order=True).agg(pl.col(metric.sums).sum())
        sums = {name: players[name].cast(pl.Float64).to_numpy() for name in metric.sums}
        scored, games = scores(way, sums, draws)
        if games.any() and not dominated(games):
            return _effective(way, sums, scored, games, draws)
    values = np.concatenate(list(_resampled(metric, cell, draws)))
    if np.isnan(values).all():
        return NOTHING
    return Ends(*(float(end) for end in np.nanquantile(values, TAILS)))


def _effective(
    way: WinRate | Share, sums: dict[str, Floats], scored: Floats, games: Floats, draws: Draws
) -> Ends:
    """The metric's own interval, of as many games as these are worth."""
    n = float(games.sum())
    worth = effective(n, int((games > 0).sum()), correlation(scored, games)) / n
    rated = way.rated({name: np.float64(column.sum() * worth) for name, column in sums.items()}, draws)
    assert rated.low is not None and rated.high is not None  # both ways have an interval
    return Ends(float(rated.low), float(rated.high))


def _resampled(metric: Metric, cell: pl.DataFrame, draws: Draws) -> Iterator[Floats]:
    """The values of the cell with players drawn again and again, some at a time."""
    sums, keys = _by_player_and_group(metric, cell)
    for weights in np.array_split(resamples(len(sums), times=TIMES), PARTS):
        drawn = np.tensordot(weights, sums, axes=1)  # times, groups, names
        by_name = {name: drawn[:, :, number] for number, name in enumerate(metric.sums)}
        with np.errstate(divide="ignore", invalid="ignore"):
            yield _values(metric.way, keys, by_name, draws)


def _by_player_and_group(metric: Metric, cell: pl.DataFrame) -> tuple[Floats, Groups]:
    """The sums as (players, groups, names), and the keys of the groups."""
    player = cell[CLUSTER].rank("dense").to_numpy() - 1
    keys = cell.select(metric.by).unique(maintain_order=True)
    if metric.by:
        group = cell.join(keys.with_row_index("group"), on=metric.by, maintain_order="left")[
            "group"
        ].to_numpy()
    else:
        group = np.zeros(len(cell), np.int64)
    sums = np.zeros((int(player.max()) + 1, max(keys.height, 1), len(metric.sums)))
    np.add.at(sums, (player, group), cell.select(pl.col(metric.sums).cast(pl.Float64)).to_numpy())
    return sums, {key.name: key.to_numpy() for key in keys}


def _values(way: object, keys: Groups, by_name: dict[str, Floats], draws: Draws) -> Floats:
    """The value of each resample. ``by_name``: (times, groups)."""
    if isinstance(way, Way):
        return np.asarray(way.rated({name: sums[:, 0] for name, sums in by_name.items()}, draws).value)
    times, number = next(iter(by_name.values())).shape
    if isinstance(way, Celled):
        groups: Groups = {key: np.tile(column, times) for key, column in keys.items()}
        groups |= {name: sums.ravel() for name, sums in by_name.items()}
        return way.rated(Cells(groups, np.arange(times) * number), draws).value
    assert isinstance(way, Grouped)  # metrics that tell items apart have no such interval
    each = (way.told(keys | {name: sums[at] for name, sums in by_name.items()}, draws) for at in range(times))
    return np.array([np.nan if one.value is None else one.value for one in each])
