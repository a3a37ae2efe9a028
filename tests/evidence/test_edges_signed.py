"""Both verifiers at the limits of proofs, notes, keys and signatures."""

import base64
import json
from typing import Any

import pytest

from events.seal.checkpoint import Checkpoint
from events.seal.cosignature import CosignerKey, cosigned
from events.seal.merkle import Tree, leaf
from events.seal.note import MOST_SIGNATURES, Note, Signature
from events.seal.note import parse as parse_note
from events.seal.proof import MOST_HASHES, EntryProof
from tests.evidence.logs import (
    AOI,
    AOIS,
    KEEPER,
    KEEPERS,
    ORIGIN,
    STRANGER,
    STRANGERS,
    Kept,
    altered,
    both,
    codes,
    shipped_checker,
)


def proof(data: bytes) -> EntryProof:
    return EntryProof.parse(json.loads(data)["proof"].encode())


def with_proof(data: bytes, made: EntryProof) -> bytes:
    return altered(data, proof=made.encode().decode())


def with_note(data: bytes, note: Note) -> bytes:
    return with_proof(data, proof(data)._replace(note=note))


def entries(data: bytes) -> list[str]:
    found: list[str] = json.loads(data)["entries"]
    return found


# --- the proof -------------------------------------------------------------------------------------


def test_the_longest_path_is_looked_at_and_a_longer_one_is_no_proof(kept: Kept) -> None:
    data = kept.whole()
    for count, code in ((MOST_HASHES, "unproven"), (MOST_HASHES + 1, "proof-form")):
        assert codes(both(with_proof(data, proof(data)._replace(proof=(bytes(32),) * count)))) == [code]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c2sp.org/tlog-proof@v1", "c2sp.org/tlog-proof@v2"),
        ("\nindex ", "\nindex 0"),
        ("\nindex ", "\nindex  "),
        ("\nindex ", "\nindex +"),
        ("\nindex ", "\nindex -"),
        ("\nindex ", "\nindex 9223372036854775808"),
        ("\nindex ", "\nindex ٣"),
        ("\nindex ", "\nIndex "),
        ("\nindex ", "\nextra ?\nindex "),
        ("\nindex ", "\nextra eB==\nindex "),
        ("\nindex ", "\nextra \nextra \nindex "),
        ("\n\n", "\nAAAA\n\n"),
        ("\n\n", "\n\n\n"),
        ("=\n", "=\r\n"),
        ("c2sp", " c2sp"),
    ],
)
def test_what_is_no_proof_is_no_proof_for_both(kept: Kept, old: str, new: str) -> None:
    text = json.loads(kept.whole())["proof"]
    assert old in text
    assert codes(both(altered(kept.whole(), proof=text.replace(old, new, 1)))) == ["proof-form"]


@pytest.mark.parametrize("extra", [b"", b"x", b"any \x00 bytes"])
def test_extra_data_of_a_proof_says_nothing(kept: Kept, extra: bytes) -> None:
    data = kept.whole()
    assert both(with_proof(data, proof(data)._replace(extra=extra)))["findings"] == []


def test_the_largest_index_is_read(kept: Kept) -> None:
    data = kept.whole()
    answer = both(with_proof(data, proof(data)._replace(position=2**63 - 1)))
    assert codes(answer) == ["unproven"]
    assert answer["findings"][0]["position"] == 2**63 - 1


# --- notes -----------------------------------------------------------------------------------------


def test_a_hundred_signatures_are_looked_at_and_one_more_is_no_note(kept: Kept) -> None:
    data = kept.whole()
    note = proof(data).note
    unknown = Signature("witness.example", bytes(4), b"\x01")
    many = note._replace(signatures=(*note.signatures, *[unknown] * (MOST_SIGNATURES - len(note.signatures))))
    answer = both(with_note(data, many))
    assert codes(answer) == []
    over = [made for made in answer["signatures"] if made["over"] == "head of the log"]
    assert len(over) == MOST_SIGNATURES
    assert codes(both(with_note(data, many._replace(signatures=(*many.signatures, unknown))))) == [
        "proof-form"
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda note: note.replace("— ", "- ", 1),
        lambda note: note.replace("— ", "—", 1),
        lambda note: note.replace("— ", "—  ", 1),
        lambda note: note[:-1],
        lambda note: note + "\n",
        lambda note: note.replace("— ", "— a+b", 1),
        lambda note: note.replace("\n\n", "\n"),
        lambda note: note.replace("\n\n", "\t\n\n"),
        lambda note: note.replace("\n\n", "\x1f\n\n"),
        lambda note: note + "— name MTIzNA==\n",
        lambda note: note + "— name\n",
        lambda note: note + "— a\u3000b MTIzNDU=\n",
        lambda note: note + "— name MTIzNDV=\n",
    ],
)
def test_what_is_no_note_is_no_slip_for_both(kept: Kept, change: Any) -> None:
    spoilt = change(json.loads(kept.whole())["slip"])
    why, *silent = codes(both(altered(kept.whole(), slip=spoilt)))
    assert why in ("slip-form", "no-signatures") and silent == ["silent"], "a player that was named signed it"


@pytest.mark.parametrize("more", ["— name MTIzNDU=\n", "— \x7f MTIzNDU=\n"])
def test_a_signature_of_the_least_length_is_one_by_somebody_unknown(kept: Kept, more: str) -> None:
    answer = both(altered(kept.whole(), slip=json.loads(kept.whole())["slip"] + more))
    assert codes(answer) == []
    assert answer["signatures"][-1]["state"] == "unknown"


