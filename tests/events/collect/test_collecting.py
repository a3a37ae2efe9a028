"""Matches of other logs are taken over byte by byte, all or none, with what shows where they come from."""

import os
import signal
from collections.abc import Sequence
from contextlib import closing
from itertools import permutations
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.collect.collecting import CollectedMatch, Source, collect
from events.collect.origin_check import check_origins
from events.log.collected import SCHEMA, Collected, collected
from events.log.contract import LogError, Pending
from events.log.database import open_database
from events.log.hash_chain import Row
from events.log.randomness import seeded
from events.log.sqlite_log import SqliteLog
from events.model.codec import leaf_hash
from events.model.kinds import Ended
from events.seal.head_signing import seal
from events.seal.inspection import Inspection, inspect
from events.seal.note import SignerKey
from events.seal.paths import slips_of
from events.seal.slip import slip_of
from events.seal.slip_signing import AnotherSlip, sign
from events.seal.status import SigningStatuses
from tests.events.files import DAMAGE, NOTE, as_plain, vandalise
from tests.events.log_contract import everything
from tests.support import effort

TABLE_1 = SignerKey("example.org/table-1", bytes(range(32)))
TABLE_2 = SignerKey("example.org/table-2", bytes(range(1, 33)))
CUP = SignerKey("example.org/cup", bytes(range(2, 34)))
ALICE = SignerKey("alice.example", bytes(range(3, 35)))
AT = 1_767_225_600
ACT = [Pending(NOTE), Pending(DAMAGE, 0)]
END = [Pending(Ended("match", winner="A"))]


def table(path: Path, *matches: str, seed: str = "", key: SignerKey | None = None) -> Path:
    """A log with these finished matches, signed by ``key``."""
    with SqliteLog(path, writing=True, random=seeded(seed or path.name)) as log:
        for match in matches:
            log.append(match, ACT, expected=0, command=f"{match}/0", at=AT)
            log.append(match, END, expected=2, command=f"{match}/2", at=AT)
    if key is not None:
        assert seal(path, key).signed
    return path


def into(target: Path, *paths: Path, at: int = AT) -> list[list[CollectedMatch]]:
    with SqliteLog(target, writing=True) as log:
        return collect(log, [source(path) for path in paths], at=at)


def source(path: Path) -> Source:
    found = inspect(path)
    assert not found.findings
    return Source(path, found)


def matches(path: Path) -> dict[str, list[bytes]]:
    """The stored bytes of every match."""
    with SqliteLog(path) as log:
        return {one.match: [record.data for record in log.read(one.match)] for one in log.matches()}


def kept(path: Path) -> list[Collected]:
    with closing(open_database(path, writing=False)) as connection:
        return collected(connection)


def codes(inspection: Inspection) -> list[str]:
    return [finding.code for finding in inspection.findings]


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """A signed log of two matches; the first has a slip that two have signed."""
    path = table(tmp_path / "one.db", "r1", "r2", key=TABLE_1)
    with SqliteLog(path) as log:
        sign(log, path, "r1", TABLE_1, keeper=TABLE_1, at=AT)
        sign(log, path, "r1", ALICE, keeper=None, at=AT + 1)
    return path


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    return table(tmp_path / "cup.db", "before", key=CUP)


# --- what is taken ---------------------------------------------------------------------------------


def test_matches_move_byte_by_byte_with_slips_and_proofs(one: Path, cup: Path) -> None:
    assert into(cup, one) == [[CollectedMatch("r1", "added", 3, 3), CollectedMatch("r2", "added", 3, 3)]]
    assert matches(cup) == matches(one) | {"before": matches(cup)["before"]}
    slip, theirs = slip_of(cup, "r1"), slip_of(one, "r1")
    assert slip is not None and slip == theirs and len(slip.signed.note.signatures) == 2
    assert seal(cup, CUP).signed is not None
    found = inspect(cup, [CUP.verifier, TABLE_1.verifier, ALICE.verifier])
    assert found.findings == ()
    assert [(proof.row.match, proof.head.origin, proof.holds) for proof in found.origins.proofs] == [
        ("r1", TABLE_1.name, True),
        ("r2", TABLE_1.name, True),
    ]
    assert {made.state for proof in found.origins.proofs for made in proof.signatures} == {"holds"}
    assert [made.state for seen in found.slips for made in seen.signatures] == ["holds", "holds"]
    status = SigningStatuses(cup).of("r1")
    assert status.slip is not None and status.slip.state == "holds"
    assert [proof.head.origin for proof in status.origins] == [TABLE_1.name]


