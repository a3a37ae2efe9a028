"""Paper: Latin text is broken between words, and headings have room for their longest one."""

import pytest

from dashboard.tournaments.printed import CELL_PADDING, PAGE_WIDTH, _heading, _widths
from dashboard.widgets.paper import Paper

COLUMNS = ("place", "player", "deck", "wins", "losses", "ties", "points", "omw", "gw", "ogw")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_heading_is_broken_inside_a_word(language: str) -> None:
    paper = Paper()
    widths = _widths(paper, COLUMNS, language)
    assert sum(widths) == pytest.approx(PAGE_WIDTH)
    for name, width in zip(COLUMNS, widths, strict=True):
        assert paper.word_width(_heading(language, name), paper.small) <= width - CELL_PADDING + 1e-9


def test_latin_text_is_broken_between_words() -> None:
    paper = Paper()
    text = "the opponents of the opponents"
    lines = paper.paragraph(text, paper.small).breakLines(50).lines
    assert {word for line in lines for word in line[1]} <= set(text.split())
