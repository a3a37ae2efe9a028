"""What docs/events.md shows is what happens."""

import doctest
import json
from pathlib import Path
from typing import get_args

import pytest

from events.log.sqlite_log import SqliteLog
from events.model.changes import AnyChange
from events.model.codec import decode
from events.model.kinds import AnyEvent

PAGE = Path(__file__).parents[2] / "docs" / "events.md"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return PAGE.read_text("utf-8")


def test_the_example_runs_and_its_entry_is_shown(page: str) -> None:
    examples = doctest.DocTestParser().get_doctest(page, {}, "events.md", str(PAGE), 0)
    assert len(examples.examples) > 8
    assert doctest.DocTestRunner().run(examples).failed == 0
    with SqliteLog("cup.db") as log:
        record = log.entry("cup-r1", 1)
    shown = page.split("```json\n")[1].split("\n```")[0]
    prev = json.loads(shown.splitlines()[0])[1].removesuffix("…")
    assert record.entry.prev.startswith(prev)
    assert shown.replace(f"{prev}…", record.entry.prev).encode() == record.data
    assert decode(record.data) == record.entry


def test_every_kind_and_change_is_listed(page: str) -> None:
    tags = [kind.__struct_config__.tag for kind in (*get_args(AnyEvent), *get_args(AnyChange))]
    assert [tag for tag in tags if f"`{tag}`" not in page] == []
    assert f"There are {len(get_args(AnyEvent))} kinds" in page
