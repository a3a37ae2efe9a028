"""What is told of heads that others keep and of slips, finding by finding."""

from collections.abc import Callable
from pathlib import Path

import pytest

from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Ended
from events.seal import Malformed
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read, write
from events.seal.cosignature import CosignerKey, cosigned
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from events.seal.merkle import EMPTY, Tree, leaf
from events.seal.note import Note, SignerKey
from events.seal.paths import checkpoint_of, known_keys_of, slips_of
from events.seal.slip import LONGEST_NAME, Misfiled, Slip, compare, head, path_of, paths, read_slip, slip_of
from events.seal.slip_signing import sign
from events.seal.verifiers import AnyKey
from tests.events.files import NOTE, small_log, vandalise

KEY = SignerKey("example.org/cup", bytes(range(32)))
ALICE = SignerKey("alice.example", bytes(range(1, 33)))
OTHER = SignerKey("example.org/other", bytes(32))
AT = 1_767_225_600
SIZE = 14
FILE = "log.db.slips/r1.slip"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A signed log of fourteen entries, and the slip of its only finished match, ``r1``, of two."""
    path = small_log(tmp_path / "log.db")
    with SqliteLog(path, writing=True) as log:
        log.append("r1", [Pending(NOTE), Pending(Ended("match", winner="A"))], expected=0, command="r1", at=1)
    assert seal(path, KEY).signed is not None
    with SqliteLog(path) as log:
        sign(log, path, "r1", ALICE, keeper=KEY, at=AT)
    return path


def kept(log: Path) -> SignedCheckpoint:
    found = read(checkpoint_of(log))
    assert found is not None
    return found


def identity(key: SignerKey) -> str:
    return f"{key.name}+{key.verifier.id.hex()}"


def told(
    log: Path, *keys: AnyKey, head: SignedCheckpoint | None = None
) -> list[tuple[str, dict[str, object]]]:
    return [(found.code, dict(found.facts)) for found in inspect(log, keys, head=head).findings]


# --- a head that somebody else keeps ---------------------------------------------------------------


def by(key: SignerKey, made: Checkpoint) -> SignedCheckpoint:
    return SignedCheckpoint(made, Note(made.text, ()).signed_by(key))


def test_what_is_wrong_with_a_kept_head_is_told_with_what_it_says(log: Path) -> None:
    good = kept(log).checkpoint
    elsewhere = by(OTHER, good._replace(origin=OTHER.name))
    assert told(log, KEY.verifier, OTHER.verifier, head=elsewhere) == [
        ("head-stranger", {"says": OTHER.name, "origin": KEY.name})
    ]
    assert told(log, KEY.verifier, head=by(OTHER, good)) == [
        ("head-unsigned", {"signed": SIZE, "origin": KEY.name})
    ]
    assert told(log, head=by(KEY, good._replace(root=bytes(32)))) == [("head-fork", {"signed": SIZE})]
    longer = by(KEY, good._replace(size=SIZE + 3))
    short = {"size": SIZE, "signed": SIZE + 3, "first": SIZE, "last": SIZE + 2}
    assert told(log, head=longer) == [("head-short", short)]
    (made,) = kept(log).note.signatures
    forged = kept(log).note._replace(signatures=(made._replace(value=bytes(64)),))
    assert told(log, KEY.verifier, head=SignedCheckpoint(good, forged)) == [("head-forged", {"signed": SIZE})]


def test_a_head_that_its_own_log_and_somebody_else_signed_is_signed(log: Path) -> None:
    good = kept(log)
    more = SignedCheckpoint(good.checkpoint, good.note.signed_by(OTHER))
    assert told(log, KEY.verifier, OTHER.verifier, head=more) == []
    assert told(log, KEY.verifier, head=more) == []
    assert told(log, head=by(OTHER, good.checkpoint)) == [], "without keys nobody is asked for"


def test_a_head_without_a_checkpoint_beside_the_log_is_compared_all_the_same(log: Path) -> None:
    good = kept(log)
    checkpoint_of(log).unlink()
    assert told(log, head=good) == []
    assert told(log, KEY.verifier, head=good) == [("no-checkpoint", {})]
    assert told(log, head=by(KEY, good.checkpoint._replace(root=EMPTY))) == [("head-fork", {"signed": SIZE})]


def test_one_who_only_countersigns_is_not_asked_for_the_checkpoint(log: Path) -> None:
    """Their key vouches for slips; the log is signed by its keeper."""
    found = inspect(log, [CosignerKey.of(ALICE.verifier)])
    assert (found.findings, found.holding) == ((), ())
    assert [made.state for made in found.slips[0].signatures] == ["unknown", "holds"]


def test_a_list_of_keys_that_cannot_be_read_is_told_with_its_line(log: Path) -> None:
    known_keys_of(log).write_text(f"\n{ALICE.verifier}\nnonsense\n", "utf-8")
    why = f"{known_keys_of(log)}:3: a verifier key is written NAME+ID+KEY"
    assert told(log) == [("keys-unreadable", {"why": why})]


# --- slips -----------------------------------------------------------------------------------------


def slip(log: Path) -> Slip:
    found = slip_of(log, "r1")
    assert found is not None
    return found


def spoil(log: Path, change: Callable[[Checkpoint], Checkpoint], key: SignerKey = KEY) -> None:
    changed = change(slip(log).signed.checkpoint)
    write(path_of(log, "r1"), Note(changed.text, ()).signed_by(key))


def facts(**more: object) -> dict[str, object]:
    return {"file": FILE, "match": "r1", "signed": 2, **more}


def test_what_is_wrong_with_a_slip_is_told_with_its_file(log: Path) -> None:
    note = slip(log).signed.note
    spoil(log, lambda made: made._replace(root=bytes(32)))
    assert told(log) == [("slip-fork", facts())]
    spoil(log, lambda made: made._replace(size=3))
    assert told(log) == [("slip-short", facts(signed=3))]
    write(path_of(log, "r1"), note)
    spoil(log, lambda made: made._replace(origin="example.org/other/r1"), OTHER)
    stranger = ("slip-stranger", facts(says="example.org/other", origin=KEY.name))
    assert told(log) == [stranger]
    write(path_of(log, "r1"), note._replace(signatures=note.signatures[1:]))
    assert told(log, KEY.verifier) == [("slip-unsigned", facts(origin=KEY.name))]
    alice = note.signatures[1]
    later = alice._replace(value=(AT + 1).to_bytes(8, "big") + alice.value[8:])
    write(path_of(log, "r1"), note._replace(signatures=(note.signatures[0], later)))
    cosigner = CosignerKey.of(ALICE.verifier)
    forged = ("slip-forged", facts(by=f"alice.example+{cosigner.id.hex()}"))
    assert told(log, KEY.verifier, ALICE.verifier) == [forged]
    assert told(log, KEY.verifier) == []
    path_of(log, "r1").write_bytes(b"text\n")
    ((code, found),) = told(log)
    assert (code, found["file"]) == ("slip-unreadable", FILE)
    assert str(found["why"]).startswith(f"{path_of(log, 'r1')}: a note has a blank line")


def test_a_slip_about_no_match_of_the_log_names_the_match(log: Path) -> None:
    spoil(log, lambda made: made._replace(origin="example.org/cup/r9"))
    assert told(log) == [("slip-of-nothing", {"file": FILE, "match": "r9"})]


def test_a_slip_in_the_place_of_another_match_is_told_and_asking_for_that_one_is_refused(log: Path) -> None:
    path_of(log, "r1").rename(path_of(log, "a"))
    assert told(log) == [("slip-misfiled", facts(file="log.db.slips/a.slip"))]
    with pytest.raises(Misfiled) as error:
        slip_of(log, "a")
    assert str(error.value) == f"{path_of(log, 'a')} is the slip of match 'r1', not of 'a'"
    assert (error.value.path, error.value.match, error.value.says) == (path_of(log, "a"), "a", "r1")


def test_an_outgrown_slip_lies_under_its_own_size_and_under_no_other(log: Path) -> None:
    path_of(log, "r1").rename(path_of(log, "r1", size=2))
    assert told(log, KEY.verifier) == []
    path_of(log, "r1", size=2).rename(path_of(log, "r1", size=1))
    assert told(log) == [("slip-misfiled", facts(file="log.db.slips/r1@1.slip"))]


def test_the_countersignature_of_the_keeper_does_not_stand_in_for_its_signature(log: Path) -> None:
    text = slip(log).signed.note.text
    write(path_of(log, "r1"), cosigned(Note(text, ()), KEY, at=AT))
    assert told(log, KEY.verifier) == [("slip-unsigned", facts(origin=KEY.name))]


def test_every_slip_is_looked_at_in_the_order_of_the_names(log: Path) -> None:
    note = slip(log).signed.note
    for name in ("a", "b"):
        write(path_of(log, name), note)
    (slips_of(log) / "notes.txt").write_text("not a slip", "utf-8")
    assert [path.name for path in paths(log)] == ["a.slip", "b.slip", "r1.slip"]
    assert [found["file"] for _, found in told(log)] == ["log.db.slips/a.slip", "log.db.slips/b.slip"]
    seen = inspect(log).slips
    assert [one.path.name for one in seen] == ["a.slip", "b.slip", "r1.slip"]
    assert {one.slip.match for one in seen} == {"r1"}


def test_without_a_checkpoint_nobody_says_whose_slips_they_should_be(log: Path) -> None:
    checkpoint_of(log).unlink()
    spoil(log, lambda made: made._replace(origin="example.org/other/r1"), OTHER)
    assert told(log) == []


def test_a_slip_of_a_match_of_which_entries_are_missing_is_short_of_them(log: Path) -> None:
    checkpoint_of(log).unlink()
    vandalise(log, "DELETE FROM entry WHERE position = 13")
    assert told(log) == [("slip-short", facts())]
    vandalise(log, "DELETE FROM entry WHERE position = 12")
    assert told(log) == [("slip-of-nothing", {"file": FILE, "match": "r1"})]


LEAVES = [leaf(bytes([number])) for number in range(7)]


def test_a_match_is_compared_up_to_the_size_that_was_signed() -> None:
    made = head("o", "m", LEAVES[:5])
    signed = Slip.of(by(KEY, made))
    assert (signed.origin, signed.match, signed.size) == ("o", "m", 5)
    assert compare(signed, LEAVES[:4]) == ("short", 0)
    assert compare(signed, LEAVES[:5]) == ("holds", 0)
    assert compare(signed, LEAVES) == ("holds", 2)
    assert compare(signed, [*LEAVES[:4], LEAVES[5]]) == ("fork", 0)
    assert compare(signed, LEAVES[::-1]) == ("fork", 0)


@pytest.mark.parametrize("match", ["m", "a/b", "%2F", "月見 2", "..", "a+b"])
def test_the_origin_of_a_slip_leads_back_to_its_match(match: str) -> None:
    made = head("example.org/cup", match, LEAVES)
    assert made == Checkpoint(made.origin, 7, Tree(LEAVES).root())
    assert made.origin.count("/") == 2, "the id of a match brings no slash of its own"
    found = Slip.of(by(KEY, made))
    assert (found.origin, found.match) == ("example.org/cup", match)


@pytest.mark.parametrize("origin", ["cup", "/m", "cup/", "cup/a b", "cup/%41", "cup/%e6%9c%88"])
def test_an_origin_that_is_not_written_in_the_one_way_is_none_of_a_slip(origin: str) -> None:
    with pytest.raises(Malformed) as error:
        Slip.of(by(KEY, Checkpoint(origin, 1, EMPTY)))
    accepted = "accepted is that of the log, '/', and the percent-encoded id of the match"
    assert str(error.value) == f"{origin} is no origin of a slip: {accepted}"


def test_a_file_that_is_the_checkpoint_of_a_log_is_refused_with_its_name(log: Path) -> None:
    write(path_of(log, "r1"), by(SignerKey("cup", bytes(32)), Checkpoint("cup", 1, EMPTY)).note)
    with pytest.raises(Malformed, match=r"r1\.slip: cup is no origin of a slip"):
        read_slip(path_of(log, "r1"))
    assert read_slip(path_of(log, "nothing")) is None
    assert slip_of(log, "nothing") is None


def test_long_ids_have_files_of_their_own(tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    longest = "x" * LONGEST_NAME
    assert path_of(log, longest).name == f"{longest}.slip"
    others = {path_of(log, longest + more).name for more in ("", "y", "z", "yy")}
    assert len(others) == 4
    assert all(len(name.encode()) <= 255 for name in others)
    assert path_of(log, longest + "y", size=12).name.endswith("@12.slip")
