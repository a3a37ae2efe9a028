"""What the dashboard is started with: ``streamlit run serve.py -- --log FILE [--store FOLDER] [--record]``.

Not here: Streamlit's own options (``.streamlit/config.toml``), nor what is done with these.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

STORE = ".store"
"""Ending of the folder that a log is projected into, beside the log, where no other is named."""

KEEPER = "scorekeeper"
"""Who records where nobody says so."""


Evidence = Callable[[Path, str, str], bytes]
"""Makes the bundle of a match (log, match, language). Raises ``ValueError`` with words for the reader."""


def named(name: str) -> Evidence:
    """What ``MODULE:NAME`` stands for: whoever starts the pages lends them what stands above them.

    Raises ``ValueError`` where it stands for nothing.
    """
    module, _, attribute = name.partition(":")
    try:
        found: Evidence = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(name) from error
    return found


@dataclass(frozen=True, slots=True)
class Options:
    """The log that is shown, and the folder with its projection; ``record``: whether it is written as well,
    by ``keeper`` where nobody logs in; ``access``: the file that says who may see and do what;
    ``evidence``: what makes evidence bundles."""

    log: Path
    store: Path
    record: bool = False
    keeper: str = KEEPER
    access: Path | None = None
    evidence: Evidence | None = None


def parse(arguments: Sequence[str]) -> Options:
    """The options in ``arguments``. Raises ``SystemExit`` with a usage line for others."""
    parser = ArgumentParser(prog="dashboard", description="Pages about the matches of one log.")
    parser.add_argument("--log", type=Path, default=Path("kifuda.db"), help="the log (default: kifuda.db)")
    parser.add_argument("--store", type=Path, help="folder of its projection (default: LOG.store)")
    parser.add_argument("--record", action="store_true", help="write as well as read")
    parser.add_argument("--keeper", default=KEEPER, help=f"who records (default: {KEEPER})")
    parser.add_argument("--access", type=Path, help="who may see and do what")
    parser.add_argument("--evidence", type=named, metavar="MODULE:NAME", help="what makes evidence bundles")
    given = parser.parse_args(arguments)
    store = given.store or given.log.with_suffix(STORE)
    return Options(given.log, store, given.record, given.keeper, given.access, given.evidence)
