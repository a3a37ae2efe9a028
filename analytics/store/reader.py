"""Reading a store: fact tables and dimensions as views of one DuckDB connection, with a cursor a call.

A reader keeps seeing the projection that it opened; ``refresh`` takes the newest. Not here: writing
(``projection``), nor any number that means something (``metrics``).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from threading import Lock
from typing import TypeVar
from weakref import WeakKeyDictionary

import duckdb
import polars as pl
import pyarrow as pa

from analytics.facts import SCHEMAS
from analytics.facts.dimensions import DIMENSIONS
from analytics.store.atomic_files import size_of, stamp_of
from analytics.store.manifest import NAME, REBUILD, DamagedStore, Manifest, OldStore, load
from analytics.store.parts import path_of

Found = TypeVar("Found")

SQL_TYPES = {
    pa.bool_(): "BOOLEAN",
    pa.int8(): "TINYINT",
    pa.int32(): "INTEGER",
    pa.int64(): "BIGINT",
    pa.date32(): "DATE",
}


class Store:
    """The projection in ``folder``. Safe to share between threads.

    Raises ``analytics.store.manifest.NoStore``, ``DamagedStore``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()
        self._connection = duckdb.connect(":memory:")
        self._stamp = stamp_of(folder / NAME)
        self.manifest = self._open()

    def _open(self) -> Manifest:
        """Make the views of the newest manifest; one that grows old meanwhile is tried no further."""
        manifest = load(self.folder)
        while True:
            try:
                self._make_views(manifest)
                return manifest
            except DamagedStore:
                newest = load(self.folder)
                if newest.generation == manifest.generation:
                    raise
                manifest = newest

    def _make_views(self, manifest: Manifest) -> None:
        with self._connection.cursor() as cursor:
            sources = {table: self._source(manifest, table) for table in SCHEMAS} | DIMENSIONS
            for table, source in sources.items():
                try:
                    cursor.execute(f"CREATE OR REPLACE VIEW {table} AS {source}")
                except duckdb.BinderException as error:
                    raise OldStore(f"{self.folder} was projected by an earlier version: {REBUILD}") from error
                except duckdb.Error as error:
                    raise DamagedStore(f"{self.folder} cannot be read ({error}): {REBUILD}") from error

    def refresh(self) -> bool:
        """Take the newest projection; tells whether it is another one than before."""
        with self._lock:
            before, now = self.manifest.generation, stamp_of(self.folder / NAME)
            if now != self._stamp:
                if load(self.folder).generation != before:
                    self.manifest = self._open()
                self._stamp = now
            return self.manifest.generation != before

    def query(self, sql: str, parameters: Mapping[str, object] | None = None) -> pl.DataFrame:
        """The result of a query over the fact tables; ``$name`` in it stands for a parameter.

        Sums of integers must be cast to BIGINT, or they come out as decimals. Raises ``duckdb.Error`` for
        a wrong query, ``DamagedStore``.
        """
        try:
            return self._run(sql, parameters)
        except duckdb.IOException:
            if not self.refresh():  # the parts were not swept away, they are broken
                raise DamagedStore(f"a part of {self.folder} cannot be read: {REBUILD}") from None
            return self._run(sql, parameters)

    def _run(self, sql: str, parameters: Mapping[str, object] | None) -> pl.DataFrame:
        with self._connection.cursor() as cursor:
            found: pl.DataFrame = cursor.sql(sql, params=dict(parameters or {})).pl()
            return found

    def _source(self, manifest: Manifest, table: str) -> str:
        """The rows of ``table``: the files of all parts that count. Its columns by name, so that files of
        another version, which lack some, are noticed when the store is opened. Raises ``DamagedStore``."""
        files = []
        for part in manifest.parts:
            if table in part.files:
                path = path_of(self.folder, part, table=table)
                if size_of(path) != part.files[table]:
                    raise DamagedStore(f"{path} is missing or cut short: {REBUILD}")
                files.append(path)
        columns = ", ".join((*SCHEMAS[table].names, "game", "month"))
        return f"SELECT {columns} FROM ({rows_of(files)})" if files else _nothing(table)

    def define(self, name: str, query: str) -> None:
        """Let ``name`` stand for the rows of a query, for all who ask this store from now on."""
        with self._lock, self._connection.cursor() as cursor:
            cursor.execute(f"CREATE OR REPLACE VIEW {name} AS {query}")

    def close(self) -> None:
        """Let go of the files; closing twice is harmless."""
        self._connection.close()


def once_a_projection(function: Callable[[Store], Found]) -> Callable[[Store], Found]:
    """Let what ``function`` says of a store be worked out once, until the store has other facts."""
    known: WeakKeyDictionary[Store, tuple[Manifest, Found]] = WeakKeyDictionary()

    @wraps(function)
    def remembered(store: Store) -> Found:
        manifest, there = store.manifest, known.get(store)
        if there is None or there[0] is not manifest:
            there = known[store] = manifest, function(store)
        return there[1]

    return remembered


def rows_of(files: Sequence[Path]) -> str:
    """A query that gives the rows of Parquet files in folders by game and month."""
    listed = ", ".join("'{}'".format(str(file).replace("'", "''")) for file in files)
    return f"SELECT * FROM read_parquet([{listed}], hive_partitioning = true, hive_types_autocast = false)"


def _nothing(table: str) -> str:
    """A query that gives no rows, with the columns of ``table``."""
    columns = [f"NULL::{SQL_TYPES.get(field.type, 'VARCHAR')} AS {field.name}" for field in SCHEMAS[table]]
    return f"SELECT {', '.join(columns)}, NULL::VARCHAR AS game, NULL::VARCHAR AS month WHERE false"
