"""Tables of statistics for people: columns that were asked for, as many as fit into the width.

A value never loses its n and its interval: columns that say more are left out first, then names are broken
into lines. Not here: which rows (``rows``), nor the numbers in them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from rich.cells import cell_len
from rich.table import Table

from kifuda.cli.base.language import say
from kifuda.cli.base.output import console, grid, row, show
from kifuda.cli.stats.rows import check_columns

PADDING = 3
"""Cells around the text of a column: a blank on either side, and what divides it from the next one."""
MARGIN = 1
"""The cell before the first column."""
LONGEST_NAME = 24
"""Cells of a name for which columns that say more are left out; longer names are broken instead."""
SHORTEST_NAME = 6
"""No name is broken into shorter lines."""
PART = re.compile(r"[^\s_]*_|[^\s_]+")
"""What a line of a heading or a name is not broken within, unless it is longer than a line."""


@dataclass(frozen=True)
class Column:
    """A column by the name that ``--columns`` takes, its heading, and its cells as texts. ``named``: they are
    names, which may be broken into lines; ``more``: the column may be left out where there is no room."""

    id: str
    heading: str
    cells: tuple[str, ...]
    named: bool = False
    more: bool = False

    @cached_property
    def least(self) -> int:
        """The cells that it needs: headings break between words."""
        words = (cell_len(word) for word in self._heading_parts())
        return max((*words, *(cell_len(cell) for cell in self.cells)), default=0)

    @cached_property
    def shortest(self) -> int:
        """The cells that it needs if its names are broken."""
        return min(self.least, SHORTEST_NAME) if self.named else self.least

    @property
    def most(self) -> int:
        """The cells that it takes with its heading on one line."""
        return max(self.least, cell_len(self.heading))

    def _heading_parts(self) -> list[str]:
        return PART.findall(self.heading) if self.named else self.heading.split()


def show_listing(columns: Sequence[Column], names: Sequence[str]) -> None:
    """Show these columns, or those of ``names`` in their order; those that do not fit are named instead.
    Raises ``Misuse`` for a name that is none."""
    by_id = {column.id: column for column in columns}
    check_columns(names, [*by_id])
    wanted = [by_id[name] for name in names] if names else list(columns)
    width = console().width
    fitting = wanted if names else _fitting(wanted, width)
    if MARGIN + sum(column.shortest + PADDING for column in fitting) <= width:
        print("\n".join(_lines(fitting, width)))
    else:  # numbers have to break
        show(_table(fitting))
    if left := [column.id for column in wanted if column not in fitting]:
        show(say("stats.too-wide", columns=", ".join(left)))


def _fitting(columns: Sequence[Column], width: int) -> list[Column]:
    """The columns without as many of those that say ``more``, from the last one on, as there is no room
    for beside names."""
    found = list(columns)
    over = MARGIN - width + sum(_comfortable(column) + PADDING for column in found)
    for column in reversed(columns):
        if over > 0 and column.more:
            found.remove(column)
            over -= column.least + PADDING
    return found


def _comfortable(column: Column) -> int:
    return min(column.least, LONGEST_NAME) if column.named else column.least


def _widths(columns: Sequence[Column], width: int) -> list[int]:
    """What each column takes; what is left of the width goes to names, the narrowest one first, and then to
    headings, from the first one on."""
    found = [column.shortest for column in columns]
    left = width - MARGIN - sum(wide + PADDING for wide in found)
    while left > 0 and (short := [at for at, column in enumerate(columns) if found[at] < column.least]):
        found[min(short, key=lambda at: found[at])] += 1
        left -= 1
    for at, column in enumerate(columns):
        more = max(0, min(column.most - found[at], left))
        found[at] += more
        left -= more
    return found


def _lines(columns: Sequence[Column], width: int) -> list[str]:
    """The table as lines, laid out as ``output.grid`` does, in a tenth of its time: names left, numbers
    right."""
    widths = _widths(columns, width)
    headings = [_broken(column.heading, wide) for column, wide in zip(columns, widths, strict=True)]
    above = zip_longest(*headings, fillvalue="")
    rows = zip(*(column.cells for column in columns), strict=True)
    lines = [line for cells in rows for line in _lines_of(cells, widths)]
    rule = f" {'─' * (sum(widths) + PADDING * len(widths) - 1)} "
    bold = ("\x1b[1m", "\x1b[0m") if console().is_terminal else ("", "")
    head = [f"{bold[0]}{_line(cells, widths)}{bold[1]}" for cells in above]
    return ["", *head, rule, *lines, ""]


def _lines_of(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """A row: one line, or as many as its longest name needs."""
    if all(cell_len(cell) <= wide for cell, wide in zip(cells, widths, strict=True)):
        return [_line(cells, widths)]
    broken = (
        _broken(cell, wide) if cell_len(cell) > wide else [cell]
        for cell, wide in zip(cells, widths, strict=True)
    )
    return [_line(parts, widths) for parts in zip_longest(*broken, fillvalue="")]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *numbers = (
        (cell, " " * (wide - cell_len(cell))) for cell, wide in zip(cells, widths, strict=True)
    )
    padded = [first[0] + first[1], *(space + cell for cell, space in numbers)]
    return f"  {(' ' * PADDING).join(padded)}  "


def _broken(text: str, wide: int) -> list[str]:
    """A heading or a name in lines, broken between words; within words that are longer than a line."""
    lines = [""]
    for word in text.split():
        for place, part in enumerate(PART.findall(word) if cell_len(word) > wide else [word]):
            longer = f"{lines[-1]}{'' if place else ' '}{part}".strip()
            if cell_len(longer) <= wide:
                lines[-1] = longer
            else:
                lines += _cut(part, wide)
    return lines[1:] if not lines[0] and len(lines) > 1 else lines


def _cut(word: str, wide: int) -> list[str]:
    """A word in pieces of at most so many cells."""
    pieces = [""]
    for sign in word:
        if pieces[-1] and cell_len(pieces[-1] + sign) > wide:
            pieces.append("")
        pieces[-1] += sign
    return pieces


def _table(columns: Sequence[Column]) -> Table:
    """The table of columns that are wider than there is room."""
    listed = grid(*(column.heading for column in columns))
    for column, drawn in zip(columns, listed.columns, strict=True):
        drawn.width, drawn.no_wrap = column.least, False
    for cells in zip(*(column.cells for column in columns), strict=True):
        row(listed, *cells)
    return listed
