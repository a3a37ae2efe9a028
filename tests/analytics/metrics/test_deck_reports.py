"""Archetypes in numbers: the field, pairings, what decks are made of, and what stands out."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write
from analytics.metrics import DRAWS, METRICS, Draws, FilterError, Filters, games, population
from analytics.metrics.reports.archetypes import MET, cards_of, field, key_cards
from analytics.metrics.reports.matchups import matchups
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.months import first_wins, matches, ties
from analytics.metrics.reports.records import records
from analytics.metrics.reports.standouts import standouts
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.sqlite_log import SqliteLog
from tests.support.field import FIELD, GAME, ROUNDS, tournament

ALL = Filters(game=GAME)
OUTCOMES = ("win", "loss", "tie")
PLAYERS = sum(FIELD.values())

APART = "match_win_rate_apart"


def results() -> Counter[tuple[str, str, str]]:
    """(deck, opponent's deck, outcome) → seats, counted from the tournament itself."""
    played = tournament()
    decks = {player.id: player.deck.archetype for player in played.players if player.deck}
    found: Counter[tuple[str, str, str]] = Counter()
    for _, pairing in played.pairings():
        for seat in (0, 1):
            outcome = "tie" if pairing.winner is None else "win" if pairing.winner == seat else "loss"
            found[decks[pairing.players[seat]], decks[pairing.players[1 - seat]], outcome] += 1
    return found


def test_the_field_is_counted_by_decks_not_by_matches(cup: Store) -> None:
    found = field(cup, ALL)
    assert dict(found.labels.select("archetype", "decks").iter_rows()) == FIELD
    shares = found.of(MET.id)
    assert shares["archetype"].to_list() == ["Tide", "Ember", "Stone"]
    assert shares["value"].sum() == pytest.approx(1)
    assert (shares["low"] < shares["value"]).all() and (shares["value"] < shares["high"]).all()


@pytest.mark.parametrize("archetype", FIELD)
def test_mirrors_are_no_wins(cup: Store, archetype: str) -> None:
    row = field(cup, ALL).of(APART).row(by_predicate=pl.col("archetype") == archetype, named=True)
    counted = results()
    others = [name for name in FIELD if name != archetype]
    assert row["wins"] == sum(counted[archetype, other, "win"] for other in others)
    assert row["n"] == row["wins"] + sum(counted[archetype, other, "loss"] for other in others)
    assert row["value"] == pytest.approx(row["wins"] / row["n"])


def both_rates(cup: Store) -> dict[tuple[str, str], dict[str, Any]]:
    """For every pairing the rate as counted, and that of the model as ``shrunk`` with its ends."""
    found = matchups(cup, ALL)
    model = found.of("matchup_rate").select(
        *found.keys, pl.col("value", "low", "high").name.prefix("shrunk_")
    )
    both = found.of("match_win_rate").join(model.rename({"shrunk_value": "shrunk"}), on=found.keys)
    return {(row["archetype"], row["opponent_archetype"]): row for row in both.iter_rows(named=True)}


def test_every_pairing_stands_from_both_sides(cup: Store) -> None:
    cells = both_rates(cup)
    counted = results()
    assert len(cells) == len(FIELD) ** 2
    for (one, other), row in cells.items():
        back = cells[other, one]
        assert (row["n"], row["ties"]) == (back["n"], back["ties"])
        assert row["value"] + back["value"] == pytest.approx(1)
        assert row["shrunk"] + back["shrunk"] == pytest.approx(1)
        if one != other:
            assert row["wins"] == counted[one, other, "win"]
            assert row["low"] < row["value"] < row["high"]
            assert abs(row["shrunk"] - 0.5) <= abs(row["value"] - 0.5) + 0.1


def test_a_mirror_is_one_half_and_counts_a_match_once(cup: Store) -> None:
    counted = results()
    for (name, other), row in both_rates(cup).items():
        if name != other:
            continue
        assert (row["value"], row["shrunk"], row["low"], row["shrunk_high"]) == (0.5, 0.5, None, None)
        assert row["n"] == counted[name, name, "win"]


def test_whoever_asks_by_both_decks_is_told_the_same_of_a_mirror(cup: Store) -> None:
    grid = (
        matchups(cup, ALL).of("match_win_rate").select("archetype", "opponent_archetype", "n", "value", "low")
    )
    asked = measured(cup, METRICS["match_win_rate"], ("archetype", "opponent_archetype"), ALL)
    by_pair = asked.select(grid.columns).sort("archetype", "opponent_archetype")
    assert by_pair.filter(archetype="Tide", opponent_archetype="Tide").select("value", "low").row(0) == (
        0.5,
        None,
    )
    told = by_pair.join(grid, on=["archetype", "opponent_archetype"])
    assert told.height == by_pair.height and told["n"].equals(told["n_right"])
    assert told["low"].is_null().equals(told["low_right"].is_null())
    tide = replace(ALL, archetype="Tide")
    of_tide = measured(cup, METRICS["match_win_rate"], ("opponent_archetype",), tide)
    assert of_tide.filter(opponent_archetype="Tide")["n"].equals(
        by_pair.filter(archetype="Tide", opponent_archetype="Tide")["n"]
    )


def test_filters_of_a_seat_leave_pairings_whole(cup: Store) -> None:
    assert matchups(cup, replace(ALL, player="Player 00")).rows.equals(matchups(cup, ALL).rows)


def test_matchups_of_no_named_decks_are_none(store: Store) -> None:
    found = matchups(store, Filters(game="blade-rondo"))
    assert (found.rows.height, found.keys) == (0, ("archetype", "opponent_archetype"))
    (unnamed,) = field(store, Filters(game="blade-rondo")).of(MET.id).iter_rows(named=True)
    assert (unnamed["archetype"], unnamed["value"]) == (None, 1)


def test_what_decks_are_made_of(cup: Store) -> None:
    found = cards_of(cup, replace(ALL, archetype="Tide"))
    by_card = {row["card"]: row for row in found.iter_rows(named=True)}
    knight, lantern = by_card["Tide Knight"], by_card["Lantern"]
    assert (knight["decks"], knight["n"], knight["share"], knight["core"]) == (10, 10, 1, True)
    assert (knight["copies"], knight["least"], knight["most"]) == (4, 4, 4)
    assert (by_card["Tide Song"]["least"], by_card["Tide Song"]["most"]) == (3, 4)
    assert 0 < lantern["share"] < 0.8 and not lantern["core"]
    assert lantern["low"] < lantern["share"] < lantern["high"]
    assert "Ember Knight" not in by_card


def test_key_cards_are_those_that_other_decks_do_not_play(cup: Store) -> None:
    """A card that other decks play as well comes after those; one that few lists have is none."""
    found = key_cards(cup, ALL, names=("Tide", "Ember", "Tide"), most=3)
    by_deck = {name: rows["card"].to_list() for (name,), rows in found.group_by("archetype")}
    assert by_deck.keys() == {"Tide", "Ember"}
    for name, cards in by_deck.items():
        assert sorted(cards[:2]) == [f"{name} Knight", f"{name} Song"]
        assert cards[2:] in ([], ["Lantern"])
    assert (found["share"] >= 0.5).all()
    assert list(dict.fromkeys(found["archetype"])) == ["Tide", "Ember"], (
        "in the order in which they are asked for"
    )
    assert key_cards(cup, ALL, names=("Tide",), most=1)["card"].to_list() == ["Tide Knight"]
    assert key_cards(cup, ALL, names=(), most=3).is_empty()


def test_filters_by_archetype_choose_seats(cup: Store) -> None:
    ember = replace(ALL, archetype="Ember")
    assert population(cup, ember).players == FIELD["Ember"]
    against = replace(ember, opponent_archetype="Tide")
    counted = results()
    assert games(cup, against).height == sum(counted["Ember", "Tide", how] for how in ("win", "loss", "tie"))
    assert records(cup, (), against)["wins"].item() == counted["Ember", "Tide", "win"]
    with pytest.raises(FilterError, match="no match has the archetype 'Embers'; the nearest: Ember"):
        records(cup, (), replace(ALL, archetype="Embers"))


def test_pilots_are_those_who_played_it(cup: Store) -> None:
    found = records(cup, ("player",), replace(ALL, archetype="Stone"))
    assert found.height == FIELD["Stone"]
    assert found.select(pl.sum_horizontal("wins", "losses", "ties")).to_series().to_list() == [ROUNDS] * 6


def test_months_count_each_match_once(cup: Store) -> None:
    played = matches(cup, ALL)
    assert played.whole.n == ROUNDS * PLAYERS // 2
    assert played.by_month.rows() == [("2026-05", ROUNDS * PLAYERS // 2)]
    tied = ties(cup, ALL)
    assert tied.whole.n == played.whole.n
    assert tied.whole.value == pytest.approx(
        sum(number for (*_, how), number in results().items() if how == "tie") / 2 / played.whole.n
    )
    first = first_wins(cup, ALL)
    assert first.whole.n == played.whole.n - round((tied.whole.value or 0) * played.whole.n)
    assert first.by_month["value"].to_list() == [first.whole.value]


def test_matches_without_a_day_are_in_no_month(store: Store) -> None:
    played = matches(store, Filters())
    assert played.whole.n > played.by_month["value"].sum() > 0
    assert "undated" not in played.by_month["month"]


def test_what_stands_out_is_what_was_put_in(cup: Store) -> None:
    found = standouts(cup, ALL, least=20)
    kinds = dict(found.filter(kind="archetype").select("key", "value").iter_rows())
    assert kinds["Ember"] > 0.5 > kinds["Tide"]
    assert "Stone" not in kinds
    assert (found["adjusted"] <= 0.05).all()
    assert found["adjusted"].is_sorted()


def test_nothing_stands_out_of_too_few(cup: Store) -> None:
    assert standouts(cup, ALL, least=10_000).height == 0


def test_cards_stand_out_only_where_they_may_be_shown(store: Store) -> None:
    kinds = set(standouts(store, Filters(), cards=False)["kind"])
    assert "card" not in kinds


@pytest.mark.parametrize("draws", ["half", "points", "loss"])
def test_draws_make_nobody_notable(cup: Store, draws: str) -> None:
    """The base is what everybody has, so a policy that takes wins from all lets nobody stand out."""
    found = standouts(cup, ALL, draws=draws, least=20)  # type: ignore[arg-type]  # one of the policies
    assert found.filter(kind="archetype").select("base").unique().height == 1
    assert "Stone" not in found["key"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("archetype", FIELD)
def test_a_win_rate_is_told_with_mirrors_and_without(cup: Store, archetype: str, draws: Draws) -> None:
    """Each as its metric has it. A mirror counts from either seat."""
    found = field(cup, ALL, draws=draws)
    rows = {}
    met = [(other, how, number) for (one, other, how), number in results().items() if one == archetype]
    for id, mirrors in ((APART, False), ("match_win_rate", True)):
        row = rows[id] = found.of(id).row(by_predicate=pl.col("archetype") == archetype, named=True)
        of = Counter[str]()
        for other, how, number in met:
            of[how] += number if mirrors or other != archetype else 0
        if not mirrors:
            assert [row[end] for end in ("wins", "losses", "ties")] == [of[how] for how in OUTCOMES]
        told = measured(cup, METRICS[id], ("archetype",), ALL, draws=draws)
        named = told.row(by_predicate=pl.col("archetype") == archetype, named=True)
        assert [named[end] for end in ("value", "n", "low", "high")] == pytest.approx(
            [row[end] for end in ("value", "n", "low", "high")]
        )
    apart, every = rows.values()
    assert every["n"] > apart["n"] and abs(every["value"] - 0.5) < abs(apart["value"] - 0.5)


def test_a_deck_without_a_name_is_another_one(tmp_path: Path) -> None:
    """Neither left out nor taken for a mirror, by the page and by the metric alike."""
    played = tournament()
    players = (
        msgspec.structs.replace(player, deck=None) if player.deck.archetype == "Tide" else player
        for player in played.players
        if player.deck
    )
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        nameless = msgspec.structs.replace(played, players=tuple(players))
        write(log, nameless, Import("0" * 64, "sample", ()), at=0)
        project(log, tmp_path / "store")
    store = Store(tmp_path / "store")
    ember = field(store, ALL).of(APART).row(by_predicate=pl.col("archetype") == "Ember", named=True)
    counted = results()
    assert ember["wins"] == sum(counted["Ember", other, "win"] for other in ("Tide", "Stone"))
    told = measured(store, METRICS["match_win_rate_apart"], ("archetype",), ALL)
    named = dict(told.select("archetype", "value").iter_rows())
    assert named == {"Ember": pytest.approx(ember["value"]), "Stone": pytest.approx(named["Stone"])}
