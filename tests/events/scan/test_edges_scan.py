"""What a judge is told of a damaged log: which entry, what its bytes say instead, and nothing besides.

That damage is found at all is in ``test_inspection``.
"""

from contextlib import closing
from pathlib import Path

import pytest

from events.log.contract import Damaged, LogError, Pending
from events.log.plain_layout import SCHEMA
from events.log.sqlite_log import SqliteLog
from events.model.codec import LINE, leaf_hash
from events.seal import scan as scanning
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from events.seal.merkle import EMPTY, Tree
from events.seal.note import SignerKey
from events.seal.paths import checkpoint_of
from events.seal.scan import PAGE_ROWS, Finding, scan
from events.seal.sealer import Sealer
from tests.events.files import GUARDS, NOTE, as_plain, raw, small_log, vandalise

SIZE = 12


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of twelve entries. Match b holds the positions 2, 3, 8 and 9, match c 4, 5, 10 and 11."""
    return small_log(tmp_path / "log.db")


def at(position: int, match: str, seq: int, **facts: object) -> dict[str, object]:
    return {"position": position, "match": match, "seq": seq, **facts}


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("SET leaf = zeroblob(32) WHERE position = 8", [("changed", at(8, "b", 2))]),
        (
            "SET command = 'x' WHERE position = 8",
            [("misplaced", at(8, "b", 2, says="b#2, command b2"))],
        ),
        (
            "SET match = 'z' WHERE position = 11",
            [
                ("misplaced", at(11, "z", 3, says="c#3, command c2")),
                ("unlinked", at(11, "z", 3)),
            ],
        ),
        (
            "SET seq = 7 WHERE position = 9",
            [
                ("misplaced", at(9, "b", 7, says="b#3, command b2")),
                ("unlinked", at(9, "b", 7)),
            ],
        ),
        ("SET position = 12 WHERE position = 11", [("missing", {"first": 11, "last": 11})]),
    ],
    ids=["leaf", "command", "match", "seq", "position"],
)
def test_what_is_wrong_is_told_with_its_place(
    log: Path, statement: str, told: list[tuple[str, dict[str, object]]]
) -> None:
    vandalise(log, f"UPDATE entry {statement}")
    assert list(scan(log).findings) == told


@pytest.mark.parametrize(
    ("gone", "told", "rehashed"),
    [
        ("position = 3", [("missing", {"first": 3, "last": 3}), ("unlinked", at(8, "b", 2))], 11),
        ("position < 2", [("missing", {"first": 0, "last": 1}), ("unlinked", at(6, "a", 2))], 10),
        (
            "position IN (3, 4, 5)",
            [("missing", {"first": 3, "last": 5}), ("unlinked", at(8, "b", 2)), ("unlinked", at(10, "c", 2))],
            9,
        ),
    ],
)
def test_a_gap_is_told_from_its_first_to_its_last_entry(
    log: Path, gone: str, told: list[Finding], rehashed: int
) -> None:
    vandalise(log, f"DELETE FROM entry WHERE {gone}")
    found = scan(log, prefix_size=2)
    assert list(found.findings) == told
    assert (found.size, found.rehashed, found.root) == (SIZE, rehashed, None)


def test_of_a_log_with_a_gap_before_the_head_no_root_is_given(log: Path) -> None:
    """The hashes of what is left have a root as well, but it is that of another log."""
    vandalise(log, "DELETE FROM entry WHERE position = 3")
    assert (
        scan(log, prefix_size=3).prefix_root,
        scan(log, prefix_size=4).prefix_root,
        scan(log, prefix_size=12).prefix_root,
    ) == (
        root_of(small_log(log.with_name("whole.db")), 3),
        None,
        None,
    )


def root_of(path: Path, size: int) -> bytes:
    with SqliteLog(path) as whole:
        return Tree(bytes.fromhex(record.leaf) for record in whole.follow()).root(size)


def test_entries_that_are_gone_up_to_the_head_are_told_as_one_gap(log: Path) -> None:
    """Nothing is left before the head: the page up to there is empty."""
    vandalise(log, "DELETE FROM entry WHERE position < 6")
    found = scan(log, prefix_size=6)
    assert found.findings[0] == ("missing", {"first": 0, "last": 5})
    assert (found.prefix_root, found.rehashed) == (None, 6)


def test_what_cannot_be_read_is_told_with_the_reason_and_what_follows_is_read(log: Path) -> None:
    vandalise(log, "UPDATE entry SET data = x'ff', leaf = zeroblob(32) WHERE position = 3")
    found = scan(log)
    unreadable, unlinked = found.findings
    assert unreadable.code == "unreadable"
    assert unreadable.facts == at(3, "b", 1, why="no entry: one begins with [3,")
    assert unlinked == ("unlinked", at(8, "b", 2))
    assert found.rehashed == SIZE


def test_a_header_of_other_types_is_unreadable(log: Path) -> None:
    with raw(log) as connection:
        data = bytes(connection.execute("SELECT data FROM entry WHERE position = 11").get)
    spoilt = data.replace(b',3,"c"', b',"3","c"').hex()
    vandalise(log, f"UPDATE entry SET data = x'{spoilt}' WHERE position = 11")
    (found,) = scan(log).findings
    assert found.code == "unreadable"
    assert "Expected `int`, got `str`" in str(found.facts["why"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"Happened"', b'"Zapped"'),
        (b'{"', b'{ "'),
        (b'"amount":2', b'"amount":2,"amount":2'),
        (b'"amount":2', b'"amount":2.0'),
        (b'"amount":2', b'"amount":99999999999999999999'),
        (b'"amount":2', b'"amount":2,"zzz":1'),
        (b'"damage"', '"e\u0301"'.encode()),
        (b'"damage"', b'"\xff"'),
        (None, b""),
    ],
)
def test_bytes_that_no_log_takes_are_told_although_their_hash_is_right_and_nothing_is_signed(
    log: Path, old: bytes | None, new: bytes
) -> None:
    with raw(log) as connection:
        header, line, event = bytes(
            connection.execute("SELECT data FROM entry WHERE position = 11").get
        ).partition(LINE)
    assert old is None or old in event
    data = header + line + (new if old is None else event.replace(old, new, 1))
    leaf = leaf_hash(data)
    vandalise(log, f"UPDATE entry SET data = x'{data.hex()}', leaf = x'{leaf}' WHERE position = 11")
    assert [found.code for found in scan(log).findings] == ["unreadable"]
    sealer = Sealer(log, SignerKey.new("cup"))
    with pytest.raises(Damaged, match="no entry of a log"), closing(sealer):
        sealer.seal()
    assert not checkpoint_of(log).exists()


def test_a_header_in_another_spelling_is_unreadable(log: Path) -> None:
    """JSON that decodes like a header, and does not begin like one."""
    with raw(log) as connection:
        data = bytes(connection.execute("SELECT data FROM entry WHERE position = 11").get)
    spoilt = data.replace(b"[", b"[ ", 1)
    vandalise(
        log, f"UPDATE entry SET data = x'{spoilt.hex()}', leaf = x'{leaf_hash(spoilt)}' WHERE position = 11"
    )
    assert [found.code for found in scan(log).findings] == ["unreadable"]


def test_each_entry_is_linked_to_the_one_before_it_in_its_own_match(log: Path) -> None:
    """Two entries of equal length change places, hashes and columns with them: both links break."""
    with raw(log) as connection:
        rows = {
            position: (leaf, data)
            for position, leaf, data in connection.execute("SELECT position, leaf, data FROM entry")
        }
    statements = [
        f"UPDATE entry SET leaf = x'{rows[other][0].hex()}', data = x'{rows[other][1].hex()}'"
        f" WHERE position = {position}"
        for position, other in ((8, 10), (10, 8))
    ]
    vandalise(log, *statements)
    assert [(found.code, found.facts["position"]) for found in scan(log).findings] == [
        ("misplaced", 8),
        ("unlinked", 8),
        ("unlinked", 9),
        ("misplaced", 10),
        ("unlinked", 10),
        ("unlinked", 11),
    ]


# --- tables, indexes, guards -----------------------------------------------------------------------


def test_every_guard_that_is_gone_or_new_is_named(log: Path) -> None:
    with raw(as_plain(log)) as connection:
        for name in GUARDS:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("CREATE TABLE more (x)")
    (found,) = scan(log).findings
    assert found == ("schema", {"names": ", ".join(sorted([*GUARDS, "more"]))})


def test_what_sqlite_says_of_its_indexes_is_told(log: Path) -> None:
    with raw(as_plain(log)) as connection:
        connection.execute("PRAGMA writable_schema = 1")
        where = "CREATE INDEX entry_command ON entry (command) WHERE position < 4"
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'entry_command'", (where,))
    with raw(log) as connection:
        connection.execute("REINDEX")
        connection.execute("PRAGMA writable_schema = 1")
        whole = SCHEMA["entry_command"].strip()
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'entry_command'", (whole,))
    found = scan(log).findings
    assert {kind.code for kind in found} == {"database"}
    assert all("entry_command" in str(kind.facts["why"]) for kind in found)


# --- sizes -----------------------------------------------------------------------------------------


def test_the_root_of_nothing_is_known_and_that_of_more_than_there_is_is_not(log: Path) -> None:
    assert scan(log).prefix_root == EMPTY
    assert scan(log, prefix_size=SIZE).prefix_root == scan(log).root == root_of(log, SIZE)
    assert scan(log, prefix_size=SIZE + 1).prefix_root is None


def test_progress_is_told_page_by_page_up_to_the_end(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "PAGE_ROWS", 5)
    told: list[tuple[int, int]] = []
    scan(log, prefix_size=7, progress=lambda done, total: told.append((done, total)))
    assert told == [(5, SIZE), (7, SIZE), (12, SIZE)]


@pytest.mark.parametrize("then", [0, 1, PAGE_ROWS - 1, PAGE_ROWS, PAGE_ROWS + 1])
def test_a_page_that_ends_at_the_head_leaves_nothing_out(tmp_path: Path, then: int) -> None:
    path = tmp_path / "long.db"
    with SqliteLog(path, writing=True) as long:
        act = [Pending(NOTE)] * (PAGE_ROWS + 1)
        long.append("a", act, expected=0, command="a", at=0)
    found = scan(path, prefix_size=then)
    assert (found.findings, found.rehashed) == ((), PAGE_ROWS + 1)
    assert found.prefix_root == root_of(path, then)


# --- what cannot be read at all --------------------------------------------------------------------


def test_the_row_is_named_that_holds_other_types(log: Path) -> None:
    with raw(as_plain(log)) as connection:
        connection.execute("DROP TABLE entry")
        connection.execute(
            "CREATE TABLE entry (position INTEGER PRIMARY KEY, match, seq, command, leaf, data)"
        )
        connection.execute("INSERT INTO entry VALUES (0, 'a', 0, 'a0', 'leaf', 'text')")
    with pytest.raises(Damaged, match=r"row 0 of table entry has 'leaf' as leaf; accepted is: BLOB \(32\)"):
        scan(log)
    (found,) = inspect(log).findings
    assert (found.code, found.facts["column"], found.facts["value"]) == ("row", "leaf", "'leaf'")


def test_the_file_is_named_that_cannot_be_read_to_its_end(log: Path) -> None:
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size - 4096)
    with pytest.raises(LogError, match=r"log\.db") as raised:
        scan(log)
    assert isinstance(raised.value, Damaged)


@pytest.mark.parametrize("part", ["first", "middle"])
def test_a_page_that_is_no_page_is_damage_of_this_file(tmp_path: Path, part: str) -> None:
    """SQLite opens the file, and gives up while it is read."""
    path = tmp_path / "log.db"
    with SqliteLog(path, writing=True) as log:
        log.append("a", [Pending(NOTE)] * 300, expected=0, command="a", at=0)
    data = bytearray(path.read_bytes())
    page = 4096 * (1 if part == "first" else len(data) // 4096 // 2)
    data[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(data)
    with pytest.raises(Damaged, match=r"log\.db"):
        scan(path)
    (found,) = inspect(path).findings
    assert (found.code, "log.db" in str(found.facts["why"])) == ("damaged", True)


def test_a_scan_neither_changes_nor_holds_the_log(log: Path) -> None:
    before = log.read_bytes()
    scan(log)
    with raw(log) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("ROLLBACK")
    assert log.read_bytes() == before


def test_an_inspection_tells_what_the_scan_found_and_that_it_is_no_longer_what_was_signed(log: Path) -> None:
    key = SignerKey("example.org/cup", bytes(range(32)))
    seal(log, key)
    vandalise(log, "UPDATE entry SET data = x'7b' WHERE position = 3")
    found = inspect(log).findings
    assert [kind.code for kind in found] == ["unreadable", "unlinked", "fork"]
    assert found[-1] == ("fork", {"signed": SIZE})
