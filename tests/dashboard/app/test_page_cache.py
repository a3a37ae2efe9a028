"""Answers to questions of pages are kept, each for its own arguments."""

import polars as pl
import pytest

from analytics.metrics import METRICS, Filters
from analytics.store.reader import Store
from dashboard.app import page_cache
from dashboard.app.page_cache import cached
from tests.dashboard.conftest import LogOf

ASKED: list[object] = []


def question(store: Store, /, *args: object, **more: object) -> str:
    """What was asked, as a text; notes that it was asked."""
    ASKED.append((args, more))
    return f"{args} {more}"


@pytest.fixture
def store(log_of: LogOf) -> Store:
    ASKED.clear()
    page_cache._cached.clear()
    return Store(log_of("one").with_suffix(".store"))


RATE, DRAWN = METRICS["match_win_rate"], METRICS["match_tie_rate"]
MANY = pl.DataFrame({"n": range(100)})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Filters(game="a"), Filters(game="b")),
        (RATE, DRAWN),
        (("ab", "c"), ("a", "bc")),
        (("a, b",), ("a", "b")),
        (1, "1"),
        (MANY, MANY.with_columns(pl.when(pl.col("n") == 50).then(0).otherwise("n").alias("n"))),
        (MANY, MANY.rename({"n": "m"})),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_argument_has_its_own_answer(store: Store, one: object, other: object) -> None:
    for argument in (one, other):
        for _ in range(2):
            assert cached(store, question, argument) == f"{(argument,)} {{}}"
    assert len(ASKED) == 2
    assert cached(store, question, argument=one) == f"() { {'argument': one} }"


def test_an_argument_that_cannot_be_told_from_others_is_refused(store: Store) -> None:
    with pytest.raises(TypeError, match="object cannot be"):
        cached(store, question, object())
