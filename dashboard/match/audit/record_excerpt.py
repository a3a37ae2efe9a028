"""The written record that a match was read from, and an excerpt around one line of it.

Not here: reading records (``engine.record.notation``).
"""

import re
from dataclasses import dataclass

import streamlit as st

from engine.record.match import Match
from events.model.kinds import Noted

CONTEXT = 4
"""Lines shown before and after the line in question."""
BLANK = "\u00a0"
"""A space that HTML does not collapse."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the record; ``number`` counts from 1, ``highlighted`` marks the one in question."""

    number: int
    text: str
    highlighted: bool


def written_record(match: Match) -> str:
    """The text of the record; ``""`` for a match that was not read from a file."""
    texts = (event.text for event in match.events if isinstance(event, Noted) and event.topic == "record")
    return next(texts, "")


def lines_around(record: str, number: int, *, around: int = CONTEXT) -> list[Line]:
    """The lines around line ``number``; none if the record has no such line."""
    lines = record.split("\n")
    if not 1 <= number <= len(lines):
        return []
    first, last = max(1, number - around), min(len(lines), number + around)
    return [Line(at, lines[at - 1], at == number) for at in range(first, last + 1)]


def show(lines: list[Line]) -> None:
    """Draw the lines with their numbers; the highlighted one is red and has an arrow."""
    width = len(str(lines[-1].number)) if lines else 0
    st.markdown("  \n".join(_line(line, width) for line in lines))


def _line(line: Line, width: int) -> str:
    head = f"{'▶' if line.highlighted else ' '} {line.number:>{width}}  "
    indent = len(line.text) - len(line.text.lstrip())
    # Number and indentation keep their width; after them a long line may wrap.
    text = (head + " " * indent).replace(" ", BLANK) + " ".join(line.text.split())
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    code = f"{fence}{text}{' ' if text.endswith('`') else ''}{fence}"
    return f":red-background[{code}]" if line.highlighted else code
