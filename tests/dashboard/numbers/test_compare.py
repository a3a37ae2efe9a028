"""The page that compares, and lists of decks, over a field of which the strengths and the cards are known."""

from pathlib import Path

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from analytics.metrics import METRICS, Filters
from analytics.metrics.decklists.lists import deck_lists
from analytics.metrics.reports.difference import difference
from analytics.metrics.reports.measured import measured
from analytics.store.reader import Store
from dashboard.app.access import Viewer
from dashboard.app.language import TEXTS
from dashboard.compare.days import days_of_play
from dashboard.compare.weeks import with_zeros
from dashboard.numbers.decklists import list_text
from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import LANGUAGES, opened, run, text_of
from tests.support.field import GAME

TABS = ("decks", "weeks", "days", "copies", "pairs")


@pytest.fixture
def log(log_of: LogOf) -> Path:
    return log_of("field")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tab", TABS)
def test_every_part_opens(log: Path, tab: str, language: str) -> None:
    app = opened(log, "compare", language, tab=tab, game=GAME)
    assert app.title[0].value == TEXTS["nav.compare"][language]
    assert not app.error and not app.warning


@pytest.mark.parametrize("tab", TABS)
def test_without_decks_it_is_said(log_of: LogOf, tab: str) -> None:
    app = opened(log_of("many"), "compare", tab=tab)
    key = {"decks": "one-deck", "weeks": "no-weeks", "days": "one-day"}.get(tab, "no-lists")
    assert [one.value for one in app.info] == [TEXTS[f"compare.{key}"].en]


def test_two_decks_as_the_command_line_tells_them(log: Path) -> None:
    app = opened(log, "compare", deck="Ember", versus="Tide", game=GAME)
    sides = [Filters(game=GAME, archetype=name) for name in ("Ember", "Tide")]
    row = difference(Store(log.with_suffix(".store")), METRICS["match_win_rate"], (), *sides).row(
        0, named=True
    )
    tiles = {tile.label: (tile.value, tile.delta) for tile in app.metric}
    assert tiles["Ember"] == (f"{100 * row['one']:.0f} %", f"{row['one_n']} matches, mirrors from both seats")
    apart = measured(Store(log.with_suffix(".store")), METRICS["match_win_rate_apart"], (), sides[0])
    told = f"Ember {100 * apart['value'].item():.0f} % (n {apart['n'].item()})"
    assert any(told in caption.value for caption in app.caption), "the rate that the overview has"
    assert tiles[TEXTS["compare.difference"].en][0] == f"{100 * row['value']:.0f}"
    assert str(row["shared"]) in text_of(app)
    opponents = app.dataframe[0].value
    assert list(opponents["name"]) == ["Stone"], "other decks that both have met"


def test_the_other_deck_is_never_the_same(log: Path) -> None:
    app = opened(log, "compare", deck="Stone", versus="Stone", game=GAME)
    assert "Stone" not in app.selectbox(key="versus").options
    assert "Stone and Tide" in [heading.value for heading in app.subheader]


def test_shares_of_a_week_add_up_in_its_row(log: Path) -> None:
    [week] = opened(log, "compare", tab="weeks", game=GAME).dataframe[0].value.to_dict("records")
    assert week["n"] == 24 and week["Ember"].startswith("33 % (") and week["Tide"].startswith("42 % (")


def test_a_deck_that_nobody_played_in_a_week_has_a_share_of_nothing() -> None:
    weeks = [("w1", "Ember", 1.0, 4, 0.5, 1.0), ("w2", "Tide", 1.0, 2, 0.3, 1.0)]
    rows = pl.DataFrame(weeks, ["week", "item", "value", "n", "low", "high"], orient="row")
    filled = with_zeros(rows, ["Ember", "Tide"])
    assert filled.select("week", "item", "value").rows() == [
        ("w1", "Ember", 1.0), ("w1", "Tide", 0.0), ("w2", "Ember", 0.0), ("w2", "Tide", 1.0),
    ]  # fmt: skip
    assert filled.filter(value=0)["high"].min() > 0.3


def test_the_days_are_those_of_play(log_of: LogOf) -> None:
    """The first one has nothing before it."""
    log = log_of("cups")
    days = days_of_play(Store(log.with_suffix(".store")), Filters(game="magic"))
    app = opened(log, "compare", tab="days", game="magic", of="match_win_rate")
    assert app.selectbox(key="day").options == [str(day) for day in days[1:]]
    app = opened(log, "compare", tab="days", game="magic", day=str(days[-1]))
    assert f"since {days[-1]}" in text_of(app) and f"before {days[-1]}" in text_of(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_copies_of_a_card_by_deck(log: Path, language: str) -> None:
    rows = opened(log, "compare", language, tab="copies", deck="Ember", game=GAME).dataframe[0].value
    knight = rows[rows["card"] == "Ember Knight"].to_dict("records")[0]
    assert (knight["n"], knight["share"], knight["copies"]) == (8, "100.0 %", "4.00")
    assert knight["board"] == TEXTS["board.main"][language]


def test_pairs_are_of_one_deck(log: Path) -> None:
    rows = opened(log, "compare", tab="pairs", card="Ember Knight", game=GAME).dataframe[0].value
    assert rows.iloc[0][["card", "other"]].tolist() == ["Ember Knight", "Ember Song"]
    assert "Tide Song" not in rows["other"].tolist()


def test_a_list_can_be_copied_and_downloaded(log: Path) -> None:
    app = opened(log, "archetype", archetype="Ember", tab="decklists", game=GAME)
    assert "4 Ember Knight" in _list(app)[0]
    assert app.get("download_button")
    names = app.selectbox(key="list").options
    assert len(names) == 8 and len(set(names)) == 8 and all("Harbour Open" in name for name in names)
    app.selectbox(key="list").set_value(names[3])
    assert _list(run(app, log))[-1].startswith("1 Keepsake")
    assert app.query_params["list"] == names[3]


def _list(app: AppTest) -> list[str]:
    """The list that is shown; the address of the page stands above it."""
    return next(code.value for code in app.code if not code.value.startswith("/")).splitlines()


def test_a_sideboard_stands_below_the_main_deck(log_of: LogOf) -> None:
    """As other programs read it."""
    found = deck_lists(Store(log_of("cups").with_suffix(".store")), Filters(game="magic"))
    [number] = found.decks.filter(player="Ada", tournament="Open Day")["number"]
    lines = list_text(found, number, str.upper).splitlines()
    assert lines == ["56 SHORE", "4 ÉLAN OF THE SHORE", "", "Sideboard", "15 DRY WELL"]


def test_cards_are_kept_from_those_who_may_not_see_them(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Viewer, "sees_cards", property(lambda viewer: False))
    for page, tab in (("compare", "copies"), ("compare", "pairs"), ("archetype", "decklists")):
        app = opened(log, page, tab=tab, archetype="Ember", game=GAME)
        assert "Ember Knight" not in text_of(app)
