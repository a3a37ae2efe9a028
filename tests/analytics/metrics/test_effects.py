"""Player-adjusted effects of cards out of stores whose truth is known."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from analytics.metrics import FilterError, Filters
from analytics.metrics.publish.export import EFFECTS, export
from analytics.metrics.reports import effects
from analytics.metrics.reports.effects import effects as told
from analytics.stats import effect
from analytics.store.reader import Store
from bench import worlds
from bench.league import facts, part, write_manifest

CARDS = [f"c{number:02d}" for number in range(12)]
GAMES = 4000
SHARED = 2
"""Copies that both decks have of every card: they make no difference."""


def stored(folder: Path, world: effect.Games, **changed: Any) -> Store:
    """A store of these games; every other one is won by the seat that is listed second."""
    matches = [f"m{number:05d}" for number in range(len(world.won))]
    ids = np.repeat(matches, 2)
    won = np.stack([world.won, 1 - world.won], 1).ravel().astype(np.int8)
    players = np.stack([world.first, world.second], 1)
    seats = {
        "match": ids,
        "game_no": np.ones(len(ids), np.int64),
        "seat": np.tile(["A", "B"], len(matches)),
        "player": [f"p{number}" for number in players.ravel()],
        "opponent": [f"p{number}" for number in players[:, ::-1].ravel()],
        "went_first": np.tile([True, False], len(matches)),
        "won": won,
        "lost": 1 - won,
    } | changed
    difference = world.cards.toarray().astype(int)
    copies = np.stack([np.maximum(difference, 0), np.maximum(-difference, 0)], 1).reshape(-1) + SHARED
    number = len(CARDS)
    decks: dict[str, Any] = {
        name: np.repeat(np.asarray(seats[name]), number)
        for name in ("match", "game_no", "seat", "won", "lost")
    }
    decks |= {"card": np.tile(CARDS, len(ids)), "deck": copies}
    match = {"match": matches, "grade": ["EXACT"] * len(matches), "finished": np.ones(len(matches), bool)}
    match |= {"simulated": np.zeros(len(matches), bool)}
    tables = {
        "match": facts("match", len(matches), match),
        "seat_game": facts("seat_game", len(ids), seats),
        "card_seat_game": facts("card_seat_game", len(ids) * number, decks),
    }
    write_manifest(folder, [part(folder, tables, game="go", month="2026-01", number=1)])
    return Store(folder)


def test_a_card_that_strong_players_favour_is_worth_nothing_out_of_a_store(tmp_path: Path) -> None:
    """The same numbers as from the games themselves, and the truth: nothing."""
    world = worlds.favoured_card(GAMES, seed=5, players=60, cards=len(CARDS))
    found = told(stored(tmp_path, world)).sort("key")
    assert found["key"].to_list() == CARDS
    whole = effect.adjusted(world)
    assert found["value"].to_list() == pytest.approx(whole.card.tolist(), abs=1e-3)
    assert found["n"].to_list() == (world.cards.toarray() != 0).sum(axis=0).tolist()
    null = found.row(0, named=True)
    assert effect.adjusted(world, players=False).card[0] > 0.4
    assert null["low"] < 0 < null["high"] and abs(null["value"]) < 0.15


def test_a_game_without_a_difference_tells_of_its_players(tmp_path: Path) -> None:
    world = worlds.favoured_card(40, seed=1, players=4, cards=len(CARDS))
    same = world._replace(cards=world.cards * 0)
    assert told(stored(tmp_path, same)).is_empty()


@pytest.mark.parametrize("changed", [{"went_first": [None] * 80}, {"deck_known": [False] * 80}])
def test_games_of_which_too_little_is_known_do_not_count(tmp_path: Path, changed: dict[str, Any]) -> None:
    store = stored(tmp_path, worlds.favoured_card(40, seed=1, players=4, cards=len(CARDS)), **changed)
    assert told(store).is_empty()


def test_one_game_is_hardly_more_than_nothing(tmp_path: Path) -> None:
    """The interval of a card that made a difference once is about that of any card."""
    world = worlds.favoured_card(60, seed=3, players=6, cards=len(CARDS))
    cards = world.cards.toarray()
    cards[1:, 5] = 0
    cards[0, 5] = 1
    found = told(stored(tmp_path, world._replace(cards=csr_array(cards)))).filter(key="c05")
    assert found["n"].item() == 1
    assert 3.5 < (found["high"] - found["low"]).item() < 4


def test_an_export_of_effects_says_what_it_is_about(store: Store) -> None:
    """Of a league that was really played: every card of it, in both languages."""
    found = export(store, EFFECTS, Filters(game="blade-rondo"))
    assert found.view == EFFECTS and found.population.matches > 0
    assert found.rows.columns == list(effects.SCHEMA)
    assert {"斬撃剣"} <= set(found.rows["name"]) and found.rows["name_en"].null_count() == 0
    lows = found.rows["low"].to_list()
    assert lows == sorted(lows, reverse=True)
    assert found.csv().startswith("# kifuda")


@pytest.mark.parametrize("chosen", [Filters(player="Aoi"), Filters(card="BR-001")])
def test_one_seat_of_a_game_cannot_be_chosen(store: Store, chosen: Filters) -> None:
    with pytest.raises(FilterError, match="both seats of a game"):
        told(store, chosen)


def test_an_unknown_draw_policy(store: Store) -> None:
    with pytest.raises(ValueError, match="accepted are exclude"):
        told(store, draws="thirds")  # type: ignore[arg-type]  # that is the point
