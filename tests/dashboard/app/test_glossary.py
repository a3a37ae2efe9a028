"""No Japanese text for people has a word that the glossary bars, nor the polite register."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GLOSSARY = ROOT / "docs" / "glossary.ja.md"
POLITE = re.compile(r"です[。、？]|ます[。、]|ません[。、]|ください")


def barred() -> list[str]:
    """The words of the last column."""
    rows = [line.split(" | ") for line in GLOSSARY.read_text("utf-8").splitlines() if line.startswith("| ")]
    words = [row[-1].removesuffix(" |").strip() for row in rows]
    return [word for word in words if word not in ("–", "---", "使わない言葉")]


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """File and line of every line with Japanese in the program, card and case files of games left out."""
    return tuple(_found())


def _found() -> Iterator[tuple[str, str]]:
    for package in (
        "analytics",
        "dashboard",
        "engine/audit",
        "engine/case",
        "engine/kernel",
        "engine/text",
        "kifuda",
    ):
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in (".toml", ".py"):
                for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
                    if re.search(r"[ぁ-んァ-ン一-龯]", line):
                        yield f"{path.relative_to(ROOT)}:{number}", line


@pytest.mark.parametrize("word", barred())
def test_a_word_that_is_barred_stands_nowhere(word: str) -> None:
    assert [place for place, line in texts() if word in line] == []


def test_the_register_is_one() -> None:
    assert [place for place, line in texts() if POLITE.search(line)] == []


def test_the_glossary_bars_something() -> None:
    assert len(barred()) >= 8
