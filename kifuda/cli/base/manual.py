"""The help pages: what a command does, what it takes, and examples, from ``help.toml``.

Not here: the options of a command, which are read from the command itself.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.kernel.bilingual import load_texts
from kifuda.cli.base.language import current

PAGES = load_texts(Path(__file__).with_name("help.toml"))
PROGRAM = "kifuda"
WIDTH = 100
"""Columns of a page. Japanese characters take two of them."""

Row = tuple[str, str]


def page(command: Any, ctx: Any) -> str:
    """The help page of a command or a group of commands."""
    name = topic(ctx)
    arguments = [(row, meaning) for is_argument, row, meaning in _taken(command, ctx, name) if is_argument]
    parts = (
        _usage(command, ctx),
        _filled(text(f"command.{name}"), ""),
        _listed(_word("commands"), _commands(command, ctx, name)),
        _listed(_word("arguments"), arguments),
        _listed(_word("options"), _options(command, ctx, name)),
        _listed_lines(_word("examples"), text(f"example.{name}")),
        _filled(_word("statuses"), "") if name == PROGRAM else "",
    )
    return "\n\n".join(part for part in parts if part) + "\n"


def _usage(command: Any, ctx: Any) -> str:
    slots = [row for is_argument, row, _ in _taken(command, ctx, "") if is_argument]
    if hasattr(command, "list_commands"):
        slots.append(_word("a-command"))
    return " ".join((_word("usage"), ctx.command_path, _word("some-options"), *slots))


def topic(ctx: Any) -> str:
    """The key of a command in the manual: ``rules coverage``, or the name of the program."""
    return " ".join(ctx.command_path.split()[1:]) or PROGRAM


def text(key: str) -> str:
    """A text of the manual; ``""`` if there is none."""
    found = PAGES.get(key)
    return found[current()] if found else ""


def _word(word: str) -> str:
    return PAGES[f"word.{word}"][current()]


def _commands(command: Any, ctx: Any, name: str) -> list[Row]:
    """Each command with the first sentence of its page, without importing its module."""
    names = command.list_commands(ctx) if hasattr(command, "list_commands") else ()
    above = "" if name == PROGRAM else f"{name} "
    return [(known, text(f"command.{above}{known}").partition("\n")[0]) for known in names]


def _options(command: Any, ctx: Any, name: str) -> list[Row]:
    own = [(row, meaning) for is_argument, row, meaning in _taken(command, ctx, name) if not is_argument]
    return [*own, ("--lang en|ja", text("option.lang")), ("--help", text("option.help"))]


def _taken(command: Any, ctx: Any, name: str) -> Iterator[tuple[bool, str, str]]:
    """The parameters of the command: whether positional, how it is written, what it means."""
    for taken in command.get_params(ctx):
        if taken.name == "help":
            continue
        meaning = text(f"option.{name} {taken.name}") or text(f"option.{taken.name}")
        if taken.param_type_name == "argument":
            yield True, taken.metavar, meaning
        else:
            written = ", ".join([*taken.opts, *taken.secondary_opts])
            metavar = "" if taken.is_flag else f" {taken.metavar}"
            yield False, f"{written}{metavar}", meaning


# --- laying out ------------------------------------------------------------------------------------


def _listed(heading: str, rows: list[Row]) -> str:
    """Two columns under a heading; nothing where there are no rows."""
    if not rows:
        return ""
    wide = min(max(len(row) for row, _ in rows), WIDTH // 3)
    lines = [heading]
    indent = " " * (wide + 4)
    for row, meaning in rows:
        filled = _filled(meaning, indent).lstrip()
        lines.append(f"  {row.ljust(wide)}  {filled}" if len(row) <= wide else f"  {row}\n{indent}{filled}")
    return "\n".join(lines)


def _listed_lines(heading: str, lines: str) -> str:
    return f"{heading}\n{textwrap.indent(lines.strip(), '  ')}" if lines else ""


def _filled(paragraphs: str, indent: str) -> str:
    width = WIDTH if current() == "en" else (WIDTH + len(indent)) // 2
    return "\n".join(
        textwrap.fill(line, width, initial_indent=indent, subsequent_indent=indent)
        for line in paragraphs.strip().splitlines()
    )
