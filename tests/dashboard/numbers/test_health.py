"""Whether the numbers can be trusted, and how each of them is defined."""

import json
import shutil
from pathlib import Path

import pytest

from analytics.metrics.definitions.registry import FAMILIES, METRICS
from analytics.store.health import health
from analytics.store.manifest import NAME
from analytics.store.reader import Store
from dashboard.app.language import TEXTS
from events.log.sqlite_log import SqliteLog
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import LANGUAGES, opened
from tests.support.play import append, random_match


@pytest.fixture
def log(log_of: LogOf, tmp_path: Path) -> Path:
    path = Path(shutil.copy(log_of("one"), tmp_path / "log.db"))
    shutil.copytree(log_of("one").with_suffix(".store"), path.with_suffix(".store"))
    return path


def store_of(log: Path) -> Store:
    return Store(log.with_suffix(".store"))


def test_a_store_that_is_up_to_date_is_sound(log: Path) -> None:
    with SqliteLog(log) as source:
        found = health(store_of(log), source.size)
    assert found.sound and found.coverage["matches"].to_list() == [1]
    assert dict(zip(found.tables["table"], found.tables["rows"], strict=True))["match"] == 1


def test_what_is_not_projected_yet_is_counted(log: Path) -> None:
    with SqliteLog(log, writing=True) as writing:
        append(writing, "later", random_match(1))
        found = health(store_of(log), writing.size)
        assert found.lag == writing.count("later") and not found.sound


@pytest.mark.parametrize(("key", "text"), [("code", "health.old-rows"), ("judging", "health.old-grades")])
def test_a_store_of_other_code_is_said_to_be(log: Path, key: str, text: str) -> None:
    path = log.with_suffix(".store") / NAME
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {key: "0" * 64}), "utf-8")
    app = opened(log, "health")
    assert TEXTS[text].en in [warning.value for warning in app.warning]
    assert TEXTS["health.sound"].en not in [one.value for one in app.success]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_methods_has_every_metric(log: Path, language: str) -> None:
    shown = "\n".join(one.value for one in opened(log, "methods", language).markdown)
    assert [id for id in METRICS if f"`{id}`" not in shown] == []


def test_one_kind_of_metrics_by_its_address(log: Path) -> None:
    first = next(iter(FAMILIES))
    app = opened(log, "methods", family=first.en)
    assert [one.value for one in app.subheader] == [first.en]
