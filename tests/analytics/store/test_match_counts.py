"""Which matches there are: kept or counted, they are those of the facts."""

import shutil
from pathlib import Path

import polars as pl
import pytest

from analytics.store.manifest import DamagedStore
from analytics.store.match_counts import MATCH_COUNTS, SCHEMA, coverage
from analytics.store.reader import Store

COUNTED = """
    SELECT game, granularity, grade, simulated, count(*)::BIGINT AS matches,
        count(*) FILTER (NOT finished)::BIGINT AS unfinished, min(day) AS first_day, max(day) AS last_day,
        sum(events)::BIGINT AS events
    FROM match GROUP BY ALL ORDER BY game, granularity, grade, simulated"""


@pytest.fixture
def own(store: Store, tmp_path: Path) -> Path:
    """A copy of a store, to be written to."""
    return Path(shutil.copytree(store.folder, tmp_path / "store"))


def files(folder: Path) -> list[Path]:
    return [*(folder / MATCH_COUNTS.name).glob("*")]


def test_kept_or_counted_they_are_those_of_the_facts(own: Path) -> None:
    store = Store(own)
    for path in files(own):
        path.unlink()
    expected = store.query(COUNTED)
    assert expected.height and expected.schema == pl.Schema(SCHEMA)
    assert coverage(store).equals(expected)
    games = expected["game"].n_unique()
    assert [MATCH_COUNTS.refresh(own), MATCH_COUNTS.refresh(own)] == [games, 0]
    assert coverage(store).equals(expected)
    files(own)[0].write_bytes(b"?")
    assert coverage(store).equals(expected), "what is broken is not used"


def test_what_is_kept_reads_no_facts_and_without_it_they_are_missed(own: Path) -> None:
    store = Store(own)
    MATCH_COUNTS.refresh(own)
    expected = coverage(store)
    shutil.rmtree(own / "facts" / "match")
    assert coverage(store).equals(expected)
    for path in files(own):
        path.unlink()
    with pytest.raises(DamagedStore):
        coverage(store)
