"""A metric is one declaration: it is told everywhere without another line."""

import re
from pathlib import Path

import pytest

from analytics.metrics import METRICS
from analytics.metrics.publish.book import book
from kifuda import metrics
from tests.support.command import kifuda

NEW = METRICS["stuck_rate"]
"""Any metric that nothing else names."""
SOURCES = ("analytics", "dashboard", "kifuda", "engine", "events")


@pytest.fixture(autouse=True)
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a log of simulated matches."""
    monkeypatch.chdir(tmp_path)
    kifuda("simulate", "genesis-garden", "-n", 4, "--seed", 4)


def test_only_its_declaration_names_it() -> None:
    root = Path(__file__).parents[2]
    files = [
        path
        for folder in SOURCES
        for ending in ("*.py", "*.toml")
        for path in (root / folder).rglob(ending)
        if re.search(rf"\b{NEW.id}\b", path.read_text("utf-8"))
    ]
    assert [path.relative_to(root).as_posix() for path in files] == ["analytics/metrics/definitions/card.py"]


def test_the_command_line_the_library_and_exports_tell_it() -> None:
    told = kifuda("stats", NEW.id, "--by", "card", "--json").json()["rows"]
    assert told and any(row["value"] for row in told)
    assert told == metrics.metric("kifuda.db", NEW.id, by=("card",)).rows.to_dicts()
    cards = {row["key"]: row for row in kifuda("stats", "cards", "--json").json()["rows"]}
    for row in told:
        assert [cards[row["card"]][f"{NEW.id}{end}"] for end in ("", "_n", "_low", "_high", "_basis")] == [
            row[name] for name in ("value", "n", "low", "high", "basis")
        ]
    assert NEW.name.en in kifuda("stats", NEW.id, "--by", "card", "--lang", "en").out


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_documents_and_methods_tell_it(language: str) -> None:
    assert f"`{NEW.id}`" in book(language)
    assert NEW.formula[language] in book(language)
