"""Copies and pairs of cards of decks, against a count of the lists one by one."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from polars.testing import assert_frame_equal

from analytics.derived_data import refresh
from analytics.imports.tournament import Deck, Pairing, Player, Round, Tournament
from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write
from analytics.metrics import Filters
from analytics.metrics.decklists.copies import copies
from analytics.metrics.decklists.deck_set import preload
from analytics.metrics.decklists.pairs import pairs
from analytics.metrics.decklists.tables import with_names
from analytics.metrics.publish.export_decklists import export_decklists
from analytics.query.filters import FilterError
from analytics.stats.interval import wilson
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.sqlite_log import SqliteLog

GAME = "quay-duel"
DECKS = [
    Deck("Gull", {"Gull": 4, "Net": 2}, {"Rain": 2}),
    Deck("Gull", {"Gull": 4, "Net": 1}, {"Rain": 3}),
    Deck("Gull", {"Gull": 3}),
    Deck("Crab", {"Crab": 4, "Net": 4, "Rain": 1}, {"Gull": 1}),
    Deck("Crab", {"Crab": 4}),
    Deck("Crab", {}),
]
"""The list of the last player is not known."""
ROUNDS = [
    [(0, 1), (2, 3), (4, 5)],
    [(0, 2), (1, 3)],
    [(0, 3), (1, 2)],
    [(0, 4)],
    [(1, 4)],
    [(2, 4)],
    [(3, 4)],
]
"""Who beat whom."""


def cup_of(name: str, date: str) -> Tournament:
    players = tuple(Player(f"{number}", f"Player {number}", deck) for number, deck in enumerate(DECKS))
    rounds = []
    for number, met in enumerate(ROUNDS, 1):
        pairings = tuple(Pairing((f"{one}", f"{other}"), "win", 0) for one, other in met)
        rounds.append(Round(number, f"Round {number}", "swiss", pairings))
    return Tournament(name.lower(), name, GAME, date=date, players=players, rounds=tuple(rounds))


def projected(folder: Path, *cups: Tournament) -> Path:
    """A store of these tournaments."""
    with SqliteLog(folder / "log.db", writing=True) as log:
        for cup in cups:
            write(log, cup, Import(sha256(cup.name.encode()).hexdigest(), "sample", ()), at=0)
        project(log, folder / "store")
    return folder / "store"


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = Store(projected(tmp_path_factory.mktemp("quay"), cup_of("Quay Cup", "2026-06-01")))
    yield opened
    opened.close()


def results(having: set[int]) -> tuple[int, int]:
    """Matches won and played by these decks."""
    every = [pair for pairs in ROUNDS for pair in pairs]
    won = sum(one in having for one, _ in every)
    return won, won + sum(other in having for _, other in every)


def row(store: Store, card: str, *, archetype: str = "") -> dict[str, Any]:
    (found,) = copies(store, Filters(game=GAME, card=card, archetype=archetype)).to_dicts()
    return found


def test_in_how_many_decks_and_how_many_of_it(quay: Store) -> None:
    net = row(quay, "Net")
    assert (net["n"], net["decks"], net["share"]) == (3, 5, 3 / 5)
    assert (net["low"], net["high"]) == pytest.approx(wilson(3.0, 5.0))
    assert net["copies"] == pytest.approx((2 + 1 + 4) / 3)
    assert [net[f"copies_{times}"] for times in (1, 2, 3, 4)] == [1, 1, 0, 1]


def test_how_decks_with_it_and_without_it_did(quay: Store) -> None:
    net = row(quay, "Net")
    (won, played), (lost, others) = results({0, 1, 3}), results({2, 4})
    assert (net["with_rate"], net["with_n"]) == (won / played, played)
    assert (net["without_rate"], net["without_n"]) == (lost / others, others)
    assert net["difference"] == pytest.approx(won / played - lost / others)
    assert net["difference_low"] < net["difference"] < net["difference_high"]


def test_the_sideboard_is_another_board(quay: Store) -> None:
    """Every list of a tournament with sideboards has one, of no card where none is written down."""
    rain = {
        row["board"]: row for row in copies(quay, Filters(game=GAME, card="Rain", board="either")).to_dicts()
    }
    assert (rain["main"]["n"], rain["side"]["n"], rain["side"]["decks"]) == (1, 2, 5)
    assert rain["side"]["copies"] == 2.5
    assert set(copies(quay, Filters(game=GAME, board="side"))["card"]) == {"Rain", "Gull"}


def test_by_archetype_all_decks_are_told(quay: Store) -> None:
    rows = {one["archetype"]: one for one in copies(quay, Filters(card="Net"), ("archetype",)).to_dicts()}
    assert {name: (one["n"], one["decks"]) for name, one in rows.items()} == {"Gull": (2, 3), "Crab": (1, 2)}
    gull = {one["archetype"]: one for one in copies(quay, Filters(card="Gull"), ("archetype",)).to_dicts()}
    assert (gull["Crab"]["n"], gull["Crab"]["share"], gull["Crab"]["copies"]) == (0, 0, None)
    assert (gull["Crab"]["with_n"], gull["Crab"]["without_n"]) == (0, 4 + 5)
    assert row(quay, "Net", archetype="Gull")["n"] == 2


def test_every_card_of_every_list_is_counted(quay: Store) -> None:
    found = {one["card"]: one["n"] for one in copies(quay, Filters(game=GAME)).to_dicts()}
    assert found == Counter(card for deck in DECKS for card in deck.main)


def test_a_tournament_reads_its_months_alone_unless_the_lists_of_its_game_are_known(tmp_path: Path) -> None:
    folder = projected(tmp_path, cup_of("Quay Cup", "2026-06-01"), cup_of("Pier Cup", "2026-07-01"))
    refresh(folder)
    asked = Filters(game=GAME, tournament="Pier Cup", board="either")
    with closing(Store(folder)) as store, closing(Store(folder)) as warm:
        found = copies(store, asked)
        preload(warm, GAME)
        assert_frame_equal(found, copies(warm, asked))
        assert set(found["decks"]) == {5} and set(copies(store, Filters(game=GAME))["decks"]) == {10}


def test_pairs(quay: Store) -> None:
    main = [set(deck.main) for deck in DECKS if deck.main]
    together = Counter(frozenset(pair) for deck in main for pair in combinations(sorted(deck), 2))
    for card in ("Net", "Gull", "Crab"):
        found = {one["other"]: one for one in pairs(quay, Filters(game=GAME, card=card)).to_dicts()}
        assert {other: one["n"] for other, one in found.items()} == {
            next(iter(pair - {card})): times for pair, times in together.items() if card in pair
        }
        for other, one in found.items():
            alone = sum(card in deck for deck in main), sum(other in deck for deck in main)
            assert one["lift"] == pytest.approx(one["n"] * 5 / alone[0] / alone[1])
            having = {number for number, deck in enumerate(DECKS) if {card, other} <= set(deck.main)}
            won, played = results(having)
            assert (one["rate"], one["rate_n"]) == pytest.approx((won / played, played))
            moving = played - 2 * sum(having.issuperset(pair) for met in ROUNDS for pair in met)
            ends = wilson(won * played / moving, played**2 / moving)
            assert (one["rate_low"], one["rate_high"]) == pytest.approx(ends), "one of both wins"
    assert pairs(quay, Filters(game=GAME)).is_empty(), "none is in five decks"


def test_what_it_is_about(quay: Store, cup: Store) -> None:
    found = export_decklists(quay, "copies", ("archetype",), Filters(card="Net"))
    assert found.population.matches == 11 and found.policies["card"] == "Net", "the card chooses rows"
    assert found.rows["card_name_en"].unique().to_list() == ["Net"]
    with pytest.raises(FilterError, match="accepted: archetype"):
        export_decklists(quay, "copies", ("player",), Filters())
    with pytest.raises(FilterError, match="accepted: none"):
        export_decklists(quay, "pairs", ("archetype",), Filters())
    with pytest.raises(FilterError, match="not of rounds"):
        copies(quay, Filters(rounds=(1,)))
    every = with_names(cup, pairs(cup, Filters()))
    assert {"card_name", "other_name_en"} <= set(every.columns) and (every["n"] >= 5).all()
