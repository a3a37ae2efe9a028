"""Splits the text of a log into blocks: a sentence, and the sentences below it that follow from it.

No line is dropped: it is a sentence, an item of the list of the sentence above it, or not understood. Not
here: what the sentences change (``match_builder``).
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from analytics.imports.ptcgl.statement import Grammar, Statement

_LIST = re.compile(r"\s*•\s*")
_BELOW = re.compile(r"\s*-\s+")


class Skipped(NamedTuple):
    """A line that was not understood."""

    line: int
    text: str


class Block(NamedTuple):
    """A sentence at the margin (None where a log begins without one) and the sentences below it, in order."""

    top: Statement | None
    below: tuple[Statement, ...]
    lines: tuple[Statement | Skipped, ...]


class Row(NamedTuple):
    """A sentence as it is written, with the cards that are listed below it."""

    line: int
    top: bool
    text: str
    cards: tuple[str, ...]


def cleaned(text: str) -> str:
    """The same text for all copies of a log: LF, NFC, no byte order mark, no blanks at the ends of lines."""
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    return "\n".join(line.rstrip() for line in text.split("\n")).rstrip("\n") + "\n"


def rows(text: str) -> Iterator[Row]:
    """The sentences of a cleaned text."""
    row: Row | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        if (mark := _LIST.match(line)) and row is not None:
            items = tuple(item for item in line[mark.end() :].split(", ") if item)
            row = row._replace(cards=row.cards + items)
            continue
        if row is not None:
            yield row
        below = _BELOW.match(line)
        row = Row(number, below is None, line[below.end() :] if below else line.strip(), ())
    if row is not None:
        yield row


def blocks(text: str, grammar: Grammar) -> Iterator[Block]:
    """The blocks of a cleaned text, in order."""
    block: list[Statement | Skipped] = []
    for line, top, sentence, cards in rows(text):
        if top and block:
            yield _block(block)
            block = []
        block.append(grammar.read(sentence, line=line, top=top, cards=cards) or Skipped(line, sentence))
    if block:
        yield _block(block)


def _block(lines: list[Statement | Skipped]) -> Block:
    statements = [line for line in lines if isinstance(line, Statement)]
    top = next((one for one in statements if one.top), None)
    return Block(top, tuple(one for one in statements if not one.top), tuple(lines))
