"""The types that a column of a fact table may have, and the Arrow schema of a class of rows.

Each type is a Python type with the Arrow type that it is stored as. A column is nullable where its
annotation says ``| None``. Not here: the columns themselves (the ``Row`` of each module of ``tables``).
"""

from datetime import date
from types import NoneType
from typing import Annotated, Any, get_args, get_type_hints

import pyarrow as pa

WORD = pa.dictionary(pa.int32(), pa.string())
COUNT = pa.int32()
NUMBER = pa.int64()
BIT = pa.int8()
DAY = pa.date32()
FLAG = pa.bool_()

Word = Annotated[str, WORD]
"""An id or a value of an enumeration: stored once in a dictionary, referred to by number."""
Count = Annotated[int, COUNT]
"""What the extraction counted."""
Number = Annotated[int, NUMBER]
"""What an event states, as large as a log allows."""
Bit = Annotated[int, BIT]
"""0 or 1, to be summed."""
Day = Annotated[date, DAY]
"""A day of play."""
Flag = Annotated[bool, FLAG]
"""True or false, to be filtered by."""


def schema_of(row: type[tuple[Any, ...]]) -> pa.Schema:
    """The Arrow schema of a named tuple whose fields have the types of this module."""
    hints = get_type_hints(row, include_extras=True)
    return pa.schema(_field(name, annotation) for name, annotation in hints.items())


def _field(name: str, annotation: Any) -> pa.Field:
    nullable = NoneType in get_args(annotation)
    column = get_args(annotation)[0] if nullable else annotation
    (arrow_type,) = column.__metadata__
    return pa.field(name, arrow_type, nullable=nullable)
