"""Slips: who may sign what of a match, and what becomes of them when the match goes on."""

from pathlib import Path

import pytest

from events.log.contract import Pending, UnknownMatch
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Ended
from events.seal import Malformed
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, write
from events.seal.cosignature import cosigned
from events.seal.guard import Forked, Rolledback
from events.seal.head_signing import AnotherLog, Overtaken, seal
from events.seal.merkle import Tree
from events.seal.note import Note, SignerKey
from events.seal.slip import Misfiled, Slip, compare, head, path_of, paths, read_slip, slip_of
from events.seal.slip_signing import (
    AnotherSlip,
    NoSlip,
    Outgrown,
    SignedSlip,
    SlipDiffers,
    Unfinished,
    WrongKey,
    sign,
)
from events.seal.verifiers import check_signatures
from tests.events.files import DAMAGE, NOTE, small_log, vandalise

KEEPER = SignerKey("example.org/cup", bytes(range(32)))
ALICE = SignerKey("alice.example", bytes(range(1, 33)))
JUDGE = SignerKey("judge.example", bytes(32))
AT = 1_767_225_600
NAMES = ["cup-r1", "月見の会 2", "a/b+c", ".", "..", "%41", "a@5", "x" * 300, "月" * 60]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log with the finished match ``cup-r1`` of four entries, among others that are not finished."""
    path = small_log(tmp_path / "log.db")
    finish(path, "cup-r1")
    return path


def finish(path: Path, match: str) -> None:
    with SqliteLog(path, writing=True) as log:
        act = [Pending(NOTE), Pending(DAMAGE, 0), Pending(DAMAGE, 0), Pending(Ended("match", winner="A"))]
        log.append(match, act, expected=0, command=match, at=1)


def go_on(path: Path, match: str) -> None:
    with SqliteLog(path, writing=True) as log:
        entries = log.count(match)
        log.append(match, [Pending(NOTE)], expected=entries, command=f"{match}+{entries}", at=9)


def signed(
    path: Path, key: SignerKey, keeper: SignerKey | None = None, match: str = "cup-r1", at: int = AT
) -> SignedSlip:
    with SqliteLog(path) as log:
        return sign(log, path, match, key, keeper=keeper, at=at)


def leaves(path: Path, match: str = "cup-r1") -> list[bytes]:
    with SqliteLog(path) as log:
        return [bytes.fromhex(record.leaf) for record in log.read(match)]


def names(slip: Slip) -> list[str]:
    return [made.name for made in slip.signed.note.signatures]


def test_a_slip_is_a_checkpoint_of_the_match_that_all_sign(log: Path) -> None:
    first = signed(log, KEEPER, KEEPER)
    assert first.made and names(first.slip) == [KEEPER.name]
    signed(log, ALICE)
    last = signed(log, JUDGE, KEEPER, at=AT + 5)
    assert not last.made
    found = read_slip(log.parent / "log.db.slips" / "cup-r1.slip")
    assert found == last.slip == slip_of(log, "cup-r1")
    assert found.signed.checkpoint == Checkpoint("example.org/cup/cup-r1", 4, Tree(leaves(log)).root())
    known = [key.verifier for key in (KEEPER, ALICE, JUDGE)]
    assert [(made.state, made.time) for made in check_signatures(found.signed.note, known)] == [
        ("holds", None),
        ("holds", AT),
        ("holds", AT + 5),
    ]


def test_a_player_who_is_there_first_gets_a_slip_by_the_keeper(log: Path) -> None:
    assert names(signed(log, ALICE, KEEPER).slip) == [KEEPER.name, ALICE.name]


def test_signing_twice_changes_nothing(log: Path) -> None:
    signed(log, ALICE, KEEPER)
    before = path_of(log, "cup-r1").read_bytes()
    for key in (ALICE, KEEPER):
        signed(log, key, KEEPER, at=AT + 60)
    assert path_of(log, "cup-r1").read_bytes() == before


@pytest.mark.parametrize("match", NAMES)
def test_every_match_has_a_slip_of_its_own(log: Path, match: str) -> None:
    if match != "cup-r1":
        finish(log, match)
    made = signed(log, KEEPER, KEEPER, match)
    assert (made.slip.match, made.slip.origin) == (match, KEEPER.name)
    assert made.path.parent == log.parent / "log.db.slips" and made.path.is_file()
    assert slip_of(log, match) == made.slip
    assert list(paths(log)) == [made.path]


def test_no_two_matches_share_a_file() -> None:
    log = Path("log.db")
    files = {path_of(log, name, size=size).name for name in [*NAMES, "a", "x" * 301] for size in (None, 5)}
    assert len(files) == 2 * (len(NAMES) + 2)
    assert max(len(name) for name in files) < 255


# --- what is not signed ------------------------------------------------------------------------------


def nothing_written(log: Path) -> bool:
    return not (log.parent / "log.db.slips").exists()


def test_a_match_that_has_not_ended_is_not_signed(log: Path) -> None:
    with pytest.raises(Unfinished, match="match 'a' has not ended after 4 entries"):
        signed(log, KEEPER, KEEPER, "a")
    with pytest.raises(UnknownMatch):
        signed(log, KEEPER, KEEPER, "nobody")
    assert nothing_written(log)


def test_only_the_keeper_makes_a_slip(log: Path) -> None:
    with pytest.raises(NoSlip):
        signed(log, ALICE)
    seal(log, KEEPER)
    with pytest.raises(AnotherLog):
        signed(log, JUDGE, JUDGE)
    assert nothing_written(log)


def test_a_key_with_the_name_of_the_keeper_is_not_the_keeper(log: Path) -> None:
    signed(log, KEEPER, KEEPER)
    before = path_of(log, "cup-r1").read_bytes()
    with pytest.raises(WrongKey, match=r"was not made by example\.org/cup\+"):
        signed(log, SignerKey(KEEPER.name, bytes(32)))
    assert path_of(log, "cup-r1").read_bytes() == before


def test_a_slip_of_another_match_in_this_place_is_not_signed(log: Path) -> None:
    finish(log, "cup-r2")
    made = signed(log, KEEPER, KEEPER)
    made.path.rename(path_of(log, "cup-r2"))
    with pytest.raises(Misfiled, match="is the slip of match 'cup-r1', not of 'cup-r2'"):
        signed(log, ALICE, match="cup-r2")


@pytest.mark.parametrize("told_by", ["key", "checkpoint"])
def test_a_slip_of_another_log_is_not_signed(log: Path, told_by: str) -> None:
    signed(log, JUDGE, JUDGE)
    if told_by == "checkpoint":
        seal(log, KEEPER)
    with pytest.raises(AnotherSlip, match=r"a slip of the log judge\.example, not of example\.org/cup"):
        signed(log, ALICE, KEEPER if told_by == "key" else None)


def test_a_slip_without_signatures_is_none(log: Path) -> None:
    made = signed(log, KEEPER, KEEPER)
    made.path.write_text(made.slip.signed.note.text + "\n", "utf-8")
    with pytest.raises(Malformed, match=r"at least one signature.*this one has none"):
        signed(log, ALICE)


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("UPDATE entry SET leaf = zeroblob(32) WHERE position = 0", Forked),
        ("DELETE FROM entry WHERE position = 16", Rolledback),
    ],
)
def test_the_keeper_signs_no_match_of_a_log_that_is_not_what_was_signed(
    log: Path, statement: str, error: type[Exception]
) -> None:
    go_on(log, "a")
    seal(log, KEEPER)
    vandalise(log, statement)
    with pytest.raises(error):
        signed(log, KEEPER, KEEPER)
    assert nothing_written(log)


def test_a_signature_that_came_meanwhile_is_not_lost(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signed(log, KEEPER, KEEPER)

    def meanwhile(note: Note, key: SignerKey, *, at: int) -> Note:
        write(path_of(log, "cup-r1"), cosigned(note, JUDGE, at=at))
        return cosigned(note, key, at=at)

    with monkeypatch.context() as patched:
        patched.setattr("events.seal.slip_signing.cosigned", meanwhile)
        with pytest.raises(Overtaken, match="try again"):
            signed(log, ALICE)
    assert names(signed(log, ALICE).slip) == [KEEPER.name, JUDGE.name, ALICE.name]


@pytest.mark.parametrize("origin", ["example.org", "example.org/", "/cup-r1", "example.org/a b", "x/%zz"])
def test_a_checkpoint_that_is_about_no_match_is_no_slip(origin: str) -> None:
    note = Note(Checkpoint(origin, 4, bytes(32)).text, ()).signed_by(KEEPER)
    with pytest.raises(Malformed, match="is no origin of a slip"):
        Slip.of(SignedCheckpoint.parse(note.encode()))


def test_a_slip_that_says_something_else_is_not_signed(log: Path) -> None:
    signed(log, KEEPER, KEEPER)
    for size, root in ((4, bytes(32)), (5, bytes(32))):
        note = Note(Checkpoint("example.org/cup/cup-r1", size, root).text, ()).signed_by(KEEPER)
        write(path_of(log, "cup-r1"), note)
        with pytest.raises(SlipDiffers):
            signed(log, ALICE, KEEPER)


# --- a match that goes on ----------------------------------------------------------------------------


def test_a_slip_of_a_match_that_went_on_says_so(log: Path) -> None:
    slip = signed(log, ALICE, KEEPER).slip
    assert compare(slip, leaves(log)) == ("holds", 0)
    go_on(log, "cup-r1")
    go_on(log, "cup-r1")
    assert compare(slip, leaves(log)) == ("holds", 2)
    assert compare(slip, leaves(log)[:3]) == ("short", 0)
    assert compare(slip, leaves(log, "a")) == ("fork", 0)


def test_the_keeper_renews_a_slip_and_the_old_one_is_kept(log: Path) -> None:
    old = signed(log, ALICE, KEEPER)
    go_on(log, "cup-r1")
    with pytest.raises(Outgrown, match="has 5 entries, its slip is about 4"):
        signed(log, JUDGE)
    new = signed(log, JUDGE, KEEPER)
    assert new.made and (new.slip.size, names(new.slip)) == (5, [KEEPER.name, JUDGE.name])
    assert read_slip(path_of(log, "cup-r1", size=4)) == old.slip
    assert set(paths(log)) == {path_of(log, "cup-r1"), path_of(log, "cup-r1", size=4)}


def test_the_head_of_a_match_is_that_of_a_tree_over_its_entries(log: Path) -> None:
    tree = Tree(leaves(log))
    for size in range(5):
        assert head("o", "m", leaves(log)[:size]) == Checkpoint("o/m", size, tree.root(size))
