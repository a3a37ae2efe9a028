"""Chooses where sums come from: the smallest cube that has every column they need, or the facts.

For a range of days, a cube without days gives the whole months, and the facts the days at either end: sums
can be added. Not here: taking the sums (``answer``).
"""

from calendar import monthrange
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from analytics.query.cubes.cube import CUBES, Cube
from analytics.query.cubes.cube_files import ALL_MONTHS, CubeIndex
from analytics.query.measures.relation import reaches
from analytics.query.sum_query import Condition, SumQuery

TOGETHER = frozenset({ALL_MONTHS})
"""All months, as one."""


class Leg(NamedTuple):
    """A part of an answer: ``cube`` to take it from, the facts where there is none, over ``months`` (all of
    them where None, as one where ``ALL_MONTHS``) and under the conditions ``where``."""

    cube: Cube | None
    where: tuple[Condition, ...]
    months: frozenset[str] | None


def route(
    index: CubeIndex | None, query: SumQuery, *, fact: str, names: Sequence[str], months: Iterable[str]
) -> tuple[Leg, ...]:
    """The legs whose rows, added up, are the sums ``names`` over one fact table.

    ``index`` is None where there are no cubes of the present facts; ``months`` are those of the facts.
    """
    reached = {column for column in query.columns() if reaches(column, fact)}
    where = tuple(condition for condition in query.where if condition.over(reached))
    exact = where + query.day_conditions()
    need = {*query.by, *(column for condition in where for column in condition.columns)} & reached
    cubes = [] if index is None or query.deck_cards else _covering(fact, names, need)
    if not cubes:
        return (Leg(None, exact, _touched(query, months)),)
    assert index is not None
    if not query.dated:
        return (_of_smallest(index, cubes, where, None if "month" in need else TOGETHER),)
    to_the_day = [cube for cube in cubes if "day" in cube.keys]
    if to_the_day:
        return (_of_smallest(index, to_the_day, exact, _touched(query, months)),)
    whole, cut = whole_and_cut(months, since=query.since, until=query.until)
    legs = [_of_smallest(index, cubes, where, whole)] if whole else []
    return (*legs, Leg(None, exact, cut)) if cut or not legs else tuple(legs)


def _covering(fact: str, sums: Sequence[str], need: set[str]) -> list[Cube]:
    return [
        cube
        for cube in CUBES.values()
        if cube.fact == fact and need <= set(cube.columns) and set(sums) <= set(cube.sums)
    ]


def _of_smallest(
    index: CubeIndex, cubes: Sequence[Cube], where: tuple[Condition, ...], months: frozenset[str] | None
) -> Leg:
    """The leg over these months from the cube with the fewest rows there."""
    smallest = min(cubes, key=lambda cube: (index.size_of(cube.name, months), len(cube.keys)))
    return Leg(smallest, where, months)


def _touched(query: SumQuery, months: Iterable[str]) -> frozenset[str] | None:
    """The months in which days of the range lie; None for all, where there is no range."""
    return (
        frozenset().union(*whole_and_cut(months, since=query.since, until=query.until))
        if query.dated
        else None
    )


def whole_and_cut(
    months: Iterable[str], *, since: date | None, until: date | None
) -> tuple[frozenset[str], frozenset[str]]:
    """The months that lie in the range of days as a whole, and those that do so in part.

    Matches without a day are in no range.
    """
    since, until = since or date.min, until or date.max
    whole: set[str] = set()
    cut: set[str] = set()
    for month in months:
        days = _days(month)
        if days is None or days[1] < since or until < days[0]:
            continue
        (whole if since <= days[0] and days[1] <= until else cut).add(month)
    return frozenset(whole), frozenset(cut)


def _days(month: str) -> tuple[date, date] | None:
    """The first and the last day of ``2026-05``; None for a month that is none."""
    try:
        first = date.fromisoformat(f"{month}-01")
    except ValueError:
        return None
    return first, first.replace(day=monthrange(first.year, first.month)[1])
