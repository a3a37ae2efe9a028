"""Patterns of squares printed on cards: where a card may move, or which squares it affects.

A pattern is drawn row by row, as the card's player sees it: ``@`` is the square of the card, ``#`` a square
that is meant, ``.`` any other. Not here: the board (the rulesets).
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

HERE, MEANT, OTHER = "@", "#", "."
DRAWN = "patterns by name, each a list of equally long rows of . # and one @"


def is_drawn(rows: Any) -> bool:
    """Whether ``rows`` are a pattern: equally long, with one ``@``."""
    if not (isinstance(rows, list | tuple) and rows and all(isinstance(row, str) for row in rows)):
        return False
    signs = "".join(rows)
    return (
        len({len(row) for row in rows}) == 1
        and signs.count(HERE) == 1
        and not signs.strip(f"{HERE}{MEANT}{OTHER}")
    )


@cache
def offsets(rows: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """The squares that are meant, from the square of the card: how far to the right, and how far ahead.

    >>> offsets((".#.", ".@."))
    ((0, 1),)
    """
    found = {(row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line)}
    here_row, here_column = next(place for place, sign in found.items() if sign == HERE)
    return tuple(
        (column - here_column, here_row - row) for (row, column), sign in found.items() if sign == MEANT
    )
