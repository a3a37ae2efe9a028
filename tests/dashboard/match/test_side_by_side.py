"""Two recorders' logs of one match on the audit page."""

import shutil
from pathlib import Path

import pytest

from dashboard.app.language import TEXTS
from dashboard.match import picker
from engine.record.notation.read import read
from events.log.sqlite_log import SqliteLog
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN
from tests.dashboard.opening import LANGUAGES, opened
from tests.support.play import append
from tests.support.record import CLEAN as RECORD
from tests.support.record import changed


@pytest.fixture
def log(log_of: LogOf, tmp_path: Path) -> Path:
    path = Path(shutil.copy(log_of("one"), tmp_path / "log.db"))
    other = changed("A breath 加熱法\nA set 霧紡ぎのパール", "A set 霧紡ぎのパール")
    with SqliteLog(path, writing=True) as writing:
        for id, text in (("by-mio", RECORD), ("by-ken", other), ("again", RECORD)):
            append(writing, id, read(text).events)
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_difference_is_shown_with_what_each_has(log: Path, language: str) -> None:
    app = opened(log, "audit", language, match="by-mio", against="by-ken")
    rows = app.table[0].value
    assert list(rows.columns) == ["by-mio", " ", "by-ken"]
    [row] = [row for row in rows.to_dict("records") if row[" "] == "≠"]
    assert {"en": "Heat", "ja": "加熱法"}[language] in row["by-mio"] and row["by-ken"] == "–"


def test_records_that_agree_are_said_to(log: Path) -> None:
    app = opened(log, "audit", match="by-mio", against="again")
    assert any("Both have the same" in one.value for one in app.success)
    assert not app.table


def test_a_record_that_there_is_none_of_is_no_choice(log: Path) -> None:
    app = opened(log, "audit", match=CLEAN, against="nobody")
    label = TEXTS["against.other"].en
    assert next(box for box in app.selectbox if box.label == label).value is None
    assert "'nobody'" in app.error[0].value


def test_an_address_finds_a_record_that_the_list_of_a_long_log_leaves_out(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picker, "MAX_OPTIONS", 1)
    app = opened(log, "audit", match="by-mio", against="by-ken")
    assert list(app.table[0].value.columns) == ["by-mio", " ", "by-ken"]


def test_a_record_is_not_laid_beside_itself(log: Path) -> None:
    app = opened(log, "audit", match="by-mio", against="by-mio")
    assert not app.table and not app.error and "against" not in app.query_params
