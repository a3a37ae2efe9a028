"""Imported results and written records that name the same tournament make one."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from analytics.archetypes.label import write as give_labels
from analytics.imports.tournament import Outcome, Pairing, Player, Round, Tournament
from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write
from analytics.tournaments.deck_results import Deck, meta
from analytics.tournaments.gather import LoadedTournament, list_tournaments, load_tournament
from analytics.tournaments.membership import MatchRegister
from events.log.contract import Log, Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Ended, Opened
from tests.analytics.imports.samples import LEAGUE, sample
from tests.analytics.imports.test_writer import cup, import_


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """An empty log."""
    with SqliteLog(tmp_path / "log.db", writing=True) as made:
        yield made


def record(
    log: Log, match: str, players: tuple[str, str], winner: str, *, round: int = 1, name: str = "Cup"
) -> None:
    """A match that was recorded act by act, of which only the frame matters here."""
    head = {"tournament.name": f'"{name}"', "tournament.round": str(round), "played": "2026-05-03"}
    opened = Opened("magic", "1", "base", dict(zip("AB", players, strict=True)), {}, {}, head)
    ended = Ended("match", winner=winner, reason="life")
    log.append(match, [Pending(opened), Pending(ended)], expected=0, command=match, at=1)


def only(log: Log) -> LoadedTournament:
    """The one tournament of the log."""
    (found,) = list_tournaments(MatchRegister(log))
    return load_tournament(MatchRegister(log), found)


def test_records_alone_make_a_tournament(log: Log) -> None:
    record(log, "one", ("Ada", "Ben"), "A")
    record(log, "two", ("Ben", "Cyd"), "", round=2)
    found = only(log)
    assert (found.tournament.id, found.tournament.name, found.imported) == ("cup", "Cup", None)
    assert [(round.number, len(round.pairings)) for round in found.tournament.rounds] == [(1, 1), (2, 1)]
    outcomes = [
        (pairing.players, pairing.outcome, pairing.place) for _, pairing in found.tournament.pairings()
    ]
    assert outcomes == [(("Ada", "Ben"), "win", "one"), (("Ben", "Cyd"), "tie", "two")]


def test_a_record_of_an_imported_result_does_not_count_twice(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    record(log, "told", ("Ben", "Ada"), "B")
    found = only(log)
    assert len(list(found.tournament.pairings())) == 2
    assert found.records == {"cup-r1-m1": ("told",)} and found.contradicted == ()
    assert len(found.tournament.players) == 3


def test_a_record_that_tells_another_winner_is_named(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    record(log, "told", ("Ada", "Ben"), "B")
    assert only(log).contradicted == ("told",)


def test_a_record_that_the_file_does_not_have_is_one_more_match(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    record(log, "more", ("Ada", "Cyd"), "A", round=2)
    found = only(log).tournament
    assert [(round.number, len(round.pairings)) for round in found.rounds] == [(1, 2), (2, 1)]
    assert found.rounds[1].pairings[0].players == ("a", "c"), "by the ids of the file"


def test_records_of_one_match_are_its_games(log: Log) -> None:
    for match, winner in (("g1", "A"), ("g2", "B"), ("g3", "A")):
        record(log, match, ("Ada", "Ben"), winner)
    ((_, pairing),) = only(log).tournament.pairings()
    assert pairing.score is not None and pairing.score.won == (2, 1)
    assert (pairing.outcome, pairing.winner) == ("win", 0)


def test_two_tournaments_of_one_name_stay_apart(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    write(log, msgspec.structs.replace(cup(), id="cup-2"), import_(2), at=1)
    record(log, "whose", ("Ada", "Ben"), "A")
    assert sorted(one.id for one in list_tournaments(MatchRegister(log))) == ["cup", "cup-2", "cup-magic"]


def test_a_withdrawn_match_counts_nowhere(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    write(log, cup(more=False), import_(2), at=2, replace=True)
    assert len(list(only(log).tournament.pairings())) == 1


@pytest.mark.parametrize("tables", [True, False])
def test_a_round_stays_in_the_order_of_its_tables_after_a_correction(log: Log, tables: bool) -> None:
    def league(first: str) -> Tournament:
        players = tuple(Player(f"{n}", first if n == 2 else f"Player {n}") for n in range(24))
        pairings = tuple(
            Pairing((f"{2 * n}", f"{2 * n + 1}"), "win", 0, table=f"{n + 1}" if tables else "")
            for n in range(12)
        )
        return msgspec.structs.replace(cup(), players=players, rounds=(Round(1, "1", "swiss", pairings),))

    write(log, league("Ann"), import_(1), at=1)
    write(log, league("Anna"), import_(2), at=2, replace=True)
    (round,) = only(log).tournament.rounds
    assert [int(one.players[0]) for one in round.pairings] == list(range(0, 24, 2))


# --- decks -------------------------------------------------------------------------------------------


def test_decks_against_other_decks() -> None:
    league = sample(*LEAGUE)
    assert meta(league) == [Deck("quick-fish", 2, 2, 1, 0), Deck("slow-fish", 2, 1, 2, 1)]


@pytest.mark.parametrize(
    "outcome", ["bye", "no-show", "forfeit", "double-loss", "intentional-draw", "unfinished"]
)
def test_what_says_nothing_of_decks_does_not_count(outcome: Outcome) -> None:
    players = tuple(Player(player.id, player.name, player.deck) for player in cup().players)
    pairing = Pairing(("a", "b"), outcome, 0 if outcome == "forfeit" else None)
    rounds = (Round(1, "1", "swiss", (pairing,)),)
    decks = meta(Tournament("cup", "Cup", "magic", players=players, rounds=rounds))
    assert [(deck.archetype, deck.copies, deck.matches) for deck in decks] == [
        ("Ember", 1, 0),
        ("Tide", 1, 0),
    ]


def test_mirrors_are_counted_apart_unless_nobody_named_them() -> None:
    deck = next(player.deck for player in cup().players if player.deck)
    pairs = (("a", "b", 0), ("a", "b", None), ("c", "d", 0))
    players = tuple(Player(id, id, deck if id in "ab" else None) for id in "abcd")
    pairings = tuple(Pairing((one, other), "tie" if won is None else "win", won) for one, other, won in pairs)
    rounds = (Round(1, "1", "swiss", pairings),)
    assert meta(Tournament("cup", "Cup", "magic", players=players, rounds=rounds)) == [
        Deck(deck.archetype, 2, mirrors=1, tied_mirrors=1)
    ]


def test_a_label_that_was_given_names_the_deck_in_the_table(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "kifuda.db", writing=True)
    write(log, sample("open-day.json"), Import("0" * 64, "sample", ()), at=0)
    register = MatchRegister(log, tmp_path / "store")
    (summary,) = list_tournaments(register)
    before = load_tournament(register, summary).tournament
    match = next(one.place for _, one in before.pairings() if len(one.players) == 2)
    first = next(one.players[0] for _, one in before.pairings() if one.place == match)
    give_labels(log, {match: {"A": "tide"}}, by="rules 1", at=1)
    after = load_tournament(MatchRegister(log, tmp_path / "store"), summary).tournament
    named = {player.id: player.deck.archetype for player in after.players if player.deck}
    assert named[first] == "tide"
    assert {id for id, name in named.items() if name == "tide"} == {first}
