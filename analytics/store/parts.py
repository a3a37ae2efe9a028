"""The files of a part: Parquet, one for each table, in folders by table, game and month of play.

Not here: which parts are valid (``manifest``), what goes into them (``projection``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from analytics.facts.arrow import ARROW_SCHEMAS
from analytics.store.atomic_files import DRAFT, write_atomically
from analytics.store.manifest import REBUILD, DamagedStore, Part
from analytics.store.part_paths import FACTS, path_of

HOMES = ("match", "entrant")
"""Tables with a row for every match, or tournament, of a part."""
WRITERS = 4
"""Files that are written at once."""
Tables = dict[str, pa.Table]
"""Table → its rows, for all tables."""


def to_arrow(table: str, columns: Iterable[Sequence[Any]]) -> pa.Table:
    """The values of each column of ``table`` in its schema; without columns, no rows. Raises
    ``pyarrow.ArrowInvalid`` or ``pyarrow.ArrowTypeError`` for a value of a wrong type."""
    schema = ARROW_SCHEMAS[table]
    arrays = [
        pa.array(column, type=field.type)
        for column, field in zip(tuple(columns) or ((),) * len(schema), schema, strict=True)
    ]
    return pa.table(arrays, schema=schema)


def joined(pieces: Iterable[Tables]) -> Tables:
    """The tables of several pieces in one."""
    listed = list(pieces)
    return {
        table: pa.concat_tables([piece[table] for piece in listed]).unify_dictionaries()
        for table in ARROW_SCHEMAS
    }


def ids_in(tables: Mapping[str, pa.Table]) -> set[str]:
    """Ids of the matches and tournaments of the rows."""
    return {id for home in HOMES for id in tables[home]["match"].to_pylist()}


def write_part(
    folder: Path,
    tables: Mapping[str, pa.Table],
    *,
    name: str,
    game: str,
    month: str,
    stamp: Mapping[str, str],
) -> Part:
    """Write the tables that have rows. The files become valid when a manifest names the part.

    ``stamp`` is written into every file under keys that begin with ``kifuda.``.
    """
    filled = {table: content for table, content in tables.items() if content.num_rows}
    rows = {table: content.num_rows for table, content in filled.items()}
    part = Part(game, month, name, len(ids_in(tables)), files={}, rows=rows)
    stamped = {f"kifuda.{key}": value for key, value in stamp.items()}

    def written(table: str) -> int:
        path = path_of(folder, part, table=table)
        content = filled[table].replace_schema_metadata(stamped)
        write_atomically(path, partial(pq.write_table, content, compression="zstd"))
        return path.stat().st_size

    # Arrow compresses, and the disk syncs, without Python's lock.
    with ThreadPoolExecutor(WRITERS) as pool:
        part.files.update(zip(filled, pool.map(written, filled), strict=True))
    return part


def read_part(folder: Path, part: Part, *, without: frozenset[str] = frozenset()) -> Tables:
    """The tables of ``part`` except the rows of the matches ``without``. Raises ``DamagedStore``."""
    tables = {}
    for table, schema in ARROW_SCHEMAS.items():
        if table not in part.files:
            tables[table] = schema.empty_table()
            continue
        path = path_of(folder, part, table=table)
        try:
            content = pq.ParquetFile(path).read().cast(schema)
        except (OSError, pa.ArrowException) as error:
            raise DamagedStore(f"{path} cannot be read ({error}): {REBUILD}") from error
        if without:
            gone = pc.is_in(content["match"], pa.array(sorted(without), pa.string()))
            content = content.filter(pc.invert(gone))
        tables[table] = content
    return tables


def ids_of(folder: Path, part: Part) -> set[str]:
    """Ids of the matches, and of the tournaments, in ``part``. Raises ``DamagedStore``."""
    return {id for home in HOMES if home in part.files for id in column_of(folder, part, home, "match")}


def column_of(folder: Path, part: Part, table: str, column: str) -> list[Any]:
    """The values of one column of ``part``, in the order of its rows. Raises ``DamagedStore``."""
    path = path_of(folder, part, table=table)
    try:
        values: list[Any] = pq.ParquetFile(path).read(columns=[column])[column].to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise DamagedStore(f"{path} cannot be read ({error}): {REBUILD}") from error
    return values


def remove_unused_files(folder: Path, kept: Iterable[Part]) -> None:
    """Remove files of parts not in ``kept``, and drafts left by a crash."""
    keep = {path_of(folder, part, table=table) for part in kept for table in part.files}
    for path in _written(folder):
        if path not in keep:
            path.unlink(missing_ok=True)


def latest_generation(folder: Path) -> int:
    """The highest generation with files, valid or not; 0 without files."""
    generations = (path.name.partition("-")[0] for path in _written(folder))
    return max((int(number) for number in generations if number.isdecimal()), default=0)


def _written(folder: Path) -> Iterator[Path]:
    """Every file that ``write_part`` may have written."""
    for table in ARROW_SCHEMAS:
        for ending in (".parquet", f".parquet{DRAFT}"):
            yield from (folder / FACTS / table).glob(f"game=*/month=*/*{ending}")
