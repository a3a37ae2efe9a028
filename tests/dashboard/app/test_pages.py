"""Every page of every kind of log in both languages opens; what cannot be shown is one clear message."""

import sqlite3
from pathlib import Path

import pytest
import streamlit as st

from dashboard.app.escape import escaped
from dashboard.app.language import TEXTS
from engine.record.notation.read import read
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN
from tests.dashboard.opening import ABOUT_MATCHES, LANGUAGES, PAGES, load, opened, run, table_of, text_of
from tests.events.files import as_plain
from tests.support.record import changed


@pytest.mark.sampled(24)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("kind", ["empty", "one", "disputed", "many"])  # one after the other: few stay open
def test_every_page_opens(log_of: LogOf, page: str, kind: str, language: str) -> None:
    with SqliteLog(log_of(kind)) as log:
        ids = [info.match for info in log.matches()]
    query = {"match": ids[0]} if ids and page in ("replay", "audit") else {}
    app = opened(log_of(kind), page, language, **query)
    assert app.title[0].value == TEXTS[f"nav.{page}"][language]
    assert app.query_params["lang"] == language
    if kind != "disputed":
        assert [error.value for error in app.error] == []
    run(app, log_of(kind))


@pytest.mark.parametrize("page", ABOUT_MATCHES)
def test_an_empty_log_is_said_to_be_empty(log_of: LogOf, page: str) -> None:
    app = opened(log_of("empty"), page)
    key = {"meta": "empty.selection", "matches": "matches.count"}.get(page, "empty.log")
    assert TEXTS[key].en.format(n=0) in text_of(app)


# --- where there is nothing to show ---------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_a_missing_log_is_one_message(tmp_path: Path, page: str) -> None:
    app = opened(tmp_path / "nowhere.db", page)
    messages = [message.value for message in (*app.error, *app.info)]
    assert len(messages) == 1
    assert str(tmp_path / "nowhere.db") in messages[0]


@pytest.mark.parametrize("page", ["replay", "audit"])
def test_a_file_that_is_no_log_is_one_message(tmp_path: Path, page: str) -> None:
    path = tmp_path / "list.db"
    path.write_text("not a database", "utf-8")
    assert "no kifuda log" in opened(path, page).error[0].value


def test_an_altered_log_is_not_shown(log_of: LogOf, tmp_path: Path) -> None:
    """One byte of one entry: the page says which entry it is, and shows nothing of the match."""
    path = tmp_path / "altered.db"
    path.write_bytes(log_of("one").read_bytes())
    with sqlite3.connect(as_plain(path)) as database:
        database.execute("DROP TRIGGER entry_never_updated")
        database.execute("UPDATE entry SET data = CAST(replace(data, 'Hana', 'Hane') AS BLOB) WHERE seq = 0")
    app = opened(path, "audit", match=CLEAN)
    assert "seq 0" in app.error[0].value
    assert "Every event is what the rules give" not in text_of(app)


def test_a_log_without_projection_still_lists_its_matches(log_of: LogOf, tmp_path: Path) -> None:
    path = tmp_path / "bare.db"
    path.write_bytes(log_of("one").read_bytes())
    assert "kifuda project" in opened(path, "meta").info[0].value
    app = opened(path, "matches")
    assert app.dataframe[0].value["match"].tolist() == [CLEAN]


def test_an_unknown_match_names_the_nearest(log_of: LogOf) -> None:
    app = opened(log_of("one"), "replay", match="spring-cup-r1")
    assert escaped("spring-cup-r1") in app.error[0].value
    assert escaped(CLEAN) in app.error[0].value


def test_an_event_out_of_range_names_what_is_accepted(log_of: LogOf) -> None:
    log = log_of("one")
    app = opened(log, "replay", match=CLEAN, at="9999")
    assert f"0 to {len(load(log, CLEAN)) - 1}" in app.error[0].value


@pytest.mark.parametrize("page", ["replay", "audit", "record"])
def test_what_people_are_called_is_no_markdown(tmp_path: Path, page: str) -> None:
    """A name in a record that somebody sent brings no picture from elsewhere onto the pages of others."""
    picture = "![x](https://elsewhere.example/x.png)"
    path = tmp_path / "log.db"
    with SqliteLog(path, writing=True) as log:
        events = [Pending(*one) for one in read(changed('"Hina"', f'"{picture}"')).events]
        log.append("named", events, expected=0, command="x", at=0)
    app = opened(path, page, "en", "--record", match="named", at="9")
    shown = (*app.markdown, *app.subheader, *app.caption, *app.error, *app.warning, *app.success)
    told = [*(one.value for one in shown), *(button.label for button in app.button)]
    if page == "replay":  # the table writes what it gets as text, never as Markdown
        assert picture in str(table_of(app)["names"]) and not any(picture in one for one in told)
    else:
        assert any(escaped(picture) in one for one in told)
    assert not any(picture in one for one in told)
    st.cache_resource.clear()  # The desk of a log that is gone would hold it for ever.


@pytest.mark.parametrize(("page", "key"), [("replay", "at"), ("cards", "min")])
def test_a_number_that_nobody_can_count_to_is_no_number(log_of: LogOf, page: str, key: str) -> None:
    app = opened(log_of("one"), page, **{"match": CLEAN, key: "9" * 5000})
    told = [error.value for error in app.error]
    assert bool(told) == (page == "replay")
    assert key not in app.query_params


@pytest.mark.parametrize(
    ("page", "query"),
    [
        *((page, {"match": "{}"}) for page in ("replay", "audit")),
        ("replay", {"match": CLEAN, "at": "{}"}),
        ("cards", {"player": "{}"}),
        ("tournaments", {"cup": "{}"}),
        ("lab", {"field": "{}"}),
    ],
)
def test_an_address_puts_no_link_on_a_page(log_of: LogOf, page: str, query: dict[str, str]) -> None:
    """What an address asks for in vain is told as it stands there."""
    link = "[log in again](https://elsewhere.example)"
    kind = {"tournaments": "cups", "lab": "field"}.get(page, "one")
    app = opened(log_of(kind), page, **{key: value.format(link) for key, value in query.items()})
    told = [message.value for message in (*app.error, *app.warning)]
    assert escaped(link) in told[0]
    assert not any(link in one for one in told)
