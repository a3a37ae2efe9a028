"""Bundles of whole matches: what good ones show, and that both verifiers notice every kind of damage."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.log.plain_layout import INSERT
from events.log.sqlite_log import SqliteLog
from events.model.codec import encode_event
from events.seal import checkpoint
from events.seal.cosignature import cosigned
from events.seal.head_signing import seal
from events.seal.merkle import leaf
from events.seal.note import Note, Signature
from events.seal.note import parse as parse_note
from events.seal.paths import checkpoint_of
from events.seal.proof import EntryProof
from kifuda.evidence import EvidenceError
from tests.events.files import as_plain, raw
from tests.evidence.logs import (
    AOI,
    AOIS,
    KEEPER,
    KEEPERS,
    MATCH,
    NAMED,
    STRANGER,
    STRANGERS,
    TINY,
    Kept,
    altered,
    both,
    canonical,
    codes,
    keep,
    rewritten,
    write,
)
from tests.support.effort import LONG

EACH = 1 if LONG else 5
"""Of a bundle's bytes each first, or fifth one is flipped."""


def states(answer: dict[str, Any]) -> list[tuple[str, str]]:
    return [(made["by"].partition("+")[0], made["state"]) for made in answer["signatures"]]


# --- good ones -------------------------------------------------------------------------------------


def test_a_whole_match(kept: Kept) -> None:
    answer = both(kept.whole())
    assert answer["findings"] == []
    assert (answer["match"], answer["viewer"], answer["rehashed"], answer["records"]) == (MATCH, None, 9, 9)
    assert answer["head"]["size"] == 21 and answer["slip"]["size"] == 8
    assert states(answer) == [(KEEPER.name, "holds"), (KEEPER.name, "holds"), (AOI.name, "holds")]
    assert [made["time"] for made in answer["signatures"]] == [None, None, 1_770_000_001]


def test_without_keys_only_the_bundle_vouches_for_its_signatures(kept: Kept) -> None:
    answer = both(kept.whole(), keys=())
    assert codes(answer) == []
    assert {state for _, state in states(answer)} == {"claimed"}


def test_a_key_that_nobody_named_is_unknown(kept: Kept) -> None:
    answer = both(kept.whole(keys=()), keys=[KEEPERS])
    assert codes(answer) == []
    assert states(answer)[-1] == (AOI.name, "unknown")


def test_a_match_that_nobody_countersigned(kept: Kept) -> None:
    for data in (kept.whole(match="before"), kept.view("A", match="before")):
        answer = both(data, [KEEPERS])
        assert (codes(answer), answer["slip"]) == ([], None)
        assert both(data)["findings"] == [{"code": "silent", "by": "+".join(AOIS.split("+", 2)[:2])}], (
            "who was named"
        )


@pytest.mark.parametrize("time", [0, 2**63 - 1])
def test_a_countersignature_states_any_time_that_can_be_written(kept: Kept, time: int) -> None:
    dated = signed(
        kept.whole(), lambda note: cosigned(Note(note.text, note.signatures[:1]), AOI, at=time), "slip"
    )
    answer = both(dated)
    assert codes(answer) == []
    assert answer["signatures"][-1]["time"] == time


def test_the_records_are_those_of_the_log(kept: Kept) -> None:
    with SqliteLog(kept.path) as log:
        stored = [record.data.decode() for record in log.read(MATCH)]
    assert json.loads(kept.whole())["entries"] == stored


def test_the_same_bundle_twice(kept: Kept) -> None:
    assert kept.whole() == kept.whole()


# --- damage ----------------------------------------------------------------------------------------


def entries(change: Callable[[list[str]], list[str]]) -> Callable[[bytes], bytes]:
    return lambda data: altered(data, entries=change(json.loads(data)["entries"]))


def head(text: str, **values: Any) -> str:
    """An entry with other values in its first line."""
    names = ["format", "prev", "cause", "seq", "match", "command", "at", "salt"]
    first, _, second = text.partition("\n")
    place = dict(zip(names, json.loads(first), strict=True)) | values
    return canonical(list(place.values())).decode() + "\n" + second


