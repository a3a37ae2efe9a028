"""The pages on cards and on play: their numbers, where these lead, and what is kept from whom."""

import re
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import polars as pl
import pytest
import streamlit
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from analytics.metrics import METRICS, Filters
from analytics.metrics.reports.chains import answers, declared, funnel, verbs
from analytics.metrics.reports.profile import available_metrics, profile
from analytics.store.reader import Store
from dashboard.app.language import TEXTS
from dashboard.charts.bars import stacked
from dashboard.charts.scatter import scatter
from dashboard.charts.tiles import tiles
from engine.text.phrase import capital
from tests.dashboard.browsing import needs_chromium
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import LANGUAGES, load, opened, run, text_of

PAGES = ("cards", "card", "tempo", "chains", "costs")
CARD = "BR-002"
NAMES = {"en": "Dancing Sword", "ja": "舞踏剣"}


def tables(app: AppTest) -> list[pl.DataFrame]:
    return [pl.from_pandas(table.value) for table in app.dataframe]


def asked(link: str) -> dict[str, str]:
    return {key: value for key, (value,) in parse_qs(urlsplit(link).query).items()}


def store_of(log: Path) -> Store:
    return Store(log.with_suffix(".store"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_leads_to_its_page(log_of: LogOf, language: str) -> None:
    log = log_of("many")
    app = opened(log, "cards", language)
    assert not tables(app)
    app.session_state["tab"] = "table"
    (table,) = tables(run(app, log))
    assert table.height == profile(store_of(log), Filters(game="blade-rondo")).labels.height
    name = TEXTS["column.name"][language]
    (link,) = table.filter(pl.col(name) == NAMES[language])["to_card"]
    assert asked(link) == {"card": CARD, "game": "blade-rondo", "lang": language}
    app = opened(log, "card", language, card=CARD, game="blade-rondo")
    assert NAMES[language] in [head.value for head in app.subheader]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_every_n_counts_is_told(log_of: LogOf, language: str) -> None:
    """Copies are no games, and games of both players no matches."""
    app = opened(log_of("many"), "card", language, card=CARD, game="blade-rondo")
    table = next(one for one in tables(app) if "counted" in one.columns)
    counted = dict(table.select("name", "counted").iter_rows())
    for id, what in (("copies_per_deck", "game-weighted"), ("keep_rate", "copy-weighted")):
        assert counted[capital(METRICS[id].name[language])] == TEXTS[f"counted.{what}"][language]
    assert any(TEXTS["card.counted"][language] in one.value for one in app.caption)


@needs_chromium
def test_the_charts_of_a_card_say_what_every_n_counts(page: Page, site: str) -> None:
    page.goto(f"{site}/card?lang=en&game=blade-rondo&card={CARD}")
    labels = page.locator("[data-testid=stVegaLiteChart] svg text")
    for what in (" copies", " games"):
        expect(labels.filter(has_text=re.compile(rf"· [\d,]+{what}")).first).to_be_visible()


def test_the_chosen_metric_is_told_with_its_formula(log_of: LogOf) -> None:
    app = opened(log_of("many"), "cards", metric="played_wr")
    assert any("played_wr" not in one.value and "win rate when played =" in one.value for one in app.caption)
    assert app.query_params["metric"] in ("played_wr", ["played_wr"])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_metric_that_no_card_has_a_number_of_is_said_to_have_none(log_of: LogOf, language: str) -> None:
    log = log_of("many")
    known = profile(store_of(log), Filters(game="blade-rondo"))
    (id, *_) = (id for id in available_metrics(store_of(log), "blade-rondo") if id not in known.metrics)
    told = TEXTS["cards.untold"][language].format(names=METRICS[id].name[language])
    assert told in [info.value for info in opened(log, "cards", language, metric=id).info]


def test_cards_with_few_games_are_withheld_and_named(log_of: LogOf) -> None:
    app = opened(log_of("many"), "cards", min="100000")
    assert any("n is below 100000" in caption.value for caption in app.caption)
    assert "vegaLite" not in text_of(app)


def test_without_a_card_its_page_leads_to_all_of_them(log_of: LogOf) -> None:
    app = opened(log_of("many"), "card")
    assert app.info[0].value == TEXTS["card.choose"].en


@pytest.mark.parametrize("page", ["chains", "costs"])
def test_a_row_leads_to_an_event_of_a_match(log_of: LogOf, page: str) -> None:
    log = log_of("many")
    shown = [table for table in tables(opened(log, page)) if "to_replay" in table.columns]
    assert shown
    for table in shown:
        query = asked(table["to_replay"][0])
        assert int(query["at"]) < len(load(log, query["match"]))


FOLDED = (("chains", "chains-pairs"), ("costs", "costs-kinds-table"), ("tempo", "lengths-table"))


@pytest.mark.parametrize(("page", "fold"), FOLDED)
def test_a_row_leads_to_a_match_once_its_table_is_opened(log_of: LogOf, page: str, fold: str) -> None:
    log = log_of("many")
    app = opened(log, page)
    closed = [table.columns for table in tables(app)]
    app.session_state[fold] = True
    (table,) = (one for one in tables(run(app, log)) if one.columns not in closed)
    assert table.height
    assert all(load(log, asked(link)["match"]) for link in table["to_replay"])


def test_answers_are_listed_once_their_table_is_opened(log_of: LogOf) -> None:
    log = log_of("many")
    app = opened(log, "chains")
    assert not any("answered_by" in table.columns for table in tables(app))
    app.session_state["chains-pairs"] = True
    (table,) = (one for one in tables(run(app, log)) if "answered_by" in one.columns)
    assert table.height == answers(store_of(log), Filters(game="blade-rondo")).height
    assert all(int(asked(link)["at"]) < len(load(log, asked(link)["match"])) for link in table["to_replay"])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("own", ["answered", "answered_by"])
def test_what_a_card_has_to_do_with_answers_is_listed_once_it_is_opened(log_of: LogOf, own: str) -> None:
    log = log_of("many")
    card = answers(store_of(log), Filters(game="blade-rondo"))[own][0]
    app = opened(log, "card", card=card, game="blade-rondo")
    before = len(tables(app))
    app.session_state[f"card-{own}-folded"] = True
    *_, table = tables(run(app, log))
    assert len(tables(app)) == before + 1
    pairs = answers(store_of(log), Filters(game="blade-rondo"), card=card)
    assert table.height == pairs.filter(pl.col(own) == card).height
    assert all(int(asked(link)["at"]) < len(load(log, asked(link)["match"])) for link in table["to_replay"])


def test_the_page_of_chains_counts_like_the_funnel(log_of: LogOf) -> None:
    log = log_of("many")
    acts = next(table for table in tables(opened(log, "chains")) if "verb" in table.columns)
    store, chosen = store_of(log), Filters(game="blade-rondo")
    sums = declared(store, chosen)
    assert acts["declared"].to_list() == verbs(sums)["declared"].to_list()
    told = funnel(store, sums, chosen).filter(stage="resolved")["count"].item()
    assert acts["resolved"].sum() == told


@pytest.mark.sampled(8)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("kind", ["one", "many", "cups"])
def test_numbers_lead_to_their_matches(log_of: LogOf, page: str, kind: str) -> None:
    app = opened(log_of(kind), page, min="1")
    assert TEXTS["link.matches"].en in text_of(app)


def test_results_alone_tell_no_declarations(log_of: LogOf) -> None:
    assert opened(log_of("cups"), "chains").info[0].value == TEXTS["chains.none"].en
    assert opened(log_of("cups"), "costs").info[0].value == TEXTS["costs.none"].en
    assert opened(log_of("cups"), "cards").info[0].value == TEXTS["cards.none"].en


ACCESS = """
[auth]
redirect_uri = "http://localhost/oauth2callback"
cookie_secret = "c"
client_id = "i"
client_secret = "s"
server_metadata_url = "http://localhost/.well-known/openid-configuration"
"""


@pytest.mark.parametrize("page", PAGES)
def test_the_public_gets_no_statistics_of_cards(
    log_of: LogOf, tmp_path: Path, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither names nor ids of cards are sent, though whoever asks names one."""
    monkeypatch.setattr(streamlit, "user", SimpleNamespace(is_logged_in=False))
    access = tmp_path / "access.toml"
    access.write_text(ACCESS, "utf-8")
    app = opened(log_of("many"), page, "en", "--access", str(access), card=CARD)
    text = text_of(app)
    assert NAMES["en"] not in text
    assert NAMES["ja"] not in text
    assert "BR-0" not in text.replace(f"card={CARD}", "")
    if page != "tempo":
        assert TEXTS["access.cards"].en in [caption.value for caption in app.caption]


def test_bars_have_a_colour_for_each_ending() -> None:
    rows = pl.DataFrame({"value": [3, 3], "kind": ["won", "lost"], "count": [2, 1]})
    told = stacked(rows, along="Turns", title="Games", kinds=["won", "lost"]).to_dict()
    assert told["encoding"]["color"]["scale"]["domain"] == ["won", "lost"]
    assert len(set(told["encoding"]["color"]["scale"]["range"])) == 2


def test_tiles_keep_the_order_of_their_rows_and_say_their_number() -> None:
    rows = pl.DataFrame({"across": ["y", "x"], "down": ["a", "a"], "count": [5, 2], "text": ["5", "2"]})
    tile, text = tiles(rows, across="by", down="card", title="Answers").to_dict()["layer"]
    assert tile["encoding"]["x"]["sort"] == ["y", "x"]
    assert text["encoding"]["text"]["field"] == "count"


def test_a_scatter_has_both_intervals() -> None:
    numbers = {f"{end}{side}": [0.5] for end in "xy" for side in ("", "_low", "_high", "_n")}
    told = scatter(
        pl.DataFrame({"name": ["a"], **numbers}), x="one", y="other", shares=(True, False), name="Name"
    ).to_dict()
    across, up, points, _ = told["layer"]
    assert across["encoding"]["x2"]["field"] == "x_high"
    assert up["encoding"]["y2"]["field"] == "y_high"
    assert points["encoding"]["x"]["axis"]["format"] == "%"
    assert points["encoding"]["y"]["axis"]["format"] == "~r"
