"""Both seats of a game in one number: what is the same for both counts once, what one wins the other loses.

A row that no column and no filter limits to one side holds every game twice. A share of games (of draws) is
then counted by the game; a win rate is one half whatever was played, and is refused; that of a card is
surer, the more games have it on both seats, and that of a deck, the more of them are mirrors. Not here: the
sums (``cell_estimates``).
"""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from analytics.facts import SCHEMAS
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.chance_tests import CoinTest
from analytics.metrics.estimators.grouped import Different, MeanOf, OfCounts
from analytics.metrics.estimators.rates import Share, Versus, WinRate
from analytics.query.filters import FilterError, Filters
from analytics.query.measures.derived import ANYWHERE
from analytics.query.measures.relation import PARTITION
from analytics.query.sum_query import Condition

OF_MATCH_AND_GAME = {*SCHEMAS["match"], *SCHEMAS["game"], *PARTITION, *ANYWHERE}
OF_BOTH = {*OF_MATCH_AND_GAME, "span", "number"} - {"winner"}
"""Columns that are the same for both seats of a game."""
ONE_SIDE = ("player", "card", "without", "archetype", "opponent_archetype")
"""Filters that choose a side."""
CARD = "card"
SIDES = ("archetype", "opponent_archetype")
SEAT = ("match", "seat")
OF_ONE_SEAT = {"player", "seat", "went_first"}
"""Columns whose values the seats of a game never share."""
GAME_RESULTS, MATCH_RESULTS = ("wins", "losses", "ties"), ("match_wins", "match_losses", "match_ties")
RESULTS = (GAME_RESULTS, MATCH_RESULTS)
"""Sums over all seats, of games and of whole matches."""
MIRRORED, TIED = "mirrored", "mirrored_ties"
"""Sums of those seats whose opponent is in the same row: what one of them wins the other loses."""


def has_both_seats(per: Sequence[str], filters: Filters) -> bool:
    """Whether a row by these columns, under these filters, holds both seats of every game."""
    return OF_BOTH.issuperset(per) and not any(getattr(filters, name) for name in ONE_SIDE)


def as_in_rows(metric: Metric, per: Sequence[str], filters: Filters, only: Sequence[Condition]) -> Metric:
    """The metric as it is estimated from rows by these columns: where no row holds both seats of a game, what
    both of them have plays no part."""
    estimator = metric.estimator
    if not isinstance(estimator, WinRate | Versus):
        return metric
    columns = {*per, *(column for condition in only for column in condition.columns)} - {CARD}
    if has_both_seats(tuple(columns), filters):
        return metric
    return replace(metric, estimator=estimator.one_sided())


def has_mirrors(metric: Metric, per: Sequence[str], filters: Filters) -> bool:
    """Whether it is a win rate of which a row holds one deck, and so both seats of its mirrors."""
    decks = SIDES[0] in per or bool(filters.archetype)
    chosen = any(getattr(filters, name) for name in ONE_SIDE if name != SIDES[0])
    of_seats = isinstance(metric.estimator, WinRate) and metric.estimator.sums in RESULTS
    return of_seats and decks and not chosen and OF_BOTH.issuperset({*per} - {SIDES[0]})


def with_mirrors(metric: Metric, sums: pl.DataFrame, filters: Filters) -> pl.DataFrame:
    """The sums by both decks, with those of ``MIRRORED`` seats, and of ``TIED`` ones."""
    assert isinstance(metric.estimator, WinRate)
    wins, losses, ties = metric.estimator.sums
    deck = pl.col(SIDES[0]) if SIDES[0] in sums.columns else pl.lit(filters.archetype)
    mirror = deck.eq_missing(pl.col(SIDES[1])).cast(pl.Int64)
    return sums.with_columns(
        ((pl.col(wins) + pl.col(losses)) * mirror).alias(MIRRORED), (pl.col(ties) * mirror).alias(TIED)
    )


def as_summed(metric: Metric, sums: pl.DataFrame) -> Metric:
    """The metric as it is estimated from these sums: where they tell mirrors, these move no rate."""
    estimator = metric.estimator
    if MIRRORED not in sums.columns or not isinstance(estimator, WinRate) or estimator.shared:
        return metric
    return replace(metric, estimator=replace(estimator, shared=MIRRORED, tied_shared=TIED))


