"""What is taken away from a page is what stood there, and says what it is about."""

import json
from dataclasses import replace
from io import BytesIO, StringIO
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

from analytics.metrics.publish.export import METADATA, Export, export
from analytics.spreadsheet_text import guarded, unguarded
from analytics.store.reader import Store
from dashboard.app.language import TEXTS
from dashboard.charts.whiskers import whiskers
from dashboard.widgets.export import parquet, png, svg
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import LANGUAGES, opened, run


@pytest.fixture
def taken(log_of: LogOf) -> Export:
    return export(Store(log_of("many").with_suffix(".store")), "players")


def chart(rows: pl.DataFrame) -> Any:
    told = rows.with_columns(label=pl.lit("x"), interval=pl.lit("y"))
    return whiskers(told, title="win rate", names={"name": "player"}, base=0.5)


def test_csv_json_and_parquet_hold_the_same_rows(taken: Export) -> None:
    csv = pl.read_csv(StringIO(taken.csv()), comment_prefix="#")
    rows = json.loads(json.dumps(taken.data()))["rows"]
    table = pq.read_table(BytesIO(parquet(taken)))
    assert csv["key"].to_list() == [row["key"] for row in rows] == table["key"].to_pylist()
    assert csv["rate"].to_list() == pytest.approx([row["rate"] for row in rows])
    assert table["rate"].to_pylist() == [row["rate"] for row in rows]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ['=HYPERLINK("x")', "+1+1", "-1-A1", "@sum", "\t=1", "\r=1", "＝1", "'=1"])
def test_no_name_is_a_formula_in_a_spreadsheet(taken: Export, name: str) -> None:
    rows = taken.rows.head(2).with_columns(key=pl.Series([name, "Ren"]))
    text = replace(taken, rows=rows.with_columns(pl.col("key").alias("=key"))).csv()
    table = pl.read_csv(StringIO(text), comment_prefix="#")
    assert table["key"].to_list() == table["'=key"].to_list() == [f"'{name}", "Ren"]
    assert unguarded(guarded(name)) == name


def test_numbers_stay_numbers_in_a_spreadsheet(taken: Export) -> None:
    rows = taken.rows.head(2).with_columns(key=pl.Series(["-0.5", "2"]), rate=pl.Series([-0.5, 2.0]))
    table = pl.read_csv(StringIO(replace(taken, rows=rows).csv()), comment_prefix="#")
    assert table["key"].to_list() == table["rate"].to_list() == [-0.5, 2.0]


def test_a_citation_does_not_say_where_the_log_lies(taken: Export, log_of: LogOf) -> None:
    log = log_of("many")
    assert log.name in taken.citation() and str(log.parent) not in taken.csv()


def test_every_file_says_what_it_is_about(taken: Export) -> None:
    about = json.loads(pq.read_table(BytesIO(parquet(taken))).schema.metadata[METADATA])
    assert about["root"] == taken.root and about["policies"]["draws"] == "exclude"
    assert taken.root in taken.csv().splitlines()[0]
    assert taken.root in svg(chart(taken.rows), taken.citation())


def test_a_picture_is_a_picture(taken: Export) -> None:
    assert png(chart(taken.rows), taken.citation()).startswith(b"\x89PNG")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_offers_rows_chart_and_citation_once_that_is_opened(log_of: LogOf, language: str) -> None:
    app = opened(log_of("many"), "meta", language)
    assert not app.get("download_button")
    app.session_state["export-cards"] = True
    run(app, log_of("many"))
    labels = {button.label for button in app.get("download_button")}
    assert {"CSV", "PARQUET", "JSON", "PNG", "SVG"} <= labels
    assert any("root" in code.value for code in app.code)
    assert TEXTS["export.cite"][language] in [caption.value for caption in app.caption]
