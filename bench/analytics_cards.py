"""The card table of 17Lands over 300,000 games: beside spells-mtg, the reference of the field, and beside
SQL for DuckDB written by hand.

All three give the same numbers, which is checked before anything is timed. *Cold* is the first call of a new
process after its imports; *repeated* is the same call again, which spells answers from its cache and kifuda
from its cubes. Not here: the games (``draft_games``).
"""

import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import duckdb
import polars as pl

from analytics.metrics.cell_estimates import estimate_rows
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.publish.pivot import column_name
from analytics.query.cubes.answer import answer
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.sum_query import SumQuery
from analytics.store.reader import Store
from bench.draft_games import CARDS, SET, played, write_store, write_wide
from bench.figure import Figure

GAMES = 300_000
SEED = 20260401
RUNS = 5
CACHE = Path(__file__).with_name("cache")
LOCK = Path(__file__).with_name("spells.lock")
SHOWN = tuple(METRICS[id] for id in ("gp_wr", "oh_wr", "gd_wr", "gih_wr", "gns_wr", "iih"))
PEER = {
    "gp_wr": "gp_wr",
    "oh_wr": "oh_wr",
    "gd_wr": "gd_wr",
    "gih_wr": "gih_wr",
    "gns_wr": "gns_wr",
    "iih": "iwd",
}
"""Metric → the column of the peer with the same definition."""
ALIKE = 1e-9
SUMS = tuple(dict.fromkeys(name for metric in SHOWN for name in metric.sums))


