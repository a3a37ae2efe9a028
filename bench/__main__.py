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

from bench import engine_speed, group_commit, log_speed
from bench.figure import Figure

RESULTS = Path(__file__).with_name("results.json")
TABLE = Path(__file__).with_name("results.md")
PEERS = ("pokerkit", "eventsourcing", "apsw", "msgspec")


def main() -> int:
    """Run every benchmark."""
    figures = engine_speed.run() + log_speed.run() + group_commit.run()
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(_report(figures)), indent=2) + b"\n")
    Console().print(_table(figures))
    TABLE.write_text(_markdown(figures), "utf-8")
    return 0 if all(figure.holds is not False for figure in figures) else 1


def _report(figures: list[Figure]) -> dict[str, object]:
    return {
        "command": "make bench",
        "measured": datetime.now(UTC).strftime("%Y-%m-%d"),
        "machine": {"python": platform.python_version(), "processor": platform.machine()},
        "versions": {name: version(name) for name in PEERS},
        "figures": figures,
    }


def _rows(figures: list[Figure]) -> list[tuple[str, str, str, str, str]]:
    """Name, median, unit, bar, and whether it holds, as texts."""
    rows = []
    for figure in figures:
        bar = "" if figure.bar is None else f"{'≥' if figure.at_least else '≤'} {figure.bar:,g}"
        holds = {None: "", True: "yes", False: "NO"}[figure.holds]
        digits = ",.0f" if figure.value >= 100 else ",.2f"
        rows.append((figure.name, format(figure.value, digits), figure.unit, bar, holds))
    return rows


HEAD = ("figure", "median", "unit", "bar", "holds")


def _markdown(figures: list[Figure]) -> str:
    lines = [" | ".join(row) for row in (HEAD, ("---",) * len(HEAD), *_rows(figures))]
    body = "\n".join(f"| {line} |" for line in lines)
    return f"# Figures\n\nMeasured by `make bench`; every run stands in `results.json`.\n\n{body}\n"


def _table(figures: list[Figure]) -> Table:
    table = Table(*HEAD, title="kifuda, measured on this machine")
    for row in _rows(figures):
        table.add_row(*row)
    return table


if __name__ == "__main__":
    sys.exit(main())
