"""Who was ahead in the course of a game."""

import pytest

from analytics.facts.extract.lead import LeadWatch
from analytics.facts.extract.roles import Lead, Roles
from engine.kernel.table import Table

A, B = "A", "B"


def watched(roles: Roles, course: list[tuple[int, int]]) -> LeadWatch:
    """A game with these numbers of both seats as its turns began."""
    table = Table()
    watch = LeadWatch(roles, table, seats=[A, B])
    for one, other in course:
        table.tracks["life", A], table.tracks["life", B] = one, other
        watch.look()
    return watch


@pytest.mark.parametrize(
    ("course", "behind", "halfway"),
    [
        ([(20, 20), (20, 18), (20, 18), (8, 18), (8, 0)], (4, 2), -4),
        ([(20, 20), (12, 20), (12, 20), (12, 2)], (8, 1), -8),
        ([(5, 4), (4, 5), (5, 4), (4, 5)], (0, 0), 0),
    ],
)
def test_the_mean_of_two_turns_counts(
    course: list[tuple[int, int]], behind: tuple[int, int], halfway: int
) -> None:
    watch = watched(Roles("x", life="life"), course)
    assert (watch.behind(A), watch.behind(B)) == behind
    assert (watch.halfway(A), watch.halfway(B)) == (halfway, -halfway)


def test_where_fewer_are_better() -> None:
    watch = watched(Roles("x", lead=Lead(track="life", fewer=True)), [(6, 6), (4, 6), (4, 6)])
    assert (watch.behind(A), watch.behind(B), watch.halfway(B)) == (0, 2, -2)


def test_where_nothing_says_so() -> None:
    for watch in (watched(Roles("x"), [(1, 2), (1, 2)]), watched(Roles("x", life="life"), [(1, 2)])):
        assert watch.behind(A) is None and watch.halfway(A) is None
    three = LeadWatch(Roles("x", life="life"), Table(), seats=[A, B, "C"])
    three.look()
    three.look()
    assert three.behind(A) is None
