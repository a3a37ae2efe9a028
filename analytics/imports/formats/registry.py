"""The formats that can be imported, and which of them a file is in.

Written records are known by their name, all other files by their content.
"""

from analytics.imports.formats import csv_table, decklist_cache, limitless, record, tom, topdeck
from analytics.imports.formats.format import Format
from analytics.imports.ptcgl import read as ptcgl
from analytics.imports.source import Source
from engine.games.installed import installed, reference

_OWN: tuple[Format, ...] = (
    tom.FORMAT,
    decklist_cache.FORMAT,
    limitless.FORMAT,
    topdeck.FORMAT,
    ptcgl.FORMAT,
)


def other_programs() -> tuple[Format, ...]:
    """The formats of other programs: those that can be named where a file is not recognised.

    The logs of installed games come before the table, which recognises most. Raises what the import of a
    plug-in's formats raises.
    """
    of_games = (format for game in installed() for format in reference(game, "formats") or ())
    return (*_OWN, *of_games, csv_table.FORMAT)


def formats() -> tuple[Format, ...]:
    """Every format; the first that recognises a file reads it."""
    return (record.FORMAT, *other_programs())


def recognise(source: Source) -> Format | None:
    """The format of a file; None if it is in none of these."""
    return next((format for format in formats() if format.recognises(source)), None)


def by_name(name: str) -> Format | None:
    """The format of this name."""
    return next((format for format in formats() if format.name == name), None)
