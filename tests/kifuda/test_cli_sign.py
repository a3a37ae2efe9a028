"""Signing a match like a result slip, and what the verification says of it, on the command line."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from events.log.sqlite_log import SqliteLog
from events.model.codec import leaf_hash
from events.seal.note import VerifierKey
from events.seal.paths import key_of
from tests.campaign.attacks.rows import Row, put_in
from tests.events.files import raw, small_log, spoil, vandalise
from tests.support.command import kifuda, refused
from tests.support.record import CLEAN

LOG = Path("kifuda.db")
NAME = "example.org/cup"
MATCH = "table-nine"
SLIP = Path("kifuda.db.slips/table-nine.slip")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A log that signs itself, with the finished match ``table-nine``, and a key of alice's."""
    monkeypatch.chdir(tmp_path)
    kifuda("key", "new", "--name", NAME, "--log", LOG)
    kifuda("key", "new", "--name", "alice.example", "-o", "alice.key")
    Path("clean.kfd").write_text(CLEAN, "utf-8")
    assert kifuda("import", "clean.kfd").status == 0
    return tmp_path


def vkey(file: str) -> str:
    return kifuda("key", "show", file).out.strip()


def test_the_match_of_the_record_is_the_one_that_is_signed() -> None:
    assert f"{MATCH}" in kifuda("log").out


def test_keeper_and_player_sign() -> None:
    done = kifuda("sign", MATCH)
    assert (done.status, done.err) == (0, "")
    assert "kifuda.db.slips/table-nine.slip: slip of table-nine" in done.out
    assert re.search(r"example\.org/cup\+[0-9a-f]{8}: holds", done.out)
    done = kifuda("sign", MATCH, "--key", "alice.key")
    assert re.search(r"alice\.example\+[0-9a-f]{8}, 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC: holds", done.out)
    lines = SLIP.read_text("utf-8").splitlines()
    assert lines[0] == "example.org/cup/table-nine"
    assert [line.split()[1] for line in lines[4:]] == [NAME, "alice.example"]
    done = kifuda("sign", MATCH, "--lang", "ja")
    assert "署名票" in done.out and "不明" in done.out


def test_the_verification_looks_at_slips() -> None:
    kifuda("sign", MATCH)
    kifuda("sign", MATCH, "--key", "alice.key")
    done = kifuda("verify", "--key", vkey("kifuda.db.key"))
    assert (done.status, done.err) == (0, "")
    assert "1 slip, 1 signature of them checked and sound, 1 by keys that were not named" in done.out
    with Path("kifuda.db.keys").open("a") as listed:
        listed.write(vkey("alice.key"))
    done = kifuda("verify", "--key", vkey("kifuda.db.key"))
    assert "1 slip, 2 signatures of them checked and sound\n" in done.out
    cosigner = kifuda("key", "show", "alice.key", "--cosigner").out.strip()
    assert cosigner != vkey("alice.key")
    Path("kifuda.db.keys").write_text(f"# players\n{cosigner}\n", "utf-8")
    done = kifuda("verify", "--key", vkey("kifuda.db.key"), "--key", cosigner)
    assert (done.status, "2 signatures of them checked" in done.out) == (0, True)


# --- what is refused ---------------------------------------------------------------------------------


def test_a_player_cannot_make_a_slip() -> None:
    Path("kifuda.db.key").rename("keeper.key")
    told = refused("sign", MATCH, "--key", "alice.key")
    assert "has no slip yet" in told and "--keeper FILE" in told
    assert "署名票はまだない" in refused("sign", MATCH, "--key", "alice.key", "--lang", "ja")
    assert "no key for kifuda.db" in refused("sign", MATCH)
    assert kifuda("sign", MATCH, "--key", "alice.key", "--keeper", "keeper.key").status == 0
    assert kifuda("sign", MATCH, KIFUDA_KEY="keeper.key").status == 0


def test_an_unfinished_match_is_not_signed() -> None:
    small_log(Path("small.db"))
    told = refused("sign", "a", "--log", "small.db", "--keeper", "kifuda.db.key")
    assert "match 'a' has not ended after 4 entries" in told
    assert "まだ終わっていない" in refused(
        "sign", "a", "--log", "small.db", "--keeper", "kifuda.db.key", "--lang", "ja"
    )
    assert not Path("small.db.slips").exists()


