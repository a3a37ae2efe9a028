"""Print a row for each metric and report: what chance decides, how many 95 % intervals there are, and which
share of them holds the truth; of p-values, which share is not below 0.05.

``python -m tests.support.known_truth --leagues 4 --worlds 100 --seed 1``
"""

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tests.support.known_truth.held import NONE, Held
from tests.support.known_truth.laws import LAWS, of_law
from tests.support.known_truth.leagues import of_bots, of_tournaments, tables_of
from tests.support.known_truth.reports import REPORTS, of_report
from tests.support.known_truth.truths import LOT, OF_BOTS, fair_deals

EDITIONS = {
    "blade-rondo@1.03": 60,
    "chronocard@web": 40,
    "genesis-garden@2011-04": 30,
    "fertcg@web": 30,
    "aquarian-age@2005-11-22": 20,
    "koi-koi@common": 30,
    "hanabi@2014": 30,
}
"""Edition → matches of a league: long matches need fewer."""
SIZE = 150
"""Matches of a world."""
CELLS = {"player_rating": 1, "adjusted_effect": 3, "field_score": 4, "matchup_rate": 2, "shrunk_win_rate": 1}
"""Metric → cells drawn from its law for each world, where one has many intervals or takes long."""
USUAL = 12
Row = tuple[str, str, Held]


def rows(*, leagues: int, worlds: int, seed: int) -> Iterator[Row]:
    """What chance decides, the metric or report, and its intervals."""
    chance = np.random.default_rng(seed)
    for edition, matches in EDITIONS.items():
        for league in range(leagues):
            with tempfile.TemporaryDirectory() as folder:
                tables = tables_of(of_bots(Path(folder), edition, matches=matches, seed=seed + league))
            for kind in OF_BOTS:
                found = kind.tried(tables, chance, worlds=max(worlds // leagues, 1), size=SIZE)
                yield from ((kind.what, id, one) for id, one in found.items())
            yield from (("fresh deals", id, one) for id, one in fair_deals(tables).items())
    with tempfile.TemporaryDirectory() as folder:
        tables = tables_of(of_tournaments(Path(folder), 1, seed=seed, players=400, rounds=4))
    found = LOT.tried(tables, chance, worlds=4 * worlds, size=0)
    yield from ((LOT.what, id, one) for id, one in found.items())
    for id in LAWS:
        times = CELLS.get(id, USUAL) * worlds
        yield "sums drawn from the law that the model supposes", id, of_law(id, chance, times=times)
    with tempfile.TemporaryDirectory() as folder:
        store = of_tournaments(Path(folder), 2 * worlds, seed=seed, players=110, rounds=5)
        for name in REPORTS:
            yield "imported tournaments of chance alone", name, of_report(name, store)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leagues", type=int, default=4, help="of each game, with worlds of their own")
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found: defaultdict[tuple[str, str], Held] = defaultdict(lambda: NONE)
    for what, name, one in rows(leagues=given.leagues, worlds=given.worlds, seed=given.seed):
        found[what, name] += one
    for (what, name), one in found.items():
        share = f"{100 * one.share:.1f}" if one.intervals else "–"
        print(f"| {what} | `{name}` | {one.intervals:,} | {share} |", flush=True)


if __name__ == "__main__":
    main()
