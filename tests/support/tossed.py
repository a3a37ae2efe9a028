"""How often intervals hold the truth where winners are tossed by coin: the null law of every win-rate metric.

Matches of bots are played once; then the winner of each is a coin's, so that no card is worth anything: every
rate is one half and every difference 0. Both seats of a match get the results of one toss. Not here: p-values
of fair deals (``tests/analytics/checks``).

``python -m tests.support.tossed GAME --matches 300 --tosses 100 --seed 1``
"""

import argparse
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import narwhals as nw
import numpy as np
import polars as pl

from analytics.facts import SCHEMAS
from analytics.metrics import METRICS, Metric
from analytics.metrics.cell_estimates import estimate, named
from analytics.metrics.estimators.grouped import Within
from analytics.metrics.estimators.rates import Apart, Versus, WinRate
from analytics.query.measures import MEASURES
from analytics.query.measures.relation import reaches, relation
from analytics.query.measures.sources import collected, on_polars
from analytics.query.measures.sums import summed
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.games.registry import RULESETS
from events.log.sqlite_log import SqliteLog
from kifuda.bots.simulate import simulate, write

PER = ("card",)
ENOUGH = 100
"""The fewest observations of an interval that is looked at: with few, a discrete law cannot hold 95 %."""
RESULTS = {"seat", "won", "lost"}
Tables = Mapping[str, pl.DataFrame]


class Coverage(NamedTuple):
    """So many ``intervals`` of a metric, and so many of them ``held`` the truth."""

    metric: str
    intervals: int
    held: int


def of_cards() -> list[Metric]:
    """The metrics of win rates that are told by card, with an interval."""
    kinds = (WinRate, Versus, Apart, Within)
    return [
        metric
        for metric in METRICS.values()
        if isinstance(metric.estimator, kinds)
        and any(reaches("card", MEASURES[name].fact) for name in metric.sums)
    ]


def league(folder: Path, edition: str, *, matches: int, seed: int) -> Store:
    """A store of matches that bots played."""
    with SqliteLog(folder / "log.db", writing=True) as log:
        write(log, simulate(RULESETS[edition], matches=matches, seed=seed), lambda: 0)
        project(log, folder / "store")
    return Store(folder / "store")


def tables_of(store: Store) -> Tables:
    """All fact tables."""
    read = on_polars(store.folder, store.manifest.parts)
    return {name: collected(read[name]) for name in SCHEMAS}


def tossed(tables: Tables, seed: int) -> Tables:
    """The same, with the winner of each match by a coin."""
    matches = tables["match"]["match"].unique().sort()
    up = np.random.default_rng(seed).integers(0, 2, len(matches)) == 1
    coins = pl.DataFrame({"match": matches, "up": up})
    found = {}
    for name, rows in tables.items():
        if set(rows.columns) >= RESULTS:
            first = (pl.col("seat") == "A") == pl.col("up")
            ended = pl.col("won") + pl.col("lost") > 0
            rows = rows.join(coins, on="match", how="left", maintain_order="left").with_columns(
                won=(first & ended).cast(pl.Int8), lost=(~first & ended).cast(pl.Int8)
            )
        found[name] = rows
    return found


def sums_of(tables: Tables, metric: Metric) -> pl.DataFrame:
    """The sums of a metric by card, and what the metric wants."""
    frames = {name: nw.from_native(rows.lazy()) for name, rows in tables.items()}
    keys = tuple(dict.fromkeys((*PER, *metric.by)))
    by_fact: dict[str, list[str]] = {}
    for name in metric.sums:
        by_fact.setdefault(MEASURES[name].fact, []).append(name)
    found: pl.DataFrame | None = None
    for fact in sorted(by_fact, key=lambda fact: -sum(reaches(key, fact) for key in keys)):
        measures = [MEASURES[name] for name in by_fact[fact]]
        own = [key for key in keys if reaches(key, fact)]
        borrowed = (column for measure in measures for column in measure.borrows)
        rows = collected(summed(relation(frames, fact, (*own, *borrowed)), own, measures))
        rows = rows.select(*own, *by_fact[fact])
        if found is None:
            found = rows
        else:
            found = (
                found.join(rows, on=own, how="left", nulls_equal=True)
                if own
                else found.join(rows, how="cross")
            )
    assert found is not None
    return found


def coverage(
    tables: Tables, metrics: Sequence[Metric], seeds: Iterable[int], *, enough: int = ENOUGH
) -> Iterator[Coverage]:
    """For each metric its intervals over all tosses."""
    counts = {metric.id: [0, 0] for metric in metrics}
    for seed in seeds:
        world = tossed(tables, seed)
        for metric in metrics:
            sums = named(metric, sums_of(world, metric), PER)
            found = estimate(metric, sums, PER, draws="exclude")
            found = found.filter(pl.col("n") >= enough, pl.col("low").is_not_null())
            truth = 0.5 if metric.unit == "share" else 0.0
            counts[metric.id][0] += found.height
            counts[metric.id][1] += found.filter(pl.col("low") <= truth, pl.col("high") >= truth).height
    return (Coverage(id, *found) for id, found in counts.items())


def main() -> None:
    """Print a row a metric."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition", choices=sorted(RULESETS))
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--tosses", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = league(Path(folder), given.edition, matches=given.matches, seed=given.seed)
        tables = tables_of(store)
        for one in coverage(tables, of_cards(), range(given.tosses)):
            if one.intervals:
                print(f"| `{one.metric}` | {one.intervals:,} | {100 * one.held / one.intervals:.1f} % |")


if __name__ == "__main__":
    main()