def test_a_match_that_is_not_there() -> None:
    assert "did you mean table-nine?" in refused("sign", "table-nin")
    assert "there is no log at none.db" in refused("sign", MATCH, "--log", "none.db")


def test_a_slip_without_its_keeper_is_told_and_signed_by_nobody() -> None:
    for key in ("kifuda.db.key", "alice.key"):
        kifuda("sign", MATCH, "--key", key)
    kifuda("checkpoint")
    lines = SLIP.read_text("utf-8").splitlines(keepends=True)
    SLIP.write_text("".join(line for line in lines if not line.startswith(f"— {NAME} ")), "utf-8")
    before = SLIP.read_bytes()
    kifuda("key", "new", "--name", "judge.example", "-o", "judge.key")
    for keeper in (True, False):
        if not keeper:
            Path("kifuda.db.key").rename("away.key")
        told = refused("sign", MATCH, "--key", "judge.key")
        assert f"{SLIP} is not signed by {NAME}, the keeper of the log, so nobody signs below" in told
        assert "その下に署名しない" in refused("sign", MATCH, "--key", "judge.key", "--lang", "ja")
        done = kifuda("verify")
        assert (done.status, f"its slip is not signed by {NAME}" in done.out) == (1, True)
        assert f"{SLIP} is not signed by {NAME}, the keeper of its log" in refused(
            "evidence", MATCH, "-o", "e"
        )
        done = kifuda("audit", MATCH)
        assert (done.status, "is not signed by the keeper of its log" in done.out) == (1, True)
        assert kifuda("audit", MATCH, "--json").json()["seal"]["slip"]["state"] == "unsigned"
    assert (SLIP.read_bytes(), Path("e").exists()) == (before, False)


def test_a_slip_with_a_forged_signature_is_signed_by_nobody_and_is_no_evidence() -> None:
    kifuda("sign", MATCH)
    kifuda("checkpoint")
    *above, line = SLIP.read_text("utf-8").splitlines(keepends=True)
    place = line.rindex(" ") + 20
    forged = line[:place] + ("A" if line[place] != "A" else "B") + line[place + 1 :]
    SLIP.write_text("".join((*above, forged)), "utf-8")
    for key in ("alice.key", "kifuda.db.key"):
        told = refused("sign", MATCH, "--key", key)
        assert f"{SLIP}: the signature by {NAME}+" in told and "so nobody signs below" in told
    told = refused("evidence", MATCH, "-o", "e")
    assert f"{SLIP}: the signature by {NAME}+" in told and "no evidence is given with this slip" in told
    assert SLIP.read_text("utf-8").endswith(forged) and not Path("e").exists()


def test_a_slip_over_something_else_is_no_evidence() -> None:
    kifuda("sign", MATCH)
    kifuda("checkpoint")
    before = SLIP.read_text("utf-8")
    size = before.splitlines()[1]
    for name in ("kifuda.db.key", "kifuda.db.keys"):
        Path(name).unlink()
    SLIP.write_text(before.replace(f"\n{size}\n", f"\n{int(size) - 1}\n", 1), "utf-8")
    told = refused("evidence", MATCH, "-o", "e")
    assert f"{SLIP}: the {int(size) - 1} entries that it signs are not those" in told
    assert "証拠は出さない" in refused("evidence", MATCH, "-o", "e", "--lang", "ja")
    assert not Path("e").exists()


def test_a_wrong_key_does_not_sign() -> None:
    kifuda("sign", MATCH)
    kifuda("key", "new", "--name", NAME, "-o", "false.key")
    told = refused("sign", MATCH, "--key", "false.key")
    assert "has the name of the log, and did not make" in told
    Path("alice.key").chmod(0o644)
    assert "chmod 0600 alice.key" in refused("sign", MATCH, "--key", "alice.key")
    assert "no private key" in refused("sign", MATCH, "--key", "nobody.key")


