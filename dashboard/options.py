"""What the dashboard is started with: ``streamlit run app.py -- --log FILE [--store FOLDER] [--record]``.

Not here: Streamlit's own options (``.streamlit/config.toml``), nor what is done with these.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

STORE = ".store"
"""Ending of the folder that a log is projected into, beside the log, where no other is named."""

KEEPER = "scorekeeper"
"""Who records where nobody says so."""


@dataclass(frozen=True, slots=True)
class Options:
    """The log that is shown, and the folder with its projection; ``record``: whether it is written as well,
    by ``keeper`` where nobody logs in; ``access``: the file that says who may see and do what."""

    log: Path
    store: Path
    record: bool = False
    keeper: str = KEEPER
    access: Path | None = None


def parse(arguments: Sequence[str]) -> Options:
    """The options in ``arguments``. Raises ``SystemExit`` with a usage line for others."""
    parser = ArgumentParser(prog="dashboard", description="Pages about the matches of one log.")
    parser.add_argument("--log", type=Path, default=Path("kifuda.db"), help="the log (default: kifuda.db)")
    parser.add_argument("--store", type=Path, help="folder of its projection (default: LOG.store)")
    parser.add_argument("--record", action="store_true", help="write as well as read")
    parser.add_argument("--keeper", default=KEEPER, help=f"who records (default: {KEEPER})")
    parser.add_argument("--access", type=Path, help="who may see and do what")
    given = parser.parse_args(arguments)
    store = given.store or given.log.with_suffix(STORE)
    return Options(given.log, store, given.record, given.keeper, given.access)
