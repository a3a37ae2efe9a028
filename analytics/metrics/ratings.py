"""How strong players are over the matches of a filter, with what the forecasts were worth.

Not here: the ratings themselves (``analytics.stats.rating``), nor those that are kept (``followed``).
"""

from dataclasses import replace
from typing import NamedTuple

import polars as pl

from analytics.cubes.seats import of_seats
from analytics.metrics.filters import SOUND, Filters, checked, seats_where
from analytics.metrics.followed import followed
from analytics.stats import calibration
from analytics.stats.calibration import Bin
from analytics.stats.rating import Played, Ratings, follow
from analytics.store import Store

# Each match once, from the side of one of its players; what has no day comes first, as if it were long ago.
QUERY = """
    SELECT s.player, s.opponent, s.won, s.lost, coalesce(s.day - DATE '1970-01-01', 0)::BIGINT AS day
    FROM seat s
    WHERE s.finished AND s.won + s.lost + s.tied > 0 AND s.player < s.opponent AND {where}
    ORDER BY s.day NULLS FIRST, s.match"""


class Rated(NamedTuple):
    """``players``: a row each, the surest strength first: ``player value n low high`` · over matches of two:
    ``loss`` of the forecasts and ``base``, that of always forecasting the mean, ``slope`` (1 is right), and
    how many forecasts there were; ``bins`` are the points of their calibration plot. None, and no bins, where
    there are too few to tell."""

    players: pl.DataFrame
    loss: float | None
    base: float | None
    slope: float | None
    forecasts: int
    bins: tuple[Bin, ...] = ()


ENOUGH = 50
"""Of fewer forecasts nothing is said about how good they are."""


def ratings(store: Store, filters: Filters | None = None) -> Rated:
    """The ratings after all matches of the filter, in order of their days.

    Everybody is rated: a filter by player or card, which chooses seats, is left out. Raises ``FilterError``.
    """
    chosen = filters or Filters()
    found = _kept(store, chosen) or _followed(store, replace(checked(store, chosen), player="", card=""))
    players = [
        (player, mu, number, mu - 2 * sigma, mu + 2 * sigma)
        for player, (mu, sigma, number, _) in found.players.items()
    ]
    schema = {"player": pl.String, "value": pl.Float64, "n": pl.Int64, "low": pl.Float64, "high": pl.Float64}
    table = pl.DataFrame(players, schema, orient="row").sort("low", "player", descending=[True, False])
    chance, came = found.forecasts, found.outcomes
    if len(came) < ENOUGH:
        return Rated(table, None, None, None, len(came))
    loss, base = calibration.log_loss(chance, came), calibration.base_loss(came)
    points = tuple(calibration.bins(chance, came))
    return Rated(table, loss, base, calibration.slope(chance, came), len(came), points)


def _kept(store: Store, chosen: Filters) -> Ratings | None:
    """What is kept of a game, where it is just that what is asked for."""
    if chosen != Filters(game=chosen.game, grades=chosen.grades) or {*chosen.grades} != {*SOUND}:
        return None
    return followed(store.folder, store.manifest, chosen.game)


def _followed(store: Store, chosen: Filters) -> Ratings:
    where, parameters = seats_where(chosen)
    return follow(_played(*row) for row in of_seats(store, QUERY.format(where=where), parameters).iter_rows())


def _played(player: str, opponent: str, won: int, lost: int, day: int) -> Played:
    return Played(day, (player, opponent), (1, 2) if won else (2, 1) if lost else (1, 1))
