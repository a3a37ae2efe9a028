"""The formats that can be imported, and which of them a file is in.

Written records are known by their name, all other files by their content.
"""

from analytics.imports.formats import csv_table, decklist_cache, limitless, record, tom, topdeck
from analytics.imports.formats.format import Format
from analytics.imports.ptcgl import read as ptcgl
from analytics.imports.source import Source

OTHER_PROGRAMS: tuple[Format, ...] = (
    tom.FORMAT,
    decklist_cache.FORMAT,
    limitless.FORMAT,
    topdeck.FORMAT,
    ptcgl.FORMAT,
    csv_table.FORMAT,
)
"""The formats of other programs: those that can be named where a file is not recognised."""
FORMATS: tuple[Format, ...] = (record.FORMAT, *OTHER_PROGRAMS)
"""Every format; the first that recognises a file reads it."""


def recognise(source: Source) -> Format | None:
    """The format of a file; None if it is in none of these."""
    return next((format for format in FORMATS if format.recognises(source)), None)


def by_name(name: str) -> Format | None:
    """The format of this name."""
    return next((format for format in FORMATS if format.name == name), None)
