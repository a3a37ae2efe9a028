"""The ratings of players over the matches of a filter, and the calibration of their forecasts.

Not here: the model (``analytics.stats.rating``), nor ratings that are kept (``rating_history``).
"""

from dataclasses import replace
from typing import NamedTuple

import polars as pl

from analytics.metrics.population.matching_seats import matching_seats
from analytics.metrics.reports.rating_history import RatingHistory, rating_history
from analytics.query.filters import SOUND, Filters, checked
from analytics.stats.calibration import Calibration, calibration
from analytics.stats.rating import Played, follow
from analytics.store.reader import Store

COLUMNS = ("match", "player", "opponent", "won", "lost", "tied", "finished", "day")


class PlayerRatings(NamedTuple):
    """``players``: a row each, sorted by the lower end: ``player value n low high`` · ``calibration`` of the
    forecasts, one for every match of two."""

    players: pl.DataFrame
    calibration: Calibration


def ratings(store: Store, filters: Filters | None = None) -> PlayerRatings:
    """The ratings after all matches of the filter, in order of their days.

    All players are rated: filters by player or card, which choose seats, are ignored. Raises ``FilterError``.
    """
    chosen = filters or Filters()
    found = _kept(store, chosen) or _computed(store, replace(checked(store, chosen), player="", card=""))
    players = [
        (player, mu, number, mu - 2 * sigma, mu + 2 * sigma)
        for player, (mu, sigma, number, _) in found.players.items()
    ]
    schema = {"player": pl.String, "value": pl.Float64, "n": pl.Int64, "low": pl.Float64, "high": pl.Float64}
    table = pl.DataFrame(players, schema, orient="row").sort("low", "player", descending=[True, False])
    return PlayerRatings(table, found.calibration)


def _kept(store: Store, chosen: Filters) -> RatingHistory | None:
    """The kept ratings of a game, if the filter asks for exactly these."""
    if chosen != Filters(game=chosen.game, grades=chosen.grades) or {*chosen.grades} != {*SOUND}:
        return None
    return rating_history(store.folder, store.manifest, chosen.game)


def _computed(store: Store, chosen: Filters) -> RatingHistory:
    """The ratings over the matches of the filter, each once, from the side of one of its players; matches
    without a day come first."""
    counted = pl.sum_horizontal("won", "lost", "tied") > 0
    one_side = pl.col("player") < pl.col("opponent")
    seats = matching_seats(store, chosen, COLUMNS, pl.col("finished"), counted, one_side)
    day = pl.col("day").cast(pl.Int32).fill_null(0)
    rows = seats.sort("day", "match").select("player", "opponent", "won", "lost", day)
    players, forecasts, outcomes = follow(_played(*row) for row in rows.iter_rows())
    return RatingHistory(players, calibration(forecasts, outcomes))


def _played(player: str, opponent: str, won: int, lost: int, day: int) -> Played:
    return Played(day, (player, opponent), (1, 2) if won else (2, 1) if lost else (1, 1))
