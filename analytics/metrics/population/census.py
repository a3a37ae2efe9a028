"""A census: the number of matches and seats of each kind; the kind decides whether they count.

The population of every table is counted from it. Kinds are few, and their numbers add up; those of whole
games and months are kept. Not here: the population (``summary``), nor how matches are counted
(``analytics.query.cubes.tallies``).
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain
from operator import or_
from typing import NamedTuple

import polars as pl

from analytics.metrics.population.matching_seats import matching_seats
from analytics.query.cubes.router import whole_and_cut
from analytics.query.cubes.seats import KINDS
from analytics.query.cubes.tallies import TALLIES, read_tallies, stored_tally
from analytics.query.filters import SOUND, Filters
from analytics.query.measures.relation import PARTITION
from analytics.store.reader import Store

PEOPLE = ("kind", "player", "seats", "games", "partly_known")


class Census(NamedTuple):
    """``matches``: the rows of the function of this name · ``seats``: for each ``kind player`` the number of
    ``seats``, of their ``games``, and of hands that are ``partly_known``."""

    matches: pl.DataFrame
    seats: pl.DataFrame


def census(store: Store, filters: Filters) -> Census:
    """The matches under the filters, of every grade and whoever played them; the filters are checked."""
    if _every_kind(filters) == Filters(filters.game):  # one number for all months
        people = stored_tally(store, "people", filters.game, columns=PEOPLE)
        if people is not None:
            return Census(matches(store, filters), people)
    return Census(*_tallied(store, filters, ("kinds_of_matches", "people")))


def matches(store: Store, filters: Filters) -> pl.DataFrame:
    """The number of ``matches`` by ``month``, ``kind`` and more, with their ``last_day``, as in a census. The
    kind of a match is that of all its chosen seats together."""
    (found,) = _tallied(store, filters, ("kinds_of_matches",))
    return found


def _tallied(store: Store, filters: Filters, names: Sequence[str]) -> list[pl.DataFrame]:
    """These tallies: those of whole games and months are kept."""
    chosen = _every_kind(filters)
    if replace(chosen, game="", since=None, until=None) != Filters():
        return _counted(store, names, chosen)
    found = read_tallies(store, names, chosen.game)
    if chosen.since is None and chosen.until is None:
        return found
    whole, cut = whole_and_cut(found[0]["month"].unique(), since=chosen.since, until=chosen.until)
    inside = [rows.filter(pl.col("month").is_in(list(whole))) for rows in found]
    if not cut:
        return inside
    ends = _counted(store, names, chosen, months=cut)
    return [pl.concat(legs) for legs in zip(inside, ends, strict=True)]


def _every_kind(filters: Filters) -> Filters:
    """The same filters for matches of every kind, which a census keeps apart."""
    return replace(filters, simulated="any", grades=SOUND)


def _counted(
    store: Store, names: Sequence[str], filters: Filters, *, months: Collection[str] | None = None
) -> list[pl.DataFrame]:
    """These tallies of the seats under the filters, in these months or in all."""
    columns = dict.fromkeys((*PARTITION, *chain.from_iterable(TALLIES[name].columns for name in names)))
    rows = matching_seats(store, filters, [*columns], grades=False, months=months).lazy()
    return pl.collect_all([TALLIES[name].of(rows) for name in names])


def of_kind(*names: str) -> pl.Expr:
    """Whether the column ``kind`` has any of these marks and grades."""
    return pl.col("kind") & reduce(or_, (KINDS[name] for name in names), 0) != 0


def simulated_as_chosen(filters: Filters) -> pl.Expr:
    """Whether the column ``kind`` is of a match that bots played or did not, as is chosen."""
    bots = of_kind("simulated")
    return {"any": pl.lit(True), "only": bots, "none": ~bots}[filters.simulated]