def even_in_mirrors(metric: Metric, rows: pl.DataFrame, per: Sequence[str], filters: Filters) -> pl.DataFrame:
    """The rows (``per n low high``) of a win rate by both decks: that of a mirror, which holds both seats of
    every game, is one half by itself, so it has each game once and no interval; so does that of decks
    without a name among themselves."""
    chosen = any(getattr(filters, name) for name in ONE_SIDE if name not in SIDES)
    of_pairs = all(side in per or getattr(filters, side) for side in SIDES) and not chosen
    estimator = metric.estimator
    of_seats = isinstance(estimator, WinRate) and estimator.sums in RESULTS
    if not (of_seats and of_pairs and OF_BOTH.issuperset({*per} - {*SIDES})):
        return rows
    deck, other = (pl.col(side) if side in per else pl.lit(getattr(filters, side)) for side in SIDES)
    mirror = deck.eq_missing(other)
    ends = (pl.when(~mirror).then(end).alias(end) for end in ("low", "high"))
    return rows.with_columns(pl.when(mirror).then(pl.col("n") // 2).otherwise("n"), *ends)


def is_of_one_side(metric: Metric) -> bool:
    """Whether the metric is told of one side only: a win rate, of which both seats of a game make one half,
    the points of a seat, or how often it went first."""
    estimator = metric.estimator
    result = estimator.result if isinstance(estimator, Different) else estimator
    of_results = isinstance(result, WinRate) and result.sums in RESULTS
    return of_results or _is_of_points(metric) or isinstance(metric.estimator, CoinTest)


def _is_of_points(metric: Metric) -> bool:
    return isinstance(metric.estimator, MeanOf) and metric.estimator.of_seats


def check_sides(metric: Metric, per: Sequence[str], filters: Filters) -> None:
    """Raises ``FilterError`` for a win rate, points of seats, or who begins, over both seats of every
    game."""
    of_coin = isinstance(metric.estimator, CoinTest)
    rows = [column for column in per if not of_coin or column not in metric.by]  # its own column says nothing
    if not (has_both_seats(rows, filters) and is_of_one_side(metric)):
        return
    of_points = _is_of_points(metric)
    about = f" by {', '.join(per)}" if per else ""
    why = "says nothing of anybody" if of_points or of_coin else "is one half by itself"
    first = "round_first_rate" if of_points else "first_win_rate"
    sides = "player, archetype, opponent_archetype" + ("" if of_coin else ", went_first")
    raise FilterError(
        f"{metric.id}{about} {why}: both seats of every game are in each row;"
        f" accepted: --by {sides} or another column of one side,"
        f" or a filter by player or archetype; who begins wins as {first} says"
    )


def counts_each_game_once(metric: Metric) -> bool:
    """Whether the metric is about games, the same for both seats."""
    return isinstance(metric.estimator, Share | OfCounts) and metric.estimator.of_games


def wanted(metric: Metric, per: Sequence[str], filters: Filters) -> tuple[str, ...]:
    """Columns that ``once`` needs beside those asked for, to see which rows hold both seats of a game."""
    if counts_each_game_once(metric):
        needed = _telling_both_seats(per, filters)
    else:
        needed = SIDES[1:] if has_mirrors(metric, per, filters) else ()
    return tuple(column for column in needed if column not in per)


def _telling_both_seats(per: Sequence[str], filters: Filters) -> tuple[str, ...]:
    """The columns that tell which rows of a share of games hold both seats of a game: none where all of them
    do, or none of them."""
    if has_both_seats(per, filters) or filters.player or not OF_ONE_SEAT.isdisjoint(per):
        return ()
    by_deck = OF_BOTH.issuperset({*per} - {*SIDES}) and not (filters.card or filters.without)
    return SIDES if by_deck else SEAT


def once(
    metric: Metric, sums: pl.DataFrame, per: Sequence[str], filters: Filters, *also: str
) -> pl.DataFrame:
    """The sums of a share of games with each game counted once in a row, those of the win rate of a deck with
    its mirrors; those of other metrics as they are. ``also``: further columns that sums are grouped by."""
    rows = list(dict.fromkeys((*per, *metric.by)))
    keys = [*rows, *(column for column in also if column not in rows)]
    if has_mirrors(metric, per, filters):
        told = with_mirrors(metric, sums, filters)
        return _added(told, keys, (*metric.sums, MIRRORED, TIED))
    if not counts_each_game_once(metric):
        return sums
    halves = pl.col(metric.sums) / 2
    if has_both_seats(per, filters):
        return sums.with_columns(halves)
    needed = _telling_both_seats(per, filters)
    if not needed:
        return sums
    if needed == SIDES:
        both = pl.col(SIDES[0]).eq_missing(pl.col(SIDES[1]))
    else:
        both = pl.col("seat").n_unique().over(*rows, "match") > 1
    counted = sums.with_columns(pl.when(both).then(halves).otherwise(pl.col(metric.sums)))
    return _added(counted, keys, metric.sums)


def _added(sums: pl.DataFrame, keys: Sequence[str], names: Sequence[str]) -> pl.DataFrame:
    added = pl.col(names).sum()
    return sums.group_by(keys).agg(added) if keys else sums.select(added)
