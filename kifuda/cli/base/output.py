"""Output of commands: tables and progress bars for people, JSON for programs.

Results go to standard output; progress and errors go to standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import Any, Literal, TypeVar

import msgspec
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.segment import Segment
from rich.table import Column, Table
from rich.text import Text

from kifuda.cli.base.language import say
from kifuda.cli.base.visible import visible

PIPE_WIDTH = 160
"""Columns if the output is no terminal."""
UNWRAPPED = 10_000
"""Columns of a console in which no table is wrapped."""
NAME_PART = 12
"""So much of a long word stays in one line, wherever possible."""

T = TypeVar("T")


class _Console(Console):
    """A console on which no text acts but styles of our own."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))


def console(*, stderr: bool = False) -> Console:
    """The console: as wide as the terminal, or ``PIPE_WIDTH`` without one."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return _Console(stderr=stderr, width=width, highlight=False, soft_wrap=False)


def show(*things: RenderableType) -> None:
    """Show tables, boards or texts; a plain string is not read as markup.

    In a terminal, wrapped lines keep their indentation; elsewhere lines are not wrapped.
    """
    out = console()
    for thing in things:
        if isinstance(thing, Table):
            out.print(_fitted(thing, out))
        elif not isinstance(thing, str):
            out.print(thing)
        elif not out.is_terminal:
            print(visible(thing))
        else:
            for line in thing.splitlines() or [""]:
                text = line.lstrip()
                out.print(Padding(Text(text), (0, 0, 0, len(line) - len(text)), expand=False))


def show_listing(listed: Table) -> None:
    """Show a table of long names; where it is wider than the console, names with their facts below."""
    if _natural_width(listed, console()) <= console().width:
        show(listed)
        return
    headings = [str(column.header) for column in listed.columns]
    for name, *facts in zip(*(column.cells for column in listed.columns), strict=True):
        told = (f"{heading}: {fact}" for heading, fact in zip(headings[1:], facts, strict=True) if str(fact))
        show(str(name), f"  {' · '.join(told)}")


def _natural_width(listed: Table, out: Console) -> int:
    """The width of a table in which nothing is wrapped."""
    return out.measure(listed, options=out.options.update(width=UNWRAPPED)).maximum


def _fitted(listed: Table, out: Console) -> Table:
    """The table; where it is too wide, its headings break between words, no number breaks, and the room that
    is left goes to the names. A table for which even that is too narrow is wrapped anywhere."""
    if _natural_width(listed, out) <= out.width:
        return listed
    natural = [max(map(_width, (column.header, *column.cells))) for column in listed.columns]
    least = [min(most, _least_width(column)) for most, column in zip(natural, listed.columns, strict=True)]
    for padding in (listed.padding, 0):
        listed.padding = padding
        room = out.width - (_natural_width(listed, out) - sum(natural))
        if sum(least) <= room:
            for column, width in zip(listed.columns, _shared(room, least, natural), strict=True):
                column.width = width
            return listed
    return listed


def _width(cell: object) -> int:
    return max(map(cell_len, str(cell).split("\n")))


def _least_width(column: Column) -> int:
    """What a column needs: the words of its heading, numbers in full, and of names the words or a part."""
    words = (
        cell_len(word) if word.isascii() else -(-cell_len(word) // 2) for word in str(column.header).split()
    )
    heading = max(words, default=0)
    if column.justify == "right" or column.no_wrap:
        return max([heading, *map(_width, column.cells)])
    parts = (min(cell_len(word), NAME_PART) for cell in column.cells for word in str(cell).split())
    return max([heading, *parts])


def _shared(room: int, least: Sequence[int], most: Sequence[int]) -> list[int]:
    """Widths between the least and the most of each column: who needs little more gets it first."""
    widths, left = [*least], room - sum(least)
    order = sorted(range(len(widths)), key=lambda index: most[index] - least[index])
    for done, index in enumerate(order):
        more = min(most[index] - least[index], left // (len(order) - done))
        widths[index] += more
        left -= more
    return widths


def show_json(value: Any) -> None:
    """One object or list, laid out for reading."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def show_json_line(value: Any) -> None:
    """One object on one line."""
    print(msgspec.json.encode(value).decode())


def table(group: str, *columns: str, right: Sequence[str] = ()) -> Table:
    """An empty table with the texts of ``group`` over its columns; those in ``right`` hold numbers."""
    made = _empty()
    for column in columns:
        justify: Literal["left", "right"] = "right" if column in right else "left"
        made.add_column(Text(say(f"{group}.{column}")), justify=justify, overflow="fold")
    return made


def grid(first: str, *numbers: str) -> Table:
    """An empty table with these headings: names in the first column, numbers in the others."""
    made = _empty()
    made.add_column(Text(first), no_wrap=True)
    for head in numbers:
        made.add_column(Text(head), justify="right", overflow="fold")
    return made


def _empty() -> Table:
    return Table(header_style="bold", box=SIMPLE_HEAD)


def row(table: Table, *cells: object) -> None:
    """Add a row of values; a text keeps its style."""
    table.add_row(*(cell if isinstance(cell, Text) else _plain(cell) for cell in cells))


def _plain(cell: object) -> Text:
    """The value as text without markup, because names may contain brackets."""
    return Text("" if cell is None else visible(str(cell)))


def progress() -> Progress:
    """Progress bars on standard error that disappear when done; none without a terminal."""
    out = console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=out,
        transient=True,
        disable=not out.is_terminal,
        redirect_stdout=False,  # results must not be mixed with the bars
    )


def counted(what: str, things: Iterable[T], *, total: int | None = None) -> Iterator[T]:
    """Yield the things with a progress bar; without one for a single thing."""
    number = len(things) if total is None and isinstance(things, Sized) else total
    if number is not None and number < 2:
        yield from things
        return
    with progress() as bars:
        yield from bars.track(things, total=number, description=what)