def run(scale: float = 1) -> list[Figure]:
    """Every figure, on a league smaller by ``scale``."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = played(round(GAMES * scale), seed=SEED)
        home, store = folder / "peer", folder / "store"
        (home / "external" / SET).mkdir(parents=True)
        write_wide(games, home / "external" / SET / f"{SET}_PremierDraft_game.parquet")
        write_store(games, store)
        (folder / "cards.json").write_text(json.dumps(CARDS), "utf-8")
        del games
        peer, cold = _against_peer(folder, home, store)
        return [*peer, *cold, *_against_sql(store)]


def _against_peer(folder: Path, home: Path, store: Path) -> tuple[list[Figure], list[Figure]]:
    python = environment()
    theirs: list[dict[str, Any]] = []
    ours: list[float] = []
    for _ in range(RUNS):  # in turns, so that both see the same load of the machine
        for kept in (home / "cache").rglob("*.parquet"):
            kept.unlink()
        theirs.append(
            _output_of(
                [
                    python,
                    str(Path(__file__).with_name("spells_peer.py")),
                    str(home),
                    str(folder / "cards.json"),
                ]
            )
        )
        ours.append(_output_of([sys.executable, "-m", "bench.analytics_cards", str(store)])["cold"])
    opened = Store(store)
    check_alike(card_table(opened), pl.read_parquet(home / "table.parquet"))
    refresh(store)
    check_alike(card_table(opened), pl.read_parquet(home / "table.parquet"))
    repeated = tuple(sorted(_seconds(lambda: card_table(opened)) for _ in range(4 * RUNS)))
    opened.close()
    cached = tuple(seconds for printed in theirs for seconds in printed["repeated"])
    first = tuple(printed["cold"] for printed in theirs)
    return [
        Figure("card table, spells-mtg, cold (peer)", 1e3 * median(first), "ms", _ms(first)),
        Figure("card table, spells-mtg, repeated (peer)", 1e3 * median(cached), "ms", _ms(cached[::RUNS])),
    ], [
        Figure("card table, cold", 1e3 * median(ours), "ms", _ms(ours)),
        Figure("card table, repeated", 1e3 * median(repeated), "ms", _ms(repeated)),
        Figure("card table, cold: spells-mtg ÷ kifuda", median(first) / median(ours), "×", bar=10),
        Figure("card table, repeated: spells-mtg ÷ kifuda", median(cached) / median(repeated), "×", bar=3),
    ]


def card_table(store: Store) -> pl.DataFrame:
    """Every metric of the card table with interval and number of games."""
    sums = answer(store, SumQuery(SUMS, ("card",)))
    values = (
        column.alias(column_name(metric.id, column.name))
        for metric in SHOWN
        for column in estimate_rows(metric, sums, draws="exclude")
    )
    return sums.select("card", *values)


def check_alike(ours: pl.DataFrame, theirs: pl.DataFrame) -> None:
    """Raise ``AssertionError`` where a number differs by more than ``ALIKE``."""
    both = ours.join(theirs, left_on="card", right_on="name", suffix="_theirs")
    assert both.height == ours.height == theirs.height, "not the same cards"
    for metric, column in PEER.items():
        column = f"{column}_theirs" if column in ours.columns else column
        apart = both.select((pl.col(metric) - pl.col(column)).abs().max()).item()
        assert apart is not None and apart <= ALIKE, f"{metric} differs by {apart}"


COPIES = {
    "deck": "deck",
    "open": "open",
    "drawn": "drawn",
    "hand": "(open + drawn)",
    "unseen": "greatest(0, deck - open - drawn - tutored)",
}
BY_HAND = ", ".join(
    f"sum({number} * won)::BIGINT AS {name}_won, sum({number} * lost)::BIGINT AS {name}_lost,"
    f" sum({number} * tied)::BIGINT AS {name}_tied,"
    f" sum({number} * {number} * (won + lost))::BIGINT AS {name}_squares,"
    f" sum({number} * {number} * tied)::BIGINT AS {name}_tied_squares"
    for name, number in COPIES.items()
)


def _against_sql(folder: Path) -> list[Figure]:
    """Figures of the table's sums from the facts and of SQL over the same files in the same process."""
    files = sorted(str(path) for path in folder.glob("facts/card_seat_game/*/*/*.parquet"))
    connection = duckdb.connect()
    sql = f"SELECT card, {BY_HAND} FROM read_parquet($files) GROUP BY card"

    def by_hand() -> pl.DataFrame:
        found: pl.DataFrame = connection.sql(sql, params={"files": files}).pl()
        return found

    store = Store(folder)
    ask = SumQuery(tuple(SUMS), ("card",), since=None)
    from_facts = _without_cubes(store, ask)
    assert (
        from_facts().select("card", *SUMS).sort("card").equals(by_hand().select("card", *SUMS).sort("card"))
    )
    runs = [(_seconds(from_facts), _seconds(by_hand)) for _ in range(3 * RUNS)]
    ours, theirs = (tuple(times) for times in zip(*runs, strict=True))
    store.close()
    ratio = median(ours) / median(theirs)
    return [
        Figure("sums of the card table from the facts", 1e3 * median(ours), "ms", _ms(ours)),
        Figure("the same in hand-written SQL, DuckDB (peer)", 1e3 * median(theirs), "ms", _ms(theirs)),
        Figure("sums from the facts ÷ hand-written SQL", ratio, "×", bar=1.3, at_least=False),
    ]


def _without_cubes(store: Store, ask: SumQuery) -> Callable[[], pl.DataFrame]:
    """A function that answers the query from the facts, without cubes."""
    for kept in (store.folder / "cubes").rglob("index.json"):
        kept.unlink()
    return lambda: answer(store, ask)


def environment() -> str:
    """The Python of an environment with the peer, created once. Raises ``OSError``,
    ``subprocess.CalledProcessError``."""
    folder = CACHE / "spells"
    python, made = folder / "bin" / "python", folder / LOCK.name
    if not made.exists() or made.read_bytes() != LOCK.read_bytes():
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", LOCK], check=True
        )
        made.write_bytes(LOCK.read_bytes())
    return str(python)


def _output_of(command: list[str]) -> dict[str, Any]:
    """The JSON that a measuring process prints."""
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ.copy())
    printed: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return printed


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _ms(seconds: Any) -> tuple[float, ...]:
    return tuple(1e3 * second for second in seconds)


if __name__ == "__main__":  # one cold call, timed inside the process
    began = perf_counter()
    card_table(Store(Path(sys.argv[1])))
    print(json.dumps({"cold": perf_counter() - began}))
