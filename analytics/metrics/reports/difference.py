"""A metric of one choice of matches minus that of another: deck A against deck B, before against after a day.

A seat may be in both choices, and its opponent in the other one: where A met B, what one won the other lost.
Not here: differences that are metrics of their own, such as those of a card drawn and not drawn.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence

import numpy as np
import polars as pl

from analytics.metrics.both_seats import SIDES, has_mirrors, is_of_one_side
from analytics.metrics.cell_estimates import NUMBERS
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.estimators.rates import Share
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.population.matching_seats import matching_seats
from analytics.metrics.question import Intervals
from analytics.metrics.reports.measured import measured
from analytics.metrics.whole_field import is_about, of_whole
from analytics.query.cubes.seats import OF_MATCH, OF_SEAT
from analytics.query.filters import FilterError, Filters, checked
from analytics.stats.difference import newcombe
from analytics.stats.interval import wilson
from analytics.stats.number import Floats
from analytics.store.reader import Store, cached_per_projection
from analytics.store.recent import remember

ONE, OTHER = "one", "other"
SHARED = "shared"
WITHIN = ("within", "within_2")
"""Columns of the seats of either side that met another one of the same side."""
TWICE = "twice"
"""The column of the seats that are in both sides."""
COLUMNS = (ONE, "one_n", OTHER, "other_n", SHARED)
"""What stands before the difference itself."""
UNIT = {"per match": "matches", "game-weighted": "games"}
"""Weighting of a metric → what its matches in common are counted in."""
RECENT = 8
"""Choices whose seats are remembered, and sides whose rows are."""
BASES = ("games", "unasked", "few", "players")
"""Bases of intervals; the difference has the last one of its two."""


def difference(
    store: Store,
    metric: Metric,
    per: Sequence[str],
    one: Filters,
    other: Filters,
    *,
    draws: Draws = "exclude",
    intervals: Intervals = "fitting",
) -> pl.DataFrame:
    """One row for each combination of the columns ``per``: these (and ``item``), ``one one_n other other_n``,
    ``shared`` matches, and ``value n low high basis`` of the difference of ``one`` minus ``other``.

    Newcombe's interval. Matches with a seat in each choice make both estimates depend on each other
    (``_correlation``), those with both seats in one make it surer (``_moving``). Raises ``FilterError``, also
    for two sides that are the same, ``LookupError``, ``ValueError``.
    """
    chosen = [checked(store, filters) for filters in (one, other)]
    if chosen[0] == chosen[1]:
        raise FilterError("both sides of the difference are the same matches")
    counted = [of_whole(metric, filters) for filters in chosen]
    found = [_measured(store, metric, per, filters, draws, intervals) for filters in counted]
    keys = [name for name in found[0].columns if name not in (*NUMBERS, BASIS)]
    if keys:
        both = found[0].join(found[1], on=keys, how="full", suffix="_2", nulls_equal=True, coalesce=True)
    else:
        both = pl.concat([found[0], found[1].rename(lambda name: f"{name}_2")], how="horizontal")
    if metric.estimator.covers_all:
        both = _with_zeros(both, [name for name in per if name in keys])
    if counted != chosen:
        both = both.filter(is_about(keys, chosen[0].archetype))
    both = both.with_columns(pl.col("n", "n_2").fill_null(0))
    unit = UNIT.get(metric.weighting, "matches")
    seats_one, seats_other = (_played(store, filters, per, unit, draws) for filters in counted)
    same = pl.col("seat") == pl.col("seat_2")
    counts = {SHARED: pl.when(same).then(-1).otherwise(1), TWICE: same.cast(pl.Int64)}
    rows = _with_met(both, seats_one, seats_other, counts)
    if _loses_what_it_wins(metric):
        for name, side in zip(WITHIN, (seats_one, seats_other), strict=True):
            rows = _with_met(rows, side, side, {name: (~same).cast(pl.Int64)})
    narrowed = [has_mirrors(metric, per, filters) for filters in chosen]
    return _with_difference(rows, metric, keys, narrowed)


def _with_zeros(rows: pl.DataFrame, per: Sequence[str]) -> pl.DataFrame:
    """The rows with shares of 0 where an item is in one side alone, of all that the other side has."""
    for end in ("", "_2"):
        n = pl.col(f"n{end}")
        of_all = n.max().over(per) if per else n.max()
        rows = rows.with_columns(of_all.alias(f"n{end}"), n.is_null().alias("absent"))
        zero = np.zeros(len(rows))
        low, high = wilson(zero, rows[f"n{end}"].cast(pl.Float64).fill_null(np.nan).to_numpy())
        zeros = {f"value{end}": zero, f"low{end}": low, f"high{end}": high}
        rows = rows.with_columns(
            pl.when(pl.col("absent") & n.is_not_null())
            .then(pl.Series(name, column).fill_nan(None))
            .otherwise(name)
            .alias(name)
            for name, column in zeros.items()
        ).drop("absent")
    return rows


def _with_difference(
    rows: pl.DataFrame, metric: Metric, keys: Sequence[str], narrowed: Sequence[bool]
) -> pl.DataFrame:
    """``narrowed``: whether the interval of a side knows already which of its seats met each other."""
    n, n_2, shared, twice = (rows[name].cast(pl.Float64).to_numpy() for name in ("n", "n_2", SHARED, TWICE))
    n1, n2 = (_moving(rows, metric, end) for end in ("", "_2"))
    one, other = (
        _side(rows, end, narrower=1.0 if told else _root(moving, every))
        for end, moving, every, told in (("", n1, n, narrowed[0]), ("_2", n2, n_2, narrowed[1]))
    )
    value, low, high = newcombe(one, other, correlation=_correlation(metric, n1, n2, shared, twice))
    least, most = (-1.0, 1.0) if metric.unit == "share" else (-np.inf, np.inf)
    ends = {"value": value, "low": np.maximum(low, least), "high": np.minimum(high, most)}
    numbered = (
        pl.col(name).replace_strict(BASES, range(len(BASES)), return_dtype=pl.Int8)
        for name in (BASIS, f"{BASIS}_2")
    )
    basis = pl.max_horizontal(*numbered).replace_strict(range(len(BASES)), BASES, return_dtype=pl.String)
    told = rows.with_columns(
        pl.col("value").alias(ONE),
        pl.col("n").alias("one_n"),
        pl.col("value_2").alias(OTHER),
        pl.col("n_2").alias("other_n"),
    ).with_columns(
        *(pl.Series(name, column).fill_nan(None) for name, column in ends.items()),
        (pl.col("n") + pl.col("n_2")).alias("n"),
        basis.alias(BASIS),
    )
    spanned = pl.col("low").is_not_null() & pl.col("high").is_not_null()
    told = told.with_columns(pl.when(spanned).then(BASIS).alias(BASIS))
    told = told.select(*keys, *COLUMNS, *NUMBERS, BASIS)
    return told.sort(keys, nulls_last=True) if keys else told


def _loses_what_it_wins(metric: Metric) -> bool:
    """Whether it counts every seat of a match, so that two seats of one side move nothing."""
    return metric.is_win_rate and is_of_one_side(metric)


def _moving(rows: pl.DataFrame, metric: Metric, end: str) -> Floats:
    """How many observations of a side move its estimate: where two seats of one side met, what one won the
    other lost. Resampled players do not meet themselves."""
    n = rows[f"n{end}"].cast(pl.Float64).to_numpy()
    if not _loses_what_it_wins(metric):
        return n
    still = rows[WITHIN[bool(end)]].cast(pl.Float64).to_numpy()
    found: Floats = np.where(rows[f"{BASIS}{end}"] == "players", n, np.maximum(n - still, np.minimum(n, 1)))
    return found


def _side(rows: pl.DataFrame, end: str, *, narrower: Floats | float) -> tuple[Floats, Floats, Floats]:
    """Value and both ends of one side, NaN where there is none; the ends so much closer to the value."""
    names = (f"{name}{end}" for name in ("value", "low", "high"))
    value, low, high = (rows[name].cast(pl.Float64).fill_null(np.nan).to_numpy() for name in names)
    return value, value - (value - low) * narrower, value + (high - value) * narrower


def _root(moving: Floats, every: Floats) -> Floats:
    """The root of the part that moves; 1 of nothing."""
    return np.sqrt(np.divide(moving, every, out=np.ones_like(every), where=every > 0))


def _correlation(metric: Metric, one: Floats, other: Floats, shared: Floats, twice: Floats) -> Floats:
    """The correlation of both estimates.

    Win rates that n₁ and n₂ games move, of which m were played against each other: what one won the other
    lost, so it is -m / √(n₁ n₂). Shares of games, which are the same for both seats, have it the other way.
    Decks do not depend on whom they met, unless one is on both sides. Of those, and of anything else with
    matches in common, nothing is known, and -1 gives the widest interval.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.clip(np.nan_to_num(shared / np.sqrt(one * other)), -1, 1)
    if metric.is_win_rate and metric.weighting in UNIT:
        return -part
    if isinstance(metric.estimator, Share) and metric.estimator.of_games:
        return part
    common = twice if metric.weighting == "per deck" else shared
    found: Floats = np.where(common != 0, -1.0, 0.0)
    return found


