"""The columns of the fact tables as Arrow has them, for what reads or writes rows by Arrow.

Not here: the columns (``SCHEMAS``), which most questions can do with.
"""

import pyarrow as pa

from analytics.facts import SCHEMAS
from analytics.facts.columns import Schema, Type

TYPES = {
    Type.WORD: pa.dictionary(pa.int32(), pa.string()),
    Type.COUNT: pa.int32(),
    Type.NUMBER: pa.int64(),
    Type.BIT: pa.int8(),
    Type.DAY: pa.date32(),
    Type.FLAG: pa.bool_(),
}


def _arrow(schema: Schema) -> pa.Schema:
    return pa.schema(
        pa.field(name, TYPES[column.type], nullable=column.nullable) for name, column in schema.items()
    )


ARROW_SCHEMAS: dict[str, pa.Schema] = {table: _arrow(schema) for table, schema in SCHEMAS.items()}
"""Table → its columns, as they are stored."""
