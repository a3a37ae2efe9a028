"""A census: how many matches and seats there are of each kind, by all that decides whether they count.

What counts is asked above every table, each time in another way; kinds are few, and their numbers add up.
Those of whole games and months are kept. Not here: what is said of them (``population``), nor how they are
counted (``analytics.cubes.tallies``).
"""

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import NamedTuple

import polars as pl

from analytics.cubes.router import parted
from analytics.cubes.seats import KINDS
from analytics.cubes.tallies import counted, tallied
from analytics.metrics.filters import SOUND, Filters, seats_where
from analytics.store import Store

TALLIES = ("kinds_of_matches", "people")


class Census(NamedTuple):
    """``matches``: by ``month`` and more how many there are of each ``kind``, which is that of all its chosen
    seats together, and their ``last_day``. ``seats``: ``player seats games partly_known`` of each kind."""

    matches: pl.DataFrame
    seats: pl.DataFrame


def census(store: Store, filters: Filters) -> Census:
    """The matches under the filters, of every grade and whoever played them; the filters are checked."""
    chosen = replace(filters, simulated="any", grades=SOUND)
    where, parameters = seats_where(chosen, grades=False)
    if replace(chosen, game="", since=None, until=None) != Filters():
        return Census(*counted(store, TALLIES, where, parameters))
    whole = tallied(store, TALLIES, chosen.game)
    if chosen.since is None and chosen.until is None:
        return Census(*whole)
    months, cut = parted(whole[0]["month"].unique(), since=chosen.since, until=chosen.until)
    ends = counted(
        store, TALLIES, f"{where} AND list_contains($months, s.month)", parameters | {"months": list(cut)}
    )
    inside = (rows.filter(pl.col("month").is_in(list(months))) for rows in whole)
    return Census(*(pl.concat(legs) for legs in zip(inside, ends, strict=True)))


def having(*names: str) -> pl.Expr:
    """Whether the column ``kind`` has any of these marks and grades."""
    return pl.col("kind") & reduce(or_, (KINDS[name] for name in names), 0) != 0


def chosen_by(filters: Filters) -> pl.Expr:
    """Whether the column ``kind`` is of a match that bots played or did not, as is chosen."""
    bots = having("simulated")
    return {"any": pl.lit(True), "only": bots, "none": ~bots}[filters.simulated]