def test_slips_that_belong_elsewhere_are_not_signed() -> None:
    kifuda("sign", MATCH)
    kifuda("simulate", "blade-rondo", "-n", 1)
    other = Path("kifuda.db.slips/sim-blade-rondo-1-000000.slip")
    shutil.copy(SLIP, other)
    told = refused("sign", other.stem, "--key", "alice.key")
    assert "is the slip of match 'table-nine', not of 'sim-blade-rondo-1-000000'" in told
    assert "の署名票で" in refused("sign", other.stem, "--key", "alice.key", "--lang", "ja")
    done = kifuda("verify")
    assert done.status == 1 and "is the slip of another match: table-nine" in done.out
    other.unlink()
    SLIP.write_text(SLIP.read_text("utf-8").partition("\n\n")[0] + "\n\n", "utf-8")
    assert "at least one signature behind its last blank line" in refused("sign", MATCH, "--key", "alice.key")
    SLIP.unlink()
    kifuda("key", "new", "--name", "example.org/other", "-o", "other.key")
    shutil.copy(LOG, "other.db")
    kifuda("sign", MATCH, "--log", "other.db", "--keeper", "other.key")
    shutil.copy("other.db.slips/table-nine.slip", SLIP)
    told = refused("sign", MATCH, "--key", "alice.key")
    assert "is a slip of the log example.org/other, not of example.org/cup" in told
    done = kifuda("verify")
    assert done.status == 1 and "is a slip of the log example.org/other" in done.out


def test_a_slip_that_signs_something_else_is_not_signed() -> None:
    kifuda("sign", MATCH)
    vandalise(LOG, "DELETE FROM entry WHERE position = (SELECT max(position) FROM entry)")
    Path("kifuda.db.checkpoint").unlink()
    done = kifuda("verify")
    assert done.status == 1 and "and the log has fewer" in done.out
    told = refused("sign", MATCH, "--key", "alice.key")
    assert "has not ended" in told or "are not those of match" in told


def test_a_signature_from_the_slip_of_another_match_does_not_hold() -> None:
    kifuda("simulate", "blade-rondo", "-n", 1)
    other = Path("kifuda.db.slips/sim-blade-rondo-1-000000.slip")
    kifuda("sign", other.stem, "--key", "alice.key")
    kifuda("sign", MATCH)
    line = other.read_text("utf-8").splitlines()[-1]
    SLIP.write_text(f"{SLIP.read_text('utf-8')}{line}\n", "utf-8")
    done = kifuda("verify", "--key", vkey("kifuda.db.key"), "--key", vkey("alice.key"))
    assert done.status == 1
    assert re.search(r"table-nine: the signature of alice\.example\+[0-9a-f]{8} does not hold", done.out)
    assert done.out.endswith("1 finding\n")
    done = kifuda("sign", MATCH, "--key", "alice.key")
    assert done.out.count(": holds") == 2, "her own takes the place of what only seemed to be hers"


def test_bytes_that_stand_twice_are_told() -> None:
    copy = "INSERT INTO entry SELECT 999, match, 999, command, leaf, data FROM entry WHERE position = 3"
    vandalise(LOG, copy)
    done = kifuda("verify")
    assert done.status == 1
    assert "position 999, table-nine#999: the same bytes stand twice in the log (table-nine#3" in done.out
    assert "同じバイト列" in kifuda("verify", "--lang", "ja").out
    assert kifuda("checkpoint").status == 1


def test_a_match_that_went_on_is_renewed_by_the_keeper() -> None:
    from events.log.contract import Pending
    from events.log.sqlite_log import SqliteLog
    from events.model.kinds import Noted

    kifuda("sign", MATCH, "--key", "alice.key")
    with SqliteLog(LOG, writing=True) as log:
        entries = log.count(MATCH)
        log.append(MATCH, [Pending(Noted("comment", "x"))], expected=entries, command="late", at=1)
    done = kifuda("verify")
    assert done.status == 0 and "the match went on, 1 record came after" in done.out
    Path("kifuda.db.key").rename("keeper.key")
    assert f"has {entries + 1} entries now" in refused("sign", MATCH, "--key", "alice.key")
    done = kifuda("sign", MATCH, "--keeper", "keeper.key")
    assert done.status == 0 and f"slip of table-nine, {entries + 1} records" in done.out
    assert Path(f"kifuda.db.slips/table-nine@{entries}.slip").exists()


# --- a head that was kept elsewhere ------------------------------------------------------------------


def test_an_older_copy_is_found_by_a_newer_head() -> None:
    for file in ("kifuda.db", "kifuda.db.checkpoint"):
        shutil.copy(file, f"old-{file}")
    kifuda("simulate", "blade-rondo", "-n", 1)
    shutil.copy("kifuda.db.checkpoint", "kept")
    assert kifuda("verify", "--head", "kept").status == 0
    assert "compared with the head kept elsewhere" in kifuda("verify", "--head", "kept").out
    for file in ("kifuda.db", "kifuda.db.checkpoint"):
        shutil.copy(f"old-{file}", file)
    assert kifuda("verify", "--key", vkey("kifuda.db.key")).status == 0
    done = kifuda("verify", "--key", vkey("kifuda.db.key"), "--head", "kept")
    assert done.status == 1 and "the head kept elsewhere signed" in done.out
    assert "別に保管された先端" in kifuda("verify", "--head", "kept", "--lang", "ja").out


