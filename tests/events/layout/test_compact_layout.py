"""Layout 2 gives back the bytes that were hashed, whatever they are, and what is done to it is seen."""

import contextlib
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.backup.rewriting import rewrite
from events.log import database
from events.log.compact_layout import COMPACT
from events.log.contract import Damaged, LogError, Pending
from events.log.database import layout_of, open_database
from events.log.hash_chain import START, link, relink
from events.log.parallel_scan import parallel_scan
from events.log.plain_layout import PLAIN
from events.log.randomness import seeded
from events.log.sqlite_log import SqliteLog
from events.model.codec import decode
from events.model.kinds import Noted
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from events.seal.note import SignerKey
from tests.events.files import DAMAGE, NOTE, as_plain, raw, small_log, spoil
from tests.events.log_contract import everything, put
from tests.support import effort

GOLDEN = Path(__file__).parents[1] / "golden"
KEY = SignerKey("example.org/cup", bytes(range(32)))
IDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return small_log(tmp_path / "log.db")


def rows(path: Path) -> list[tuple[object, ...]]:
    with raw(path) as connection:
        return connection.execute("SELECT * FROM entry ORDER BY position").fetchall()


def test_a_new_log_has_layout_2_and_takes_a_third_of_the_room(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with SqliteLog(path, writing=True) as log:
        for match in range(20):
            with log.batch():
                for act in range(40):
                    events = [Pending(NOTE), *[Pending(DAMAGE, 4 * act)] * 3]
                    log.append(f"match-{match}", events, expected=4 * act, command=f"{match}/{act}", at=act)
    with raw(path) as connection:
        assert layout_of(connection) == COMPACT
    compact = path.stat().st_size
    assert compact < 0.4 * as_plain(path).stat().st_size


def test_any_sqlite_reads_the_bytes_of_an_entry(path: Path) -> None:
    """Without kifuda: the view puts them together in SQL alone."""
    if sqlite3.sqlite_version_info < (3, 44):
        pytest.skip("concat() came with SQLite 3.44")
    with SqliteLog(path) as log:
        expected = [record.data for record in log.follow()]
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT data FROM entry ORDER BY position").fetchall()
    assert [data for (data,) in found] == expected


@settings(max_examples=effort.examples(60), deadline=None)
@given(match=IDS, command=IDS, text=st.text(st.characters(codec="utf-8"), max_size=12))
def test_whatever_was_hashed_is_given_back(
    tmp_path_factory: pytest.TempPathFactory, match: str, command: str, text: str
) -> None:
    """Ids with quotation marks, line breaks and the like are no different."""
    path = tmp_path_factory.mktemp("any") / "log.db"
    with SqliteLog(path, writing=True, random=seeded("any")) as log:
        try:
            log.append(
                match, [Pending(NOTE), Pending(Noted("comment", text), 0)], expected=0, command=command, at=7
            )
        except LogError:
            return  # not NFC
        log.append(match, [Pending(DAMAGE, 1)], expected=2, command=command + "+", at=8)
    plain = path.with_name("plain.db")
    with closing(open_database(path, writing=False)) as source:
        rewrite(source, plain, PLAIN)
    assert rows(path) == rows(plain)
    with SqliteLog(path) as log, SqliteLog(plain) as other:
        assert everything(log) == everything(other)
        assert log.history(match) == other.history(match)
        assert log.matches() == other.matches()
    assert inspect(path).findings == ()


def test_events_of_every_kind_go_through_both_layouts(tmp_path: Path) -> None:
    lines = (GOLDEN / "v3.jsonl").read_bytes().splitlines()
    entries = [decode(head + b"\n" + event) for head, event in zip(lines[::2], lines[1::2], strict=True)]
    path = tmp_path / "log.db"
    with SqliteLog(path, writing=True) as log:
        log.append("all", [Pending(entry.event) for entry in entries], expected=0, command="all", at=0)
        assert log.events("all") == [entry.event for entry in entries]
    before = rows(path)
    assert rows(as_plain(path)) == before
    again = tmp_path / "again.db"
    with closing(open_database(path, writing=False)) as source:
        rewrite(source, again, COMPACT)
    assert rows(again) == before
    assert inspect(again).findings == ()


def test_a_signed_log_in_another_layout_has_the_same_root(path: Path) -> None:
    signed = seal(path, KEY).signed
    as_plain(path)
    assert seal(path, KEY).inspection.findings == ()
    found = inspect(path, [KEY.verifier])
    assert (found.findings, found.signed) == ((), signed)
    with SqliteLog(path, writing=True) as log:
        assert put(log, "a", NOTE).first_position == 12, "a log of layout 1 goes on in it"
    with raw(path) as connection:
        assert layout_of(connection) == PLAIN


def test_an_act_that_is_undone_leaves_no_id_behind(path: Path) -> None:
    """What the inserter remembers of rows that are gone would be the ids of other rows later."""
    with SqliteLog(path, writing=True) as log:
        with pytest.raises(ZeroDivisionError), log.batch():
            log.append("new", [Pending(Noted("comment", "gone"))], expected=0, command="n", at=0)
            raise ZeroDivisionError
        with log.batch():
            log.append("other", [Pending(Noted("comment", "kept"))], expected=0, command="o", at=0)
            with pytest.raises(LogError):
                log.adopt("third", [b"no entry"], [])
        log.append("new", [Pending(Noted("comment", "gone"))], expected=0, command="n", at=0)
        assert [event.text for match in ("new", "other") for event in log.events(match)] == ["gone", "kept"]
    assert inspect(path).findings == ()


@pytest.mark.parametrize("table", ["match_name", "event", "place"])
def test_no_table_is_updated_or_deleted_from(path: Path, table: str) -> None:
    with raw(path) as connection:
        for statement, message in (
            (f"UPDATE {table} SET rowid = rowid", "updated"),
            (f"DELETE FROM {table}", "deleted"),
        ):
            with pytest.raises(apsw.ConstraintError, match=f"never {message}"):
                connection.execute(statement)
        with pytest.raises(apsw.SQLError, match="view"):
            connection.execute("DELETE FROM entry")


CELLS = [
    "UPDATE match_name SET name = 'd' WHERE name = 'b'",
    "UPDATE match_name SET id = 9 WHERE name = 'b'",
    "DELETE FROM match_name WHERE name = 'b'",
    "UPDATE event SET data = CAST(replace(data, '2', '3') AS BLOB)",
    "UPDATE event SET data = x'7b' WHERE id = 1",
    "DELETE FROM event WHERE id = 2",
    "UPDATE place SET position = 99 WHERE position = 3",
    "UPDATE place SET match = 9 WHERE position = 3",
    "UPDATE place SET seq = 9 WHERE position = 9",
    "UPDATE place SET act = 0 WHERE position = 3",
    "UPDATE place SET event = 3 - event WHERE position = 3",
    "UPDATE place SET cause = NULL WHERE position = 3",
    "UPDATE place SET cause = 1 WHERE position = 2",
    "UPDATE place SET salt = NULL WHERE position = 3",
    "UPDATE place SET salt = replace(salt, substr(salt, 1, 1), '/') WHERE position = 3",
    "UPDATE place SET leaf = zeroblob(32) WHERE position = 3",
    "UPDATE place SET leaf = zeroblob(32) WHERE position = 11",
    "UPDATE place SET command = 'x' WHERE position = 2",
    "UPDATE place SET at = 77 WHERE position = 2",
    "DELETE FROM place WHERE position = 3",
    "DELETE FROM place WHERE position < 3",
]


@pytest.mark.parametrize("statement", CELLS)
def test_every_changed_cell_is_found(path: Path, statement: str) -> None:
    """By reading the log as a whole, by verifying it, and by whoever reads the match that it is in."""
    assert seal(path, KEY).signed is not None
    with SqliteLog(path) as log:
        before = {match: log.history(match) for match in "abc"}
    spoil(path, statement)
    with SqliteLog(path) as log, pytest.raises(Damaged):
        everything(log)
        log.matches()
    assert inspect(path, [KEY.verifier]).findings
    with SqliteLog(path) as log:
        for match in "abc":
            try:
                assert log.history(match) == before[match]
            except LogError:
                continue


@pytest.mark.parametrize("act", [0, 3, 8, 99])
@pytest.mark.parametrize("position", [2, 3, 9])
def test_an_entry_under_another_act_is_damage_to_whoever_reads_its_match(
    path: Path, position: int, act: int
) -> None:
    """Its bytes are put together with command and time of that act, and are not those that were hashed."""
    if (position, act) == (9, 8):
        return  # its own
    spoil(path, f"UPDATE place SET act = {act} WHERE position = {position}")
    with SqliteLog(path) as log:
        for ask in (log.events, log.history, lambda match: list(log.read(match))):
            with pytest.raises(Damaged, match=rf"\(position {position}, match b, .*do not hash to its leaf"):
                ask("b")
        assert len(log.events("a")) == len(log.events("c")) == 4


@pytest.mark.parametrize("position", [2, 3, 9])
def test_a_stored_hash_that_was_changed_is_damage_to_whoever_reads_its_match(
    path: Path, position: int
) -> None:
    spoil(path, f"UPDATE place SET leaf = zeroblob(32) WHERE position = {position}")
    with SqliteLog(path) as log:
        for ask in (log.events, log.history):
            with pytest.raises(Damaged, match=rf"\(position {position}, match b, .*do not hash to its leaf"):
                ask("b")


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        (
            "UPDATE event SET data = CAST(replace(data, '2', '3') AS BLOB) WHERE id = 2",
            ["changed"] * 6 + ["database", "fork"],
        ),
        ("UPDATE place SET leaf = zeroblob(32) WHERE position = 3", ["changed"]),
        ("UPDATE place SET cause = 1 WHERE position = 2", ["changed", "fork"]),
        ("UPDATE place SET seq = 9 WHERE position = 9", ["unlinked"]),
        ("DELETE FROM place WHERE position = 3", ["missing", "unlinked"]),
        ("DELETE FROM place WHERE position < 3", ["missing", "unlinked", "unlinked", "database"]),
        ("INSERT INTO match_name (name) VALUES ('ghost')", ["database"]),
        ("UPDATE place SET command = 'ghost' WHERE position = 3", ["database"]),
        ("UPDATE place SET at = 9 WHERE position = 3", ["database"]),
        ("UPDATE event SET digest = digest + 1 WHERE id = 1", ["database"]),
        ("INSERT INTO event (digest, data) VALUES (7, x'7b7d')", ["database", "database"]),
        ("UPDATE match_name SET id = 99 - id; UPDATE place SET match = 99 - match", ["database"]),
    ],
)
def test_what_is_found_names_the_entry_that_was_changed(path: Path, statement: str, found: list[str]) -> None:
    """The entries behind it, whose links were right, are not blamed."""
    assert seal(path, KEY).signed is not None
    spoil(path, statement)
    assert [finding.code for finding in inspect(path, [KEY.verifier]).findings] == found


