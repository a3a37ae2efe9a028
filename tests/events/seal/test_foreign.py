"""Programs of others accept what is written here, and theirs is accepted here.

The others: ``sumdb/note`` and ``sumdb/tlog`` of the Go project, in Debian's ``golang-golang-x-mod-dev``.
"""

import base64
import json
import os
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from events.collect.collecting import Source, collect
from events.log.collected import collected
from events.log.contract import Pending
from events.log.database import open_database
from events.log.sqlite_log import SqliteLog
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read
from events.seal.cosignature import CosignerKey, cosigned
from events.seal.guard import verified_tree
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from events.seal.merkle import Tree, leaf
from events.seal.note import Note, SignerKey, VerifierKey, check, parse
from events.seal.paths import checkpoint_of, tiles_of
from events.seal.proof import EntryProof
from events.seal.slip import head as match_head
from tests.events.files import NOTE, small_log

GO = shutil.which("go") or ""
LIBRARY = Path("/usr/share/gocode")
"""Where Debian has the sources of Go packages."""
PROGRAM = Path(__file__).with_name("foreign") / "main.go"

pytestmark = pytest.mark.skipif(
    not (GO and (LIBRARY / "src/golang.org/x/mod/sumdb/tlog").is_dir()),
    reason="needs Go and x/mod: apt install golang-go golang-golang-x-mod-dev",
)

SIZE = 70
DATA = [f"entry {number} 月見".encode() for number in range(SIZE)]
ORIGIN = "go.sum database tree"
"""The only origin that this reader of checkpoints takes."""


def lines(hashes: tuple[bytes, ...]) -> str:
    return "".join(f"{base64.b64encode(step).decode()}\n" for step in hashes)


@pytest.fixture(scope="module")
def key() -> SignerKey:
    return SignerKey.new("example.org/杯")


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(map(leaf, DATA))


TABLE, CUP = SignerKey("example.org/table", bytes(32)), SignerKey("example.org/cup", bytes(range(32)))
MATCHES, ACTS = 24, 200
"""Enough entries for roots of tiles to be kept."""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """A signed log of a table, and one into which it was collected."""
    folder = tmp_path_factory.mktemp("logs")
    table, cup = folder / "table.db", folder / "cup.db"
    with SqliteLog(table, writing=True) as log, log.batch():
        for number in range(MATCHES):
            log.append(
                f"月見 {number}", [Pending(NOTE)] * ACTS, expected=0, command=f"月見/{number}", at=number
            )
    seal(table, TABLE)
    small_log(cup)
    with SqliteLog(cup, writing=True) as log:
        collect(log, [Source(table, inspect(table))], at=9)
    seal(cup, CUP)
    return [written(table, TABLE), written(cup, CUP)]


def written(path: Path, key: SignerKey) -> dict[str, Any]:
    """A log with everything that lies beside it, for the Go program."""
    with closing(open_database(path, writing=False)) as connection, SqliteLog(path) as log:
        signed = read(checkpoint_of(path))
        assert signed is not None
        tree = verified_tree(path, connection, signed.checkpoint)
        records = list(log.follow())
        places = {0, 1, 1023, 1024, len(records) - 1, *range(7, len(records), 311)}
        proofs = [EntryProof(place, tree.inclusion(place), signed.note).encode() for place in sorted(places)]
        sources = [
            {
                "VerifierKey": str(TABLE.verifier),
                "Entry": in_base64(log.entry(row.match, row.entries - 1).data),
                "Proof": in_base64(row.data.encode()),
            }
            for row in collected(connection)
        ]
    return {
        "VerifierKey": str(key.verifier),
        "Entries": [in_base64(record.data) for record in records],
        "Checkpoint": signed.note.encode().decode(),
        "Proofs": list(map(in_base64, proofs)),
        "Tiles": in_base64(tiles_of(path).read_bytes()),
        "Sources": sources,
    }


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.fixture(scope="module")
def answer(
    key: SignerKey, tree: Tree, logs: list[dict[str, Any]], pytestconfig: pytest.Config
) -> dict[str, Any]:
    """What the Go program says to everything that we made; it fails where it does not hold."""
    head = Checkpoint(ORIGIN, SIZE, tree.root())
    other = SignerKey.new("unknown.example")
    note = Note(head.text, ()).signed_by(other).signed_by(key)
    proofs = [EntryProof(position, tree.inclusion(position), note) for position in range(SIZE)]
    slip = Note(match_head("cup", "月見 1", [leaf(data) for data in DATA]).text, ()).signed_by(key)
    players = [SignerKey.new("alice.example"), SignerKey.new("審判.example")]
    for player in players:
        slip = cosigned(slip, player, at=1_767_225_600)
    asked = {
        "Slip": slip.encode().decode(),
        "CosignerKeys": [str(CosignerKey.of(player.verifier)) for player in players],
        "SignerKey": key.reveal(),
        "VerifierKey": str(key.verifier),
        "Leaves": [base64.b64encode(data).decode() for data in DATA],
        "Checkpoint": note.encode().decode(),
        "Entries": [base64.b64encode(proof.encode()).decode() for proof in proofs],
        "Growth": [lines(tree.consistency(old)) for old in range(1, SIZE + 1)],
        "ToSign": head.text,
        "Logs": logs,
    }
    assert pytestconfig.cache is not None
    folder = pytestconfig.cache.mkdir("go")
    settings = {"GO111MODULE": "off", "GOPATH": str(LIBRARY), "GOCACHE": str(folder), "GOFLAGS": ""}
    done = subprocess.run(
        [GO, "run", str(PROGRAM)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        env=os.environ | settings,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_go_takes_logs_with_tiles_and_where_their_matches_came_from(
    answer: dict[str, Any], logs: list[dict[str, Any]]
) -> None:
    """It has looked at all of this when it answers."""
    assert answer and [len(log["Sources"]) for log in logs] == [0, MATCHES]
    for log in logs:
        tiles = len(base64.b64decode(log["Tiles"])) // 32
        assert tiles == len(log["Entries"]) // 1024 >= 4


def test_go_makes_the_same_proofs(answer: dict[str, Any], tree: Tree) -> None:
    assert answer["Inclusion"] == [lines(tree.inclusion(position)) for position in range(SIZE)]
    assert answer["Consistency"] == [lines(tree.consistency(old)) for old in range(1, SIZE + 1)]


def test_go_signs_with_our_key_byte_for_byte_as_we_do(
    answer: dict[str, Any], key: SignerKey, tree: Tree
) -> None:
    head = Checkpoint(ORIGIN, SIZE, tree.root())
    assert answer["Signed"].encode() == Note(head.text, ()).signed_by(key).encode()


def test_we_take_the_key_and_the_checkpoint_of_go(answer: dict[str, Any], key: SignerKey, tree: Tree) -> None:
    theirs = VerifierKey.parse(answer["VerifierKey"])
    assert str(theirs) == answer["VerifierKey"]
    signed = SignedCheckpoint.parse(answer["Own"].encode())
    assert signed.checkpoint == Checkpoint(ORIGIN, SIZE, tree.root())
    assert [made.name for made in check(signed.note, [theirs])] == ["go.example/log"]
    assert len(check(parse(answer["Own"].encode()), [theirs, key.verifier])) == 2