def test_what_is_no_head() -> None:
    assert "there is no head at nowhere" in refused("verify", "--head", "nowhere")
    Path("bad").write_text("nothing")
    assert "bad: a note has" in refused("verify", "--head", "bad")


# --- as data -----------------------------------------------------------------------------------------


def test_keys_are_data() -> None:
    found = kifuda("key", "show", "alice.key", "--json").json()
    assert found["key"] == vkey("alice.key")
    assert found["cosigner_key"] == kifuda("key", "show", "alice.key", "--cosigner").out.strip()
    assert found["id"] == VerifierKey.parse(found["key"]).id.hex() != found["cosigner_id"]


def test_a_verification_is_data() -> None:
    kifuda("sign", MATCH, "--key", "alice.key")
    done = kifuda("verify", "--key", vkey("kifuda.db.key"), "--json")
    found = done.json()
    assert (done.status, found["findings"], found["rehashed"]) == (0, [], found["size"])
    assert [made["state"] for made in found["checkpoint"]["signatures"]] == ["holds"]
    assert found["checkpoint"]["since"] == 0
    (slip,) = found["slips"]
    assert (slip["match"], slip["state"]) == (MATCH, "holds")
    assert [made["by"] for made in slip["signatures"]] == [NAME, "alice.example"]
    vandalise(LOG, "DELETE FROM entry WHERE position >= 7")
    done = kifuda("verify", "--json")
    assert done.status == 1
    assert {each["code"] for each in done.json()["findings"]} == {"short", "slip-short"}
    done = kifuda("checkpoint", "--json")
    assert (done.status, done.json()["signed"]) == (1, None)


# --- what the audit says -----------------------------------------------------------------------------


def test_the_audit_says_who_signed() -> None:
    before = kifuda("audit", MATCH)
    assert f"covered by the checkpoint of {NAME}" in before.out and "result slip" not in before.out
    kifuda("sign", MATCH, "--key", "alice.key")
    done = kifuda("audit", MATCH)
    assert done.status == before.status == 0
    assert "signed like a result slip" in done.out
    assert re.search(r"alice\.example\+[0-9a-f]{8}, 20.* UTC: unknown, nobody named this key", done.out)
    assert len(re.findall(r"example\.org/cup\+[0-9a-f]{8}: holds", done.out)) == 2
    assert "result slip" not in kifuda("audit", "clean.kfd").out
    assert "のチェックポイント" in kifuda("audit", MATCH, "--lang", "ja").out
    (found,) = kifuda("audit", MATCH, "--json").lines()
    assert found["seal"]["checkpoint"]["covers"] is True
    assert [made["state"] for made in found["seal"]["slip"]["signatures"]] == ["holds", "unknown"]
    assert kifuda("audit", "clean.kfd", "--json").lines()[0]["seal"] is None
    every = kifuda("audit", "--all", "--json").lines()
    assert [each["seal"] for each in every] == [found["seal"]]


def test_the_audit_says_what_is_not_what_was_signed() -> None:
    """Entries that fit their hashes, but are not those under the signatures."""
    kifuda("sign", MATCH)
    _forge_the_end(LOG, MATCH)
    done = kifuda("audit", MATCH, "--json")
    found = done.lines()[0]["seal"]
    assert (found["checkpoint"]["state"], found["checkpoint"]["covers"]) == ("fork", False)
    assert found["slip"]["state"] == "fork"
    told = kifuda("audit", MATCH)
    assert done.status == told.status == 1
    out = told.out
    assert "the log is not what the checkpoint of" in out and "are not those of the match" in out
    every = kifuda("audit", "--all")
    assert every.status == 1 and "the log is not what the checkpoint of" in every.out


def test_a_signed_log_says_when_it_goes_on_without_a_key() -> None:
    kifuda("sign", MATCH)
    key = key_of(LOG)
    aside = key.rename(key.with_suffix(".aside"))
    simulated = ("simulate", "blade-rondo", "-n", 1, "--seed", 5, "--log", LOG)
    done = kifuda(*simulated)
    assert done.status == 0 and "is not signed" in done.err
    key.symlink_to("nowhere")
    assert "nowhere" in refused(*simulated) or str(key) in refused(*simulated)
    key.unlink()
    aside.rename(key)
    assert "is not signed" not in kifuda(*simulated).err


