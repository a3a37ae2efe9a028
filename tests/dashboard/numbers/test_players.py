"""The page of players: ratings with bands, calibration, rivals; and nobody by name where aliases are on."""

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from analytics.metrics import Filters
from analytics.metrics.reports.ratings import ratings
from analytics.metrics.reports.records import records
from analytics.stats.calibration import Bin
from analytics.store.reader import Store
from dashboard.app.language import TEXTS
from dashboard.charts.calibration import calibration
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import MANY
from tests.dashboard.opening import LANGUAGES, opened, text_of

BOTS = ("heuristic", "random")


def rows_of(app: AppTest) -> pl.DataFrame:
    """The table of ratings."""
    return next(pl.from_pandas(table.value) for table in app.dataframe if "player" in table.value)


def test_ratings_are_those_of_the_store(log_of: LogOf) -> None:
    log = log_of("many")
    rows = rows_of(opened(log, "players"))
    store = Store(log.with_suffix(".store"))
    expected = ratings(store, Filters(game="blade-rondo")).players
    assert rows.select(expected.columns).equals(expected)
    store.close()
    for link, name in zip(rows["to_matches"], BOTS, strict=True):
        assert link.startswith(f"matches?game=blade-rondo&player={name}&grade=EXACT")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("who", ["", "P2"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_aliases_stand_for_every_name(log_of: LogOf, language: str, who: str) -> None:
    log = log_of("many")
    app = opened(log, "players", language, names="hidden", who=who)
    assert rows_of(app)["player"].to_list() == ["P1", "P2"]
    assert "to_matches" not in rows_of(app).columns
    assert not [name for name in BOTS if name in text_of(app)]
    assert [name for name in BOTS if name in text_of(opened(log, "players", language))] == list(BOTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_has_a_profile(log_of: LogOf, language: str) -> None:
    log = log_of("cups")
    app = opened(log, "players", language, game="magic", who="Ada")
    whole = records(Store(log.with_suffix(".store")), (), Filters(game="magic", player="Ada"), draws="half")
    [row] = whole.to_dicts()
    tiles = {tile.label: tile.value for tile in app.metric}
    assert tiles[TEXTS["archetype.record"][language]] == f"{row['wins']}-{row['losses']}-{row['ties']}"
    tables = [set(table.value["name"]) for table in app.dataframe if "record" in table.value]
    assert {"Open Day", "Pod Night"} <= tables[0] and "The Harbour Master" in tables[1]


def test_a_row_of_ratings_leads_to_the_profile(log_of: LogOf) -> None:
    [link] = [
        link for link in rows_of(opened(log_of("many"), "players"))["to_players"] if "heuristic" in link
    ]
    assert link == "players?who=heuristic&game=blade-rondo&lang=en"


def test_an_alias_does_not_tell_its_tournaments(log_of: LogOf) -> None:
    app = opened(log_of("cups"), "players", game="magic", names="hidden", who="P1")
    assert app.metric and not [table for table in app.dataframe if "record" in table.value]


def test_forecasts_are_held_against_what_came(log_of: LogOf) -> None:
    app = opened(log_of("many"), "players")
    loss, base, slope, count = (float(metric.value) for metric in app.metric)
    assert (0 < loss < 1, 0 < base < 1, count) == (True, True, MANY)
    assert slope != 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_too_few_forecasts_say_nothing(log_of: LogOf, language: str) -> None:
    app = opened(log_of("cups"), "players", language, game="magic")
    captions = [caption.value for caption in app.caption]
    assert any(caption.startswith(TEXTS["players.too-few"][language].split("{")[0]) for caption in captions)
    assert not app.metric


def test_a_game_at_a_time(log_of: LogOf) -> None:
    log = log_of("cups")
    rated = {game: rows_of(opened(log, "players", game=game)) for game in ("magic", "pokemon-tcg")}
    store = Store(log.with_suffix(".store"))
    assert not rated["magic"].equals(rated["pokemon-tcg"])
    for game, rows in rated.items():
        expected = ratings(store, Filters(game=game)).players
        assert rows.select(expected.columns).equals(expected)
    store.close()


def test_rivals_below_the_least_n_are_named(log_of: LogOf) -> None:
    log = log_of("cups")
    app = opened(log, "players", game="magic", who="Ada")
    assert any("Eva (" in caption.value for caption in app.caption)
    assert not any("Eva (" in caption.value for caption in opened(log, "players", game="magic").caption)


def test_points_of_a_calibration_lie_in_the_unit_square() -> None:
    chart = calibration([Bin(0.3, 0.25, 0.1, 0.5, 12)], forecast="forecast", came="came").to_dict()
    line, rule, point = chart["layer"]
    assert {axis["scale"]["domain"][1] for axis in (line["encoding"]["x"], point["encoding"]["y"])} == {1}
    assert (rule["encoding"]["y"]["field"], rule["encoding"]["y2"]["field"]) == ("low", "high")
