"""``docs/analytics.md`` says what the code does: its example runs, its tables are those of the registry."""

import doctest
import re
from pathlib import Path

import pytest

from analytics.facts import SCHEMAS
from analytics.facts.dimensions import DIMENSIONS
from analytics.metrics.publish.book import book
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.sqlite_log import SqliteLog
from tests.support.league import judge, write

PAGE = Path(__file__).parents[2] / "docs" / "analytics.md"
TEXT = PAGE.read_text("utf-8")
FACTS = PAGE.with_name("facts.md").read_text("utf-8")


@pytest.mark.parametrize(("language", "name"), [("en", "metrics.md"), ("ja", "metrics.ja.md")])
def test_the_book_of_metrics_is_that_of_the_registry(language: str, name: str) -> None:
    """To bring it up to date: ``python -m analytics.metrics.publish.book LANGUAGE > docs/NAME``."""
    assert PAGE.with_name(name).read_text("utf-8") == book(language)


@pytest.mark.parametrize("view", DIMENSIONS)
def test_columns_of_dimensions(view: str, store: Store) -> None:
    (row,) = re.findall(rf"^\| `{view}` \| (.*) \|$", FACTS.partition("## Dimensions")[2], re.MULTILINE)
    assert re.findall(r"`(\w+)`", row) == store.query(f"FROM {view}").columns


def test_the_query_of_draws_runs(store: Store) -> None:
    (query,) = re.findall(r"```sql\n(.*?)```", FACTS, re.DOTALL)
    assert store.query(query).columns == ["card", "copies", "library", "draws", "drew"]


@pytest.mark.parametrize("table", SCHEMAS)
def test_columns_are_those_of_the_schema(table: str) -> None:
    (row,) = re.findall(rf"^\| `{table}` \|.*\| (.*) \|$", FACTS, re.MULTILINE)
    assert re.findall(r"`(\w+)`", row) == list(SCHEMAS[table])


def test_the_example_runs(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        write(log)
        project(log, tmp_path / "store", judge=judge)
        found = doctest.testfile(
            str(PAGE), module_relative=False, globs={"log": log, "folder": tmp_path / "store"}
        )
    assert found.attempted > 5
    assert found.failed == 0
