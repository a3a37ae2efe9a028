"""What an interval is over: games, or players where one of them gives more than a tenth of a cell.

A metric's own interval takes games as independent. Those of one player are not, and where a cell is largely
theirs it says less of anybody else than it seems to. Not here: how players are resampled (``clustered``), nor
the bound that spares most cells the question (``givers``).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
import polars as pl

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.estimates import named
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.observations import counts, observed
from analytics.metrics.intervals.player_intervals import (
    CLUSTER,
    NOTHING,
    PLAYER,
    Cell,
    Ends,
    cell_of,
    ends_of,
    sums_of_players,
)
from analytics.metrics.intervals.player_maxima import FEWEST, player_maxima
from analytics.metrics.intervals.player_share_bounds import CARD, player_share_bounds
from analytics.query.cubes.sum_query import Condition, among
from analytics.query.filters import Filters
from analytics.query.measures import MEASURES
from analytics.query.measures.derived import stored_as
from analytics.stats.cluster import TOO_MUCH
from analytics.store.reader import Store

IntervalBasis = Literal["games", "players", "few", "unasked"]
"""``games``: no player gives more than a tenth · ``players``: one does, and players were resampled · ``few``:
one does, of too few to resample: games are taken as independent, and nothing is said of other players ·
``unasked``: to find out takes too long, and games are taken as independent."""
BASIS = "over"
MANY = 500_000
"""Cells are not looked into where they have more observations than these, and the facts more rows."""
CELL, PLACE = "cell", "place"
SPANNED = pl.col("low").is_not_null() | pl.col("high").is_not_null()
"""Rows with an interval."""


class Doubt(NamedTuple):
    """The cells of the metric with this ``number`` that one player may give too much of."""

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
    over`` that are to stand in these rows; ``over`` is null where there is no interval, and of items.

    What is told of one player is over that player's games. Where players were resampled the metric's own
    interval lies within: ten who all won tell no more than ten games do. Raises ``LookupError``,
    ``DamagedStore``.
    """
    if PLAYER in per or filters.player:
        return [_as_told(metric, rows, draws, "games") for metric, rows in asked]
    if (
        player_maxima(store)[filters.game].players < FEWEST
    ):  # one of so few gives more than a tenth of anything
        return [_as_told(metric, rows, draws, "few") for metric, rows in asked]
    found = [_as_told(metric, rows, draws, "games") for metric, rows in asked]
    keys = tuple(per) or (CELL,)
    together: dict[tuple[frozenset[str], tuple[str, ...]], list[Doubt]] = {}
    for number, (metric, rows) in enumerate(asked):
        cells = _doubtful(store, metric, rows, per, filters, draws)
        if cells.height:
            facts = frozenset(MEASURES[name].fact for name in metric.sums)
            doubt = Doubt(number, metric, cells.select(*keys, "n"))
            together.setdefault((facts, metric.by), []).append(doubt)
    for (facts, _), doubts in together.items():
        answers = _looked_into(store, facts, doubts, per, filters, draws)
        for (number, _, _), told in zip(doubts, answers, strict=True):
            rows = _keyed(asked[number][1], per).select(keys)
            found[number] = _corrected(rows, found[number], told)
    return found


def _as_told(metric: Metric, rows: pl.DataFrame, draws: Draws, kind: IntervalBasis) -> pl.DataFrame:
    """The metric's own intervals."""
    told = pl.lit(kind if _counted(metric, draws) else None, pl.String)
    return rows.select("low", "high", pl.when(SPANNED).then(told).alias(BASIS))


def _counted(metric: Metric, draws: Draws) -> tuple[str, ...]:
    """The sums that the observations of a metric add up to, none of what is not counted at all."""
    return () if not_computed(metric) else counts(metric, draws)


def _doubtful(
    store: Store, metric: Metric, rows: pl.DataFrame, per: Sequence[str], filters: Filters, draws: Draws
) -> pl.DataFrame:
    """The rows with an interval of which one player may give too much."""
    if not (names := _counted(metric, draws)):
        return rows.clear()
    given = pl.lit(player_share_bounds(store, names, rows, per, filters))
    unsure = given.is_null() | (given > pl.col("n") * TOO_MUCH)
    return _keyed(rows.filter(unsure & SPANNED), per)


