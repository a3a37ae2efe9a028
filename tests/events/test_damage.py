"""What is done to a log behind its back is seen when it is read, and said where.

That its very last entries are missing cannot be seen here: only a head that is kept elsewhere shows it.
"""

import random
from pathlib import Path

import pytest

from events.log.contract import Damaged, LogError
from events.log.sqlite_log import SqliteLog
from events.model.codec import leaf_hash
from tests.events.files import NOTE, as_plain, raw, small_log, vandalise
from tests.events.log_contract import everything, put


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return as_plain(small_log(tmp_path / "log.db"))


def cell(path: Path, column: str, position: int) -> bytes:
    with raw(path) as connection:
        return bytes(connection.execute(f"SELECT {column} FROM entry WHERE position = {position}").get)


def overwrite(path: Path, column: str, position: int, value: bytes) -> None:
    vandalise(path, f"UPDATE entry SET {column} = x'{value.hex()}' WHERE position = {position}")


def test_vandalising_nothing_changes_nothing(path: Path) -> None:
    with SqliteLog(path) as log:
        before = everything(log)
    vandalise(path)
    with SqliteLog(path, writing=True) as log:
        assert everything(log) == before
        assert [len(log.events(match)) for match in "abc"] == [4, 4, 4]


# --- bytes -----------------------------------------------------------------------------------------

# Match b holds the positions 2, 3, 8 and 9 with the seqs 0 to 3.
PLACES = {0: 2, 1: 3, 2: 8, 3: 9}


@pytest.mark.parametrize("seq", PLACES)
@pytest.mark.parametrize("column", ["data", "leaf"])
def test_a_flipped_bit_is_found_wherever_it_lies(path: Path, column: str, seq: int) -> None:
    position = PLACES[seq]
    whole = cell(path, column, position)
    chosen = random.Random(position)
    for at in {0, len(whole) - 1, *chosen.sample(range(len(whole)), 12)}:
        flipped = bytearray(whole)
        flipped[at] ^= 1 << chosen.randrange(8)
        overwrite(path, column, position, bytes(flipped))
        with SqliteLog(path) as log:
            found = []
            for ask in (
                lambda log: list(log.read("b")),
                lambda log: log.entry("b", seq),
                lambda log: everything(log),
                lambda log: list(log.follow(position)),
            ):
                with pytest.raises(Damaged) as caught:
                    ask(log)
                found.append((caught.value.match, caught.value.seq, caught.value.position))
            assert found == [("b", seq, position)] * 4
            assert len(list(log.read("a"))) == len(list(log.read("c"))) == 4
            for fast in (log.events, log.history):
                with pytest.raises(Damaged, match=f"position {position}, match b, seq {seq}"):
                    fast("b")
    overwrite(path, column, position, whole)
    with SqliteLog(path) as log:
        assert len(everything(log)) == 12


def test_an_entry_rewritten_with_its_hash_breaks_the_link_to_the_next(path: Path) -> None:
    """Whoever rewrites an entry must rewrite all that follow in its match."""
    forged = cell(path, "data", 3).replace(b'"amount":2', b'"amount":9')
    leaf = leaf_hash(forged)
    vandalise(path, f"UPDATE entry SET data = x'{forged.hex()}', leaf = x'{leaf}' WHERE position = 3")
    with SqliteLog(path) as log:
        for ask in (lambda: list(log.read("b")), lambda: log.events("b"), lambda: everything(log)):
            with pytest.raises(Damaged, match=r"match b, seq 2.*does not link to the entry before"):
                ask()
        with pytest.raises(Damaged, match="match b, seq 2"):
            log.entry("b", 2)


# --- columns ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET command = 'other' WHERE position = 2",
        "UPDATE entry SET match = 'd' WHERE match = 'b'",
        "UPDATE entry SET match = 'd', seq = 0 WHERE position = 9",
        "UPDATE entry SET seq = seq + 4 WHERE match = 'b'",
        "UPDATE entry SET seq = 3 - seq + 10 WHERE match = 'b'",
        "UPDATE entry SET position = -1 WHERE position = 2",
        "UPDATE entry SET position = 99 WHERE position = 2",
        "UPDATE entry SET position = CASE position WHEN 2 THEN -3 ELSE -2 END WHERE position IN (2, 3);"
        " UPDATE entry SET position = -position WHERE position < 0",
    ],
)
def test_an_entry_filed_elsewhere_is_found(path: Path, statement: str) -> None:
    vandalise(path, statement)
    with SqliteLog(path) as log, pytest.raises(Damaged):
        everything(log)


def test_a_match_filed_under_another_name_is_found_by_every_way_of_reading(path: Path) -> None:
    vandalise(path, "UPDATE entry SET match = 'd' WHERE match = 'b'")
    with SqliteLog(path) as log:
        for ask in (lambda: list(log.read("d")), lambda: log.events("d"), lambda: log.history("d")):
            with pytest.raises(Damaged, match="its bytes say match b"):
                ask()


