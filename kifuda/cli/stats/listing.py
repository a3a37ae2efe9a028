"""Tables of statistics for people: columns that were asked for, as many as fit into the width.

Not here: which rows (``rows``), nor the numbers in them.
"""

from __future__ import annotations

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


@dataclass(frozen=True)
class Column:
    """A column by the name that ``--columns`` takes, its heading, and its cells as texts."""

    id: str
    heading: str
    cells: tuple[str, ...]

    @cached_property
    def least(self) -> int:
        """The cells that it needs: headings break between words."""
        words = (cell_len(word) for word in self.heading.split())
        return max((*words, *(cell_len(cell) for cell in self.cells)), default=0)

    @property
    def most(self) -> int:
        """The cells that it takes with its heading on one line."""
        return max(self.least, cell_len(self.heading))


def show_listing(columns: Sequence[Column], names: Sequence[str]) -> None:
    """Show these columns, or those of ``names`` in their order; those that do not fit are named instead.
    Raises ``Misuse`` for a name that is none."""
    by_id = {column.id: column for column in columns}
    check_columns(names, [*by_id])
    wanted = [by_id[name] for name in names] if names else list(columns)
    width = console().width
    fitting = wanted if names else _fitting(wanted, width)
    if MARGIN + sum(column.least + PADDING for column in fitting) <= width:
        print("\n".join(_lines(fitting, width)))
    else:  # cells have to break
        show(_table(fitting))
    if left := [column.id for column in wanted[len(fitting) :]]:
        show(say("stats.too-wide", columns=", ".join(left)))


def _fitting(columns: Sequence[Column], width: int) -> list[Column]:
    """The first columns that fit into the width; one at least."""
    left = width - MARGIN
    found: list[Column] = []
    for column in columns:
        left -= column.least + PADDING
        if left < 0 and found:
            break
        found.append(column)
    return found


def _widths(columns: Sequence[Column], width: int) -> list[int]:
    """What each column takes; what is left of the width goes to headings, from the first one on."""
    left = width - MARGIN - sum(column.least + PADDING for column in columns)
    found = []
    for column in columns:
        more = max(0, min(column.most - column.least, left))
        found.append(column.least + more)
        left -= more
    return found


def _lines(columns: Sequence[Column], width: int) -> list[str]:
    """The table as lines, laid out as ``output.grid`` does, in a tenth of its time: names left, numbers
    right."""
    widths = _widths(columns, width)
    headings = [_broken(column.heading, wide) for column, wide in zip(columns, widths, strict=True)]
    above = zip_longest(*headings, fillvalue="")
    rows = zip(*(column.cells for column in columns), strict=True)
    rule = f" {'─' * (sum(widths) + PADDING * len(widths) - 1)} "
    bold = ("\x1b[1m", "\x1b[0m") if console().is_terminal else ("", "")
    head = [f"{bold[0]}{_line(cells, widths)}{bold[1]}" for cells in above]
    return ["", *head, rule, *(_line(cells, widths) for cells in rows), ""]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *numbers = (
        (cell, " " * (wide - cell_len(cell))) for cell, wide in zip(cells, widths, strict=True)
    )
    padded = [first[0] + first[1], *(space + cell for cell, space in numbers)]
    return f"  {(' ' * PADDING).join(padded)}  "


def _broken(heading: str, wide: int) -> list[str]:
    """A heading in lines, broken between words."""
    lines = [""]
    for word in heading.split():
        longer = f"{lines[-1]} {word}".strip()
        if cell_len(longer) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _table(columns: Sequence[Column]) -> Table:
    """The table of columns that are wider than there is room."""
    listed = grid(*(column.heading for column in columns))
    for column, drawn in zip(columns, listed.columns, strict=True):
        drawn.width, drawn.no_wrap = column.least, False
    for cells in zip(*(column.cells for column in columns), strict=True):
        row(listed, *cells)
    return listed
