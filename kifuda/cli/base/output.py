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
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from kifuda.cli.base.language import say

PIPE_WIDTH = 160
"""Columns if the output is no terminal."""

T = TypeVar("T")


def console(*, stderr: bool = False) -> Console:
    """The console: as wide as the terminal, or ``PIPE_WIDTH`` without one."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return Console(stderr=stderr, width=width, highlight=False, soft_wrap=False)


def show(*things: RenderableType) -> None:
    """Show tables, boards or texts; a plain string is not read as markup.

    In a terminal, wrapped lines keep their indentation; elsewhere lines are not wrapped.
    """
    out = console()
    for thing in things:
        if not isinstance(thing, str):
            out.print(thing)
        elif not out.is_terminal:
            print(thing)
        else:
            for line in thing.splitlines() or [""]:
                text = line.lstrip()
                out.print(Padding(Text(text), (0, 0, 0, len(line) - len(text)), expand=False))


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
    return Text("" if cell is None else str(cell))


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
