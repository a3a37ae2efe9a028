"""A database that was changed byte by byte may hold what its types forbid; a log says so in its own words."""

import re
from pathlib import Path

import pytest

from events.log.collected import Collected
from events.log.contract import Damaged, LogError
from events.log.plain_layout import SCHEMA
from events.log.sqlite_log import SqliteLog
from events.log.values import Unsound
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from events.seal.scan import scan
from events.seal.status import SigningStatuses
from tests.campaign.attacks.values import forge
from tests.campaign.workload import KEY
from tests.events.files import as_plain, raw, small_log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return small_log(tmp_path / "log.db")


def change(path: Path, old: bytes, new: bytes) -> None:
    """Put bytes in the place of others, wherever they stand in the file."""
    data = path.read_bytes()
    assert old in data and len(old) == len(new)
    path.write_bytes(data.replace(old, new))


def loosen(path: Path, statement: str) -> None:
    """Do what the types and the guards of the table forbid."""
    with raw(as_plain(path)) as connection:
        connection.execute("PRAGMA writable_schema = 1")
        for name, sql in SCHEMA.items():
            if "TRIGGER" in sql:
                connection.execute(f"DROP TRIGGER {name}")
        loose = SCHEMA["entry"].strip().replace(" CHECK (length(leaf) = 32)", "").replace(" STRICT", "")
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'entry'", (loose,))
        connection.execute("PRAGMA writable_schema = RESET")
        connection.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET data = 'text' WHERE position = 3",
        "UPDATE entry SET data = CAST(data AS TEXT)",
        "UPDATE entry SET data = 7 WHERE position = 3",
        "UPDATE entry SET leaf = 'text' WHERE position = 3",
        "UPDATE entry SET leaf = 1.5 WHERE position = 9",
        "UPDATE entry SET seq = 'text' WHERE position = 3",
        "UPDATE entry SET match = x'62' WHERE position = 3",
        "UPDATE entry SET command = 5 WHERE position = 3",
    ],
)
def test_a_value_of_another_type_is_damage(path: Path, statement: str) -> None:
    seal(path, KEY)
    loosen(path, statement)
    with SqliteLog(path) as log:
        for ask in (
            lambda: list(log.follow()),
            lambda: [list(log.read(match)) for match in "abc"],
            lambda: list(log.follow(3, limit=1)) + list(log.follow(9, limit=1)),
        ):
            with pytest.raises(LogError):
                ask()
        if "data" in statement:
            with pytest.raises(LogError):
                log.events("b")
    assert inspect(path, [KEY.verifier]).findings
    with pytest.raises(LogError):
        SqliteLog(path, writing=True)


@pytest.mark.parametrize(
    ("table", "column", "value", "accepted"),
    [
        ("place", "seq", "-9223372036854775808", "INTEGER 0 … 9223372036854775806"),
        ("place", "leaf", "1.0", "BLOB (32)"),
        ("place", "cause", "'x'", "INTEGER 0 … 9223372036854775806, NULL"),
        ("place", "act", "NULL", "INTEGER"),
        ("event", "data", "7", "BLOB"),
        ("match_name", "name", "NULL", "TEXT"),
        ("collected", "kind", "'x'", "'proof', 'slip', 'unsigned'"),
        ("collected", "number", "-1", "INTEGER 1 … 9007199254740991"),
        ("collected", "entries", "-9223372036854775808", "INTEGER 1 … 9223372036854775806"),
        ("collected", "at", "-9223372036854775808", "INTEGER 0 … 9007199254740991"),
    ],
)
def test_a_row_that_no_kifuda_writes_is_named(
    path: Path, table: str, column: str, value: str, accepted: str
) -> None:
    with SqliteLog(path, writing=True) as log:
        log.adopt("a", [], [Collected("a", "unsigned", 4, "other.db", 0, "")])
    seal(path, KEY)
    assert inspect(path, [KEY.verifier]).findings == ()
    assert forge(path, table, column, value)
    (found,) = inspect(path, [KEY.verifier]).findings
    assert found.code == "row"
    told = {"table": table, "column": column, "value": value, "accepted": accepted}
    assert found.facts.items() >= told.items()
    for ask in (SigningStatuses(path).of, lambda match: scan(path)):
        if table != "match_name":
            with pytest.raises(Unsound, match=f"as {column}; accepted is: {re.escape(accepted)}"):
                [ask(match) for match in "abc"]


def test_a_text_that_is_none_is_damage(path: Path) -> None:
    seal(path, KEY)
    with raw(as_plain(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    change(path, b"bb0", b"b\xff0")
    with SqliteLog(path) as log, pytest.raises(Damaged):
        list(log.follow())
    assert inspect(path, [KEY.verifier]).findings


def test_a_schema_that_is_no_text_is_damage(path: Path) -> None:
    change(path, b"never updated", b"never \xffpdated")
    assert [found.code for found in inspect(path).findings] == ["damaged"]
    with pytest.raises(Damaged):
        SqliteLog(path, writing=True)


def test_an_index_that_lost_the_end_of_a_match_is_damage(path: Path) -> None:
    """Readers find a match by an index; there the entries of b with seq 2 and 3 go to another match."""
    with raw(as_plain(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        root = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_entry_1'"
        ).get
    data = bytearray(path.read_bytes())
    start = 4096 * (root - 1)
    page = bytes(data[start : start + 4096])
    # A record of the index: length of its header, types of a letter and of two small numbers, values.
    for seq in (2, 3):
        at = page.index(bytes([4, 15, 1, 1]) + b"b" + bytes([seq]))
        data[start + at + 4] = ord("c")
        data[start + at + 5] = seq + 40
    path.write_bytes(bytes(data))
    with SqliteLog(path) as log, pytest.raises(LogError):
        log.matches()
    assert inspect(path).findings
