"""The log that goes through the chain, made once."""

from pathlib import Path

import pytest

from tests.analytics.spark.logs import write_log


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log, its Parquet, and the store that was projected from it, all of them to be read only."""
    folder = tmp_path_factory.mktemp("chain")
    write_log(folder)
    return folder