@pytest.mark.parametrize("size", [1_000_000, 1_000_001])
def test_a_note_has_a_largest_size(kept: Kept, size: int) -> None:
    slip = json.loads(kept.whole())["slip"]
    text, _, signatures = slip.partition("\n\n")
    filled = text + "\n" + "x" * (size - len(slip.encode()) - 1) + "\n\n" + signatures
    assert len(filled.encode()) == size
    expected = ["slip-form", "silent"] if size > 1_000_000 else ["forged", "forged"]
    assert codes(both(altered(kept.whole(), slip=filled))) == expected


@pytest.mark.parametrize(
    "text",
    [
        f"{ORIGIN}/r3%2F%E6%9C%88%E8%A6%8B\n8\n",
        "a\n08\nROOT\n",
        "a\n9223372036854775808\nROOT\n",
        "a\n8\nAAAA\n",
        "\n8\nROOT\n",
        "a\n8\nROOT\n\nmore\n",
    ],
)
def test_what_is_no_checkpoint_is_no_slip_for_both(kept: Kept, text: str) -> None:
    root = base64.b64encode(bytes(32)).decode()
    note = Note(text.replace("ROOT", root), ()).signed_by(KEEPER)
    assert codes(both(altered(kept.whole(), slip=note.encode().decode()), [KEEPERS])) == ["slip-form"]


def test_the_slip_is_compared_at_its_own_size(kept: Kept) -> None:
    data = kept.whole()
    leaves = [leaf(text.encode()) for text in entries(data)]
    origin = parse_note(json.loads(data)["slip"].encode()).text.split("\n")[0]
    for size in range(len(leaves) + 2):
        root = Tree(leaves).root(min(size, len(leaves)))
        note = Note(Checkpoint(origin, size, root).text, ()).signed_by(KEEPER)
        found = both(altered(data, slip=note.encode().decode()), [KEEPERS])["findings"]
        told = [{"code": "slip-size", "size": size, "records": len(leaves)}]
        assert found == (told if size > len(leaves) else [])


# --- keys and signatures ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "", "name", "name+00000000", "name+00000000+AQ==", KEEPERS.replace("+", " +", 1), KEEPERS.upper(),
        KEEPERS.replace("cup", "cap"), f"{KEEPERS}=", KEEPER.reveal(), KEEPERS.replace("+", "++", 1),
    ],
)  # fmt: skip
def test_what_is_no_key_is_refused(kept: Kept, text: str) -> None:
    assert shipped_checker(kept.whole(), keys=[text]) == {"unreadable": "key"}


def test_a_key_may_have_space_around_it(kept: Kept) -> None:
    assert codes(shipped_checker(kept.whole(), keys=[f"  {KEEPERS}\n"])) == []


def test_a_key_that_only_countersigns_does_not_sign_the_head(kept: Kept) -> None:
    cosigner = str(CosignerKey.of(KEEPER.verifier))
    assert codes(both(kept.whole(), keys=[cosigner])) == ["unsigned"]
    answer = both(kept.whole(), keys=[KEEPERS, str(CosignerKey.of(AOI.verifier))])
    assert [made["state"] for made in answer["signatures"]] == ["holds", "holds", "holds"]


def test_the_countersignature_of_the_log_does_not_stand_in_for_its_signature(kept: Kept) -> None:
    note = cosigned(Note(proof(kept.whole()).note.text, ()), KEEPER, at=1)
    assert codes(both(with_note(kept.whole(), note), keys=[KEEPERS])) == ["stranger"]


def test_a_key_that_was_named_counts_before_one_that_the_bundle_brings(kept: Kept) -> None:
    """The bundle cannot make a forged signature hold by a key of the same name and another type."""
    data = altered(kept.whole(), keys=[KEEPERS, STRANGERS])
    note = proof(data).note.signed_by(STRANGER)
    answer = both(with_note(data, note), keys=[KEEPERS])
    states = {made["by"].partition("+")[0]: made["state"] for made in answer["signatures"]}
    assert states[KEEPER.name] == "holds" and states[STRANGER.name] == "claimed"
    forged = note._replace(signatures=(*note.signatures[:-1], note.signatures[-1]._replace(value=bytes(64))))
    assert codes(both(with_note(data, forged), keys=[KEEPERS])) == ["forged"]
    assert codes(both(with_note(data, forged), keys=())) == ["forged"]


@pytest.mark.parametrize("at", [0, 1, 2**63 - 1])
def test_times_are_those_that_were_signed(kept: Kept, at: int) -> None:
    data = kept.whole()
    slip = Note(parse_note(json.loads(data)["slip"].encode()).text, ()).signed_by(KEEPER)
    made = both(altered(data, slip=cosigned(slip, AOI, at=at).encode().decode()), keys=[KEEPERS, AOIS])
    assert (made["findings"], made["signatures"][-1]["time"]) == ([], at)


def test_a_time_beyond_what_others_count_is_none(kept: Kept) -> None:
    data = kept.whole()
    slip = parse_note(json.loads(data)["slip"].encode())
    late = slip.signatures[-1]._replace(value=(2**63).to_bytes(8, "big") + slip.signatures[-1].value[8:])
    note = slip._replace(signatures=(slip.signatures[0], late))
    answer = both(altered(data, slip=note.encode().decode()), keys=[KEEPERS, AOIS])
    assert codes(answer) == ["forged"]
    assert answer["signatures"][-1]["time"] is None
