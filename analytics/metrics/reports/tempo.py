"""The length of games, and the first player's win rate by length.

Not here: the metrics themselves (``registry``).
"""

from typing import Literal, NamedTuple

import polars as pl

from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.population.example_event import MATCH, with_example_event
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.rate_columns import rate_columns
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import Filters, checked
from analytics.query.sum_query import equal
from analytics.stats.quantile import quantile
from analytics.store.reader import Store

SEAT = METRICS["first_win_rate"]
FIRST = ("first_wins", "first_losses", "first_ties")
"""Sums over the seats that went first, so that each game counts once."""


class Length(NamedTuple):
    """The median number of turns of ``n`` games, with its interval."""

    median: float
    low: float
    high: float
    n: int


def going_first(
    store: Store, by: Literal["game", "archetype"], filters: Filters, *, draws: Draws = "exclude"
) -> pl.DataFrame:
    """The win rate of the first player: columns ``by value n low high basis``, a row a game or an archetype;
    those without a name or a known first player are left out. Raises ``FilterError``."""
    return measured(store, SEAT, (by,), filters, draws=draws).drop_nulls(by).filter(pl.col("n") > 0)


def lengths(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """One row for each number of turns, ascending: columns ``turns games``, of these ``first_wins
    first_losses first_ties``, and of the first player's win rate in them ``n rate low high basis``.

    Imported results have no turns, and some no first player: they are left out. A filter of players or cards
    chooses the seats that went first. Raises ``FilterError``.
    """
    chosen = checked(store, filters)
    sums = answer(store, sum_query(FIRST, ("turns",), chosen))
    sums = sums.filter(pl.col("turns") > 0, pl.sum_horizontal(FIRST) > 0).sort("turns")
    games = pl.sum_horizontal(FIRST).alias("games")
    rates = rate_columns(store, sums, SEAT, ("turns",), chosen, draws=draws)
    return sums.select("turns", games, *FIRST, *rates)


def examples(store: Store, lengths: pl.DataFrame, filters: Filters) -> pl.DataFrame:
    """The rows of ``lengths`` with ``match``: one with a game of that length. Raises ``FilterError``."""
    first = (equal("went_first", True),)
    return with_example_event(
        store, lengths, filters, fact="seat_game", by=("turns",), event=MATCH, where=first
    )


def median(lengths: pl.DataFrame) -> Length | None:
    """The median over the rows of ``lengths``; None without rows."""
    if lengths.is_empty():
        return None
    turns, games = (lengths[name].cast(pl.Float64).to_numpy() for name in ("turns", "games"))
    return Length(*quantile(turns, games, 0.5), int(games.sum()))
