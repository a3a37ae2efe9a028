"""Facts of months in which there is nothing of what a question names are not looked at."""

from datetime import date
from pathlib import Path

import pytest

from analytics.query.cubes.answer import answer, cube_index
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.selection.months import months_of
from analytics.query.sum_query import Condition, SumQuery, among, equal
from analytics.store.reader import Store
from tests.analytics.query.leagues import Match, Shop, match

ACTS = (("A", "play", "c1", 2, "resolved", 1, 0),)
JANUARY, FEBRUARY, MARCH = (date(2026, month, 5) for month in (1, 2, 3))
CUP = equal("tournament", "cup")


def played(day: date | None, **given: object) -> Match:
    return match(day=day, acts=ACTS, **given)


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """A cup in January and in February, of which z was in February alone; and what others played."""
    shop = Shop(tmp_path)
    shop.put([played(JANUARY, tournament="cup"), played(FEBRUARY, tournament="cup", players=("x", "z"))])
    shop.put([played(JANUARY), played(MARCH), played(None), played(MARCH, game="chess", players=("z", "q"))])
    refresh(tmp_path)
    return shop


def months(shop: Shop, *where: Condition) -> frozenset[str] | None:
    store = Store(shop.folder)
    return months_of(store.folder, cube_index(store), where)


def acts(shop: Shop, *where: Condition) -> int:
    """Acts by seat, which no cube tells apart with tournaments."""
    found = answer(Store(shop.folder), SumQuery(("acts",), ("seat",), where))
    return int(found["acts"].sum())


def test_a_name_has_the_months_in_which_there_is_anything_of_it(shop: Shop) -> None:
    assert months(shop, CUP) == {"2026-01", "2026-02"}
    assert months(shop, equal("player", "z")) == {"2026-02", "2026-03"}
    assert months(shop, CUP, equal("player", "z")) == {"2026-02"}
    assert months(shop, equal("player", "x")) == {"2026-01", "2026-02", "2026-03", "undated"}
    assert months(shop, equal("tournament", "z")) == frozenset()


def test_nobody_knows_the_months_of_what_is_not_named(shop: Shop) -> None:
    assert months(shop, equal("simulated", False), among("tournament", ["cup"])) is None
    shop.put([played(MARCH, tournament="cup")])  # of which no cube has heard
    assert months(shop, CUP) is None
    assert acts(shop, CUP) == 3


def test_what_came_later_is_among_the_months(shop: Shop) -> None:
    shop.put([played(MARCH, tournament="cup")])
    refresh(shop.folder)
    assert months(shop, CUP) == {"2026-01", "2026-02", "2026-03"}
    assert acts(shop, CUP) == 3


def test_other_months_are_not_read(shop: Shop) -> None:
    for file in shop.folder.glob("facts/*/*/month=2026-03/*.parquet"):
        file.write_bytes(b"PAR1" + bytes(file.stat().st_size - 4))
    assert acts(shop, CUP) == 2
