"""Tables of metrics: one row a card, a player, a seat or a pair of players, over the matches of a filter.

Only matches that ended are counted. Not here: what the metrics mean (``registry``).
"""

from dataclasses import dataclass
from typing import Literal, get_args

import polars as pl

from analytics.metrics.filters import Filters, checked, seats_where
from analytics.metrics.metric import Metric
from analytics.metrics.rate import DRAWS, Draws
from analytics.metrics.registry import METRICS
from analytics.metrics.sums import select
from analytics.names import card_name
from analytics.store import Store
from engine.name import Name

ViewName = Literal["cards", "players", "seats", "duels"]


@dataclass(frozen=True, slots=True)
class View:
    """``keys``: the columns that make a row, by name, as SQL · ``results``: the sums that are its wins,
    losses and ties · ``lead``: the metric that rows are ranked by, whose columns have plain names ·
    ``more``: metrics whose columns begin with their id."""

    table: Literal["seat_game", "card_seat_game"]
    keys: dict[str, str]
    results: tuple[str, str, str]
    lead: Metric
    more: tuple[Metric, ...] = ()


def _named(*ids: str) -> tuple[Metric, ...]:
    return tuple(METRICS[id] for id in ids)


RESULTS = ("wins", "losses", "ties")
VIEWS: dict[str, View] = {
    "cards": View(
        "card_seat_game",
        {"key": "card", "game": "game"},
        ("kept_wins", "kept_losses", "kept_ties"),
        METRICS["kept_wr"],
        _named("played_wr", "keep_rate", "play_rate", "resolve_rate", "nullification_rate"),
    ),
    "players": View("seat_game", {"key": "player"}, RESULTS, METRICS["win_rate"], _named("first_win_rate")),
    "seats": View(
        "seat_game",
        {"key": "CASE WHEN went_first THEN 'first' WHEN NOT went_first THEN 'second' END"},
        RESULTS,
        METRICS["win_rate"],
    ),
    "duels": View(
        "seat_game",
        {"key": "player", "opponent": "opponent"},
        RESULTS,
        METRICS["win_rate"],
        _named("first_win_rate"),
    ),
}
SEATS = {"first": Name("先攻", "first player"), "second": Name("後攻", "second player")}

CHOSEN = """
    SELECT s.* FROM seat_game s JOIN match m ON m.match = s.match
    WHERE m.finished AND {where}"""
ROWS = {
    "seat_game": "chosen",
    "card_seat_game": "card_seat_game r SEMI JOIN chosen o ON r.match = o.match AND r.seat = o.seat",
}


def table(
    store: Store, view: ViewName, filters: Filters | None = None, *, draws: Draws = "exclude"
) -> pl.DataFrame:
    """One view, best first by the lower end of the interval, so that few games do not rank high.

    Columns: ``key``, ``name`` and ``name_en`` (Japanese and English), the other keys of the view; then
    ``n wins losses ties rate low high`` of its leading metric; then ``ID ID_n`` and for shares ``ID_low
    ID_high`` for each further one. Rates lie in 0 to 1; a rate of n = 0 is null. Raises ``FilterError``,
    ``ValueError`` for an unknown view or draw policy.
    """
    if view not in get_args(ViewName):
        raise ValueError(f"there is no table {view!r}: accepted are {', '.join(get_args(ViewName))}")
    if draws not in DRAWS:
        raise ValueError(f"draws cannot be {draws!r}: accepted are {', '.join(DRAWS)}")
    shape = VIEWS[view]
    sums = _sums(store, shape, checked(store, filters or Filters()))
    columns = [pl.col(one).alias(name) for one, name in zip(shape.results, RESULTS, strict=True)]
    columns += shape.lead.columns(draws=draws)
    for metric in shape.more:
        columns += metric.columns(draws=draws, prefix=metric.id)
    others = [key for key in shape.keys if key != "key"]
    found = sums.select(pl.col("key"), *_names(sums, view), *map(pl.col, others), *columns)
    first = ["key", "name", "name_en", *others, "n", *RESULTS, "rate", "low", "high"]
    found = found.select(*first, pl.exclude(first))
    downwards = [True, True, *[False] * len(shape.keys)]
    return found.sort("low", "n", *shape.keys, descending=downwards, nulls_last=True)


def _sums(store: Store, shape: View, filters: Filters) -> pl.DataFrame:
    where, parameters = seats_where(filters)
    keys = ", ".join(f"{sql} AS {name}" for name, sql in shape.keys.items())
    present = " AND ".join(f"{name} IS NOT NULL" for name in shape.keys)
    return store.query(
        f"WITH chosen AS ({CHOSEN.format(where=where)})"
        f" SELECT {keys}, {select(shape.table)} FROM {ROWS[shape.table]} GROUP BY ALL HAVING {present}",
        parameters,
    )


def _names(sums: pl.DataFrame, view: str) -> list[pl.Series]:
    """The names of the rows in both languages; a player is called the same in each."""
    keys = sums["key"].to_list()
    if view == "cards":
        names = [card_name(game, face) for game, face in zip(sums["game"], keys, strict=True)]
    elif view == "seats":
        names = [SEATS[key] for key in keys]
    else:
        names = [Name(key, key) for key in keys]
    return [
        pl.Series("name", [name.ja for name in names], pl.String),
        pl.Series("name_en", [name.en for name in names], pl.String),
    ]
