"""The one way from a question to its estimates, for pages, the command line, programs and exports.

Sums come from cubes or from facts, and some numbers from models of single games; nobody who asks sees which.
Not here: the sums (``query.cubes.answer``), the numbers of cells (``cell_estimates``), the basis of intervals
(``intervals.interval_basis``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl

from analytics.metrics.both_seats import as_in_rows, as_summed, even_in_mirrors, once, wanted
from analytics.metrics.cell_estimates import NUMBERS, estimate, named
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.estimates import METRIC, Estimates
from analytics.metrics.intervals.interval_basis import BASIS, IntervalBasis, interval_basis
from analytics.metrics.intervals.jeffreys import by_jeffreys
from analytics.metrics.intervals.match_intervals import (
    MATCH,
    Told,
    has_no_interval,
    is_of_matches,
    over_matches,
    ratios_over_matches,
    without_interval,
)
from analytics.metrics.intervals.player_intervals import (
    CLUSTER,
    PLAYER,
    estimate_by_players,
    sums_of_players,
)
from analytics.metrics.models import MODELS
from analytics.metrics.question import Question
from analytics.metrics.whole_field import is_about, of_whole
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import FilterError, Filters, checked
from analytics.query.measures import MEASURES
from analytics.store.reader import Store


def ask(store: Store, question: Question) -> Estimates:
    """The estimates: for every metric one row for each combination of the columns ``by``; without any, one.

    Where a metric has a number for each item, there is a key ``item``, unless the items are one of the
    columns ``by`` (cards, by card). A row of which a key is null is about what has no name there (decks that
    nobody named), so that rows add up to all; models of named items leave these out. Values are null where
    nothing was observed, and of a metric that is not computed. Raises ``FilterError``, also for a metric
    that has no such interval; ``LookupError`` for a column that the sums cannot be grouped by;
    ``ValueError``.
    """
    question.check()
    chosen = checked(store, question.filters)
    if of_field := [metric for metric in question.metrics if of_whole(metric, chosen) != chosen]:
        return _of_field(store, question, of_field[0], chosen)
    if modelled := [metric.id for metric in question.metrics if metric.id in MODELS]:
        return _of_model(store, question, modelled[0], chosen)
    if question.intervals == "players" and not any(map(not_computed, question.metrics)):
        labels = pl.DataFrame()
        found = [_over_players(store, metric, question, chosen) for metric in question.metrics]
    else:
        sums, labels = _sums(store, question, chosen)
        found = _estimated(store, question, sums, chosen)
    parts = (
        rows.with_columns(pl.lit(metric.id).alias(METRIC))
        for metric, rows in zip(question.metrics, found, strict=True)
    )
    table = pl.concat(parts, how="diagonal_relaxed")
    keys = tuple(name for name in table.columns if name not in (*NUMBERS, BASIS, METRIC))
    if keys and not question.sums:
        labels = table.select(keys).unique(maintain_order=True)
    ids = tuple(metric.id for metric in question.metrics)
    return Estimates(keys, ids, table.select(*keys, METRIC, *NUMBERS, BASIS), labels)


def _of_field(store: Store, question: Question, metric: Metric, chosen: Filters) -> Estimates:
    """The estimates of one archetype, of a metric of all of them together. Raises ``FilterError``."""
    if len(question.metrics) > 1:
        raise FilterError(f"{metric.id} is about the whole field: of one archetype it is told alone")
    found = ask(store, replace(question, filters=of_whole(metric, chosen)))
    return found.having(is_about(found.keys, chosen.archetype))


def _of_model(store: Store, question: Question, id: str, chosen: Filters) -> Estimates:
    """The estimates of a metric that comes from a model. Raises ``FilterError``."""
    if len(question.metrics) > 1 or question.by:
        raise FilterError(
            f"{id} comes from a model of all games together: it is told alone, and by no column"
        )
    if question.intervals not in ("fitting", "games"):
        raise FilterError(f"{id} comes with the interval of its model; accepted: fitting, games")
    return MODELS[id](store, chosen, question.draws)


def _estimated(
    store: Store, question: Question, sums: Mapping[str, pl.DataFrame], chosen: Filters
) -> list[pl.DataFrame]:
    """The rows of every metric out of its sums."""
    per, draws, metrics = question.by, question.draws, question.metrics
    in_rows = [as_summed(as_in_rows(one, per, chosen, question.only), sums[one.id]) for one in metrics]
    told = by_jeffreys if question.intervals == "jeffreys" else estimate
    found = [told(one, sums[one.id], per, draws=draws) for one in in_rows]
    found = _with_match_intervals(store, question, sums, found, chosen, told)
    found = [even_in_mirrors(one, rows, per, chosen) for one, rows in zip(metrics, found, strict=True)]
    if question.intervals in ("jeffreys", "games"):
        return [_with_basis(rows, "games") for rows in found]
    unchecked = [one for one in metrics if one in question.unchecked or _is_of_games(one, per)]
    checked_rows = [pair for pair in zip(metrics, found, strict=True) if pair[0] not in unchecked]
    bases = iter(interval_basis(store, checked_rows, per, chosen, draws=draws))
    return [
        _with_basis(rows, "unasked") if metric in unchecked else rows.with_columns(next(bases))
        for metric, rows in zip(metrics, found, strict=True)
    ]


def _with_match_intervals(
    store: Store,
    question: Question,
    sums: Mapping[str, pl.DataFrame],
    found: Sequence[pl.DataFrame],
    chosen: Filters,
    told: Told,
) -> list[pl.DataFrame]:
    """The rows of every metric, with matches as independent where it counts several times in one; without an
    interval where that is not known."""
    per, metrics = question.by, question.metrics
    columns = {*per, *(column for condition in question.only for column in condition.columns)}
    of_matches = [one for one in metrics if is_of_matches(one, columns) and not not_computed(one)]
    ratios = ratios_over_matches(
        store, [one.estimator for one in of_matches], per, chosen, question.only, draws=question.draws
    )
    told_again = []
    for one, rows in zip(metrics, found, strict=True):
        if one in of_matches:
            by_match = ratios[one.estimator]
            rows = over_matches(one, rows, sums[one.id], by_match, per, draws=question.draws, told=told)
        elif has_no_interval(one, columns):
            rows = without_interval(rows)
        told_again.append(rows)
    return told_again


def _sums(store: Store, question: Question, chosen: Filters) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    """The sums of every metric by its id, and the labels. Metrics that want the same groups share a query:
    of all tables where a group is one row, else of the same ones."""
    per = question.by
    found: dict[str, pl.DataFrame] = {}
    together: dict[tuple[tuple[str, ...], frozenset[str], bool], list[Metric]] = {}
    plain = per, frozenset[str](), True
    if question.sums:
        together[plain] = []
    for metric in question.metrics:
        columns = _columns(metric, per, chosen)
        if not_computed(metric) is not None:
            found[metric.id] = pl.DataFrame(schema=dict.fromkeys((*columns, *metric.sums), pl.String))
            continue
        facts = frozenset(MEASURES[name].fact for name in metric.sums) if columns != per else plain[1]
        together.setdefault((columns, facts, not metric.per_item), []).append(metric)
    labels = pl.DataFrame()
    for group, metrics in together.items():
        columns, _, apart = group
        beside = question.sums if group == plain else ()
        query = sum_query((*beside, *(name for metric in metrics for name in metric.sums)), columns, chosen)
        if apart:  # numbers of items are made of all of them
            query = replace(query, where=(*query.where, *question.only))
        sums = answer(store, query)
        if columns != per:  # so that sums of floats are the same each time
            sums = sums.sort(columns)
        labels = sums.select(*per, *beside) if beside else labels
        for metric in metrics:
            found[metric.id] = named(metric.estimator, once(metric, sums, per, chosen), per)
    return found, labels


def _is_of_games(metric: Metric, per: Sequence[str]) -> bool:
    """Whether it sees each game by itself: to resample players as well, whose games are all different groups,
    takes too long."""
    return MATCH in metric.by and PLAYER not in per


def _columns(metric: Metric, per: tuple[str, ...], chosen: Filters) -> tuple[str, ...]:
    """The columns that the sums of a metric are grouped by."""
    return tuple(dict.fromkeys((*per, *metric.by, *wanted(metric, per, chosen))))


def _over_players(store: Store, metric: Metric, question: Question, chosen: Filters) -> pl.DataFrame:
    """The rows of one metric with players as independent."""
    per = question.by
    if metric.per_item or PLAYER in per or _is_of_games(metric, per):
        raise FilterError(f"{metric.id} has no interval over players here; accepted: fitting, games")
    sums = sums_of_players(store, metric.sums, _columns(metric, per, chosen), chosen, only=question.only)
    counted = named(metric.estimator, once(metric, sums, per, chosen, CLUSTER), per)
    return _with_basis(estimate_by_players(metric, counted, per, draws=question.draws), "players")


def _with_basis(found: pl.DataFrame, basis: IntervalBasis) -> pl.DataFrame:
    """The rows with this basis of every interval that is there."""
    there = pl.any_horizontal(pl.col("low", "high").is_not_null())
    return found.with_columns(pl.when(there).then(pl.lit(basis)).alias(BASIS))
