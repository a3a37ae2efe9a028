"""Cards to choose from: those that were seen, whatever the rules say of their matches."""

from pathlib import Path

from analytics.metrics import Filters, table
from analytics.metrics.population.known_cards import cards_with_numbers, known_cards
from analytics.metrics.publish.pivot import pivot
from analytics.query.filters import GRADES
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.sqlite_log import SqliteLog
from tests.support.field import write_field


def test_they_are_those_of_which_there_are_numbers(store: Store) -> None:
    rows = pivot(table(store, "cards", Filters(grades=GRADES))).sort("key")
    found = known_cards(store)
    assert list(found) == rows["key"].to_list()
    assert [name.en for name in found.values()] == rows["name_en"].to_list()
    assert [name.ja for name in found.values()] == rows["name"].to_list()
    assert found


def test_of_imported_results_they_are_those_of_lists(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        write_field(log)
        project(log, tmp_path / "store")
    found = known_cards(Store(tmp_path / "store"))
    assert {"Ember Knight", "Lantern"} < set(found) and found["Lantern"].en == "Lantern"


def test_those_of_a_game_are_those_of_its_table(store: Store) -> None:
    assert (
        cards_with_numbers(store, "blade-rondo")
        == {*pivot(table(store, "cards", Filters(game="blade-rondo")))["key"]}
        != set()
    )
    assert cards_with_numbers(store, "nowhere") == set()
