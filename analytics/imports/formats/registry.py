"""The formats that can be imported, and which of them a file is in.

A format is found by its content, never by the name of the file alone. Two kinds: a file of a tournament
becomes one ``Tournament`` of the common form; a game log of another program becomes a match with its events.
Not here: written records (``.kfd``), which the engine reads.
"""

from analytics.imports.formats import csv_table, decklist_cache, limitless, tom, topdeck
from analytics.imports.formats.format import Format
from analytics.imports.ptcgl import read as ptcgl

FORMATS: tuple[Format, ...] = (
    tom.FORMAT,
    decklist_cache.FORMAT,
    limitless.FORMAT,
    topdeck.FORMAT,
    ptcgl.FORMAT,
    csv_table.FORMAT,
)
"""Every format; the first that recognises a file reads it."""


def recognise(data: bytes) -> Format | None:
    """The format that a file is in; None for none of these."""
    return next((format for format in FORMATS if format.recognises(data)), None)


def named(name: str) -> Format | None:
    """The format of this name."""
    return next((format for format in FORMATS if format.name == name), None)
