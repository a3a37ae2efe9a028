"""Tables of metrics: one row a card, a player, a seat or a pair of players, over the matches of a filter.

Only matches that ended are counted. Not here: what the metrics mean (``registry``).
"""

from dataclasses import dataclass
from itertools import chain
from typing import Literal, get_args

import polars as pl

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimators.estimate import Draws, check_draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.reports.rate_columns import rate_columns
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import Filters, checked
from analytics.store.card_names import card_name
from analytics.store.reader import Store
from engine.kernel.bilingual import Bilingual

ViewName = Literal["cards", "players", "seats", "duels"]


@dataclass(frozen=True, slots=True)
class View:
    """``keys``: the columns that make a row, by name · ``results``: the sums that are its wins, losses and
    ties · ``lead``: the metric that rows are ranked by, whose columns have plain names · ``more``: metrics
    whose columns begin with their id."""

    keys: dict[str, str]
    results: tuple[str, str, str]
    lead: Metric
    more: tuple[Metric, ...] = ()


def _named(*ids: str) -> tuple[Metric, ...]:
    return tuple(METRICS[id] for id in ids)


RESULTS = ("wins", "losses", "ties")
OF_MATCHES = ("match_wins", "match_losses", "match_ties")
"""Results that imported matches have as well."""
VIEWS: dict[str, View] = {
    "cards": View(
        {"key": "card", "game": "game"},
        ("kept_wins", "kept_losses", "kept_ties"),
        METRICS["kept_wr"],
        _named("played_wr", "keep_rate", "play_rate", "resolve_rate", "nullification_rate"),
    ),
    "players": View({"key": "player"}, OF_MATCHES, METRICS["match_win_rate"], _named("first_win_rate")),
    "seats": View(
        {"key": "went_first"},
        RESULTS,
        METRICS["win_rate"],
    ),
    "duels": View(
        {"key": "player", "opponent": "opponent"},
        OF_MATCHES,
        METRICS["match_win_rate"],
        _named("first_win_rate"),
    ),
}
SEATS = {"first": Bilingual("先攻", "first player"), "second": Bilingual("後攻", "second player")}


def table(
    store: Store, view: ViewName, filters: Filters | None = None, *, draws: Draws = "exclude"
) -> pl.DataFrame:
    """One view, sorted by the lower end of the interval, so that few games do not rank high.

    Columns: ``key``, ``name`` and ``name_en`` (Japanese and English), the other keys of the view; then
    ``n wins losses ties rate low high over`` of its leading metric; then ``ID ID_n`` and for shares ``ID_low
    ID_high ID_over`` for each further one. Rates lie in 0 to 1; a rate of n = 0 is null. Raises
    ``FilterError``, ``ValueError`` for an unknown view or draw policy.
    """
    if view not in get_args(ViewName):
        raise ValueError(f"there is no table {view!r}: accepted are {', '.join(get_args(ViewName))}")
    check_draws(draws)
    shape = VIEWS[view]
    chosen = checked(store, filters or Filters())
    per = tuple(shape.keys.values())
    sums = _sums(store, shape, chosen)
    metrics = {"": shape.lead} | {metric.id: metric for metric in shape.more}
    columns = [sums[one].alias(name) for one, name in zip(shape.results, RESULTS, strict=True)]
    columns += rate_columns(store, sums, metrics, per, chosen, draws=draws)
    keys = _keys(sums, shape)
    others = [key for key in shape.keys if key != "key"]
    found = keys.select("key", *_names(keys, view), *others).with_columns(columns)
    first = ["key", "name", "name_en", *others, "n", *RESULTS, "rate", "low", "high", BASIS]
    found = found.select(*first, pl.exclude(first))
    downwards = [True, True, *[False] * len(shape.keys)]
    return found.sort("low", "n", *shape.keys, descending=downwards, nulls_last=True)


def _sums(store: Store, shape: View, filters: Filters) -> pl.DataFrame:
    """All sums that a view needs, by its columns; rows without one of them are left out."""
    names = chain(shape.results, shape.lead.sums, *(metric.sums for metric in shape.more))
    per = list(shape.keys.values())
    return answer(store, sum_query(names, per, filters)).drop_nulls(per)


def _keys(sums: pl.DataFrame, shape: View) -> pl.DataFrame:
    """The keys of the rows, by their names."""
    found = sums.select(pl.col(column).alias(name) for name, column in shape.keys.items())
    if shape.keys["key"] != "went_first":
        return found
    seat = pl.when(pl.col("key")).then(pl.lit("first")).otherwise(pl.lit("second"))
    return found.with_columns(seat.alias("key"))


def _names(rows: pl.DataFrame, view: str) -> list[pl.Series]:
    """The names of the rows in both languages; a player is called the same in each."""
    keys = rows["key"].to_list()
    if view == "cards":
        names = [card_name(game, face) for game, face in zip(rows["game"], keys, strict=True)]
    elif view == "seats":
        names = [SEATS[key] for key in keys]
    else:
        names = [Bilingual(key, key) for key in keys]
    return [
        pl.Series("name", [name.ja for name in names], pl.String),
        pl.Series("name_en", [name.en for name in names], pl.String),
    ]
