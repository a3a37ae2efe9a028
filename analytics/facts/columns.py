"""The types that a column of a fact table may have, and the columns of a class of rows.

Each type is a Python type with the type that it is stored as. A column is nullable where its annotation says
``| None``. Not here: the columns themselves (the ``Row`` of each module of ``tables``), the types of Arrow
(``arrow``).
"""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints


class Type(StrEnum):
    """What a column is stored as, by the name that Arrow has for it."""

    WORD = "dictionary<values=string, indices=int32, ordered=0>"
    COUNT = "int32"
    NUMBER = "int64"
    BIT = "int8"
    DAY = "date32[day]"
    FLAG = "bool"


Word = Annotated[str, Type.WORD]
"""An id or a value of an enumeration: stored once in a dictionary, referred to by number."""
Count = Annotated[int, Type.COUNT]
"""What the extraction counted."""
Number = Annotated[int, Type.NUMBER]
"""What an event states, as large as a log allows."""
Bit = Annotated[int, Type.BIT]
"""0 or 1, to be summed."""
Day = Annotated[date, Type.DAY]
"""A day of play."""
Flag = Annotated[bool, Type.FLAG]
"""True or false, to be filtered by."""


class Column(NamedTuple):
    """A column of a table."""

    type: Type
    nullable: bool


Schema = Mapping[str, Column]
"""The columns of a table by their names, in order."""


def schema_of(row: type[tuple[Any, ...]]) -> Schema:
    """The columns of a named tuple whose fields have the types of this module."""
    return {name: _column(hint) for name, hint in get_type_hints(row, include_extras=True).items()}


def _column(annotation: Any) -> Column:
    nullable = NoneType in get_args(annotation)
    column = get_args(annotation)[0] if nullable else annotation
    return Column(column.__metadata__[0], nullable)