def test_collecting_again_changes_nothing(one: Path, cup: Path) -> None:
    into(cup, one)
    before, rows = matches(cup), kept(cup)
    assert [[match.status for match in found] for found in into(cup, one, one, at=AT + 9)] == [
        ["known", "known"],
        ["known", "known"],
    ]
    assert (matches(cup), kept(cup)) == (before, rows)


def test_an_empty_target_is_made(one: Path, tmp_path: Path) -> None:
    into(tmp_path / "new.db", one)
    assert matches(tmp_path / "new.db") == matches(one)


def test_a_source_without_signature_is_remembered_by_its_name(tmp_path: Path, cup: Path) -> None:
    into(cup, table(tmp_path / "bare.db", "r7"))
    assert [(row.kind, row.entries, row.source, row.data) for row in kept(cup)] == [
        ("unsigned", 3, "bare.db", "")
    ]
    assert inspect(cup, [CUP.verifier]).findings == ()


def test_what_came_after_the_head_is_taken_but_not_proven(one: Path, cup: Path) -> None:
    with SqliteLog(one, writing=True) as log:
        log.append("r1", [Pending(NOTE)], expected=3, command="r1/3", at=AT)
        log.append("late", ACT, expected=0, command="late/0", at=AT)
    into(cup, one)
    assert [(row.match, row.kind, row.entries) for row in kept(cup)] == [
        ("r1", "proof", 3),
        ("r1", "unsigned", 4),
        ("r1", "slip", 3),
        ("r2", "proof", 3),
        ("late", "unsigned", 2),
    ]
    assert inspect(cup).findings == ()


def test_a_match_that_went_on_is_continued(one: Path, cup: Path) -> None:
    into(cup, one)
    with SqliteLog(one, writing=True) as log:
        log.append("r1", [Pending(NOTE)], expected=3, command="r1/3", at=AT)
    seal(one, TABLE_1)
    assert into(cup, one)[0] == [CollectedMatch("r1", "grown", 4, 1), CollectedMatch("r2", "known", 3)]
    assert matches(cup)["r1"] == matches(one)["r1"]
    proofs = [row.entries for row in kept(cup) if (row.match, row.kind) == ("r1", "proof")]
    assert proofs == [3, 4]
    assert inspect(cup, [CUP.verifier]).findings == ()


def test_a_match_that_went_on_here_stays(one: Path, cup: Path) -> None:
    into(cup, one)
    with SqliteLog(cup, writing=True) as log:
        log.append("r1", [Pending(NOTE)], expected=3, command="cup/r1/3", at=AT)
    assert [match.status for match in into(cup, one)[0]] == ["known", "known"]
    with SqliteLog(cup) as log:
        assert log.count("r1") == 4


def test_a_countersignature_that_comes_later_is_fetched(one: Path, cup: Path) -> None:
    into(cup, one)
    bob = SignerKey("bob.example", bytes(range(4, 36)))
    with SqliteLog(one) as log:
        sign(log, one, "r1", bob, keeper=None, at=AT + 2)
    with SqliteLog(cup) as log:
        sign(log, cup, "r1", CUP, keeper=CUP, at=AT + 3)
    into(cup, one)
    slip = slip_of(cup, "r1")
    assert slip is not None
    assert {made.name for made in slip.signed.note.signatures} == {
        TABLE_1.name,
        ALICE.name,
        bob.name,
        CUP.name,
    }
    assert inspect(cup, [CUP.verifier, TABLE_1.verifier]).findings == ()


def test_origins_go_along_to_a_third_log(one: Path, cup: Path, tmp_path: Path) -> None:
    into(cup, one)
    seal(cup, CUP)
    into(tmp_path / "third.db", cup)
    origins = {
        (proof.row.match, proof.head.origin) for proof in check_origins(tmp_path / "third.db", ()).proofs
    }
    assert origins == {
        ("r1", TABLE_1.name),
        ("r2", TABLE_1.name),
        ("before", CUP.name),
        ("r1", CUP.name),
        ("r2", CUP.name),
    }
    slip = slip_of(tmp_path / "third.db", "r1")
    assert slip is not None and slip.origin == TABLE_1.name


# --- what is not taken -----------------------------------------------------------------------------


def test_a_match_that_differs_is_a_conflict(one: Path, tmp_path: Path, cup: Path) -> None:
    other = table(tmp_path / "other.db", "r3", "r1", seed="elsewhere", key=TABLE_2)
    into(cup, one)
    rows = kept(cup)
    assert into(cup, other) == [
        [CollectedMatch("r3", "added", 3, 3), CollectedMatch("r1", "differs", 3, seq=0)]
    ]
    assert matches(cup)["r1"] == matches(one)["r1"]
    assert [row.match for row in kept(cup)[len(rows) :]] == ["r3"]