def _looked_into(
    store: Store,
    facts: frozenset[str],
    doubts: Sequence[Doubt],
    per: Sequence[str],
    filters: Filters,
    draws: Draws,
) -> list[pl.DataFrame]:
    """For metrics over the same facts: columns of the cell and ``low high over`` of every doubtful cell that
    turned out to be other than it was told."""
    keys = tuple(per) or (CELL,)
    rows = sum(_rows(store, fact, filters.game) for fact in facts)
    if min(rows, max(doubt.cells["n"].sum() for doubt in doubts)) > MANY:
        cells = [doubt.cells.select(keys) for doubt in doubts]
        return [_answers(one, [(None, None, "unasked")] * one.height) for one in cells]
    only: tuple[Condition, ...] = ()
    if CARD in per:  # what is rare is asked for alone
        only = (among(CARD, sorted({card for doubt in doubts for card in doubt.cells[CARD]})),)
    names = dict.fromkeys(name for doubt in doubts for name in doubt.metric.sums)
    columns = tuple(dict.fromkeys((*per, *doubts[0].metric.by)))
    sums = sums_of_players(store, tuple(names), columns, filters, only=only)
    return [_of_players(doubt, sums, per, draws) for doubt in doubts]


def _rows(store: Store, fact: str, game: str) -> int:
    """How many rows there are to be read."""
    table = stored_as(fact)
    return sum(part.rows.get(table, 0) for part in store.manifest.parts if game in ("", part.game))


def _of_players(doubt: Doubt, sums: pl.DataFrame, per: Sequence[str], draws: Draws) -> pl.DataFrame:
    """What becomes of the doubtful cells of one metric, by the sums of players."""
    keys = tuple(per) or (CELL,)
    mine = _keyed(named(doubt.metric, sums, per), per).join(doubt.cells, on=keys, how="semi")
    given = mine.filter(pl.any_horizontal(pl.col(doubt.metric.sums) != 0))  # else one is none of its players
    of_players = given.group_by(*keys, CLUSTER).agg(observed(doubt.metric, draws).sum().alias("given"))
    largest, every = pl.col("given").max(), pl.col("given").sum()
    large = of_players.group_by(keys).agg(
        (largest > every * TOO_MUCH).alias("large"), pl.len().alias("players")
    )
    cells = large.filter("large").select(*keys, few=pl.col("players") < FEWEST)
    many = cells.filter(~pl.col("few")).with_row_index(PLACE).join(given, on=keys)
    ends = _resampled(doubt.metric, many.sort(PLACE, maintain_order=True), draws)
    told = [_told(NOTHING if few else next(ends)) for few in cells["few"]]
    return _answers(cells.select(keys), told)


def _resampled(metric: Metric, rows: pl.DataFrame, draws: Draws) -> Iterator[Ends]:
    """The ends of cells whose rows stand together; one that is numbered is told apart faster than by name."""
    whole = cell_of(metric, rows.with_columns(pl.col(CLUSTER).rank("dense")))
    begins = np.flatnonzero(np.diff(rows[PLACE].to_numpy(), prepend=-1))
    for begin, end in pairwise([*begins.tolist(), rows.height]):
        by = whole.by[begin:end]
        yield ends_of(metric, Cell(whole.clusters[begin:end], by, whole.sums[begin:end]), draws)


def _told(ends: Ends) -> tuple[float | None, float | None, IntervalBasis]:
    return (None, None, "few") if ends is NOTHING else (*ends, "players")


def _answers(
    cells: pl.DataFrame, told: Sequence[tuple[float | None, float | None, IntervalBasis]]
) -> pl.DataFrame:
    """The cells with what is told of them; without ends where their own stay."""
    schema = {"low": pl.Float64, "high": pl.Float64, BASIS: pl.String}
    return pl.concat([cells, pl.DataFrame(told, schema, orient="row")], how="horizontal")


def _corrected(rows: pl.DataFrame, found: pl.DataFrame, told: pl.DataFrame) -> pl.DataFrame:
    """The columns ``low high over`` with what became of some of the rows."""
    other = rows.join(told, on=rows.columns, how="left", maintain_order="left")
    low, high, kind = (pl.lit(other[name]) for name in ("low", "high", BASIS))
    return found.with_columns(
        pl.when(pl.col("low") > low).then(low).otherwise(pl.col("low")).alias("low"),
        pl.when(pl.col("high") < high).then(high).otherwise(pl.col("high")).alias("high"),
        pl.coalesce(kind, BASIS).alias(BASIS),
    )


def _keyed(rows: pl.DataFrame, per: Sequence[str]) -> pl.DataFrame:
    """With a column that tells cells apart, of which there is one where nothing else does."""
    return rows if per else rows.with_columns(pl.lit(0).alias(CELL))