def signed(data: bytes, change: Callable[[Note], Note], field: str = "proof") -> bytes:
    """The bundle with another note in it."""
    found = json.loads(data)
    above, blank, note = found[field].partition("\n\n") if field == "proof" else ("", "", found[field])
    return altered(data, **{field: above + blank + change(parse_note(note.encode())).encode().decode()})


def slip(data: bytes, old: str, new: str) -> bytes:
    """The bundle with another slip, which the keeper signed."""
    return signed(data, lambda note: Note(note.text.replace(old, new), ()).signed_by(KEEPER), "slip")


def headed(data: bytes, change: Callable[[list[str]], list[str]]) -> bytes:
    """The bundle with another head of the log, signed by its keeper."""

    def other(note: Note) -> Note:
        lines = change(note.text.split("\n")[:-1])
        return Note("".join(f"{line}\n" for line in lines), ()).signed_by(KEEPER)

    return signed(data, other)


def renamed(data: bytes, name: str) -> bytes:
    """The bundle with another name in the signature of its head."""
    return signed(data, lambda note: Note(note.text, (note.signatures[0]._replace(name=name),)))


def unnamed(name: str) -> str:
    """A verifier key of a name that keys may not have, with the id that it would have."""
    return str(KEEPER.verifier._replace(name=name))


