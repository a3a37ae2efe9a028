"""Differences of a metric between two choices of matches, over the tournament of known strengths."""

from datetime import date
from typing import Any

import polars as pl
import pytest

from analytics.metrics import METRICS, Filters, Metric
from analytics.metrics.publish.export_difference import export_difference, split
from analytics.metrics.reports import difference as report
from analytics.metrics.reports.difference import difference
from analytics.metrics.reports.measured import measured
from analytics.query.filters import FilterError
from analytics.stats.difference import newcombe
from analytics.store.reader import Store
from tests.support.field import BEATS, GAME

ALL = Filters(game=GAME)
EMBER, TIDE = Filters(game=GAME, archetype="Ember"), Filters(game=GAME, archetype="Tide")
RATE, DRAWN = METRICS["match_win_rate"], METRICS["match_tie_rate"]
MET = """SELECT count(*) FROM seat_match
    WHERE archetype = 'Ember' AND opponent_archetype = 'Tide' AND won + lost = 1"""

MIRRORS = """SELECT count(*) FROM seat_match
    WHERE archetype = $deck AND opponent_archetype = $deck AND won + lost = 1"""
DECKS = ("Ember", "Tide")


def test_deck_against_deck(cup: Store) -> None:
    (row,) = difference(cup, RATE, (), EMBER, TIDE).to_dicts()
    (one,), (other,) = (measured(cup, RATE, (), side).to_dicts() for side in (EMBER, TIDE))
    assert (row["one"], row["one_n"]) == (one["value"], one["n"])
    assert (row["other"], row["other_n"]) == (other["value"], other["n"])
    met = cup.query(MET).item()
    assert row["shared"] == met > 20
    mirrors = [cup.query(MIRRORS, {"deck": deck}).item() for deck in DECKS]
    assert [side["basis"] for side in (one, other)] == ["few", "players"], "who were resampled met no mirror"
    moving = [one["n"] - mirrors[0], other["n"]]
    assert met < moving[0] < one["n"]
    sides = [(side["value"], side["low"], side["high"]) for side in (one, other)]
    expected = newcombe(sides[0], sides[1], correlation=-met / (moving[0] * moving[1]) ** 0.5)
    assert (row["value"], row["low"], row["high"]) == pytest.approx(expected)
    assert row["n"] == one["n"] + other["n"]


def test_of_a_side_that_stays_nothing_is_asked_again(cup: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(store: Store, metric: Metric, per: tuple[str, ...], side: Filters, **more: Any) -> pl.DataFrame:
        asked.append(side.archetype)
        return measured(store, metric, per, side, **more)

    monkeypatch.setattr(report, "measured", noted)
    for other in (TIDE, Filters(game=GAME, archetype="Stone")):
        found = difference(cup, RATE, ("day",), EMBER, other, draws="points")
        assert found["one"].sum() == measured(cup, RATE, ("day",), EMBER, draws="points")["value"].sum()
    assert asked == ["Ember", "Tide", "Stone"]


def test_turned_round_it_mirrors(cup: Store) -> None:
    (row,) = difference(cup, RATE, (), EMBER, TIDE).to_dicts()
    (turned,) = difference(cup, RATE, (), TIDE, EMBER).to_dicts()
    assert turned["value"] == -row["value"]
    assert (turned["low"], turned["high"]) == pytest.approx((-row["high"], -row["low"]))


def test_against_each_deck(cup: Store) -> None:
    rows = difference(cup, RATE, ("opponent_archetype",), EMBER, TIDE)
    against = {row["opponent_archetype"]: row for row in rows.to_dicts()}
    stone = BEATS["Tide", "Stone"]
    assert against["Stone"]["low"] < 1 - BEATS["Stone", "Ember"] - stone < against["Stone"]["high"]
    assert against["Ember"]["one"] == 0.5, "a mirror"
    assert [row["shared"] for row in against.values()] == [0, 0, 0], "who met Stone met nobody else there"


def test_shares_of_games_go_the_other_way(cup: Store) -> None:
    """A draw is one for both, so what they share makes the difference surer."""
    (row,) = difference(cup, DRAWN, (), EMBER, TIDE).to_dicts()
    assert row["shared"] > 0
    (one,), (other,) = (measured(cup, DRAWN, (), side).to_dicts() for side in (EMBER, TIDE))
    sides = [(side["value"], side["low"], side["high"]) for side in (one, other)]
    _, low, high = newcombe(sides[0], sides[1])
    assert low < row["low"] < row["value"] < row["high"] < high


def test_shares_of_items_that_one_side_has_not(cup: Store) -> None:
    """A deck that came after a day had a share of 0 before it, of all the decks there were."""
    of_one = Filters(game=GAME, player="Player 00")
    rows = difference(cup, METRICS["meta_share"], (), of_one, ALL).sort("item")
    assert rows["one"].to_list() == [1, 0, 0]
    assert rows["other"].to_list() == pytest.approx([8 / 24, 6 / 24, 10 / 24])
    assert (rows["one_n"].to_list(), rows["other_n"].to_list()) == ([1] * 3, [24] * 3)
    assert all(row["low"] < row["value"] <= row["high"] for row in rows.to_dicts())


def test_a_day_splits_what_the_filters_select() -> None:
    since, until = date(2026, 1, 1), date(2026, 12, 31)
    one, other = split(Filters(since=since, until=until), date(2026, 5, 1))
    assert (one.since, one.until) == (date(2026, 5, 1), until)
    assert (other.since, other.until) == (since, date(2026, 4, 30))
    for outside in (since, date(2027, 1, 1)):
        with pytest.raises(FilterError, match="is not split by"):
            split(Filters(since=since, until=until), outside)


def test_what_has_no_difference(cup: Store) -> None:
    def refused(id: str, *by: str, one: Filters = EMBER, other: Filters = TIDE) -> str:
        with pytest.raises(FilterError) as found:
            export_difference(cup, METRICS[id], by, one, other)
        return str(found.value)

    assert "the same matches" in refused("match_win_rate", other=EMBER)
    assert "from a model" in refused("player_rating")
    assert "differ in archetype" in refused("match_win_rate", "archetype")
    assert "one half by itself" in refused("match_win_rate", one=ALL)


def test_it_says_what_both_sides_are_about(cup: Store) -> None:
    found = export_difference(cup, RATE, (), EMBER, TIDE)
    about = found.about()
    assert about["versus"]["policies"] == {"archetype": "Tide"}
    assert about["versus"]["population"]["matches"] > 0 < about["population"]["matches"]
    assert "minus that of archetype=Tide" in found.citation() and "次との差" in found.citation("ja")
    hidden = found.without_state_of_log()
    assert hidden.versus is not None and hidden.versus.population.head == ""
