"""Intervals of metrics that count a match several times, by its acts, windows, rounds, cards or copies:
matches are taken as independent, for what happens in one of them is alike.

The estimate is a ratio over matches, Σk / Σn, and n observations are worth n / D independent ones, where D is
its design effect (``analytics.stats.cluster``); a quantile has that of the share that does not exceed it. D
is learnt from some of the facts where there are many. Not here: players (``player_intervals``), nor the
estimates themselves (``estimators``).
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace

import polars as pl

from analytics.metrics.cell_estimates import ITEM, UNNAMED, estimate, named
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import WORTH, Draws
from analytics.metrics.estimators.estimator import Estimator
from analytics.metrics.estimators.grouped import MeanOf, Quantile, Shares
from analytics.metrics.estimators.rates import Share, WinRate
from analytics.query.cubes.answer import sampled
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import Filters
from analytics.query.measures import MEASURES, facts_of
from analytics.query.sum_query import Condition, SumQuery
from analytics.stats.cluster import Ratios, design_effects
from analytics.stats.interval import wilson
from analytics.stats.number import Floats
from analytics.store.reader import Store, cached_per_projection
from analytics.store.recent import remember

WITHIN = ("per action", "per window", "per round")
"""Weightings by what a match has several of."""
SAMPLES = (30_000, 300_000)
"""About so many rows of the facts tell a design effect; so many where these have too few matches."""
ENOUGH = 200
"""Matches that are enough for it."""
OF_CARDS = {"card_seat_game", "chance", "holding"}
"""Fact tables with a row for every card of a game."""
MATCH, CARD, GAME, CELL = "match", "card", "game", "cell"
EFFECT, ALIKE = "design effect", "alike"
BELOW = "below"
"""The column of the quantile of a cell."""
RECENT = 64
"""Tables of ratios that are remembered."""
Told = Callable[..., pl.DataFrame]
ByMatch = Mapping[str, pl.DataFrame]
"""Fact table → sums by match, and by the columns of a question that its rows have."""


def is_of_matches(metric: Metric, told: Collection[str]) -> bool:
    """Whether its interval takes matches as independent: it counts one several times. ``told``: the columns
    that it is told by, or that conditions are about."""
    several = metric.weighting in WITHIN or _is_of_copies(metric) or _is_of_many_cards(metric, told)
    return several and isinstance(metric.estimator, Share | WinRate | MeanOf | Shares | Quantile)


def has_no_interval(metric: Metric, told: Collection[str]) -> bool:
    """Whether it is told of many cards at once and is no ratio: how much it varies is not known then."""
    return _is_of_many_cards(metric, told) and not is_of_matches(metric, told)


def _is_of_copies(metric: Metric) -> bool:
    """Whether it is a share of copies: those of one hand are kept, or not, together. Win rates of copies have
    sums of squares for it."""
    return metric.weighting == "copy-weighted" and isinstance(metric.estimator, Share)


def _is_of_many_cards(metric: Metric, told: Collection[str]) -> bool:
    """Whether many cards of a game are in one number, of which all share its result."""
    facts = facts_of(metric.sums)
    return CARD not in (*told, *metric.by) and bool(facts) and facts <= OF_CARDS


def ratios_over_matches(
    store: Store,
    estimators: Collection[Estimator],
    per: tuple[str, ...],
    filters: Filters,
    only: tuple[Condition, ...] = (),
    *,
    draws: Draws = "exclude",
) -> dict[Estimator, pl.DataFrame]:
    """Estimator → its ratios by match (``ratios_of``) over filters that were checked, from all facts or a
    sample. Raises ``DamagedStore``."""
    known = _known(store)
    only = tuple(one for one in only if not one.over(per))  # others choose rows, which leaves effects alone
    keys = {one: (one, per, filters, only, draws) for one in estimators}
    asked: dict[tuple[tuple[str, ...], bool], list[Estimator]] = {}
    for one in keys:
        if keys[one] not in known:
            asked.setdefault((one.by, one.per_item), []).append(one)
    found = {one: known[key] for one, key in keys.items() if key in known}
    for (by, of_items), alike in asked.items():
        sums = (name for one in alike for name in one.sums)
        query = sum_query(sums, dict.fromkeys((*per, *by, MATCH)), filters)
        if not of_items:  # numbers of items are made of all of them
            query = replace(query, where=(*query.where, *only))
        by_match = {
            fact: rows.with_columns(pl.col(MATCH).hash())  # numbers are grouped faster than words
            for fact, rows in _sampled(store, query).items()
        }
        found |= {one: ratios_of(one, by_match, per, draws=draws) for one in alike}
    for one, ratios in found.items():
        remember(known, keys[one], ratios, most=RECENT)
    return found


@cached_per_projection
def _known(store: Store) -> dict[Hashable, pl.DataFrame]:
    """The ratios that were asked for lately: pages ask for the same ones."""
    return {}


def _sampled(store: Store, query: SumQuery) -> ByMatch:
    few, many = SAMPLES
    found = sampled(store, query, most=few)
    if found.whole or any(sums[MATCH].n_unique() >= ENOUGH for sums in found.sums.values()):
        return found.sums
    return sampled(store, query, most=many).sums


def over_matches(
    metric: Metric,
    found: pl.DataFrame,
    sums: pl.DataFrame,
    ratios: pl.DataFrame,
    per: Sequence[str],
    *,
    draws: Draws,
    told: Told = estimate,
    lent: str = GAME,
) -> pl.DataFrame:
    """The rows that are ``told`` (``found``, out of ``sums``) with intervals over matches; without one where
    there is a single match. ``lent``: see ``effects_on``."""
    if metric.per_item:
        n = found["n"].to_numpy() / effects_on(found, ratios, lent=lent)
        low, high = wilson(found["value"].to_numpy() * n, n)
        ends = pl.DataFrame({"low": low, "high": high}, dict.fromkeys(("low", "high"), pl.Float64))
        return found.with_columns(ends.fill_nan(None))
    worth = pl.Series(1 / effects_on(sums, ratios, lent=lent))
    plain = _plain(metric)
    scaled = sums.with_columns(pl.col(plain.sums) * worth)
    return found.with_columns(told(plain, scaled, per, draws=draws).select("low", "high"))


def _plain(metric: Metric) -> Metric:
    """The metric with every observation as independent."""
    estimator = metric.estimator
    if not isinstance(estimator, WinRate):
        return metric
    return replace(metric, estimator=WinRate(estimator.wins, estimator.losses, estimator.ties))


def without_interval(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with no interval."""
    return rows.with_columns(pl.lit(None, pl.Float64).alias(name) for name in ("low", "high"))


