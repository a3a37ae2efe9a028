"""The log that the suites of evidence read.

Not here: what is in it (``logs``).
"""

import pytest

from tests.evidence.logs import Kept, keep


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return keep(tmp_path_factory.mktemp("log") / "kifuda.db")
