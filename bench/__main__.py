"""``python -m bench``: measure, show beside the bars, keep in ``bench/results.json``.

Exit status 1 if a bar is missed.
"""

import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from bench import engine_speed, log_speed
from bench.figure import Figure

RESULTS = Path(__file__).with_name("results.json")
PEERS = ("pokerkit", "eventsourcing", "apsw", "msgspec")


def main() -> int:
    """Run every benchmark."""
    figures = engine_speed.run() + log_speed.run()
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(_report(figures)), indent=2) + b"\n")
    Console().print(_table(figures))
    return 0 if all(figure.holds is not False for figure in figures) else 1


def _report(figures: list[Figure]) -> dict[str, object]:
    return {
        "command": "make bench",
        "measured": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": {"python": platform.python_version(), "processor": platform.machine()},
        "versions": {name: version(name) for name in PEERS},
        "figures": figures,
    }


def _table(figures: list[Figure]) -> Table:
    table = Table("figure", "median", "unit", "bar", "holds", title="kifuda, measured on this machine")
    for figure in figures:
        bar = "" if figure.bar is None else f"{'≥' if figure.at_least else '≤'} {figure.bar:,g}"
        holds = {None: "", True: "yes", False: "NO"}[figure.holds]
        digits = ",.0f" if figure.value >= 100 else ",.2f"
        table.add_row(figure.name, format(figure.value, digits), figure.unit, bar, holds)
    return table


if __name__ == "__main__":
    sys.exit(main())
