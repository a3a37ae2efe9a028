"""The profile of cards: every metric of the registry that has a value for each card, side by side.

Metrics that the records of a game cannot give (random draws where there is no library) have no column. Not
here: the definitions (``registry``), tables of a few metrics (``table``).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

import polars as pl

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import NUMBERS, estimate, estimate_rows
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.estimators.grouped import Within
from analytics.metrics.intervals.interval_basis import BASIS, interval_basis
from analytics.metrics.reports.rate_columns import column_name, rate_columns
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import GRADES, Filters, checked
from analytics.query.measures import MEASURES
from analytics.query.measures.relation import reaches
from analytics.query.sum_query import SumQuery, equal
from analytics.stats.survival import kaplan_meier
from analytics.store.card_names import card_name
from analytics.store.reader import Store, cached_per_projection

CARD = "card"
CHOSEN, LOTTERY = "iih", "rde"
"""Two measures of a card in hand: by all who had it, and by those to whom chance gave it."""


def _has_value_per_card(metric: Metric) -> bool:
    """Whether the facts give one value of it for each card."""
    if not set(metric.sums) <= set(MEASURES):
        return False
    facts = {MEASURES[name].fact for name in metric.sums}
    if metric.per_item:
        return metric.by == (CARD,)
    return all(any(reaches(column, fact) for fact in facts) for column in (CARD, *metric.by))


CARD_METRICS: tuple[Metric, ...] = tuple(metric for metric in METRICS.values() if _has_value_per_card(metric))
IDS: tuple[str, ...] = tuple(metric.id for metric in CARD_METRICS)
ROW_METRICS: tuple[Metric, ...] = tuple(metric for metric in CARD_METRICS if not metric.by)
"""Those that are made of one row of sums for each card."""


def _questions() -> list[tuple[tuple[str, ...], tuple[Metric, ...]]]:
    """Columns, and the metrics whose sums one query by these columns gives: all ``ROW_METRICS``, and together
    those that want their sums in the same groups of the same tables."""
    grouped: dict[tuple[frozenset[str], tuple[str, ...]], list[Metric]] = {}
    for metric in CARD_METRICS:
        if metric not in ROW_METRICS:
            facts = frozenset(MEASURES[name].fact for name in metric.sums)
            grouped.setdefault((facts, tuple(dict.fromkeys((CARD, *metric.by)))), []).append(metric)
    return [((CARD,), ROW_METRICS), *((by, tuple(metrics)) for (_, by), metrics in grouped.items())]


QUESTIONS = _questions()


def profile(
    store: Store,
    filters: Filters,
    *,
    draws: Draws = "exclude",
    ids: Collection[str] = IDS,
    bare: Collection[str] = (),
    card: str = "",
) -> pl.DataFrame:
    """The cards of one game (``filters.game``) in order of their ids, or one ``card``, with their metrics.

    Columns: ``card``, ``name`` and ``name_en`` (Japanese and English), then ``ID ID_n ID_low ID_high
    ID_over`` for each of ``CARD_METRICS`` among ``ids`` that has a value for some card, and only ``ID`` for
    those among ``bare``. Raises ``FilterError``.
    """
    chosen = checked(store, filters)
    found = pl.DataFrame(schema={CARD: pl.String})
    for by, metrics in QUESTIONS:
        if wanted := [metric for metric in metrics if metric.id in ids or metric.id in bare]:
            apart = not wanted[0].per_item  # items of one card are shares of all cards
            sums = _sums(store, wanted, by, chosen, card=card if apart else "")
            for table in _tables(wanted, sums, draws):
                found = found.join(table, on=CARD, how="full", coalesce=True)
    found = found.filter(pl.col(CARD) == card) if card else found.sort(CARD)
    found = _with_bases(store, found, chosen, draws, ids)
    printed = [card_name(filters.game, card) for card in found[CARD]]
    return found.select(
        CARD,
        pl.Series("name", [name.ja for name in printed], pl.String),
        pl.Series("name_en", [name.en for name in printed], pl.String),
        pl.exclude(CARD),
    )


def available_metrics(store: Store, game: str) -> tuple[str, ...]:
    """Ids of the metrics that have a value for some card of a game, over all matches.

    The values of all cards take a dozen queries; whether there are any takes one.
    """
    known = _offered(store)
    if game not in known:
        names = (name for metric in CARD_METRICS for name in metric.sums)
        sums = answer(store, sum_query(names, (), checked(store, Filters(game=game, grades=GRADES))))
        counted = sums.row(0, named=True)
        known[game] = tuple(metric.id for metric in CARD_METRICS if _has_sums(metric, counted))
    return known[game]


@cached_per_projection
def _offered(store: Store) -> dict[str, tuple[str, ...]]:
    """The ids that were found so far, by game."""
    return {}


def metrics_of(found: pl.DataFrame) -> list[Metric]:
    """The metrics that a profile has columns of, in the order of the registry."""
    return [metric for metric in CARD_METRICS if metric.id in found.columns]


def columns_of(metric: Metric) -> tuple[str, ...]:
    """The columns of a metric: its value, n, the ends of its interval, and the basis of that."""
    return tuple(column_name(name, metric.id) for name in (*NUMBERS, BASIS))


def opposed(found: pl.DataFrame) -> list[str]:
    """Cards of a profile whose association and randomised effect disagree: those who held the card won more
    often, those who drew it at random less often, or the reverse. Neither interval holds 0: estimates alone
    have opposite signs for half of the cards that do nothing."""
    if not {CHOSEN, LOTTERY} <= set(found.columns):
        return []
    low, high = ([pl.col(column_name(end, of)) for of in (CHOSEN, LOTTERY)] for end in ("low", "high"))
    apart = ((low[0] > 0) & (high[1] < 0)) | ((high[0] < 0) & (low[1] > 0))
    return found.filter(apart)[CARD].to_list()


def plays(store: Store, card: str, filters: Filters) -> pl.DataFrame:
    """Columns ``turn rate low high n``: the share of games with the card in hand in which it was played by
    the end of that turn (Kaplan and Meier), and how many games were still open. Raises ``FilterError``."""
    sums = ("first_plays", "never_played")
    rows = _of_card(store, sums, ("turn",), card, filters).drop_nulls("turn").sort("turn")
    rows = rows.filter(pl.sum_horizontal(sums) > 0)
    times, events, censored = (rows[name].cast(pl.Float64).to_numpy() for name in ("turn", *sums))
    curve = kaplan_meier(times, events, censored)
    open_ = (events + censored)[::-1].cumsum()[::-1]
    columns = {"rate": 1 - curve.share, "low": 1 - curve.high, "high": 1 - curve.low}
    return rows.select(
        "turn",
        *(pl.Series(name, column, pl.Float64).fill_nan(None) for name, column in columns.items()),
        pl.Series("n", open_, pl.Float64).cast(pl.Int64),
    )


def in_archetypes(store: Store, card: str, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """Columns ``archetype n rate low high over``: the win rate of the decks of each archetype that play the
    card. Decks without a label are left out. Raises ``FilterError``."""
    metric, chosen = METRICS["gp_wr"], checked(store, filters)
    sums = _of_card(store, metric.sums, ("archetype",), card, chosen)
    sums = sums.drop_nulls("archetype").sort("archetype")
    rates = rate_columns(store, sums, {"": metric}, (CARD, "archetype"), chosen, draws=draws)
    return pl.DataFrame([sums["archetype"], *rates])


def _of_card(
    store: Store, sums: Iterable[str], by: tuple[str, ...], card: str, filters: Filters
) -> pl.DataFrame:
    """Sums of one card in groups."""
    return answer(store, _narrowed(sum_query(sums, (CARD, *by), checked(store, filters)), card))


def _narrowed(ask: SumQuery, card: str) -> SumQuery:
    """The query for one card; for all cards if none is given."""
    return replace(ask, where=(*ask.where, equal(CARD, card))) if card else ask


def _sums(
    store: Store, metrics: Iterable[Metric], by: tuple[str, ...], chosen: Filters, *, card: str
) -> pl.DataFrame:
    """The sums of metrics in groups that all have names, in order."""
    names = (name for metric in metrics for name in metric.sums)
    return answer(store, _narrowed(sum_query(names, by, chosen), card)).drop_nulls(by).sort(by)


def _has_sums(metric: Metric, sums: Mapping[str, int]) -> bool:
    """Whether all that a metric compares was observed; ``sums`` are those over all cards."""
    if not metric.by:
        return metric.estimate(sums, draws="half").value is not None
    sides = (
        (metric.estimator.one, metric.estimator.other)
        if isinstance(metric.estimator, Within)
        else (metric.estimator,)
    )
    return all(any(sums[name] for name in side.sums) for side in sides)


def _tables(metrics: Sequence[Metric], sums: pl.DataFrame, draws: Draws) -> list[pl.DataFrame]:
    """The cards with those metrics of one query that have a value for some card, in one table or several."""
    if metrics[0] in ROW_METRICS:
        of_each = (_columns(metric, estimate_rows(metric, sums, draws=draws)) for metric in metrics)
        return [pl.DataFrame([sums[CARD], *chain.from_iterable(of_each)])]
    tables = []
    for metric in metrics:
        numbers = estimate(metric, sums, (CARD,), draws=draws)
        if columns := _columns(metric, numbers.select(*NUMBERS)):
            tables.append(pl.DataFrame([numbers[CARD], *columns]))
    return tables


def _with_bases(
    store: Store, found: pl.DataFrame, filters: Filters, draws: Draws, ids: Collection[str]
) -> pl.DataFrame:
    """The profile with the basis of every interval of the metrics ``ids``; of the others only the value."""
    asked = []
    for metric in metrics_of(found):
        if metric.id in ids:
            _, *names, _ = columns_of(metric)
            ends = (found[name].alias(end) for name, end in zip(names, ("n", "low", "high"), strict=True))
            asked.append((metric, found.select(CARD, *ends)))
    bases = iter(interval_basis(store, asked, (CARD,), filters, draws=draws))
    columns = [found[CARD]]
    for metric in metrics_of(found):
        value, n, *names = columns_of(metric)
        columns.append(found[value])
        if metric.id in ids:
            columns += [found[n], *map(pl.Series.alias, next(bases), names)]
    return pl.DataFrame(columns)


def _columns(metric: Metric, numbers: Iterable[pl.Series]) -> list[pl.Series]:
    """The columns of a metric without the basis of its interval, null where it has no such number; no columns
    if no card has a value."""
    by_name = {column.name: column for column in numbers}
    value = by_name["value"]
    if value.null_count() == len(value):
        return []
    nothing = pl.Series([None] * len(value), dtype=pl.Float64)
    return [by_name.get(name, nothing).alias(column_name(name, metric.id)) for name in NUMBERS]