# --- gaps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seq", [0, 1, 2])
def test_a_missing_entry_leaves_a_gap(path: Path, seq: int) -> None:
    vandalise(path, f"DELETE FROM entry WHERE position = {PLACES[seq]}")
    with SqliteLog(path) as log:
        for ask in (
            lambda: list(log.read("b")),
            lambda: log.events("b"),
            lambda: log.history("b"),
            lambda: log.entry("b", seq),
            lambda: log.entry("b", seq + 1),
        ):
            with pytest.raises(Damaged, match=rf"\(match b, seq {seq}\): this entry is missing"):
                ask()
        for whole in (lambda: everything(log), log.matches, lambda: list(log.leaves())):
            with pytest.raises(Damaged, match=rf"\(position {PLACES[seq]}\): this entry is missing"):
                whole()
        assert len(list(log.read("a"))) == 4


def test_the_missing_end_of_a_match_is_seen_in_the_whole_log(path: Path) -> None:
    vandalise(path, "DELETE FROM entry WHERE position = 9")
    with SqliteLog(path) as log:
        assert len(list(log.read("b"))) == 3
        for whole in (lambda: everything(log), log.matches):
            with pytest.raises(Damaged, match=r"\(position 9\): this entry is missing"):
                whole()


def test_a_missing_match_is_seen_in_the_whole_log(path: Path) -> None:
    vandalise(path, "DELETE FROM entry WHERE match = 'a'")
    with SqliteLog(path) as log:
        for whole in (lambda: everything(log), log.matches):
            with pytest.raises(Damaged, match=r"\(position 0\): this entry is missing"):
                whole()


def test_nothing_is_linked_to_a_damaged_entry(path: Path) -> None:
    overwrite(path, "leaf", PLACES[3], bytes(32))
    with SqliteLog(path, writing=True) as log:
        with pytest.raises(Damaged, match="position 9, match b, seq 3"):
            put(log, "b", NOTE)
        assert log.size == 12
        assert put(log, "a", NOTE).first_position == 12


# --- guards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("DROP TRIGGER entry_never_deleted", "entry_never_deleted"),
        ("DROP TRIGGER entry_never_updated; DROP INDEX entry_command", "entry_command, entry_never_updated"),
        ("DROP INDEX entry_command", "entry_command"),
        ("CREATE TRIGGER helpful AFTER INSERT ON entry BEGIN SELECT 1; END", "helpful"),
        ("ALTER TABLE entry ADD COLUMN more TEXT", "entry"),
    ],
)
def test_a_log_whose_guards_were_changed_is_only_read(path: Path, statement: str, named: str) -> None:
    with raw(path) as connection:
        connection.execute(statement)
    with pytest.raises(Damaged, match=rf"not built as kifuda builds it \({named}\); it is only read"):
        SqliteLog(path, writing=True)
    with SqliteLog(path) as log:
        assert len(everything(log)) == 12


# --- the file --------------------------------------------------------------------------------------


def test_a_file_cut_anywhere_is_never_taken_for_a_log(path: Path) -> None:
    with SqliteLog(path, writing=True) as log:
        put(log, "long", *[NOTE] * 100)
    whole = path.read_bytes()
    assert len(whole) > 8 * 4096
    for length in {*range(0, len(whole), 1024), 99, len(whole) - 1}:
        path.write_bytes(whole[:length])
        for writing in (False, True):
            with pytest.raises(LogError, match=r"log\.db"), SqliteLog(path, writing=writing) as log:
                everything(log)
    path.write_bytes(whole)
    with SqliteLog(path) as log:
        assert len(everything(log)) == 112


def test_flipped_bytes_of_the_file_change_no_answer_unseen(path: Path) -> None:
    """A sample of all bytes of the file; the log then answers as before, or says that it cannot."""
    whole = path.read_bytes()
    with SqliteLog(path) as log:
        before = everything(log)
    chosen = random.Random(20260101)
    seen = 0
    for at in chosen.sample(range(len(whole)), 400):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << chosen.randrange(8)
        path.write_bytes(flipped)
        try:
            with SqliteLog(path) as log:
                answers = (everything(log), [list(log.read(match)) for match in "abc"], len(log.matches()))
        except LogError:
            seen += 1
        else:
            assert answers[0] == before
            assert sum(map(len, answers[1])) == 12
            assert answers[2] == 3
    assert seen > 20, "this test must hit something"


def test_a_log_without_its_table_says_so(path: Path) -> None:
    with raw(path) as connection:
        connection.execute("DROP TABLE entry")
    with SqliteLog(path) as log, pytest.raises(Damaged, match=r"log\.db is not built.*no such table"):
        log.count("a")
