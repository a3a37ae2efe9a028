"""The arithmetic of cubes: sums are a group under addition, whatever the order."""

from collections.abc import Sequence

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.query.cubes.merge import Unsound, negated, total

KEYS = ("card", "first")
SCHEMA = {"card": pl.Categorical(), "first": pl.Boolean(), "rows": pl.Int64(), "wins": pl.Int64()}
Piece = Sequence[tuple[str | None, bool | None, int, int]]


def pieces() -> st.SearchStrategy[pl.DataFrame]:
    row = st.tuples(
        st.sampled_from(("a", "b", None)),
        st.sampled_from((True, False, None)),
        st.integers(1, 3),
        st.integers(0, 3),
    )
    return st.lists(row, max_size=6).map(frame)


def frame(rows: Piece) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def same(one: pl.DataFrame, other: pl.DataFrame) -> bool:
    return sorted(map(repr, one.rows())) == sorted(map(repr, other.rows()))


@given(pieces(), pieces(), pieces())
def test_the_order_of_adding_does_not_matter(a: pl.DataFrame, b: pl.DataFrame, c: pl.DataFrame) -> None:
    assert same(total([a, b, c], KEYS), total([c, total([b, a], KEYS)], KEYS))


@given(pieces(), pieces())
def test_what_was_added_can_be_taken_away(a: pl.DataFrame, b: pl.DataFrame) -> None:
    assert same(total([total([a, b], KEYS), negated(b, KEYS)], KEYS), total([a], KEYS))


def test_what_is_taken_away_wholly_leaves_no_row_of_zeros() -> None:
    piece = frame([("a", True, 2, 1)])
    assert total([piece, negated(piece, KEYS)], KEYS).is_empty()


def test_a_group_whose_sums_are_zero_is_a_group() -> None:
    assert total([frame([("a", True, 2, 0)])], KEYS).rows() == [("a", True, 2, 0)]


def test_nothing_can_be_taken_away_that_was_never_added() -> None:
    with pytest.raises(Unsound):
        total([frame([("a", True, 1, 1)]), negated(frame([("b", True, 1, 1)]), KEYS)], KEYS)
