"""Tournaments out of facts and log together are those out of the log alone, however far the facts reach."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from analytics.imports.writing.tournament_writer import withdraw, write
from analytics.store.manifest import DamagedStore, NoStore, load, save
from analytics.store.projection import project
from analytics.tournaments import match_groups
from analytics.tournaments.gather import (
    LoadedTournament,
    TournamentSummary,
    list_tournaments,
    load_tournament,
)
from analytics.tournaments.membership import MatchRegister
from events.log.contract import Log, Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Ended, Noted, Opened, Retracted
from tests.analytics.imports.test_writer import cup, import_

PLAYERS = ("Ada", "Ben")


def record(log: Log, match: str, head: dict[str, str], *, game: str = "magic", winner: str = "A") -> None:
    """A written record of which only the frame matters here."""
    opened = Opened(game, "1", "base", dict(zip("AB", PLAYERS, strict=True)), {}, {}, head)
    ended = Ended("match", winner=winner, reason="life")
    log.append(match, [Pending(opened), Pending(ended)], expected=0, command=match, at=1)


def take_back(log: Log, match: str) -> None:
    """Withdraw a record."""
    entries = log.count(match)
    log.append(
        match, [Pending(Retracted(0, "by mistake"))], expected=entries, command=f"{match} {entries}", at=1
    )


def named(name: str, *, day: str = "2026-05-03", round: int = 1) -> dict[str, str]:
    return {"tournament.name": f'"{name}"', "tournament.round": str(round), "played": day}


def renamed(log: Log) -> None:
    """Another file calls the tournament something else, and has a match less."""
    write(log, msgspec.structs.replace(cup(more=False), name="Cup of May"), import_(2), at=1, replace=True)


STEPS: list[Callable[[Log], object]] = [
    lambda log: record(log, "z-first", named("League", round=2)),
    lambda log: record(log, "a-second", named("League")),
    lambda log: write(log, cup(), import_(1), at=1),
    lambda log: record(log, "told", named("Cup"), winner="B"),
    lambda log: record(log, "by-id", {"tournament.id": '"cup"', "tournament.round": "1"}),
    lambda log: record(log, "elsewhere", named("League", day="2026-01-01"), game="harbour-duel"),
    lambda log: record(log, "lonely", {"played": "2026-05-03"}),
    lambda log: write(log, msgspec.structs.replace(cup(), id="gone"), import_(3), at=1),
    lambda log: record(log, "mistake", named("Nobody's Cup")),
    lambda log: take_back(log, "mistake"),
    lambda log: log.append("odd", [Pending(Noted("x", "y"))], expected=0, command="odd", at=1),
    lambda log: take_back(log, "a-second"),
    lambda log: withdraw(log, "gone", why="withdrawn", at=1),
    renamed,
    lambda log: record(log, "more", {"tournament.id": '"nowhere"', "played": "2026-06-01"}),
]


def found(log: Log, folder: Path | None = None) -> list[tuple[TournamentSummary, LoadedTournament]]:
    register = MatchRegister(log, folder)
    return [(one, load_tournament(register, one)) for one in list_tournaments(register)]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("reach", range(len(STEPS) + 1))
def test_it_does_not_matter_how_far_the_facts_reach(tmp_path: Path, reach: int, kept: bool) -> None:
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        for step in STEPS[:reach]:
            step(log)
        project(log, tmp_path / "store")
        if kept:
            match_groups.MATCH_GROUPS.refresh(tmp_path / "store")
        for step in STEPS[reach:]:
            step(log)
        both = found(log, tmp_path / "store")
        assert both == found(log)
    listed = [(one.id, one.game, one.results, one.records, one.stream) for one, _ in both]
    assert listed == [
        ("league", "harbour-duel", 0, 1, ""),
        ("cup", "magic", 1, 2, "cup"),
        ("league-magic", "magic", 0, 1, ""),
        ("nowhere", "magic", 0, 1, ""),
    ]


def test_facts_of_another_log_are_not_asked(tmp_path: Path) -> None:
    for name in ("one", "other"):
        with SqliteLog(tmp_path / f"{name}.db", writing=True) as log:
            record(log, name, named(f"Cup of {name}"))
            project(log, tmp_path / name)
    with SqliteLog(tmp_path / "one.db") as log:
        assert MatchRegister(log, tmp_path / "one").facts is not None
        assert MatchRegister(log, tmp_path / "other").facts is None
        assert [one.name for one in list_tournaments(MatchRegister(log, tmp_path / "other"))] == [
            "Cup of one"
        ]
        manifest = load(tmp_path / "one")
        save(tmp_path / "one", msgspec.structs.replace(manifest, position=manifest.position + 1))
        assert MatchRegister(log, tmp_path / "one").facts is None


def test_matches_that_the_facts_have_are_not_read_in_the_log(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        for step in STEPS[:-1]:
            step(log)
        project(log, tmp_path / "store")
        STEPS[-1](log)
        assert set(MatchRegister(log, tmp_path / "store").newer) == {"odd", "more"}, (
            "one is not readable, one is new"
        )


@pytest.mark.parametrize("table", ["match", "entrant"])
def test_facts_that_cannot_be_read_are_not_missed(tmp_path: Path, table: str) -> None:
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        for step in STEPS:
            step(log)
        project(log, tmp_path / "store")
        expected = found(log)
        for path in (tmp_path / "store" / "facts" / table).glob("*/*/*.parquet"):
            path.unlink()
        assert found(log, tmp_path / "store") == expected
        one, recalled = expected[0]
        assert load_tournament(MatchRegister(log, tmp_path / "store"), one) == recalled


def test_what_is_kept_is_counted_once_and_used_only_while_it_is_right(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        record(log, "one", named("Cup"))
        record(log, "other", named("Cup"), game="harbour-duel")
        project(log, store)
        assert [match_groups.MATCH_GROUPS.refresh(store), match_groups.MATCH_GROUPS.refresh(store)] == [2, 0]
        record(log, "more", named("Cup"))
        project(log, store)
        assert found(log, store) == found(log), "it is not taken for what it was"
        assert match_groups.MATCH_GROUPS.refresh(store) == 1, "the other game is the same"
        assert len(kept_files(store)) == 2, "what no longer counts is swept away"
        assert found(log, store) == found(log)
        for path in kept_files(store):
            path.write_bytes(b"?")
        assert found(log, store) == found(log), "what is broken is not used"


def test_a_list_of_what_is_kept_reads_no_facts(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        record(log, "one", named("Cup"))
        project(log, store)
        match_groups.MATCH_GROUPS.refresh(store)
        record(log, "new", named("Cup"))
        for path in (store / "facts" / "match").glob("*/*/*.parquet"):
            path.unlink()
        register = MatchRegister(log, store)
        assert [one.records for one in list_tournaments(register)] == [2]
        assert register.facts is not None


def test_what_cannot_be_counted_is_not_kept(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with pytest.raises(NoStore):
        match_groups.MATCH_GROUPS.refresh(store)
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        record(log, "one", named("Cup"))
        project(log, store)
    for path in (store / "facts" / "match").glob("*/*/*.parquet"):
        path.write_bytes(b"?")
    with pytest.raises(DamagedStore):
        match_groups.MATCH_GROUPS.refresh(store)
    assert not (store / match_groups.MATCH_GROUPS.name).exists()


def kept_files(store: Path) -> list[Path]:
    return [*(store / match_groups.MATCH_GROUPS.name).iterdir()]
