"""A metric is one declaration: it is told everywhere without another line, also with a sum of its own."""

import json
import os
import re
import sys
from pathlib import Path
from shutil import copytree
from subprocess import run

import pytest

from analytics.metrics import METRICS, Filters, games
from analytics.metrics.publish.book import book
from analytics.store.reader import Store
from kifuda import metrics
from tests.support.command import kifuda
from tests.support.effort import some

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


# --- with a sum of its own ------------------------------------------------------------------------------

OF_ITS_OWN = """
from analytics.metrics.definitions.terms import own_sum
from analytics.query.measures.expression import col
from analytics.query.measures.measure import Measure, one_if

MATCH += (
    Metric(
        id="late_win_share",
        name=Bilingual("長い勝ちの割合", "share of late wins"),
        formula=Bilingual("11ターン目以降の勝ち / 勝ち", "wins after turn 10 / wins"),
        unit="share",
        weighting="game-weighted",
        tag="descriptive",
        estimator=Share(
            (
                own_sum(
                    Measure(
                        "late_wins",
                        "seat_game",
                        col("won") * one_if(col("turns") > 10),
                        columns=("won",),
                        borrows=("turns",),
                    ),
                    "Σ won · [after turn 10]",
                ),
            ),
            ("wins",),
        ),
        example=Example({"late_wins": 11, "wins": 20}, Estimate(0.55, 20, 0.3421, 0.7418)),
    ),
)
"""
TOLD = """
import json, sys
from analytics.metrics.publish.book import book
from tests.support.command import kifuda
told = [kifuda("stats", "late_win_share", "--by", "archetype", "--json").out]
for language in sys.argv[1:]:
    told.append([kifuda("stats", "late_win_share", "--lang", language).out, book(language)])
print(json.dumps(told))
"""
"""What a process says in which the changed files are read: of decks, then in each language."""
ROOT = Path(__file__).parents[2]


def test_a_sum_of_its_own_is_declared_beside_it(tmp_path: Path) -> None:
    """A new metric with a new sum is written into one file of a copy, and nothing else is changed."""
    changed = tmp_path / "changed"
    copytree(ROOT / "analytics", changed / "analytics")
    for name in SOURCES[1:]:
        (changed / name).symlink_to(ROOT / name)
    with (changed / "analytics/metrics/definitions/match.py").open("a", encoding="utf-8") as file:
        file.write(OF_ITS_OWN)

    languages = some((("en", "share of late wins"), ("ja", "長い勝ちの割合")))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(changed), str(ROOT)))}
    command = [sys.executable, "-c", TOLD, *(language for language, _ in languages)]
    done = run(command, env=environment, capture_output=True, text=True, check=True)
    of_decks, *told = json.loads(done.stdout)

    rows = json.loads(of_decks)["rows"]
    wins = metrics.metric("kifuda.db", "win_rate", by=("archetype",)).rows
    assert sum(row["n"] for row in rows) == sum(round(row["value"] * row["n"]) for row in wins.to_dicts())
    lengths = [row["turns"] for row in games(Store(Path("kifuda.store")), Filters()).to_dicts()]
    late = sum(round(row["value"] * row["n"]) for row in rows if row["n"])  # a deck may have won nothing
    assert late == sum(turns > 10 for turns in lengths) and 0 < late < len(lengths)
    for (_, name), (stats, page) in zip(languages, told, strict=True):
        assert name in stats
        assert "| `late_wins` | `seat_game` | Σ won · [after turn 10] |" in page and name in page
