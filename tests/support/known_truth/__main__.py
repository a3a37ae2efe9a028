"""Print a row for each metric and report: what chance decides, how many 95 % intervals there are, and which
share of them holds the truth; of p-values, which share is not below 0.05.

``python -m tests.support.known_truth --leagues 2 --worlds 70 --seed 2``
"""

import argparse
from collections import defaultdict

from tests.support.known_truth.campaign import PARTS, rows
from tests.support.known_truth.held import NONE, Held


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leagues", type=int, default=2, help="of each game, with worlds of their own")
    parser.add_argument("--worlds", type=int, default=70)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--part", choices=PARTS, nargs="+", default=PARTS, help="some of the run, as it is in all"
    )
    parser.add_argument("--only", nargs="+", default=(), help="some metrics or reports, as they are in all")
    parser.add_argument("--cores", type=int, default=2)
    given = parser.parse_args()
    found: defaultdict[tuple[str, str], Held] = defaultdict(lambda: NONE)
    run = rows(
        leagues=given.leagues,
        worlds=given.worlds,
        seed=given.seed,
        parts=given.part,
        only=given.only,
        cores=given.cores,
    )
    for what, name, one in run:
        found[what, name] += one
    for (what, name), one in found.items():
        share = f"{100 * one.share:.1f}" if one.intervals else "–"
        print(f"| {what} | `{name}` | {one.intervals:,} | {share} |", flush=True)


if __name__ == "__main__":
    main()
