"""The pages over a log of which only results are known: every page opens, and says what there is."""

from pathlib import Path

import pytest

from tests.analytics.imports.samples import SAMPLES
from tests.dashboard.opening import LANGUAGES, PAGES, opened, text_of
from tests.support.command import kifuda


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A projected log of imported tournaments and nothing else."""
    path = tmp_path_factory.mktemp("results") / "cup.db"
    assert kifuda("import", SAMPLES, "--log", path).status == 0
    assert kifuda("project", "--log", path).status == 0
    return path


@pytest.mark.sampled(12)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens(log: Path, page: str, language: str) -> None:
    assert text_of(opened(log, page, language))


@pytest.mark.parametrize("page", ["replay", "audit"])
@pytest.mark.parametrize(
    "match", ["open-day-2026-05-10-r1-m1", "topdeck-pod-night-1-r1-t1", "friday-night-2026-05-08-r1-t1"]
)
def test_a_result_can_be_looked_at(log: Path, page: str, match: str) -> None:
    app = opened(log, page, match=match)
    assert "Ada" in text_of(app)
    assert not app.success and "Judged by" not in text_of(app)