def effects_on(rows: pl.DataFrame, ratios: pl.DataFrame, *, lent: str = GAME) -> Floats:
    """The design effect of each row, by the ratios of its keys; NaN where there is none. Cells that have the
    same in the column ``lent`` lend to one another; all do where there is none. A row of no sampled match has
    what others lend."""
    keys = [name for name in ratios.columns if name not in Ratios._fields]
    keyed = rows.lazy().with_columns(pl.lit(0).alias(CELL)).select(keys)
    cells = ratios.lazy().join(keyed.unique(), on=keys, how="full", coalesce=True, nulls_equal=True)
    numbers = pl.col(Ratios._fields).cast(pl.Float64).fill_nan(0).fill_null(0)
    group = pl.col(lent if lent in keys else CELL).rank("dense").cast(pl.Int64).fill_null(0)
    found = (
        cells.sort(keys).with_columns(numbers, group.alias(ALIKE)).collect()
    )  # floats are added in one order
    of = Ratios(*found.select(Ratios._fields).to_numpy().T)
    effect = pl.Series(EFFECT, design_effects(of, found[ALIKE].to_numpy()))
    known = found.select(keys).with_columns(effect).lazy()
    told = keyed.join(known, on=keys, how="left", nulls_equal=True, maintain_order="left")
    return told.select(EFFECT).collect()[EFFECT].to_numpy()