def _forge_the_end(log: Path, match: str) -> None:
    """Write the last entry of a match anew, with another time and its own right hash."""
    with SqliteLog(log) as source:
        last = list(source.read(match))[-1]
    forged = last.data.replace(b",%d," % last.entry.at, b",7,", 1)
    anew = f"data = x'{forged.hex()}', leaf = x'{leaf_hash(forged)}'"
    vandalise(log, f"UPDATE entry SET {anew} WHERE position = {last.position}")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE place SET act = 0 WHERE position = (SELECT max(position) FROM place)",
        "UPDATE place SET leaf = zeroblob(32) WHERE position = 3",
        "UPDATE place SET cause = 2 WHERE position = 4",
        "UPDATE place SET position = CASE position WHEN 4 THEN -5 ELSE -4 END WHERE position IN (4, 5);"
        " UPDATE place SET position = -position WHERE position < 0",
    ],
    ids=["act", "leaf", "cause", "positions"],
)
def test_nothing_is_said_to_hold_of_a_match_that_does_not_fit_its_hashes(statement: str) -> None:
    kifuda("sign", MATCH)
    spoil(LOG, statement)
    for command in (
        ("audit", MATCH),
        ("show", MATCH),
        ("explain", MATCH, "1"),
        ("evidence", MATCH, "-o", "e"),
        ("sign", MATCH),
    ):
        told = refused(*command)
        assert re.search(rf"kifuda\.db: damaged log \(position \d+, match {MATCH}, seq \d+\)", told)
        assert "kifuda verify --log kifuda.db" in told
    for command in (("audit", "--all"), ("audit", MATCH, "--json")):
        done = kifuda(*command)
        assert done.status == 2 and "holds" not in done.out and "EXACT" not in done.out
    assert "ログが壊れている" in refused("audit", MATCH, "--lang", "ja")
    assert kifuda("verify").status == 1


def test_a_log_that_is_not_built_rightly_is_told_before_any_verdict() -> None:
    with raw(LOG) as connection:
        connection.execute("DROP VIEW entry")
    for names in ((MATCH,), (MATCH, "clean.kfd")):
        done = kifuda("audit", *names)
        assert (done.status, done.out) == (2, "") and "not built as kifuda builds it" in done.err


STRAYS = {"before position 0": lambda size: -1, "far behind the end": lambda size: size + 10**9}


@pytest.mark.parametrize("position", STRAYS.values(), ids=STRAYS)
def test_an_entry_that_sql_puts_where_none_can_stand_is_told_and_signed_by_nobody(
    position: Callable[[int], int],
) -> None:
    """Its bytes, hash and link are right, and it makes a finished match one entry longer."""
    with SqliteLog(LOG) as log:
        entries, leaf, size = log.count(MATCH), log.entry(MATCH, log.count(MATCH) - 1).leaf, log.size
    row = Row(position(size), entries, MATCH)
    put_in(LOG, row, prev=leaf)
    before = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    done = kifuda("verify", "--key", vkey("kifuda.db.key"))
    assert (done.status, done.err) == (1, "")
    if row.position < 0:
        assert "position −1, table-nine#" in done.out and "it was put in from outside" in done.out
        assert "外から入れられたもの" in kifuda("verify", "--lang", "ja").out
        for command in (
            ("show",),
            ("audit",),
            ("export", "--format", "kfd"),
            ("explain", "1"),
            ("evidence", "-o", "e"),
        ):
            assert "no log has this position" in refused(command[0], MATCH, *command[1:])
    refused("sign", MATCH)
    refused("sign", MATCH, "--key", "alice.key")
    refused("log")
    refused("evidence", MATCH, "-o", "e")
    refused("simulate", "blade-rondo", "-n", "1")
    for command in (("checkpoint",), ("backup", "copy.db"), ("backup", "copy.db", "--compact")):
        done = kifuda(*command)
        assert (done.status, done.err) == (1, "")
    for name in before.keys() - {"kifuda.db-shm"}:
        assert Path(name).read_bytes() == before[name]
    assert {path.name for path in Path().iterdir() if path.is_file()} <= before.keys() | {
        "kifuda.db-wal",
        "kifuda.db-shm",
        "kifuda.db.lock",
    }
