"""A log of the league and of simulated matches of every game, in each form that the chain goes through."""

from pathlib import Path

import pyarrow as pa

from analytics.query.cubes.cube_refresh import refresh
from analytics.store.projection import project
from engine.games.registry import RULESETS
from events.log.sqlite_log import SqliteLog
from kifuda.bots.simulate import simulate
from tests.support.command import kifuda
from tests.support.league import write
from tests.support.play import append


def write_log(folder: Path) -> None:
    """``log.db``, ``log.parquet`` and ``store`` with its cubes, in this folder."""
    with SqliteLog(folder / "log.db", writing=True) as log:
        write(log)
        for rules in RULESETS.values():  # games with decks and draws as well
            for match in simulate(rules, matches=1, seed=7):
                append(log, f"{rules.edition}-{match.id}", list(match.derived))
        project(log, folder / "store")
    refresh(folder / "store")
    done = kifuda(
        "export", "--all", "--format", "parquet", "-o", folder / "log.parquet", "--log", folder / "log.db"
    )
    assert done.status == 0, done.err


def events_of(log: pa.Table) -> pa.Table:
    """The lines of a log in Parquet as one row a match, as Spark collects them."""
    lines: dict[str, list[dict[str, object]]] = {}
    for line in log.to_pylist():
        lines.setdefault(line["match"], []).append({name: line[name] for name in ("seq", "cause", "event")})
    return pa.Table.from_pylist([{"match": match, "events": events} for match, events in lines.items()])
