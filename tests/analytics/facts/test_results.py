"""Imported results as facts: outcomes, games of which the order is known or not, corrections, the field.

The events are those of an import; what they look like is tested with the imports.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from analytics.archetypes.label import noted
from analytics.imports.tournament import Deck, Pairing, Player, Round, Score, Standing, Tournament
from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Noted, Opened
from tests.support.play import append

PLAYERS = (
    Player("p1", "Aoi", Deck("Lórien", {"Lórien Revealed": 4, "Island": 56})),
    Player("p2", "Ren", Deck("Burn", {"Mountain": 60})),
    Player("p3", "Mio", dropped=1),
    Player("p4", "Kenji", Deck("Burn", {"Mountain": 60})),
)
ALL_OUTCOMES = (
    Pairing(("p1", "p2"), "win", 0, Score((2, 1)), table="7"),
    Pairing(("p3", "p4"), "tie", None, Score((1, 1), 1)),
    Pairing(("p2", "p1"), "intentional-draw", None),
    Pairing(("p3",), "bye", 0),
    Pairing(("p4", "p3"), "no-show", 0),
    Pairing(("p1", "p4"), "forfeit", 1),
    Pairing(("p2", "p3"), "double-loss", None),
    Pairing(("p2", "p4"), "unfinished"),
)


def tournament(*pairings: Pairing, **fields: Any) -> Tournament:
    """A tournament of one round."""
    about: dict[str, Any] = {
        "id": "cup",
        "name": "Cup",
        "game": "magic",
        "play": "pauper",
        "date": "2026-05-03",
    }
    round = Round(3, "Round 3", "swiss", pairings)
    return Tournament(**{**about, "players": PLAYERS, "rounds": (round,), **fields})


class League:
    """A log, and a store that follows it."""

    def __init__(self, folder: Path) -> None:
        self.log = SqliteLog(folder / "log.db", writing=True)
        self.folder = folder / "store"

    def put(self, given: Tournament, sha256: str = "a" * 64) -> None:
        """Import a tournament, or a correction of it, and project."""
        write(self.log, given, Import(sha256, "tom", ()), at=0, replace=True)
        project(self.log, self.folder)

    def ask(self, sql: str) -> Sequence[tuple[Any, ...]]:
        """Rows of the store."""
        store = Store(self.folder)
        try:
            return store.query(sql).rows()
        finally:
            store.close()


@pytest.fixture
def league(tmp_path: Path) -> Iterator[League]:
    league = League(tmp_path)
    yield league
    league.log.close()


def test_only_results_of_play_count(league: League) -> None:
    league.put(tournament(*ALL_OUTCOMES))
    found = league.ask("SELECT player, outcome, won, lost, tied FROM seat_match ORDER BY match, seat")
    assert sorted(found) == sorted(
        [
            ("Aoi", "win", 1, 0, 0),
            ("Ren", "loss", 0, 1, 0),
            ("Mio", "tie", 0, 0, 1),
            ("Kenji", "tie", 0, 0, 1),
            ("Ren", "intentional-draw", 0, 0, 0),
            ("Aoi", "intentional-draw", 0, 0, 0),
            ("Mio", "bye", 0, 0, 0),
            ("Kenji", "no-show", 0, 0, 0),
            ("Mio", "no-show", 0, 0, 0),
            ("Aoi", "forfeit", 0, 0, 0),
            ("Kenji", "forfeit", 0, 0, 0),
            ("Ren", "double-loss", 0, 0, 0),
            ("Mio", "double-loss", 0, 0, 0),
            ("Ren", "unfinished", 0, 0, 0),
            ("Kenji", "unfinished", 0, 0, 0),
        ]
    )


@pytest.mark.parametrize(
    ("outcome", "winner", "counted"),
    [
        ("win", 1, 2),
        ("forfeit", 1, 0),
        ("no-show", 1, 0),
        ("double-loss", None, 0),
        ("intentional-draw", None, 0),
        ("unfinished", None, 2),
    ],
)
def test_games_of_a_match_that_came_out_without_play_are_no_results_either(
    league: League, outcome: Any, winner: int | None, counted: int
) -> None:
    """They are told all the same, as the file lists them."""
    league.put(tournament(Pairing(("p1", "p2"), outcome, winner, None, (1, 1))))
    assert league.ask("SELECT game_no, winner FROM game ORDER BY game_no") == [(1, "B"), (2, "B")]
    assert league.ask("SELECT coalesce(sum(won + lost + tied), 0) FROM seat_game") == [(2 * counted,)]


def test_what_a_match_says_of_its_tournament(league: League) -> None:
    league.put(tournament(ALL_OUTCOMES[0]))
    found = league.ask(
        "SELECT game, month, granularity, cards, tournament, tournament_id, stage, round, at_table, source"
        " FROM match"
    )
    assert found == [("magic", "2026-05", "result", "pauper", "Cup", "cup", "swiss", 3, "7", "tom")]
    found = league.ask("SELECT grade, outcome, winner, turns, games, first_seat FROM match")
    assert found == [("OUTCOME_ONLY", "win", "A", 0, 0, None)]


def test_a_score_is_numbers_and_no_games(league: League) -> None:
    league.put(tournament(*ALL_OUTCOMES[:2], Pairing(("p2", "p4"), "win", 1)))
    score = "player, games_won, games_lost, games_tied"
    found = league.ask(f"SELECT {score} FROM seat_match ORDER BY match, seat")
    assert sorted(found, key=str) == [
        ("Aoi", 2, 1, 0),
        ("Kenji", 1, 1, 1),
        ("Kenji", None, None, None),
        ("Mio", 1, 1, 1),
        ("Ren", 1, 2, 0),
        ("Ren", None, None, None),
    ]
    for table in ("game", "seat_game", "card_seat_game"):
        assert league.ask(f"FROM {table}") == []


def test_games_in_their_order(league: League) -> None:
    league.put(tournament(Pairing(("p1", "p2"), "win", 0, Score((2, 1)), games=(0, 1, 0), first=1)))
    games = league.ask("SELECT game_no, winner, first_seat FROM game ORDER BY game_no")
    assert games == [(1, "A", "B"), (2, "B", None), (3, "A", None)]
    seats = league.ask("SELECT game_no, player, went_first, won, lost FROM seat_game ORDER BY game_no, seat")
    assert seats == [
        (1, "Aoi", False, 1, 0),
        (1, "Ren", True, 0, 1),
        (2, "Aoi", None, 0, 1),
        (2, "Ren", None, 1, 0),
        (3, "Aoi", None, 1, 0),
        (3, "Ren", None, 0, 1),
    ]


def test_a_pod_has_one_winner_and_no_opponents(league: League) -> None:
    league.put(tournament(Pairing(("p1", "p2", "p3", "p4"), "win", 2)))
    found = league.ask("SELECT player, opponent, won, lost FROM seat_match ORDER BY seat")
    assert found == [("Aoi", None, 0, 1), ("Ren", None, 0, 1), ("Mio", None, 1, 0), ("Kenji", None, 0, 1)]


def test_decks(league: League) -> None:
    """Equal decks have equal digests; names of cards are as people write them."""
    league.put(tournament(*ALL_OUTCOMES))
    assert league.ask("SELECT DISTINCT card, copies FROM deck_card ORDER BY card") == [
        ("Island", 56),
        ("Lórien Revealed", 4),
        ("Mountain", 60),
    ]
    decks = dict(league.ask("SELECT DISTINCT player, deck FROM seat_match"))
    assert decks["Ren"] == decks["Kenji"] != decks["Aoi"]
    assert decks["Mio"] is None
    found = league.ask("SELECT DISTINCT player, archetype, opponent_archetype FROM seat_match WHERE won = 1")
    assert set(found) == {("Aoi", "Lórien", "Burn")}


def test_a_label_in_the_log_comes_before_what_the_source_says(league: League) -> None:
    league.put(tournament(ALL_OUTCOMES[0]))
    (match,) = (info.match for info in league.log.matches() if info.match != "cup")

    def label(*notes: Noted) -> list[tuple[Any, ...]]:
        if notes:
            append(league.log, match, [(note, None) for note in notes], expected=league.log.count(match))
        project(league.log, league.folder)
        asked = "SELECT archetype, opponent_archetype FROM seat_match ORDER BY seat"
        return list(league.ask(asked))

    assert label() == [("Lórien", "Burn"), ("Burn", "Lórien")]
    assert label(noted("A", "Control", "rules 1"), noted("B", "Red", "rules 1")) == [
        ("Control", "Red"),
        ("Red", "Control"),
    ]
    assert label(noted("A", "Tempo", "Mio"), noted("B", "", "Mio")) == [("Tempo", "Burn"), ("Burn", "Tempo")]


def test_the_field_has_everybody(league: League) -> None:
    """Those as well whose matches the file does not list."""
    standings = (Standing("p4", 1, 9, 3, 0, 0), Standing("p1", 2))
    league.put(tournament(ALL_OUTCOMES[0], standings=standings))
    found = league.ask("SELECT player, archetype, dropped, rank, wins, day FROM entrant ORDER BY player_id")
    assert found == [
        ("Aoi", "Lórien", None, 2, None, date(2026, 5, 3)),
        ("Ren", "Burn", None, None, None, date(2026, 5, 3)),
        ("Mio", None, 1, None, None, date(2026, 5, 3)),
        ("Kenji", "Burn", None, 1, 3, date(2026, 5, 3)),
    ]
    (both,) = league.ask("SELECT count(DISTINCT e.deck), count(DISTINCT s.deck) FROM entrant e, seat_match s")
    assert both == (2, 2), "a deck has the same digest in both tables"


def test_dimensions_follow_from_the_facts(league: League) -> None:
    """A player without a match, and a deck that two brought, are listed once."""
    league.put(tournament(*ALL_OUTCOMES[:2], Pairing(("p1", "p2"), "tie", None)))
    day = date(2026, 5, 3)
    assert league.ask("FROM player ORDER BY player") == [
        ("Aoi", 2, day, day),
        ("Kenji", 1, day, day),
        ("Mio", 1, day, day),
        ("Ren", 2, day, day),
    ]
    assert league.ask("FROM tournament") == [("magic", "Cup", "cup", day, day, 3, 4)]
    assert league.ask("SELECT faces, cards FROM deck ORDER BY faces") == [(1, 60), (2, 60)]
    assert league.ask("FROM archetype ORDER BY archetype") == [
        ("magic", "Burn", 3, 2),
        ("magic", "Lórien", 2, 1),
    ]
    assert len(league.ask("FROM card")) == 3


def test_a_correction_replaces_and_withdraws(league: League) -> None:
    league.put(tournament(*ALL_OUTCOMES[:2]))
    assert len(league.ask("FROM match")) == 2
    league.put(tournament(Pairing(("p1", "p2"), "win", 1, Score((1, 2)), table="7")), "b" * 64)
    assert league.ask("SELECT player, won, games_won FROM seat_match ORDER BY seat") == [
        ("Aoi", 0, 1),
        ("Ren", 1, 2),
    ]
    assert len(league.ask("FROM entrant")) == 4
    afresh = project(league.log, league.folder, rebuild=True)
    assert (afresh.matches, afresh.unreadable) == (1, {}), "one was withdrawn"
    assert len(league.ask("FROM match")) == 1


def test_a_tournament_that_is_none_is_named(league: League) -> None:
    league.put(tournament(ALL_OUTCOMES[0]))
    opened = Opened("magic", "", "", {}, {}, {}, granularity="tournament")
    append(league.log, "odd", [(opened, None), (Noted("tournament", "{}"), None)])
    found = project(league.log, league.folder)
    assert "odd" in found.unreadable and "holds no tournament" in found.unreadable["odd"]
