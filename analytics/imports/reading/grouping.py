"""Which files are imported together.

Not here: the format of a file (``formats.registry``).
"""

from collections.abc import Hashable, Iterable
from typing import TypeVar

from analytics.imports.formats.format import Format, TournamentFormat

T = TypeVar("T")


def group(files: Iterable[tuple[T, Hashable, Format | None]]) -> list[tuple[tuple[T, ...], Format | None]]:
    """What is imported at once, in order: each file alone, but the files of one folder (the second of the
    three) together where their format says that they make one tournament."""
    groups: dict[Hashable, tuple[list[T], Format | None]] = {}
    for number, (file, folder, format) in enumerate(files):
        joins = isinstance(format, TournamentFormat) and format.joins
        key = (folder, format.name) if format is not None and joins else number
        groups.setdefault(key, ([], format))[0].append(file)
    return [(tuple(together), format) for together, format in groups.values()]