def test_a_command_of_which_the_act_is_gone_is_damage(path: Path) -> None:
    spoil(path, "UPDATE place SET command = 'ghost' WHERE position = 3")
    with SqliteLog(path, writing=True) as log, pytest.raises(Damaged, match="command 'ghost' are missing"):
        log.append("a", [Pending(NOTE)], expected=4, command="ghost", at=0)


def test_the_parts_of_a_row_are_those_of_its_bytes() -> None:
    """Of an act that is appended and of the same entries that are taken over."""
    for match in ("plain", 'with "marks"', "月見"):
        linked = link(
            match,
            [Pending(NOTE), Pending(DAMAGE, 0)],
            position=5,
            head=START,
            command="c",
            at=3,
            random=bytes(16),
        )
        assert relink(match, [row[5] for row in linked], position=5, head=START) == linked
        assert [row[8] is None for row in linked] == ['"' in match] * 2


def test_new_logs_are_of_the_newest_layout() -> None:
    assert database.NEWEST.version == max(database.LAYOUTS)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE place SET leaf = NULL WHERE position = 3",
        "UPDATE place SET leaf = NULL, salt = NULL WHERE position = 3",
        "UPDATE place SET leaf = 'text' WHERE position = 9",
        "UPDATE place SET salt = 7 WHERE position = 3",
        "UPDATE place SET salt = x'ff' WHERE position = 3",
        "UPDATE place SET cause = 'text' WHERE position = 3",
        "UPDATE place SET command = x'ff' WHERE position = 2",
        "UPDATE place SET at = 'text' WHERE position = 2",
        "UPDATE place SET seq = NULL WHERE position = 3",
        "UPDATE place SET seq = 1.5 WHERE position = 3",
        "UPDATE place SET seq = x'31' WHERE position = 3",
        "UPDATE place SET match = NULL WHERE position = 3",
        "UPDATE place SET match = 1.5 WHERE position = 3",
        "UPDATE place SET act = NULL WHERE position = 3",
        "UPDATE place SET act = 2.5 WHERE position = 3",
        "UPDATE place SET act = 'text' WHERE position = 3",
        "UPDATE place SET act = -1 WHERE position = 3",
        "UPDATE place SET event = NULL WHERE position = 3",
        "UPDATE place SET event = 1.5 WHERE position = 3",
        "UPDATE place SET event = x'31' WHERE position = 3",
        "UPDATE place SET at = 2.5 WHERE position = 2",
        "UPDATE place SET command = 7 WHERE position = 2",
        "UPDATE place SET command = NULL WHERE position = 2",
        "UPDATE place SET cause = 0.5 WHERE position = 3",
        "UPDATE place SET match = 'text' WHERE position = 3",
        "UPDATE event SET data = 'text' WHERE id = 1",
        "UPDATE event SET data = NULL WHERE id = 1",
    ],
)
def test_a_value_of_another_type_is_damage_and_no_error_of_its_own(path: Path, statement: str) -> None:
    """A flipped bit in the header of a row does what the types of the tables forbid."""
    seal(path, KEY)
    strict = {name: COMPACT.schema[name].strip() for name in ("place", "event")}
    with raw(path) as connection:
        for name in strict:
            for done in ("updated", "deleted"):
                connection.execute(f"DROP TRIGGER {name}_never_{done}")
        connection.execute("PRAGMA writable_schema = 1")
        for name, sql in strict.items():
            loose = (
                sql.replace(" CHECK (length(leaf) = 32)", "").replace(" NOT NULL", "").replace(" STRICT", "")
            )
            connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (loose, name))
        connection.execute("PRAGMA writable_schema = RESET")
        connection.execute(statement)
        connection.execute("PRAGMA writable_schema = 1")
        for name, sql in strict.items():
            connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))
        connection.execute("PRAGMA writable_schema = RESET")
        for name in strict:
            for done in ("updated", "deleted"):
                connection.execute(COMPACT.schema[f"{name}_never_{done}"])
    with SqliteLog(path) as log, pytest.raises(LogError):
        everything(log)
    for match in "abc":
        with SqliteLog(path) as log, contextlib.suppress(LogError):
            log.history(match)
    assert inspect(path, [KEY.verifier]).findings
    with ProcessPoolExecutor(1, get_context("fork")) as pool:
        assert inspect(path, [KEY.verifier], scan=partial(parallel_scan, pool=pool)).findings