def _with_met(
    rows: pl.DataFrame, one: pl.DataFrame, other: pl.DataFrame, counts: Mapping[str, pl.Expr]
) -> pl.DataFrame:
    """The rows with a column for each of the ``counts``: what it says of a seat of one side and a ``seat_2``
    of the other in the same match, summed up over all of these. Sides are as ``_played`` gives them."""
    columns = [column for column in one.columns if column not in ("match", "seat", "times")]
    both = one.lazy().join(other.lazy(), on=["match", *columns], suffix="_2", nulls_equal=True)
    sums = [(pl.col("times") * times).sum().cast(pl.Int64).alias(name) for name, times in counts.items()]
    if not columns:
        found = both.select(sums).collect().row(0, named=True)
        return rows.with_columns(pl.lit(times, pl.Int64).alias(name) for name, times in found.items())
    counted = both.group_by(columns).agg(sums).collect()
    joined = rows.join(counted, on=columns, how="left", nulls_equal=True)
    return joined.with_columns(pl.col(*counts).fill_null(0))


def _played(store: Store, filters: Filters, per: Sequence[str], unit: str, draws: Draws) -> pl.DataFrame:
    """The seats that played under these filters: ``match seat``, those of the columns ``per`` that a seat
    has, and ``times``: 1 for a match, or its games."""
    named = [name for name in per if name in (*OF_SEAT, *OF_MATCH)]
    count = "games" if unit == "games" else "won"
    wanted = tuple(dict.fromkeys(("match", "seat", "won", "lost", "tied", count, *SIDES, *named)))
    decided = pl.col("won") + pl.col("lost") + (0 if draws == "exclude" else pl.col("tied")) > 0
    seats = _remembered(
        _recent_seats(store), (filters, wanted), lambda: matching_seats(store, filters, wanted)
    )
    found = seats.filter(decided)
    times = pl.col("games") if unit == "games" else pl.lit(1)
    return found.select("match", "seat", *named, times.cast(pl.Int64).alias("times"))


def _measured(
    store: Store, metric: Metric, per: Sequence[str], filters: Filters, draws: Draws, intervals: Intervals
) -> pl.DataFrame:
    """The rows of one side."""
    return _remembered(
        _recent_rows(store),
        (metric.id, tuple(per), filters, draws, intervals),
        lambda: measured(store, metric, per, filters, draws=draws, intervals=intervals),
    )


def _remembered(
    recent: dict[Hashable, pl.DataFrame], key: Hashable, find: Callable[[], pl.DataFrame]
) -> pl.DataFrame:
    """What was found for this key lately, or is found now."""
    found = recent.get(key)
    return remember(recent, key, find() if found is None else found, most=RECENT)


@cached_per_projection
def _recent_seats(store: Store) -> dict[Hashable, pl.DataFrame]:
    """The seats of the latest choices: two decks are compared as a whole, then against each opponent."""
    return {}


@cached_per_projection
def _recent_rows(store: Store) -> dict[Hashable, pl.DataFrame]:
    """The rows of the latest sides: whoever compares a deck with another one goes on to a third."""
    return {}
