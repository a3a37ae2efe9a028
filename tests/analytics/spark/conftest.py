"""The log that goes through the chain."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def folder(every_game: Path) -> Path:
    """A log, its Parquet, and the store that was projected from it, all of them to be read only."""
    return every_game