def ratios_of(estimator: Estimator, by_match: ByMatch, per: Sequence[str], *, draws: Draws) -> pl.DataFrame:
    """The ``Ratios`` over matches of every cell, and of every item of it, beside their keys."""
    items = [next((name for name in estimator.by if name in per), ITEM)] if estimator.per_item else []
    keys, whole, matches, sizes = _of_matches(estimator, by_match, per, items, draws)
    k, n, w = map(pl.col, "knw")
    cells = matches.group_by(keys).agg(k.sum(), w.sum(), kk=(k * k).sum(), kn=(k * n).sum())
    sizes = sizes.group_by(whole).agg(n.sum(), nn=(n * n).sum(), clusters=pl.len())
    cells = cells.join(sizes, on=whole, nulls_equal=True)
    return cells.select(*keys, *Ratios._fields).collect()


def _of_matches(
    estimator: Estimator, by_match: ByMatch, per: Sequence[str], items: Sequence[str], draws: Draws
) -> tuple[list[str], list[str], pl.LazyFrame, pl.LazyFrame]:
    """The keys of cells and items, those of wholes; ``k w n`` of every match by the former, ``n`` by the
    latter: that of the matches in which an item does not occur, too."""
    top, square, bottom = (
        number.alias(name) for name, number in zip("kwn", _numbers(estimator, draws), strict=True)
    )
    facts = [MEASURES[name].fact for name in (estimator.sums[0], estimator.sums[-1])]
    sums = [named(estimator, by_match[fact], per) for fact in facts]
    of_first, of_last = ({CELL, *rows.columns} for rows in sums)
    first, last = (rows.lazy().with_columns(pl.lit(0).alias(CELL)) for rows in sums)
    first = first.with_columns(_item_names(estimator).alias(item) for item in items)
    keys = [name for name in dict.fromkeys((CELL, *per, *items)) if name in of_first or name in items]
    whole = [name for name in (CELL, *per) if name in of_last and name not in items]
    some = pl.col("n") > 0
    if isinstance(estimator, Quantile):
        first = first.join(_quantiles(estimator, first, keys), on=keys, nulls_equal=True)
    if keys == whole and facts[0] == facts[1]:
        rows = first.select(*keys, MATCH, top, square, bottom)
        matches = (rows.group_by(*keys, MATCH).sum() if estimator.by else rows).filter(some)
        return keys, whole, matches, matches
    sizes = last.select(*whole, MATCH, bottom).group_by(*whole, MATCH).sum().filter(some)
    tops = first.select(*keys, MATCH, top, square)
    return keys, whole, tops.join(sizes, on=[*whole, MATCH], nulls_equal=True), sizes


def _quantiles(estimator: Quantile, rows: pl.LazyFrame, keys: Sequence[str]) -> pl.LazyFrame:
    """The quantile of each cell (``BELOW``) by the keys."""
    value, counts = estimator.by[0], pl.col(estimator.counts)
    times = rows.group_by(*keys, value).agg(counts.sum()).sort(*keys, value)
    reached = counts.cum_sum().over(keys) >= estimator.share * counts.sum().over(keys)
    return times.filter(reached).group_by(keys).agg(pl.col(value).min().alias(BELOW))


def _numbers(estimator: Estimator, draws: Draws) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    """What rows of sums add to the numerator of a number, to that of its mean square, and to its n."""
    match estimator:
        case Share():
            part = pl.sum_horizontal(estimator.part)
            return part, part, pl.sum_horizontal(estimator.whole)
        case WinRate():
            worth, (won, lost, tied) = WORTH[draws], map(pl.col, estimator.sums[:3])
            if worth is None:
                return won, won, won + lost
            return won + worth * tied, won + worth**2 * tied, won + lost + tied
        case MeanOf():
            value, counts = pl.col(estimator.by[0]), pl.col(estimator.counts)
            return value * counts, value * value * counts, counts
        case Shares():
            counts = pl.col(estimator.counts)
            return counts, counts, counts
        case Quantile():
            counts = pl.col(estimator.counts)
            below = counts * (pl.col(estimator.by[0]) <= pl.col(BELOW))
            return below, below, counts
    raise TypeError(f"{type(estimator).__name__} is no ratio over matches")


def _item_names(estimator: Estimator) -> pl.Expr:
    """The names of items as they are in estimates."""
    name = pl.col(estimator.by[0]).cast(pl.String)
    return pl.when(name != UNNAMED).then(name)
