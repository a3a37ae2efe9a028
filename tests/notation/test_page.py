"""The page about the notation: its tables are those of the rulesets, its example reads."""

import re
from pathlib import Path

import pytest

from engine.games.registry import RULESETS
from engine.record.notation.manual import games_page, renewed
from engine.record.notation.read import read

PAGE = Path(__file__).parents[2] / "docs/notation.md"


def test_the_page_is_up_to_date() -> None:
    text = PAGE.read_text("utf-8")
    assert text == renewed(text), "run: python -m engine.record.notation.manual docs/notation.md"


def test_every_verb_of_every_game_is_on_the_page() -> None:
    page = games_page(RULESETS.values())
    for rules in RULESETS.values():
        for verb in rules.verbs.values():
            assert f"`{verb.name}" in page and verb.says.en in page
            assert verb.japanese and all(f"`{name}`" in page for name in verb.japanese)


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="games: begin"):
        renewed("# Nothing")


def test_the_example_on_the_page_reads_without_a_finding() -> None:
    example = re.search(r"```\n(\+\+\+.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert example is not None
    reading = read(example[1])
    assert reading.refusal is None and reading.findings == []
