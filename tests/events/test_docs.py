"""What docs/events.md shows is what happens."""

import doctest
import json
from base64 import b64decode
from pathlib import Path
from typing import get_args

import pytest

from events.log.sqlite_log import SqliteLog
from events.model.changes import AnyChange
from events.model.codec import SALT_BYTES, decode
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
    header, event = shown.splitlines()
    stored_header, stored_event = record.data.decode().splitlines()
    assert event == stored_event
    # The page cuts the link and the salt, which are other ones each time.
    (_, prev, *place, salt), (_, stored_prev, *stored_place, stored_salt) = map(
        json.loads, (header, stored_header)
    )
    assert place == stored_place and prev.endswith("…") and salt.endswith("…")
    assert len(stored_prev) == 64 and len(b64decode(stored_salt)) == SALT_BYTES
    assert decode(record.data) == record.entry


def test_every_kind_and_change_is_listed(page: str) -> None:
    tags = [kind.__struct_config__.tag for kind in (*get_args(AnyEvent), *get_args(AnyChange))]
    assert [tag for tag in tags if f"`{tag}`" not in page] == []
    assert f"There are {len(get_args(AnyEvent))} kinds" in page
