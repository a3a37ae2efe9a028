"""``python -m bench [PART…]``: measure, print beside the bars, store in ``bench/results.json``.

Parts that are not measured keep their stored figures. ``--scale 0.1`` runs the statistics on smaller leagues
and stores nothing. Exit status 1 if a bar is missed.
"""

import argparse
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import mean

import msgspec
from rich.console import Console
from rich.table import Table

from bench import (
    analytics_cards,
    analytics_cubes,
    commands,
    engine_speed,
    facts_speed,
    pages_speed,
    simulations,
)
from bench.figure import Figure, loop
from bench.log import group_commit, growth, layout, speed
from bench.touch import latency, stepping, taps

RESULTS = Path(__file__).with_name("results.json")
TABLE = Path(__file__).with_name("results.md")
PEERS = ("pokerkit", "eventsourcing", "apsw", "msgspec", "polars", "duckdb", "narwhals")
SMALL = {"cards": analytics_cards.run, "cubes": analytics_cubes.run, "pages": pages_speed.run}
"""Parts that can run on smaller leagues."""
PARTS = {
    "engine": engine_speed.run,
    "log": speed.run,
    "layout": layout.run,
    "growth": growth.run,
    "commit": group_commit.run,
    "facts": facts_speed.run,
    "simulations": simulations.run,
    "commands": commands.run,
    "taps": taps.run,
    "touch": latency.run,
    "replay": stepping.run,
    **SMALL,
}


class Report(msgspec.Struct):
    """The content of ``results.json``."""

    command: str
    measured: str
    machine: dict[str, str]
    versions: dict[str, str]
    figures: list[Figure]


def main() -> int:
    """Measure these parts, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("part", nargs="*", help=f"one of {', '.join(PARTS)}; all where none is given")
    parser.add_argument(
        "--scale", type=float, default=1, help="size of the leagues of cards, cubes and pages"
    )
    given = parser.parse_args()
    if unknown := set(given.part) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}: accepted are {', '.join(PARTS)}")
    figures = []
    for part in given.part or PARTS:
        before = loop()
        figures += SMALL[part](given.scale) if part in SMALL else PARTS[part]()
        around = (before, loop())
        name = f"{part}: ten million rounds of a plain loop, before and after (speed of the machine)"
        figures.append(Figure(name, mean(around), "s", around))
    Console().print(_table(figures))
    if given.scale == 1:
        _keep(figures if not given.part else _among_kept(figures))
    return 0 if all(figure.holds is not False for figure in figures) else 1


def _among_kept(figures: list[Figure]) -> list[Figure]:
    """The stored figures, those of the same name replaced by these."""
    kept = msgspec.json.decode(RESULTS.read_bytes(), type=Report).figures
    fresh = {figure.name: figure for figure in figures}
    return [fresh.pop(figure.name, figure) for figure in kept] + list(fresh.values())


def _keep(figures: list[Figure]) -> None:
    RESULTS.write_bytes(
        msgspec.json.format(msgspec.json.encode(_report(figures), enc_hook=float), indent=2) + b"\n"
    )
    TABLE.write_text(_markdown(figures), "utf-8")


def _report(figures: list[Figure]) -> Report:
    return Report(
        command="make bench",
        measured=datetime.now(UTC).strftime("%Y-%m-%d"),
        machine={"python": platform.python_version(), "processor": platform.machine()},
        versions={name: version(name) for name in PEERS},
        figures=figures,
    )


def _rows(figures: list[Figure]) -> list[tuple[str, str, str, str, str]]:
    """Name, median, unit, bar, and whether it holds, as texts."""
    rows = []
    for figure in figures:
        bar = "" if figure.bar is None else f"{'≥' if figure.at_least else '≤'} {figure.bar:,g}"
        holds = {None: "", True: "yes", False: "NO"}[figure.holds]
        digits = ",.0f" if figure.value >= 100 else ",.2f"
        name = f"{figure.name} ({figure.of[0]})" if len(figure.of) == 1 else figure.name
        rows.append((name, format(figure.value, digits), figure.unit, bar, holds))
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