def proof(data: bytes, **values: Any) -> bytes:
    found = EntryProof.parse(json.loads(data)["proof"].encode())
    return altered(data, proof=found._replace(**values).encode().decode())


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], set[str]]] = {
    "an event changed": (
        entries(lambda e: [*e[:2], e[2].replace("BR-002", "BR-003"), *e[3:]]),
        {"link", "slip-root"},
    ),
    "the last event changed": (
        entries(lambda e: [*e[:-1], e[-1].replace('"views"', '"comment"')]),
        {"unproven"},
    ),
    "records reordered": (
        entries(lambda e: [e[0], e[2], e[1], *e[3:]]),
        {"order", "link", "slip-root"},
    ),
    "a duplicate": (
        entries(lambda e: [*e[:3], e[2], *e[3:]]),
        {"duplicate", "order", "slip-root"},
    ),
    "a beginning that links to something": (
        entries(lambda e: [head(e[0], prev="00" * 32), *e[1:]]),
        {"link", "slip-root"},
    ),
    "a record missing": (entries(lambda e: [*e[:3], *e[4:]]), {"order", "link", "slip-root"}),
    "the beginning missing": (entries(lambda e: e[1:]), {"order", "link", "slip-root"}),
    "the end missing": (entries(lambda e: e[:-1]), {"unproven"}),
    "no records": (entries(lambda e: []), {"no-entries", "unproven", "slip-size"}),
    "no entry": (entries(lambda e: ["[2]\n{}", *e[1:]]), {"entry-form", "link", "slip-root"}),
    "an entry of too few fields": (
        entries(lambda e: ['[2]\n{"kind":"Noted"}', *e[1:]]),
        {"entry-form", "link", "slip-root"},
    ),
    "an entry of too many fields": (
        entries(lambda e: [e[0].replace("]\n", ",0]\n", 1), *e[1:]]),
        {"entry-form", "link", "slip-root"},
    ),
    "no event": (entries(lambda e: [*e[:-1], e[-1].partition("\n")[0] + "\n[]"]), {"entry-form", "unproven"}),
    "an older format": (
        entries(lambda e: [head(e[0], format=1), *e[1:]]),
        {"entry-form", "link", "slip-root"},
    ),
    "a cause to come": (
        entries(lambda e: [*e[:4], head(e[4], cause=7), *e[5:]]),
        {"cause", "link", "slip-root"},
    ),
    "another salt": (
        entries(lambda e: [*e[:4], head(e[4], salt=""), *e[5:]]),
        {"link", "slip-root"},
    ),
    "of another match inside": (
        entries(lambda e: [head(e[0], match="other"), *e[1:]]),
        {"another-match", "link", "slip-root"},
    ),
    "of another match": (lambda data: altered(data, match="before"), {"another-match", "slip-origin"}),
    "another origin": (lambda data: altered(data, origin="example.org/other"), {"origin", "slip-origin"}),
    "not the digest": (
        lambda data: canonical(json.loads(data) | {"digest": "00" * 32}) + b"\n",
        {"digest"},
    ),
    "an empty signature block": (
        lambda data: altered(data, proof=json.loads(data)["proof"].partition("— ")[0]),
        {"no-signatures"},
    ),
    "no proof": (lambda data: altered(data, proof="proof"), {"proof-form"}),
    "a hash of the proof cut": (
        lambda data: altered(data, proof=json.loads(data)["proof"].replace("=\n", "\n", 1)),
        {"proof-form"},
    ),
    "another index": (lambda data: proof(data, position=3), {"unproven"}),
    "a proof with extra data": (lambda data: proof(data, extra=b"whatever"), set()),
    "a proof with extra data of another form": (
        lambda data: altered(data, proof=json.loads(data)["proof"].replace("\nindex", "\nextra x\nindex")),
        {"proof-form"},
    ),
    "an index beyond the log": (lambda data: proof(data, position=999), {"unproven"}),
    "a proof too long": (
        lambda data: proof(data, proof=(bytes(32),) * 9),
        {"unproven"},
    ),
    "another root": (
        lambda data: signed(data, lambda note: Note(note.text.replace("\n21\n", "\n20\n"), note.signatures)),
        {"forged", "unproven", "unsigned"},
    ),
    "signed by a stranger alone": (
        lambda data: signed(data, lambda note: Note(note.text, ()).signed_by(STRANGER)),
        {"unsigned"},
    ),
    "a forged signature": (
        lambda data: signed(
            data,
            lambda note: Note(note.text, (Signature(*note.signatures[0][:2], bytes(64)),)),
        ),
        {"forged", "unsigned"},
    ),
    "a forged countersignature": (
        lambda data: signed(
            data,
            lambda note: note._replace(
                signatures=(*note.signatures[:-1], note.signatures[-1]._replace(value=bytes(72)))
            ),
            "slip",
        ),
        {"forged"},
    ),
    "a countersignature at no time": (
        lambda data: signed(
            data,
            lambda note: note._replace(
                signatures=(
                    note.signatures[0],
                    note.signatures[1]._replace(value=b"\x80" + note.signatures[1].value[1:]),
                )
            ),
            "slip",
        ),
        {"forged"},
    ),
    "a head of two lines": (lambda data: headed(data, lambda lines: lines[:2]), {"proof-form"}),
    "a head with an empty line": (lambda data: headed(data, lambda lines: [*lines, "", "x"]), {"proof-form"}),
    "a head without a size": (
        lambda data: headed(data, lambda lines: [lines[0], "", lines[2]]),
        {"proof-form"},
    ),
    "a size with a zero before": (
        lambda data: headed(data, lambda lines: [lines[0], "021", lines[2]]),
        {"proof-form"},
    ),
    "a root too short": (lambda data: headed(data, lambda lines: [*lines[:2], "AAAA"]), {"proof-form"}),
    "a head with an extension": (lambda data: headed(data, lambda lines: [*lines, "x"]), set()),
    "a signer with a space": (lambda data: renamed(data, "two words"), {"proof-form"}),
    "a signer with a plus": (lambda data: renamed(data, "a+b"), {"proof-form"}),
    "a signer with another space": (lambda data: renamed(data, "two\u3000words"), {"proof-form"}),
    "a signer with a tab": (lambda data: renamed(data, "a\tb"), {"proof-form"}),
    "a signer without a name": (lambda data: renamed(data, ""), {"proof-form"}),
    "a key without a name": (lambda data: altered(data, keys=[unnamed("")]), {"key-form"}),
    "a key with a space": (lambda data: altered(data, keys=[unnamed("two words")]), {"key-form"}),
    "a signature of nothing but an id": (
        lambda data: signed(
            data, lambda note: note._replace(signatures=(note.signatures[0]._replace(value=b""),))
        ),
        {"proof-form"},
    ),
    "a slip without signatures": (
        lambda data: altered(data, slip=json.loads(data)["slip"].partition("— ")[0]),
        {"no-signatures", "silent"},
    ),
    "no slip": (lambda data: altered(data, slip="slip"), {"slip-form", "silent"}),
    "a slip taken out": (lambda data: altered(data, slip=None), {"silent"}),
    "a signature of the slip taken out": (
        lambda data: altered(data, slip=json.loads(data)["slip"].rpartition("— ")[0]),
        {"silent"},
    ),
    "a slip of more": (
        lambda data: slip(data, "\n8\n", "\n80\n"),
        {"slip-size", "silent"},
    ),
    "a slip of others": (
        lambda data: slip(data, "\n8\n", "\n7\n"),
        {"slip-root", "silent"},
    ),
    "a key that is none": (lambda data: altered(data, keys=["key"]), {"key-form"}),
    "clauses that nobody pinned": (lambda data: altered(data, pinned={"clauses": "[]"}), {"pinned"}),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_found(kept: Kept, kind: str) -> None:
    damage, found = DAMAGE[kind]
    data = damage(kept.whole())
    assert data != kept.whole()
    assert set(codes(both(data))) == found


def padded(note: Note, length: int) -> Note:
    """The note with a further line in its text, so that it has this many bytes."""
    missing = length - len(note.encode()) - 1
    return Note(f"{note.text}{'x' * missing}\n", note.signatures)


LIMITS: dict[str, tuple[Callable[[bytes, int], bytes], int]] = {
    "signatures": (
        lambda data, most: signed(data, lambda note: note._replace(signatures=note.signatures * most)),
        100,
    ),
    "hashes": (lambda data, most: proof(data, proof=(bytes(32),) * most), 63),
    "position": (lambda data, most: proof(data, position=most), 2**63 - 1),
    "bytes": (lambda data, most: signed(data, lambda note: padded(note, most)), 1_000_000),
}


@pytest.mark.parametrize("what", LIMITS)
def test_so_much_is_looked_at_and_no_more(kept: Kept, what: str) -> None:
    spoil, most = LIMITS[what]
    assert "proof-form" not in codes(both(spoil(kept.whole(), most)))
    assert "proof-form" in codes(both(spoil(kept.whole(), most + 1)))


def test_the_key_of_another_does_not_count(kept: Kept) -> None:
    assert codes(both(kept.whole(), keys=[STRANGERS])) == ["unsigned"]
    countersigned = signed(kept.whole(), lambda note: note.signed_by(AOI))
    assert codes(both(countersigned, keys=[AOIS])) == ["stranger"]
    assert codes(both(countersigned, keys=NAMED)) == []


UNREADABLE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "nothing": (lambda data: b"", "not-json"),
    "cut short": (lambda data: data[: len(data) // 2], "not-json"),
    "text": (lambda data: b"evidence", "not-json"),
    "no text": (lambda data: b"\xff" + data, "not-json"),
    "a number that is not whole": (lambda data: data.replace(b'{"', b'{"a":1.5,"', 1), "not-json"),
    "too deep": (lambda data: b"[" * 100_000, "not-json"),
    "a list": (lambda data: b"[]\n", "form"),
    "no format": (lambda data: b"{}\n", "form"),
    "a later version": (lambda data: altered(data, format="kifuda-evidence/v2"), "unknown-format"),
    "another format": (lambda data: altered(data, format="kifuda-opening/v1"), "unknown-format"),
    "a key twice": (lambda data: data.replace(b'{"', b'{"match":"x","', 1), "duplicate-key"),
    "a key twice inside": (
        lambda data: data.replace(b'"pinned":{', b'"pinned":{"cards":"","cards":""'),
        "duplicate-key",
    ),
    "spaces": (lambda data: data.replace(b'","', b'", "', 1), "not-canonical"),
    "no newline": (lambda data: data[:-1], "not-canonical"),
    "another order": (
        lambda data: json.dumps(dict(reversed(json.loads(data).items()))).encode(),
        "not-canonical",
    ),
    "half a character": (lambda data: data.replace(b'"origin":"', b'"origin":"\\ud800'), "not-canonical"),
    "a field missing": (lambda data: altered(data, proof=None), "form"),
    "a field too many": (lambda data: altered(data, more=""), "form"),
    "a field of a view": (lambda data: altered(data, private=[]), "form"),
    "another type": (lambda data: altered(data, proof=1), "form"),
    "an entry of another type": (lambda data: altered(data, entries=[1]), "form"),
    "no digest": (lambda data: data.replace(b'"digest":', b'"digesu":'), "form"),
    "an empty digest": (lambda data: canonical(json.loads(data) | {"digest": ""}) + b"\n", "form"),
    "no slip written out": (lambda data: rewritten(json.loads(data) | {"slip": None}), "form"),
    "other texts": (lambda data: altered(data, pinned={"engine": ""}), "form"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_is_no_bundle(kept: Kept, kind: str) -> None:
    spoil, code = UNREADABLE[kind]
    assert both(spoil(kept.whole())) == {"unreadable": code}


def test_a_whole_match_has_no_faces_to_open(kept: Kept) -> None:
    assert both(kept.whole(), openings=[kept.opened(2, "A.2")]) == {"unreadable": "openings"}


# --- every byte ------------------------------------------------------------------------------------


@pytest.mark.sampled(1)
@pytest.mark.usefixtures("remembered_signatures")
@pytest.mark.parametrize("viewer", [None, "A"])
def test_no_flipped_byte_passes(kept: Kept, viewer: str | None) -> None:
    data = kept.whole() if viewer is None else kept.view(viewer, private=True)
    passed = []
    for place in range(0, len(data), EACH):
        flipped = bytearray(data)
        flipped[place] ^= 1 << place % 8
        answer = both(bytes(flipped))
        if "unreadable" not in answer and not answer["findings"]:
            passed.append(place)
    assert passed == []


@pytest.mark.sampled(1)
@pytest.mark.usefixtures("remembered_signatures")
@pytest.mark.parametrize("viewer", [None, "A"])
def test_no_flipped_byte_passes_as_the_same_where_the_digest_is_made_to_fit(
    kept: Kept, viewer: str | None
) -> None:
    data = kept.whole() if viewer is None else kept.view(viewer, private=True)
    good = both(data)
    readable, places = 0, range(0, len(data), EACH)
    for place in places:
        flipped = bytearray(data)
        flipped[place] ^= 1
        try:
            found = json.loads(flipped)
            forged = rewritten(found) if canonical(found) + b"\n" == flipped else b""
        except ValueError:
            continue
        if not forged or forged == data:  # What was flipped is the digest itself.
            continue
        answer = both(forged)
        if "unreadable" not in answer:
            readable += 1
            # Whoever is named by a signature may be changed to somebody unknown, and is told to be.
            unknown = "unknown" in {state for _, state in states(answer)}
            assert answer["findings"] or (unknown and answer != good), flipped[place - 20 : place + 20]
    assert readable > len(places) / 2


# --- what no bundle is made of ---------------------------------------------------------------------


def test_what_is_not_signed_is_no_evidence(tmp_path: Path) -> None:
    kept = keep(tmp_path / "kifuda.db")
    with SqliteLog(kept.path, writing=True) as log:
        write(log, "later", TINY)
    with pytest.raises(EvidenceError) as refused:
        kept.whole(match="later")
    assert refused.value.code == "uncovered"
    checkpoint_of(kept.path).unlink()
    with pytest.raises(EvidenceError) as refused:
        kept.whole()
    assert refused.value.code == "no-checkpoint"


def test_entries_of_an_older_form_are_no_evidence(tmp_path: Path) -> None:
    kept = keep(tmp_path / "kifuda.db")
    event = encode_event(TINY[0][0]).decode()
    place = '"match":"old","position":21,"seq":0,"v":1'
    data = f'{{"at":0,"command":"old","event":{event},{place}}}'.encode()
    with raw(as_plain(kept.path)) as connection:
        connection.execute(INSERT, (21, "old", 0, "old", leaf(data), data))
    assert seal(kept.path, KEEPER).inspection.findings == ()
    with pytest.raises(EvidenceError) as refused:
        kept.whole(match="old")
    assert refused.value.code == "old-form"


def test_another_history_than_the_signed_one_is_no_evidence(tmp_path: Path) -> None:
    kept, other = keep(tmp_path / "kifuda.db"), keep(tmp_path / "other.db", TINY[:1] + TINY)
    found = checkpoint.read(checkpoint_of(other.path))
    assert found is not None
    checkpoint.write(checkpoint_of(kept.path), found.note)
    with pytest.raises(EvidenceError) as refused:
        kept.whole()
    assert refused.value.code == "other-history"
