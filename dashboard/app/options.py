"""The options of the dashboard: ``streamlit run serve.py -- --log FILE [--store FOLDER] [--record]``.

Not here: Streamlit's own options (``.streamlit/config.toml``).
"""

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

STORE = ".store"
"""Suffix of the default folder of the projection, beside the log."""

KEEPER = "scorekeeper"
"""The default name of the scorekeeper."""

Evidence = Callable[[Path, str, str], bytes]
"""Makes the evidence bundle of a match (log, match, language). Raises ``ValueError`` with a message for the
reader."""


def imported(name: str) -> Evidence:
    """The function ``MODULE:NAME``. The command that starts the pages passes it in, since the dashboard may
    not import packages above it. Raises ``ValueError`` if it does not exist."""
    module, _, attribute = name.partition(":")
    try:
        found: Evidence = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(name) from error
    return found


@dataclass(frozen=True, slots=True)
class Options:
    """``log`` and the folder ``store`` with its projection; ``record``: whether the pages may write the log,
    as ``keeper`` if nobody logs in; ``access``: the file with logins and roles; ``evidence``: makes evidence
    bundles."""

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
    parser.add_argument(
        "--evidence", type=imported, metavar="MODULE:NAME", help="what makes evidence bundles"
    )
    given = parser.parse_args(arguments)
    store = given.store or given.log.with_suffix(STORE)
    return Options(given.log, store, given.record, given.keeper, given.access, given.evidence)