def test_the_first_entry_that_differs_is_named(one: Path, cup: Path, tmp_path: Path) -> None:
    into(cup, one)
    with SqliteLog(cup, writing=True) as log:
        log.append("r1", [Pending(NOTE)], expected=3, command="here", at=AT)
    with SqliteLog(one, writing=True) as log:
        log.append("r1", [Pending(NOTE), Pending(NOTE)], expected=3, command="there", at=AT)
    assert into(cup, one)[0][0] == CollectedMatch("r1", "differs", 5, seq=3)


def test_a_command_counts_once_here_too(tmp_path: Path, cup: Path) -> None:
    path = tmp_path / "same.db"
    with SqliteLog(path, writing=True) as log:
        log.append("r9", ACT, expected=0, command="before/0", at=AT)
        log.append("r8", ACT, expected=0, command="r8/0", at=AT)
    (first, second), before = into(cup, path)[0], matches(cup)["before"]
    assert (first.status, first.seq, second.status) == ("refused", 0, "added")
    assert "before/0" in first.why
    assert set(matches(cup)) == {"before", "r8"} and matches(cup)["before"] == before


def test_bytes_that_no_log_writes_are_refused(one: Path, cup: Path) -> None:
    """Another spelling of the same entry, with a hash that fits."""
    with SqliteLog(one) as log:
        record = log.entry("r1", 0)
    spelled = record.data.replace(b"[3,", b"[3, ", 1)
    row = Row(0, "r1", 0, record.entry.command, bytes.fromhex(leaf_hash(spelled)), spelled)
    path = one.with_name("spelled.db")
    SqliteLog(path, writing=True).close()
    as_plain(path)
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", row)
    assert inspect(path).findings == ()
    (found,) = into(cup, path)[0]
    assert (found.status, found.seq) == ("refused", 0)


def test_a_slip_of_another_log_that_was_not_collected_is_a_finding(one: Path, cup: Path) -> None:
    into(cup, one)
    seal(cup, CUP)
    slips_of(cup).mkdir()
    strange = slips_of(one) / "r1.slip"
    (slips_of(cup) / "before.slip").write_bytes(strange.read_bytes())
    assert "slip-misfiled" in codes(inspect(cup, [CUP.verifier]))
    with closing(apsw.Connection(str(cup))) as connection:
        connection.execute("DROP TABLE collected")
    (slips_of(cup) / "before.slip").rename(slips_of(cup) / "r1.slip")
    assert "slip-stranger" in codes(inspect(cup, [CUP.verifier]))
    with SqliteLog(cup) as log, pytest.raises(AnotherSlip):
        sign(log, cup, "r1", ALICE, keeper=None, at=AT)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("UPDATE collected SET data = replace(data, 'index 2', 'index 1')", "origin-unproven"),
        ("UPDATE collected SET entries = 2 WHERE kind = 'proof'", "origin-unproven"),
        ("UPDATE collected SET entries = 9 WHERE kind = 'proof'", "origin-unproven"),
        ("UPDATE collected SET match = 'before' WHERE kind = 'proof'", "origin-unproven"),
        ("UPDATE collected SET data = 'nonsense' WHERE kind = 'proof'", "origin-unreadable"),
        ("UPDATE collected SET data = replace(data, '1 ', '1  ') WHERE kind = 'slip'", "slip-unreadable"),
        ("UPDATE collected SET data = replace(data, char(10) || '6' || char(10), char(10) || '5' || char(10))"
         " WHERE kind = 'proof'", "origin-forged"),
    ],
)  # fmt: skip
def test_origins_that_were_changed_are_found(one: Path, cup: Path, change: str, code: str) -> None:
    into(cup, one)
    seal(cup, CUP)
    vandalise(cup, "DROP TRIGGER collected_never_updated", change)
    found = codes(inspect(cup, [CUP.verifier, TABLE_1.verifier]))
    assert code in found and "schema" in found


def test_a_key_that_is_named_must_have_signed_the_source(one: Path, cup: Path) -> None:
    into(cup, one)
    another = SignerKey(TABLE_1.name, bytes(range(9, 41)))
    assert "origin-unsigned" in codes(inspect(cup, [another.verifier]))


def test_a_log_that_collected_is_written_to_and_copied_as_before(one: Path, cup: Path) -> None:
    into(cup, one)
    table(cup, "after")
    with SqliteLog(cup) as log:
        assert len(everything(log)) == 12


