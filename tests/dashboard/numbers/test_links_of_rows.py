"""Two clicks from a number to its matches and events: every row of every table leads on, and to something."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from tests.dashboard.app.test_visits import STORIES
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import PAGES, opened, run

OF_ONE_MATCH = ("replay", "audit")
"""Pages whose tables are about a single match."""
WITHOUT = {
    "archetype": [["card", "decks", "share", "interval", "copies", "span"]],  # no card of them has a page
    "lab": [["archetype", "decks", "share", "interval"]],  # the field to be edited
    "card": [["name", "label", "interval", "n", "counted"]],  # of one card, whose matches the page leads to
    "health": [["table", "rows", "bytes"]],  # the store
}
"""Tables whose rows have no matches of their own, by page."""
PARTS = [
    ("tournaments", {"cup": "open-day-2026-05-10", "part": part}) for part in ("standings", "rounds", "decks")
]
QUERIES = [
    *((name, STORIES[name][0]) for name in PAGES if name not in OF_ONE_MATCH),
    *PARTS,
    ("card", {"game": "blade-rondo", "card": "BR-002"}),
    ("players", {"game": "magic", "who": "Ada"}),
]


PARTS_TO_OPEN: list[tuple[str, dict[str, str | bool]]] = [
    ("meta", {"tab": "cards", "cards-table": True}),
    ("meta", {"tab": "players", "players-table": True}),
    ("matchups", {"matchups-table": True}),
    ("archetype", {"tab": "matchups"}),
    ("archetype", {"tab": "pilots"}),
    ("archetype", {"tab": "decklists"}),
    ("compare", {"tab": "copies"}),
    ("compare", {"tab": "pairs"}),
    ("tempo", {"first-game-table": True}),
    ("tempo", {"first-archetype-table": True}),
]
"""What has to be opened on a page before it is drawn, as the session keeps it."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "query"), QUERIES)
def test_rows_lead_on(log_of: LogOf, name: str, query: dict[str, str]) -> None:
    _lead_on(log_of, name, opened(log_of("mixed"), name, **query))


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "state"), PARTS_TO_OPEN)
def test_rows_lead_on_where_they_have_to_be_opened(
    log_of: LogOf, name: str, state: dict[str, str | bool]
) -> None:
    log = log_of("mixed")
    app = opened(log, name, **STORIES[name][0])
    closed = _tables(app)
    for key, value in state.items():
        app.session_state[key] = value
    run(app, log)
    assert any("to_matches" in table and table not in closed for table in _tables(app))
    _lead_on(log_of, name, app)


def _tables(app: AppTest) -> list[list[str]]:
    """What the tables of a page are headed."""
    return [table.value.columns.tolist() for table in app.dataframe]


def _lead_on(log_of: LogOf, name: str, app: AppTest) -> None:
    for table in app.dataframe:
        ways = [column for column in table.value.columns if column.startswith("to_")]
        if not ways:
            assert table.value.columns.tolist() in WITHOUT[name]
        for way in ways:
            links = table.value[way].dropna().tolist()
            for link in links[:1]:
                _follow(log_of, link)


def _follow(log_of: LogOf, link: str) -> None:
    """Behind a link there is what it promises: its page, without a word of what it could not find."""
    at = urlsplit(link)
    asked: dict[str, Any] = {
        key: values if len(values) > 1 else values[0] for key, values in parse_qs(at.query).items()
    }
    app = opened(log_of("mixed"), at.path, asked.pop("lang"), **asked)
    if at.path in OF_ONE_MATCH:
        assert asked["match"] in [box.value for box in app.selectbox], link
        return  # an error there is a finding of the match
    assert not app.warning and not app.error, link
    if at.path == "matches":
        assert len(app.dataframe[0].value), link
