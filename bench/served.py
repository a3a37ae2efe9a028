"""A log of a million matches with its store, for pages to be measured on.

A million matches recorded act by act would need more than 50 GB of log. So the log holds most of them as
imported results, while the store holds facts of every act and card of them, made from random numbers
(``league``). Some hundred matches are played from the first act to the last and projected like any other.
Not here: what is measured on it (``pages_speed``).
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from analytics.derived_data import refresh
from analytics.query.cubes.cube_files import FOLDER as CUBES
from analytics.store.manifest import NAME, Part, head, load, save
from analytics.store.part_paths import FACTS, path_of
from analytics.store.parts import column_of
from analytics.store.projection import project
from bench.league import CACHE, kept, write_manifest
from bench.workload import matches as played
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import AnyEvent, Ended, Opened

GAMES, DAYS, SEED = 5, 365, 20260402
PLAYED = {"blade-rondo@1.03": 60, "chronocard@web": 60, "fertcg@web": 60, "genesis-garden@2011-04": 60}
"""Ruleset → number of its matches that are played act by act."""


def served(matches: int) -> tuple[Path, Path]:
    """The log and the store; they are made once and reused."""
    league = kept(matches=matches, games=GAMES, days=DAYS, seed=SEED)
    folder = CACHE / f"served-{league.name.removeprefix('league-')}"
    log, store = folder / "league.db", folder / "league.store"
    if not (store / NAME).exists():  # A manifest is written last.
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        refresh(league)
        _write_log(log, league)
        _write_store(store, league, log)
    _join(store, log)
    refresh(store)
    return log, store


def _join(store: Path, log: Path) -> None:
    """Write the head of the log into the manifest of the store, so that it counts as projected from it."""
    with SqliteLog(log) as source:
        save(store, msgspec.structs.replace(load(store), head=head(source, source.size)))


def _write_log(path: Path, league: Path) -> None:
    with SqliteLog(path, writing=True) as log:
        _append_played(log)
        for part in load(league).parts:
            with log.batch():
                for match, events in _results(league, part):
                    pending = [Pending(event) for event in events]
                    log.append(match, pending, expected=0, command=match, at=0)


def _append_played(log: SqliteLog) -> None:
    with log.batch():
        for game, number in PLAYED.items():
            for match, derived in played(game, number):
                pending = [Pending(event, cause) for event, cause in derived]
                log.append(match, pending, expected=0, command=match, at=0)


def _results(league: Path, part: Part) -> Iterator[tuple[str, list[AnyEvent]]]:
    """The matches of a part of the league as events of imported results."""
    columns = (column_of(league, part, "match", name) for name in ("match", "day", "tournament", "winner"))
    players = column_of(league, part, "seat_match", "player")
    for match, day, tournament, winner, first, second in zip(
        *columns, players[::2], players[1::2], strict=True
    ):
        opened = Opened(
            game=part.game,
            edition="",
            cards="all",
            players={"A": first, "B": second},
            settings={},
            digests={},
            head={"played": day.isoformat(), "tournament.name": msgspec.json.encode(tournament).decode()},
            granularity="result",
        )
        yield match, [opened, Ended("match", winner=winner, reason="decided")]


def _write_store(store: Path, league: Path, log: Path) -> None:
    """Write the facts of the league, as links, and those of the matches that were played."""
    shutil.copytree(league / FACTS, store / FACTS, copy_function=os.link)
    shutil.copytree(league / CUBES, store / CUBES, copy_function=os.link)
    parts = [*load(league).parts]
    with TemporaryDirectory() as name:
        small, projected = Path(name) / "played.db", Path(name) / "store"
        with SqliteLog(small, writing=True) as source:
            _append_played(source)
            project(source, projected)
        for part in load(projected).parts:
            for table in part.files:
                path = path_of(store, part, table=table)
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path_of(projected, part, table=table), path)
            parts.append(part)
    with SqliteLog(log) as source:
        write_manifest(store, parts, position=source.size)
