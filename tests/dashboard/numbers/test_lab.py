"""The field lab as a page: the field it begins with, one from the address, and what cannot be in it."""

from pathlib import Path

import polars as pl
import pytest
from msgspec.structs import replace
from streamlit.testing.v1 import AppTest

from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write
from analytics.store.projection import project
from dashboard.app.escape import escaped
from dashboard.app.language import TEXTS
from events.log.sqlite_log import SqliteLog
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import LANGUAGES, opened
from tests.support.field import FIELD, tournament


def table(app: AppTest) -> pl.DataFrame:
    """The numbers of every archetype; the first table is the field."""
    return pl.from_pandas(app.dataframe[1].value)


def field(app: AppTest) -> dict[str, float]:
    return dict(pl.from_pandas(app.dataframe[0].value).select("archetype", "decks").iter_rows())


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_begins_with_the_field_that_was_seen(log_of: LogOf, language: str) -> None:
    app = opened(log_of("field"), "lab", language)
    assert field(app) == FIELD
    assert "field" not in app.query_params
    rows = table(app)
    assert set(rows["archetype"]) == set(FIELD)
    assert all("–" in ends and "%" in ends for ends in rows["interval"])
    assert all(n > 20 for n in rows["n"])


def test_an_address_brings_its_field(log_of: LogOf) -> None:
    seen = table(opened(log_of("field"), "lab"))
    app = opened(log_of("field"), "lab", field="12 Tide")
    assert field(app) == {"Ember": 0, "Stone": 0, "Tide": 12}
    assert app.query_params["field"] in ("12 Tide", ["12 Tide"])
    scores = dict(table(app).select("archetype", "score").iter_rows())
    assert scores["Tide"] == "–", "a mirror rests on no match"
    assert dict(seen.select("archetype", "score").iter_rows()) != scores


@pytest.mark.parametrize("given", ["12 Nobody", "many Tide", "-3 Tide", "9999999 Tide", "1e3 Tide", "Tide"])
def test_what_cannot_be_in_the_field_is_said(log_of: LogOf, given: str) -> None:
    app = opened(log_of("field"), "lab", field=given)
    assert f"'{escaped(given)}'" in app.warning[0].value
    assert TEXTS["lab.empty"].en == app.warning[1].value


def test_archetypes_with_few_matches_are_named(log_of: LogOf) -> None:
    app = opened(log_of("field"), "lab", min="100000")
    assert any("Stone (" in caption.value and "100000" in caption.value for caption in app.caption)


def test_rows_lead_to_the_matches_of_the_archetype(log_of: LogOf) -> None:
    rows = table(opened(log_of("field"), "lab", "ja"))
    (link,) = rows.filter(pl.col("archetype") == "Tide")["to_matches"]
    assert link.startswith("matches?game=harbour-duel&archetype=Tide&grade=EXACT")
    assert link.endswith("&lang=ja")


@pytest.mark.parametrize("kind", ["empty", "many"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_named_decks_it_says_what_is_missing(log_of: LogOf, kind: str, language: str) -> None:
    key = {"empty": "empty.selection", "many": "lab.nothing"}[kind]
    assert [info.value for info in opened(log_of(kind), "lab", language).info] == [TEXTS[key][language]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_shares_lack_is_told(tmp_path: Path, language: str) -> None:
    """They do not add up to 100 % where decks have no name."""
    path, cup = tmp_path / "unnamed.db", tournament()
    nameless = [replace(player, deck=None) for player in cup.players[:3]]
    with SqliteLog(path, writing=True) as log:
        write(log, replace(cup, players=(*nameless, *cup.players[3:])), Import("0" * 64, "sample", ()), at=0)
        project(log, path.with_suffix(".store"))
    app, (_, _, end) = opened(path, "lab", language), TEXTS["field.unnamed"][language].partition("{share}")
    assert any(caption.value.endswith(end) for caption in app.caption)
    shares = pl.from_pandas(app.dataframe[0].value)["share"]
    assert sum(float(text.removesuffix(" %")) for text in shares) < 95