# --- all or none -----------------------------------------------------------------------------------


def test_an_error_in_the_middle_leaves_nothing(one: Path, cup: Path) -> None:
    before = matches(cup)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with SqliteLog(cup, writing=True) as log, pytest.raises(KeyboardInterrupt):
        collect(log, [source(one)], at=AT, progress=stop)
    assert (matches(cup), kept(cup)) == (before, [])


@pytest.mark.parametrize("entries_before_death", range(7))
def test_a_kill_leaves_the_old_log_or_the_new_one(one: Path, cup: Path, entries_before_death: int) -> None:
    old, new = matches(cup), matches(cup) | matches(one)
    child = os.fork()
    if child == 0:
        alive = iter(range(entries_before_death))

        def progress(done: int, total: int) -> None:
            if next(alive, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            with SqliteLog(cup, writing=True) as log:
                collect(log, [source(one)], at=AT, progress=progress)
                os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    os.waitpid(child, 0)
    with SqliteLog(cup, writing=True):
        pass
    assert matches(cup) == (new if entries_before_death > 1 else old)
    assert bool(kept(cup)) == (entries_before_death > 1)
    into(cup, one)
    assert matches(cup) == new and inspect(cup, [CUP.verifier]).findings == ()


# --- laws ------------------------------------------------------------------------------------------

Histories = list[dict[str, int]]


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["a", "b", "月"]), st.integers(1, 4), min_size=1),
        min_size=2,
        max_size=3,
    ),
    st.data(),
)
@settings(max_examples=effort.examples(25))
def test_the_order_of_the_sources_decides_nothing(
    tmp_path_factory: pytest.TempPathFactory, held: Histories, data: st.DataObject
) -> None:
    """Logs that hold the same matches, of which some have seen more than others, signed or not."""
    folder = tmp_path_factory.mktemp("collected")
    paths = [
        _log_of(folder / f"{number}.db", lengths, signed=data.draw(st.booleans()))
        for number, lengths in enumerate(held)
    ]
    found = []
    for number, order in enumerate(permutations(paths)):
        target = folder / f"target-{number}.db"
        for path in order:
            into(target, path)
        together = folder / f"together-{number}.db"
        into(together, *order)
        assert matches(together) == matches(target)
        assert inspect(target).findings == ()
        found.append(
            (matches(target), {(row.match, row.kind, row.entries, row.source) for row in kept(target)})
        )
    longest = {match: max(lengths.get(match, 0) for lengths in held) for lengths in held for match in lengths}
    assert {match: len(stored) for match, stored in found[0][0].items()} == longest
    assert all(each == found[0] for each in found)


def _log_of(path: Path, lengths: dict[str, int], *, signed: bool) -> Path:
    """A log with the first entries of each of these matches, the same in every log."""
    with SqliteLog(path, writing=True) as log:
        for match, length in lengths.items():
            log._random = seeded(match)
            for seq in range(length):
                log.append(match, [Pending(NOTE)], expected=seq, command=f"{match}/{seq}", at=AT)
    if signed:
        seal(path, SignerKey(f"example.org/{path.stem}", bytes(32)))
    return path


def statuses(found: Sequence[CollectedMatch]) -> dict[str, str]:
    return {one.match: one.status for one in found}


@given(st.permutations(["one", "two", "three"]))
@settings(max_examples=effort.examples(6))
def test_where_sources_differ_the_first_one_is_kept(
    tmp_path_factory: pytest.TempPathFactory, order: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("differing")
    paths = [table(folder / f"{name}.db", "r1", name, seed=name) for name in order]
    target = folder / "target.db"
    results = into(target, *paths)
    assert matches(target)["r1"] == matches(paths[0])["r1"]
    assert [statuses(found)["r1"] for found in results] == ["added", "differs", "differs"]
    assert set(matches(target)) == {"r1", "one", "two", "three"}


def test_an_origin_that_is_no_text_is_damage(one: Path, cup: Path) -> None:
    """A flipped bit in the table of origins."""
    into(cup, one)
    with closing(apsw.Connection(str(cup))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kinds = [row.kind for row in collected(connection)]
        connection.execute("DROP TRIGGER collected_never_updated")
        connection.execute("UPDATE collected SET data = CAST(x'ff' AS TEXT)")
        connection.execute(SCHEMA["collected_never_updated"].strip())
    assert kinds
    assert [found.code for found in inspect(cup).findings] == ["damaged"]
    with SqliteLog(cup) as log, pytest.raises(LogError):
        log.origins("r1")
