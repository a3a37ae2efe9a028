"""Rows of a few matches are read once, column by column, and only theirs."""

from pathlib import Path

import polars as pl
import pytest

from analytics.query.cubes.answer import answer
from analytics.query.selection import row_cache
from analytics.query.selection.part_set import PartSet
from analytics.query.sum_query import Condition, SumQuery, equal
from analytics.store.manifest import DamagedStore
from analytics.store.reader import Store
from tests.analytics.query.leagues import Shop, match

ACTS = (("A", "play", "c1", 2, "resolved", 1, 0), ("B", "pass", None, None, "resolved", 0, 0))
FEW = [equal("tournament", "cup"), equal("player", "x"), equal("archetype", "red")]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A match of a cup that x plays with a red deck, and one of others; without cubes."""
    others = match(acts=ACTS * 2, players=("y", "z"), archetypes=("blue", "blue"))
    Shop(tmp_path).put([match(acts=ACTS, tournament="cup"), others])
    return Store(tmp_path)


def acts(store: Store, where: Condition, by: str) -> dict[str | None, int]:
    return dict(answer(store, SumQuery(("acts",), (by,), (where,))).iter_rows())


def lost(store: Store) -> None:
    for file in store.folder.glob("facts/declaration/*/*/*.parquet"):
        file.unlink()


@pytest.mark.parametrize("where", FEW)
def test_another_question_about_a_few_matches_reads_nothing_again(store: Store, where: Condition) -> None:
    seats = 2 if where.columns == ("tournament",) else 1
    assert sum(acts(store, where, "verb").values()) == seats
    assert sum(acts(store, where, "card").values()) == seats
    lost(store)
    both = answer(store, SumQuery(("acts",), ("verb", "card"), (where,))).rows()
    assert sorted(both, key=str) == [("pass", None, 1), ("play", "c1", 1)][2 - seats :]


@pytest.mark.parametrize("where", FEW)
def test_a_column_is_read_when_it_is_first_asked_for(store: Store, where: Condition) -> None:
    assert acts(store, where, "verb")
    lost(store)
    with pytest.raises(DamagedStore):
        acts(store, where, "card")


@pytest.mark.parametrize("where", FEW)
def test_rows_of_many_matches_are_not_kept(
    store: Store, where: Condition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_cache, "FEW", 0)
    assert acts(store, where, "verb")
    lost(store)
    with pytest.raises(DamagedStore):
        acts(store, where, "verb")


@pytest.mark.parametrize("few", [0, row_cache.FEW])
def test_all_that_is_asked_of_a_few_matches_is_true_of_them(
    tmp_path: Path, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = match(acts=ACTS * 2, tournament="cup", simulated=True)
    unfinished = match(acts=ACTS * 4, tournament="cup", finished=False)
    Shop(tmp_path).put([match(acts=ACTS, tournament="cup"), bots, unfinished, match(acts=ACTS * 8)])
    monkeypatch.setattr(row_cache, "FEW", few)
    cup, store = equal("tournament", "cup"), Store(tmp_path)

    def counted(*where: Condition) -> int:
        return int(answer(store, SumQuery(("acts",), (), where))["acts"].item())

    assert counted(cup) == 6
    assert counted(cup, equal("simulated", False)) == 2
    assert counted(equal("simulated", True), cup) == 4
    assert counted(cup, equal("archetype", "blue")) == counted(equal("archetype", "blue"), cup) == 3
    assert counted(cup, equal("simulated", False), equal("archetype", "blue")) == 1
    assert counted(cup, equal("grade", "DIVERGED")) == 0


def test_what_else_is_asked_of_a_few_matches_reads_nothing_again(store: Store) -> None:
    cup = equal("tournament", "cup")
    assert answer(store, SumQuery(("acts",), (), (cup,)))["acts"].item() == 2
    lost(store)
    bots = equal("simulated", True)
    assert answer(store, SumQuery(("acts",), (), (cup, bots)))["acts"].item() == 0


def test_rows_of_others_are_not_read(store: Store) -> None:
    (part,) = store.manifest.parts
    matches = row_cache.MatchList(pl.Series(["nobody's"], dtype=pl.Categorical))
    assert (
        row_cache.RowCache(PartSet(store.folder, [part]), {"nobody": matches})["declaration"]
        .collect()
        .is_empty()
    )
