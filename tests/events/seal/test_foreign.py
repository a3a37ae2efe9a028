"""Programs of others accept what is written here, and theirs is accepted here.

The others: ``sumdb/note`` and ``sumdb/tlog`` of the Go project, in Debian's ``golang-golang-x-mod-dev``.
"""

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from events.seal.checkpoint import Checkpoint, SignedCheckpoint
from events.seal.cosignature import CosignerKey, cosigned
from events.seal.merkle import Tree, leaf
from events.seal.note import Note, SignerKey, VerifierKey, check, parse
from events.seal.proof import EntryProof
from events.seal.slip import head as match_head

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


@pytest.fixture(scope="module")
def answer(key: SignerKey, tree: Tree, pytestconfig: pytest.Config) -> dict[str, Any]:
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
