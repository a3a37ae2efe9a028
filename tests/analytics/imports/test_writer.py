"""Tournaments in a log: once, corrected by what is written behind, and read back as they were."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.imports.tournament import Deck, Outcome, Pairing, Player, Round, Score, Tournament
from analytics.imports.writing.tournament_events import File, Import, card_id
from analytics.imports.writing.tournament_recall import last_import, pairing, results_of
from analytics.imports.writing.tournament_writer import (
    TournamentExists,
    Written,
    plan_import,
    withdraw,
    write,
)
from analytics.tournaments.gather import list_tournaments, load_tournament
from analytics.tournaments.membership import MatchRegister
from engine.record.live_recording import keeper_of
from engine.record.match import Match
from engine.record.notation.head.toml import readable
from engine.record.timeline import withdrawn
from events.log.contract import Log
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Began, Ended, Opened
from tests.analytics.imports.samples import FILES, sample
from tests.support import effort

PLAYERS = (
    Player("a", "Ada", Deck("Tide", {"Élan": 4, "Shore": 56}, {"Well": 15})),
    Player("b", "Ben", Deck("Ember", {"Coal": 60})),
    Player("c", "Cyd"),
)


def import_(number: int) -> Import:
    """An import of the file with this number as its digest."""
    digest = f"{number:064d}"
    return Import(digest, "plain", (File("cup.csv", digest, digest),))


def cup(outcome: Outcome = "win", *, players: tuple[Player, ...] = PLAYERS, more: bool = True) -> Tournament:
    """Ada against Ben with this outcome, and a bye of Cyd if there is ``more``."""
    winner = 0 if outcome in ("win", "forfeit") else None
    pairings = [Pairing(("a", "b"), outcome, winner, Score((2, 1)) if outcome == "win" else None)]
    if more:
        pairings.append(Pairing(("c",), "bye", 0))
    rounds = (Round(1, "Round 1", "swiss", tuple(pairings)),)
    return Tournament("cup", "Cup", "magic", "modern", "2026-05-03", players=players, rounds=rounds)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """An empty log."""
    with SqliteLog(tmp_path / "log.db", writing=True) as made:
        yield made


def read_back(log: Log, id: str = "cup") -> Tournament:
    """What the log holds, without where it stands there."""
    (found,) = (one for one in list_tournaments(MatchRegister(log)) if one.id == id)
    return without_places(load_tournament(MatchRegister(log), found).tournament)


def without_places(tournament: Tournament) -> Tournament:
    """The tournament without the places of its matches in a file or log."""
    replace = msgspec.structs.replace
    rounds = (
        replace(one, pairings=tuple(replace(pairing, place="") for pairing in one.pairings))
        for one in tournament.rounds
    )
    return replace(tournament, rounds=tuple(rounds))


def test_a_result_is_a_match_of_the_log(log: Log) -> None:
    assert write(log, cup(), import_(1), at=1) == Written("imported", added=2)
    match = Match.load(log, "cup-r1-m1")
    opened = match.opened
    assert (opened.granularity, opened.players) == ("result", {"A": "Ada", "B": "Ben"})
    assert opened.decks["A"] == {r"\u00c9lan": 4, "Shore": 56}
    assert opened.head["deck.A"] == '"Tide"' and opened.head["tournament.round"] == "1"
    assert opened.head["played"] == "2026-05-03"
    table = match.table(len(match) - 1)
    assert [table.track("games", seat) for seat in "AB"] == [2, 1]
    assert table.track("drawn", "table") == 0
    assert (match.verdict.grade, match.verdict.winner, match.verdict.reason) == ("OUTCOME_ONLY", "A", "win")
    assert not any(type(event) is Began for event in match.events), "nobody is said to have gone first"
    assert not any(isinstance(event, Ended) and event.span == "game" for event in match.events)


def test_known_games_and_the_first_seat_are_recorded(log: Log) -> None:
    result = Pairing(("a", "b"), "win", 1, Score((1, 2)), (0, 1, 1), first=1)
    tournament = msgspec.structs.replace(cup(), rounds=(Round(1, "1", "swiss", (result,)),))
    write(log, tournament, import_(1), at=1)
    events = log.events("cup-r1-m1")
    assert Began("game", number=1, seat="B") in events
    assert [event.winner for event in events if isinstance(event, Ended) and event.span == "game"] == [
        "A",
        "B",
        "B",
    ]
    assert read_back(log) == tournament


def test_the_same_file_again_changes_nothing(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    size = log.size
    assert write(log, cup(), import_(1), at=2) == Written("already there")
    assert log.size == size


@pytest.mark.parametrize("keeper", ["", "mio"])
@pytest.mark.parametrize("id", ["again", "../cup/7"])
def test_the_same_file_may_be_another_tournament(log: Log, keeper: str, id: str) -> None:
    """Whoever gives it another name says that it is one."""
    write(log, cup(), import_(1), at=1, keeper=keeper)
    other = msgspec.structs.replace(cup(), id=id)
    assert write(log, other, import_(1), at=2, keeper=keeper).status == "imported"
    assert {keeper_of(record.entry.command) for record in log.follow()} == {keeper}


def test_another_file_has_to_be_called_a_correction(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    size = log.size
    with pytest.raises(TournamentExists) as raised:
        write(log, cup("tie"), import_(2), at=2)
    assert raised.value.stored == import_(1).sha256 and log.size == size


def test_a_name_that_is_a_match_is_taken(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    other = msgspec.structs.replace(cup(), id="cup-r1-m1")
    with pytest.raises(TournamentExists) as raised:
        write(log, other, import_(2), at=2, replace=True)
    assert raised.value.stored == ""


def test_a_correction_is_written_behind(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    before = [record.data for record in log.follow()]
    assert write(log, cup("tie"), import_(2), at=2, replace=True) == Written("corrected", changed=1, kept=1)
    assert [record.data for record in log.follow(0, len(before))] == before, "nothing is rewritten"
    assert read_back(log) == cup("tie")
    assert Match.load(log, "cup-r1-m1").verdict.reason == "tie"
    assert len(log.events("cup-r1-m2")) == 3, "the bye stayed as it was"
    assert write(log, cup(), import_(1), at=3, replace=True).status == "corrected", "a file may come back"
    assert read_back(log) == cup()


def test_a_match_that_is_gone_is_withdrawn_and_may_come_back(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    assert write(log, cup(more=False), import_(2), at=2, replace=True) == Written(
        "corrected", withdrawn=1, kept=1
    )
    history = log.history("cup-r1-m2")
    assert withdrawn(history) and pairing(history, ["c"]) is None
    assert Match.load(log, "cup-r1-m2").verdict.reason == "withdrawn"
    assert read_back(log) == cup(more=False)
    assert write(log, cup(), import_(3), at=3, replace=True) == Written("corrected", changed=1, kept=1)
    assert not withdrawn(log.history("cup-r1-m2"))
    assert read_back(log) == cup()


def test_another_deck_is_another_opening(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    players = (PLAYERS[0], Player("b", "Ben", Deck("Ash", {"Coal": 60})), PLAYERS[2])
    assert write(log, cup(players=players), import_(2), at=2, replace=True) == Written(
        "corrected", changed=1, kept=1
    )
    assert withdrawn(log.history("cup-r1-m1")) and not withdrawn(log.history("cup-r1-m1.2"))
    back = read_back(log)
    assert back.players == players
    assert {pairing.players for _, pairing in back.pairings()} == {("a", "b"), ("c",)}


def test_what_is_gone_is_told_from_what_is_changed(log: Log) -> None:
    """One match is missing, and the players of another one sit the other way round; a third one is new."""
    opened = (Pairing(("a", "b"), "win", 0), Pairing(("c",), "bye", 0))
    later = (Pairing(("b", "a"), "win", 1), Pairing(("c", "a"), "tie"))
    first, second = (
        msgspec.structs.replace(cup(), rounds=(Round(1, "Round 1", "swiss", pairings),))
        for pairings in (opened, later)
    )
    write(log, first, import_(1), at=1)
    planned = plan_import(log, second, import_(2)).written
    assert planned == write(log, second, import_(2), at=2, replace=True)
    assert planned == Written("corrected", added=1, changed=1, withdrawn=1)


def test_a_result_that_came_in_later_retracts_nothing(log: Log) -> None:
    write(log, cup("unfinished"), import_(1), at=1)
    assert Match.load(log, "cup-r1-m1").verdict.reason == "unfinished"
    write(log, cup(), import_(2), at=2, replace=True)
    kinds = [type(event).__name__ for event in log.events("cup-r1-m1")]
    assert kinds == ["Opened", "Noted", "Noted", "Ended"]


def test_an_import_can_be_taken_back_and_made_again(log: Log) -> None:
    write(log, cup(), import_(1), at=1)
    assert withdraw(log, "cup", why="asked to", at=2) == 2
    assert list_tournaments(MatchRegister(log)) == [] and last_import(log, "cup") is None
    assert all(withdrawn(log.history(info.match)) for info in log.matches())
    assert withdraw(log, "cup", why="again", at=3) == 0
    assert write(log, cup(), import_(1), at=4) == Written("corrected", changed=2)
    assert read_back(log) == cup()


def test_files_are_kept_before_the_log_names_them_and_not_for_nothing(log: Log) -> None:
    kept: list[int] = []

    def keep() -> None:
        kept.append(log.size)

    write(log, cup(), import_(1), at=1, store_files=keep)
    assert kept == [0]
    with pytest.raises(TournamentExists):
        write(log, cup("tie"), import_(2), at=2, store_files=keep)
    assert kept == [0]

    def fail() -> None:
        raise OSError("no space")

    size = log.size
    with pytest.raises(OSError, match="no space"):
        write(log, cup("tie"), import_(2), at=2, replace=True, store_files=fail)
    assert log.size == size


PAIRS = st.sampled_from([("a", "b"), ("b", "a"), ("c", "a")])
OUTCOMES = st.sampled_from(["win", "tie", "intentional-draw", "forfeit", "double-loss", "unfinished"])


@st.composite
def cups(draw: st.DrawFn) -> Tournament:
    """Some matches of three players in two rounds, the same ones perhaps twice."""
    rounds = []
    for number in (1, 2):
        pairings = []
        for first, second in draw(st.lists(PAIRS, max_size=3)):
            outcome = draw(OUTCOMES)
            winner = draw(st.integers(0, 1)) if outcome in ("win", "forfeit") else None
            score = draw(st.none() | st.builds(Score, st.tuples(st.integers(0, 2), st.integers(0, 2))))
            score = None if outcome == "unfinished" else score
            pairings.append(Pairing((first, second), outcome, winner, score))  # type: ignore[arg-type]  # one of them
        rounds.append(Round(number, str(number), "swiss", tuple(pairings)))
    return msgspec.structs.replace(cup(), rounds=tuple(rounds))


@settings(max_examples=effort.examples(40), deadline=None)
@given(st.lists(cups(), min_size=1, max_size=4))
def test_after_any_corrections_the_log_says_what_the_last_file_says(files: list[Tournament]) -> None:
    with TemporaryDirectory() as folder, SqliteLog(Path(folder) / "log.db", writing=True) as log:
        for number, tournament in enumerate(files):
            write(log, tournament, import_(number), at=number, replace=True)
        back = read_back(log)
        for found, round in zip(back.rounds, files[-1].rounds, strict=True):
            assert sorted(map(repr, found.pairings)) == sorted(map(repr, round.pairings))
        standing = [info for info in log.matches() if not withdrawn(log.history(info.match))]
        assert len(standing) == 1 + len(list(files[-1].pairings()))


def test_what_cannot_be_written_leaves_nothing(log: Log) -> None:
    broken = Player("b", "Ben", Deck("", {"Coal": 2**60}))
    with pytest.raises(Exception, match="must lie within"):
        write(log, cup(players=(PLAYERS[0], broken, PLAYERS[2])), import_(1), at=1)
    assert log.size == 0


@pytest.mark.parametrize("names", FILES, ids=lambda names: names[0])
def test_what_goes_in_comes_out(names: list[str], log: Log) -> None:
    tournament = without_places(sample(*names))
    write(log, tournament, import_(1), at=1)
    assert read_back(log, tournament.id) == tournament
    assert last_import(log, tournament.id) == import_(1)
    assert len(results_of(log, tournament.id)) == len(list(tournament.pairings()))
    for info in log.matches():
        opened = log.entry(info.match, 0).entry.event
        assert isinstance(opened, Opened)
        if opened.granularity == "result":
            assert Match.load(log, info.match).verdict.grade == "OUTCOME_ONLY"


@given(st.text().filter(lambda name: "\\" not in name))
def test_a_name_of_a_card_comes_back_from_its_key(name: str) -> None:
    key = card_id(name)
    assert key.isascii()
    if name.isprintable():
        assert readable(key) == name
