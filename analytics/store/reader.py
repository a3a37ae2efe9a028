"""Reads a store: fact tables and dimensions as views of one DuckDB connection, with a cursor for each call.

A reader reads the projection that it opened; ``refresh`` opens the newest. A view is made when a query first
names it: to make all of them takes longer than most queries. Not here: writing (``projection``), metrics
(``analytics.metrics``).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, wraps
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

import narwhals as nw
import polars as pl

from analytics.facts import SCHEMAS
from analytics.facts.columns import Type
from analytics.facts.dimensions import DIMENSIONS
from analytics.store.atomic_files import size_of, stamp_of
from analytics.store.manifest import NAME, REBUILD, DamagedStore, Manifest, load
from analytics.store.part_paths import path_of, relative_path

if TYPE_CHECKING:
    import duckdb

Found = TypeVar("Found")
Frame = nw.LazyFrame[Any]

WORD = re.compile(r"\w+")
SQL_TYPES = {
    Type.WORD: "VARCHAR",
    Type.COUNT: "INTEGER",
    Type.NUMBER: "BIGINT",
    Type.BIT: "TINYINT",
    Type.DAY: "DATE",
    Type.FLAG: "BOOLEAN",
}


class Store:
    """The projection in ``folder``. Safe to share between threads.

    Raises ``analytics.store.manifest.NoStore``, ``DamagedStore``.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = folder = Path(folder)
        self._lock = RLock()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._made: set[str] = set()
        self._defined: dict[str, str] = {}
        self._stamp = stamp_of(folder / NAME)
        self.manifest = self._open(load(folder))

    def _open(self, manifest: Manifest) -> Manifest:
        """Look for the files of a manifest; start again if a newer one replaces it meanwhile. Returns the
        manifest of what is open now, of which no view is made yet."""
        while True:
            try:
                self._check_files(manifest)
                self._made.clear()
                return manifest
            except DamagedStore:
                newest = load(self.folder)
                if newest.generation == manifest.generation:
                    raise
                manifest = newest

    def _connected(self) -> "duckdb.DuckDBPyConnection":
        with self._lock:
            if self._connection is None:
                import duckdb  # which few questions need

                self.manifest = self._open(self.manifest)
                self._connection = duckdb.connect(":memory:")
            return self._connection

    def _make_views(self, cursor: "duckdb.DuckDBPyConnection", sql: str) -> None:
        """Make the views that a query names, whose names may also be those of its columns, and before them
        the ones that these name."""
        with self._lock:
            for name in WORD.findall(sql.lower()):
                query = self._defined.get(name) or DIMENSIONS.get(name)
                if name in self._made or not (query or name in SCHEMAS):
                    continue
                self._made.add(name)
                if query:
                    self._make_views(cursor, query)
                self._make_view(cursor, name, query or self._source(self.manifest, name))

    def _make_view(self, cursor: "duckdb.DuckDBPyConnection", name: str, query: str) -> None:
        import duckdb

        try:
            cursor.execute(f"CREATE OR REPLACE VIEW {name} AS {query}")
        except duckdb.Error as error:
            self._made.discard(name)
            if isinstance(error, duckdb.IOException):  # its files may have been replaced by newer ones
                raise
            raise DamagedStore(f"{self.folder} cannot be read ({error}): {REBUILD}") from error

    def refresh(self) -> bool:
        """Open the newest projection; returns whether it differs from the previous one."""
        with self._lock:
            before, now = self.manifest.generation, stamp_of(self.folder / NAME)
            if now != self._stamp:
                if load(self.folder).generation != before:
                    self.manifest = self._open(load(self.folder))
                self._stamp = now
            return self.manifest.generation != before

    def query(
        self, sql: str, parameters: Mapping[str, object] | None = None, **frames: pl.DataFrame
    ) -> pl.DataFrame:
        """The result of an SQL query over the fact tables; ``$name`` stands for a parameter, and the name of
        one of the ``frames`` for its rows.

        Sums of integers must be cast to BIGINT, or they come out as decimals. Raises ``duckdb.Error`` for
        a wrong query, ``DamagedStore``.
        """

        def run(cursor: "duckdb.DuckDBPyConnection") -> pl.DataFrame:
            for name, frame in frames.items():
                cursor.register(name, frame)
            self._make_views(cursor, sql)
            found: pl.DataFrame = cursor.sql(sql, params=dict(parameters or {})).pl()
            return found

        return self._read(run)

    def select(self, select: Callable[[Mapping[str, Frame]], Frame]) -> pl.DataFrame:
        """The rows that ``select`` chooses, of the fact tables and dimensions as frames by name. Raises
        ``DamagedStore``."""

        def run(cursor: "duckdb.DuckDBPyConnection") -> pl.DataFrame:
            views = _Views(cursor, partial(self._make_views, cursor))
            found: pl.DataFrame = select(views).collect("polars").to_native()
            return found

        return self._read(run)

    def _read(self, run: "Callable[[duckdb.DuckDBPyConnection], Found]") -> Found:
        """The result of ``run``; it is run again if newer parts replaced those that it read."""
        import duckdb

        try:
            with self._connected().cursor() as cursor:
                return run(cursor)
        except duckdb.IOException:
            if not self.refresh():  # the parts were not removed by a newer projection, they are damaged
                raise DamagedStore(f"a part of {self.folder} cannot be read: {REBUILD}") from None
            with self._connected().cursor() as cursor:
                return run(cursor)

    def files(self, table: str) -> list[Path]:
        """The Parquet files that have the rows of ``table``, for whatever else reads Parquet. The folder
        holds those of the projection before as well, for readers that have them open: whoever reads all files
        there counts matches twice. Raises ``KeyError`` for an unknown table, ``DamagedStore``."""
        if table not in SCHEMAS:
            raise KeyError(table)
        self._check_files(self.manifest)
        return self._files(self.manifest, table)

    def _check_files(self, manifest: Manifest) -> None:
        """Raise ``DamagedStore`` unless every file is there in its size. There are thousands of them, so no
        objects are made of their paths."""
        folder = str(self.folder)
        for part in manifest.parts:
            for table, size in part.files.items():
                path = f"{folder}/{relative_path(part, table=table)}"
                if size_of(path) != size:
                    raise DamagedStore(f"{path} is missing or cut short: {REBUILD}")

    def _files(self, manifest: Manifest, table: str) -> list[Path]:
        return [path_of(self.folder, part, table=table) for part in manifest.parts if table in part.files]

    def _source(self, manifest: Manifest, table: str) -> str:
        """SQL for the rows of ``table`` in all valid parts."""
        files = self._files(manifest, table)
        columns = ", ".join((*SCHEMAS[table], "game", "month"))
        return f"SELECT {columns} FROM ({rows_of(files)})" if files else no_rows(table)

    def define(self, name: str, query: str) -> None:
        """Define the view ``name`` as the rows of a query, for all later queries of this store. Raises what
        ``query`` raises."""

        def run(cursor: "duckdb.DuckDBPyConnection") -> None:
            self._make_views(cursor, query)
            cursor.execute(f"CREATE OR REPLACE VIEW {name} AS {query}")
            self._defined[name.lower()] = query
            self._made.add(name.lower())

        with self._lock:
            self._read(run)

    def close(self) -> None:
        """Close the files; a second call does nothing."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


class _Views(Mapping[str, Frame]):
    """The views of a connection as frames by name, each made when it is asked for."""

    def __init__(self, cursor: "duckdb.DuckDBPyConnection", make: Callable[[str], None]) -> None:
        self._cursor, self._make = cursor, make

    def __getitem__(self, name: str) -> Frame:
        self._make(name)
        return nw.from_native(self._cursor.view(name))

    def __iter__(self) -> Iterator[str]:
        return iter((*SCHEMAS, *DIMENSIONS))

    def __len__(self) -> int:
        return len(SCHEMAS) + len(DIMENSIONS)


def cached_per_projection(function: Callable[[Store], Found]) -> Callable[[Store], Found]:
    """Decorator: cache the result of ``function`` for a store until its facts change."""
    known: WeakKeyDictionary[Store, tuple[Manifest, Found]] = WeakKeyDictionary()

    @wraps(function)
    def cached(store: Store) -> Found:
        manifest, there = store.manifest, known.get(store)
        if there is None or there[0] is not manifest:
            there = known[store] = manifest, function(store)
        return there[1]

    return cached


def rows_of(files: Sequence[Path]) -> str:
    """A query that gives the rows of Parquet files in folders by game and month."""
    listed = ", ".join("'{}'".format(str(file).replace("'", "''")) for file in files)
    return f"SELECT * FROM read_parquet([{listed}], hive_partitioning = true, hive_types_autocast = false)"


def no_rows(table: str) -> str:
    """A query that gives no rows, with the columns of ``table``."""
    columns = [f"NULL::{SQL_TYPES[column.type]} AS {name}" for name, column in SCHEMAS[table].items()]
    return f"SELECT {', '.join(columns)}, NULL::VARCHAR AS game, NULL::VARCHAR AS month WHERE false"
