"""Rows of a few matches are read once, and only theirs."""

from pathlib import Path

import polars as pl
import pytest

from analytics.cubes import near
from analytics.cubes.answer import answer
from analytics.cubes.ask import Ask, Condition, equal
from analytics.manifest import DamagedStore
from analytics.store import Store
from tests.analytics.cubes.leagues import Shop, match

ACTS = (("A", "play", "c1", 2, "resolved", 1, 0), ("B", "pass", None, None, "resolved", 0, 0))
FEW = [equal("tournament", "cup"), equal("player", "x"), equal("archetype", "red")]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A match of a cup that x plays with a red deck, and one of others; without cubes."""
    others = match(acts=ACTS * 2, players=("y", "z"), archetypes=("blue", "blue"))
    Shop(tmp_path).put([match(acts=ACTS, tournament="cup"), others])
    return Store(tmp_path)


def acts(store: Store, where: Condition, by: str) -> dict[str | None, int]:
    return dict(answer(store, Ask(("acts",), (by,), (where,))).iter_rows())


def lost(store: Store) -> None:
    for file in store.folder.glob("facts/declaration/*/*/*.parquet"):
        file.unlink()


@pytest.mark.parametrize("where", FEW)
def test_another_question_about_a_few_matches_reads_nothing_again(store: Store, where: Condition) -> None:
    seats = 2 if where.columns == ("tournament",) else 1
    assert sum(acts(store, where, "verb").values()) == seats
    lost(store)
    assert acts(store, where, "card") == {"c1": 1, None: 1} if seats == 2 else {"c1": 1}


@pytest.mark.parametrize("where", FEW)
def test_rows_of_many_matches_are_not_kept(
    store: Store, where: Condition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(near, "FEW", 0)
    assert acts(store, where, "verb")
    lost(store)
    with pytest.raises(DamagedStore):
        acts(store, where, "verb")


def test_rows_of_others_are_not_read(store: Store) -> None:
    (part,) = store.manifest.parts
    matches = pl.Series(["nobody's"], dtype=pl.Categorical)
    assert near.Near(store.folder, [part], {"nobody": matches})["declaration"].collect().is_empty()
