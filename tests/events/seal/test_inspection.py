"""A log compared with its checkpoint: each way to change it unseen, tried."""

import os
from pathlib import Path

import pytest

from events.log.contract import NotALog, Pending
from events.log.hash_chain import Row
from events.log.sqlite_log import SqliteLog
from events.model.codec import decode, leaf_hash
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read, write
from events.seal.head_signing import AnotherLog, Overtaken, seal
from events.seal.inspection import Inspection, inspect
from events.seal.merkle import Tree
from events.seal.note import Forged, Note, SignerKey
from events.seal.paths import checkpoint_of
from tests.events.files import DAMAGE, NOTE, as_plain, raw, small_log, vandalise

KEY = SignerKey("example.org/cup", bytes(range(32)))
OTHER = SignerKey("example.org/judge", bytes(32))
SIZE = 12


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of twelve entries, signed."""
    path = small_log(tmp_path / "log.db")
    assert seal(path, KEY).signed is not None
    return path


def codes(inspection: Inspection) -> list[str]:
    return [found.code for found in inspection.findings]


def grow(path: Path, match: str = "d") -> None:
    """Append two entries, as somebody does who moves the checkpoint away first."""
    away = path.with_name("away")
    if signed := checkpoint_of(path).exists():
        checkpoint_of(path).rename(away)
    with SqliteLog(path, writing=True) as log:
        act = [Pending(NOTE), Pending(DAMAGE, 0)]
        log.append(match, act, expected=0, command=match, at=9)
    if signed:
        away.rename(checkpoint_of(path))


def root_of(path: Path) -> bytes:
    with SqliteLog(path) as log:
        return Tree(bytes.fromhex(record.leaf) for record in log.follow()).root()


# --- a sound log -----------------------------------------------------------------------------------


def test_what_was_signed_is_the_head_of_the_log(log: Path) -> None:
    signed = read(checkpoint_of(log))
    assert signed is not None
    assert signed.checkpoint == Checkpoint("example.org/cup", SIZE, root_of(log))


def test_a_sound_log(log: Path) -> None:
    told: list[tuple[int, int]] = []
    found = inspect(log, [KEY.verifier], lambda done, total: told.append((done, total)))
    assert found.findings == ()
    assert found.scan is not None and found.signed is not None
    assert (found.scan.size, found.scan.rehashed) == (SIZE, SIZE)
    assert found.scan.root == found.scan.prefix_root == root_of(log)
    assert found.holding == found.signed.note.signatures
    assert told[-1] == (SIZE, SIZE)


def test_a_log_that_grew_begins_with_what_was_signed(log: Path) -> None:
    grow(log)
    found = inspect(log, [KEY.verifier])
    assert found.findings == ()
    assert found.scan is not None and found.signed is not None
    assert (found.scan.size, found.signed.checkpoint.size) == (SIZE + 2, SIZE)
    assert found.scan.prefix_root == found.signed.checkpoint.root != found.scan.root


def test_an_empty_log_has_a_head_as_well(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    SqliteLog(path, writing=True).close()
    assert inspect(path).findings == ()
    seal(path, KEY)
    assert inspect(path, [KEY.verifier]).findings == ()
    grow(path)
    assert inspect(path, [KEY.verifier]).findings == ()


def test_a_long_log_is_read_in_pages(tmp_path: Path) -> None:
    path = tmp_path / "long.db"
    with SqliteLog(path, writing=True) as log, log.batch():
        for number in range(1500):
            act = [Pending(NOTE), Pending(DAMAGE, 0)]
            log.append(f"m{number}", act, expected=0, command=f"c{number}", at=number)
    whole = Tree(bytes.fromhex(record.leaf) for record in SqliteLog(path).follow())
    for size in (1, 1023, 1024, 1025, 2999, 3000):
        head = Checkpoint(KEY.name, size, whole.root(size))
        write(checkpoint_of(path), Note(head.text, ()).signed_by(KEY))
        found = inspect(path, [KEY.verifier])
        assert found.findings == ()
        assert found.scan is not None and found.scan.root == whole.root()


# --- the end is gone -------------------------------------------------------------------------------


def test_every_shorter_log_is_found_out(log: Path) -> None:
    for gone in range(SIZE - 1, -1, -1):
        vandalise(log, f"DELETE FROM entry WHERE position = {gone}")
        with SqliteLog(log) as cut:
            assert len(list(cut.follow())) == gone, "the log itself sees nothing"
        (found,) = inspect(log, [KEY.verifier]).findings
        assert found == ("short", {"size": gone, "signed": SIZE, "first": gone, "last": SIZE - 1})


def test_a_log_cut_and_grown_again_is_another_history(log: Path) -> None:
    vandalise(log, "DELETE FROM entry WHERE position >= 10")
    grow(log)
    assert codes(inspect(log, [KEY.verifier])) == ["fork"]


# --- something was changed -------------------------------------------------------------------------


@pytest.mark.parametrize("position", range(SIZE))
def test_changed_bytes_are_found(log: Path, position: int) -> None:
    changed = """CAST(replace(data, '"kind":', '"kind": ') AS BLOB)"""
    vandalise(log, f"UPDATE entry SET data = {changed} WHERE position = {position}")
    found = inspect(log, [KEY.verifier])
    assert set(codes(found)) >= {"changed", "fork"}
    assert found.findings[0].facts["position"] == position
    assert found.scan is not None and found.scan.rehashed == SIZE


def rewrite(path: Path, old: bytes, new: bytes) -> None:
    """Change every entry, and compute every hash and link again: a forger without the key."""
    with raw(path) as connection:
        rows = [Row(*row) for row in connection.execute("SELECT * FROM entry ORDER BY position")]
    heads: dict[str, str] = {}
    changed = []
    for row in rows:
        data = row.data.replace(old, new)
        with_prev, known = heads.get(row.match), decode(row.data).prev
        if with_prev is not None:
            data = data.replace(known.encode(), with_prev.encode())
        heads[row.match] = leaf_hash(data)
        changed.append((bytes.fromhex(heads[row.match]), data, row.position))
    statements = (
        f"UPDATE entry SET leaf = x'{leaf.hex()}', data = x'{data.hex()}' WHERE position = {position}"
        for leaf, data, position in changed
    )
    vandalise(path, *statements)


def test_a_history_rewritten_with_all_its_hashes_is_found(log: Path) -> None:
    rewrite(log, b'"amount":2', b'"amount":3')
    with SqliteLog(log) as forged:
        assert len(list(forged.follow())) == SIZE, "the log itself sees nothing"
    assert codes(inspect(log, [KEY.verifier])) == ["fork"]
    assert codes(inspect(log)) == ["fork"]


@pytest.mark.parametrize(
    ("old", "new"),
    [(b',3,"c"', b',7,"c"'), (b'"c","', b'"b","')],
    ids=["seq", "match"],
)
def test_bytes_that_say_another_place_are_found(log: Path, old: bytes, new: bytes) -> None:
    rewrite(log, old, new)
    assert set(codes(inspect(log))) == {"misplaced", "fork"}


def test_one_who_also_signs_it_has_another_key(log: Path) -> None:
    rewrite(log, b'"amount":2', b'"amount":3')
    checkpoint_of(log).unlink()
    assert seal(log, SignerKey(KEY.name, bytes(32))).signed is not None
    assert inspect(log).findings == ()
    assert codes(inspect(log, [KEY.verifier])) == ["unsigned"]


@pytest.mark.parametrize(
    ("statement", "expected", "gone"),
    [
        ("UPDATE entry SET match = 'd' WHERE match = 'c'", {"misplaced"}, 0),
        ("UPDATE entry SET seq = 9 WHERE position = 11", {"misplaced", "unlinked"}, 0),
        ("UPDATE entry SET command = 'x' WHERE position = 3", {"misplaced"}, 0),
        ("UPDATE entry SET leaf = zeroblob(32) WHERE position = 3", {"changed"}, 0),
        ("UPDATE entry SET data = x'7b' WHERE position = 11", {"unreadable", "fork"}, 0),
        ("UPDATE entry SET data = x'ff' WHERE position = 11", {"unreadable", "fork"}, 0),
        ("DELETE FROM entry WHERE position = 3", {"missing", "unlinked"}, 1),
        ("DELETE FROM entry WHERE position < 3", {"missing", "unlinked"}, 3),
    ],
)
def test_what_lies_beside_the_bytes_is_looked_at_too(
    log: Path, statement: str, expected: set[str], gone: int
) -> None:
    vandalise(log, statement)
    found = inspect(log, [KEY.verifier])
    assert set(codes(found)) == expected
    assert found.scan is not None and found.scan.rehashed == SIZE - gone


def test_guards_that_were_taken_away_are_missed(log: Path) -> None:
    with raw(as_plain(log)) as connection:
        connection.execute("DROP TRIGGER entry_never_updated")
    (found,) = inspect(log, [KEY.verifier]).findings
    assert found == ("schema", {"names": "entry_never_updated"})


def test_an_index_that_leaves_something_out_is_found(log: Path) -> None:
    with raw(as_plain(log)) as connection:
        connection.execute("PRAGMA writable_schema = 1")
        where = "CREATE INDEX entry_command ON entry (command) WHERE position < 4"
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'entry_command'", (where,))
    with raw(log) as connection:
        connection.execute("REINDEX")
        connection.execute("PRAGMA writable_schema = 1")
        whole = "CREATE INDEX entry_command ON entry (command)"
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'entry_command'", (whole,))
    assert set(codes(inspect(log, [KEY.verifier]))) == {"database"}


def test_columns_of_other_types_are_found(log: Path) -> None:
    with raw(as_plain(log)) as connection:
        rows = [Row(*row) for row in connection.execute("SELECT * FROM entry")]
        connection.execute("DROP TABLE entry")
        connection.execute(
            "CREATE TABLE entry (position INTEGER PRIMARY KEY, match, seq, command, leaf, data)"
        )
        connection.executemany(
            "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)",
            [(*row[:5], row.data.decode()) for row in rows],
        )
    assert codes(inspect(log, [KEY.verifier])) == ["row"]


def test_a_file_cut_short_is_a_finding_and_no_file_is_none(log: Path) -> None:
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size - 4096)
    found = inspect(log, [KEY.verifier])
    assert (codes(found), found.scan) == (["damaged"], None)
    log.unlink()
    with pytest.raises(NotALog):
        inspect(log)


def test_an_entry_that_stands_twice_is_found(log: Path) -> None:
    copy = "INSERT INTO entry SELECT 12, match, 9, command, leaf, data FROM entry WHERE position = 3"
    vandalise(log, copy)
    found = inspect(log, [KEY.verifier])
    assert codes(found) == ["duplicate", "unlinked"]
    assert (found.findings[0].facts["position"], found.findings[0].facts["match"]) == (12, "b")


# --- the checkpoint --------------------------------------------------------------------------------


def test_a_log_without_a_checkpoint(log: Path) -> None:
    checkpoint_of(log).unlink()
    assert inspect(log).findings == ()
    assert codes(inspect(log, [KEY.verifier])) == ["no-checkpoint"]


def test_every_flipped_bit_of_the_checkpoint_is_found(log: Path) -> None:
    data = checkpoint_of(log).read_bytes()
    for at in range(len(data)):
        checkpoint_of(log).write_bytes(bytes([*data[:at], data[at] ^ 1 << at % 8, *data[at + 1 :]]))
        assert inspect(log, [KEY.verifier]).findings, at


def test_every_shorter_checkpoint_is_found(log: Path) -> None:
    data = checkpoint_of(log).read_bytes()
    for size in range(len(data)):
        checkpoint_of(log).write_bytes(data[:size])
        assert codes(inspect(log, [KEY.verifier])) == ["checkpoint-unreadable"]


def test_what_is_far_too_long_or_no_file_is_no_checkpoint(log: Path) -> None:
    checkpoint_of(log).write_bytes(checkpoint_of(log).read_bytes() + b"x" * 2_000_000)
    assert codes(inspect(log)) == ["checkpoint-unreadable"]
    checkpoint_of(log).unlink()
    checkpoint_of(log).mkdir()
    assert codes(inspect(log)) == ["checkpoint-unreadable"]


def test_a_key_that_does_not_have_the_name_of_the_log_does_not_vouch_for_it(log: Path) -> None:
    signed = read(checkpoint_of(log))
    assert signed is not None
    write(checkpoint_of(log), Note(signed.note.text, ()).signed_by(OTHER))
    assert codes(inspect(log, [OTHER.verifier])) == ["stranger"]
    assert codes(inspect(log, [KEY.verifier])) == ["unsigned"]


def test_a_signature_over_another_text_is_found(log: Path) -> None:
    signed = read(checkpoint_of(log))
    assert signed is not None
    write(checkpoint_of(log), signed.note._replace(text=signed.note.text.replace("\n12\n", "\n11\n")))
    assert codes(inspect(log, [KEY.verifier])) == ["forged", "fork"]


# --- signing ---------------------------------------------------------------------------------------


def test_signing_goes_on_from_the_checkpoint_before(log: Path) -> None:
    grow(log)
    sealed = seal(log, KEY)
    assert sealed.signed == read(checkpoint_of(log))
    assert sealed.signed is not None and sealed.signed.checkpoint.size == SIZE + 2
    assert inspect(log, [KEY.verifier]).findings == ()


def test_the_same_head_keeps_the_signatures_of_others(log: Path) -> None:
    signed = read(checkpoint_of(log))
    assert signed is not None
    write(checkpoint_of(log), signed.note.signed_by(OTHER))
    seal(log, KEY)
    again = read(checkpoint_of(log))
    assert again is not None
    assert {made.name for made in again.note.signatures} == {KEY.name, OTHER.name}
    assert inspect(log, [KEY.verifier, OTHER.verifier]).findings == ()


def test_what_has_findings_is_not_signed(log: Path) -> None:
    before = checkpoint_of(log).read_bytes()
    vandalise(log, "DELETE FROM entry WHERE position = 11")
    grow(log)
    sealed = seal(log, KEY)
    assert (sealed.signed, codes(sealed.inspection)) == (None, ["fork"])
    assert checkpoint_of(log).read_bytes() == before


def test_a_key_of_another_name_does_not_continue_a_log(log: Path) -> None:
    with pytest.raises(AnotherLog, match=r"example\.org/judge"):
        seal(log, OTHER)


def test_a_checkpoint_that_only_seems_to_be_by_this_key_is_not_continued(log: Path) -> None:
    signed = read(checkpoint_of(log))
    assert signed is not None
    forged = signed.note.signatures[0]._replace(value=bytes(64))
    write(checkpoint_of(log), signed.note._replace(signatures=(forged,)))
    with pytest.raises(Forged):
        seal(log, KEY)


def test_a_checkpoint_that_came_meanwhile_is_not_replaced(log: Path) -> None:
    later = Note(Checkpoint(KEY.name, 99, bytes(32)).text, ()).signed_by(KEY)

    def meanwhile(done: int, total: int) -> None:
        write(checkpoint_of(log), later)

    with pytest.raises(Overtaken):
        seal(log, KEY, meanwhile)
    assert read(checkpoint_of(log)) == SignedCheckpoint.parse(later.encode())


def test_a_checkpoint_that_cannot_be_written_leaves_the_one_before(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = checkpoint_of(log).read_bytes()
    grow(log)

    def fail(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        seal(log, KEY)
    assert checkpoint_of(log).read_bytes() == before
    assert [path.name for path in log.parent.glob(".*")] == []


def test_the_file_and_its_folder_are_synced_before_and_after_the_name_changes(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, replace = os.fsync, Path.replace

    def synced(file: int) -> None:
        done.append(os.readlink(f"/proc/self/fd/{file}"))
        sync(file)

    def replaced(old: Path, new: Path) -> Path:
        done.append("replace")
        return replace(old, new)

    grow(log)
    with SqliteLog(log, writing=True) as writer:
        writer.append("e", [Pending(NOTE)], expected=0, command="e", at=9)
        monkeypatch.setattr(os, "fsync", synced)
        monkeypatch.setattr(Path, "replace", replaced)
        seal(log, KEY)
        monkeypatch.undo()
    ahead, draft, renamed, folder = done
    assert ahead == f"{log}-wal", "what is signed is on disk before"
    assert Path(draft).name.startswith(".log.db.checkpoint.")
    assert (renamed, folder) == ("replace", str(log.parent))
