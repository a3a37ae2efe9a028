"""Logs whose matches become evidence, and the two verifiers side by side.

Not here: what is asked of them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from events.log.contract import Log, Pending
from events.log.sqlite_log import SqliteLog
from events.model.changes import Create, Know, Move
from events.model.kinds import Chose, Declared, Derived, Ended, Happened, Noted, Opened
from events.seal.head_signing import seal
from events.seal.note import SignerKey
from events.seal.slip_signing import sign
from events.seal.verifiers import parse_key
from kifuda.evidence import EvidenceError, verify_evidence
from kifuda.evidence.bundle import Opening, ViewBundle, decode, decode_opening, encode, encode_opening
from kifuda.evidence.make_bundle import match_bundle, view_bundle
from kifuda.evidence.make_view import bind
from kifuda.evidence.opening import opening
from tests.evidence.oracle.checker import check

ORIGIN = "example.org/cup"
MATCH = "r3/月見"
AT = 1_770_000_000_000_000
KEEPER = SignerKey(ORIGIN, bytes(range(32)))
AOI = SignerKey("example.org/aoi", bytes(range(1, 33)))
STRANGER = SignerKey("example.net/else", bytes(range(2, 34)))
KEEPERS, AOIS, STRANGERS = (str(key.verifier) for key in (KEEPER, AOI, STRANGER))
NAMED = (KEEPERS, AOIS)
SECRET_FACE = "BR-013"
"""Lies in B's hand to the end."""

TINY: list[Derived] = [
    (
        Opened(
            game="blade-rondo",
            edition="1.03",
            cards="base",
            players={"A": "Aoi", "B": "Ren"},
            settings={},
            digests={},
            head={"place": '"Sapporo"', "_note": '"Ren bluffs"'},
        ),
        None,
    ),
    (
        Happened(
            "dealt",
            "table",
            ("BR-base-1-1",),
            changes=(Create("A.1", "BR-001", "hand.A"), Create("B.1", SECRET_FACE, "hand.B")),
        ),
        0,
    ),
    (Happened("dealt", "table", ("BR-base-1-1",), changes=(Create("A.2", "BR-002", "hand.A"),)), 0),
    (Declared("A", "use", cards=("A.1",)), None),
    (Happened("moved", "A", ("X-1",), card="A.1", changes=(Move("A.1", "hand.A", "play.A"),)), 3),
    (Noted("comment", "Ren holds BR-013"), None),
    (Chose("B", "take", cards=("B.1",), changes=(Know("B.1", SECRET_FACE),)), 3),
    (Ended("match", winner="A", reason="agreed", clauses=("X-2",)), 3),
]


@dataclass(frozen=True)
class Kept:
    """A signed log at ``path`` with the match ``MATCH`` and others around it."""

    path: Path

    def whole(self, keys: Sequence[str] = NAMED, match: str = MATCH) -> bytes:
        """The bundle of a match."""
        with SqliteLog(self.path) as log:
            return encode(match_bundle(log, self.path, match, list(map(parse_key, keys))))

    def view(
        self, viewer: str, keys: Sequence[str] = NAMED, match: str = MATCH, *, private: bool = False
    ) -> bytes:
        """The bundle of a view."""
        with SqliteLog(self.path) as log:
            named = list(map(parse_key, keys))
            return encode(view_bundle(log, self.path, match, viewer, named, private=private))

    def opened(self, seq: int, which: str) -> bytes:
        """A face out of A's view."""
        held = decode(self.view("A", private=True))
        assert type(held) is ViewBundle
        return encode_opening(opening(held, seq, which))


def keep(path: Path, derived: Sequence[Derived] = TINY) -> Kept:
    """Write, bind, sign and countersign a log."""
    with SqliteLog(path, writing=True) as log:
        write(log, "before", TINY)
        write(log, MATCH, derived)
        write(log, "behind", TINY[:3])
        sign(log, path, MATCH, KEEPER, keeper=KEEPER, at=1_770_000_000)
        sign(log, path, MATCH, AOI, keeper=KEEPER, at=1_770_000_001)
        bind(log, path, MATCH, AT)
        bind(log, path, "before", AT)
    assert seal(path, KEEPER).signed is not None
    return Kept(path)


def write(log: Log, match: str, derived: Sequence[Derived]) -> None:
    """Append a match in one act."""
    pending = [Pending(event, cause) for event, cause in derived]
    log.append(match, pending, expected=0, command=f"{match}:0", at=AT)


# --- the two checkers ------------------------------------------------------------------------------


def both(data: bytes, keys: Sequence[str] = NAMED, openings: Sequence[bytes] = ()) -> dict[str, Any]:
    """The answer that both checkers give; for what they cannot read, its code under ``unreadable``."""
    shipped, expected = shipped_checker(data, keys, openings), oracle(data, keys, openings)
    assert shipped == expected
    return shipped


def oracle(data: bytes, keys: Sequence[str] = NAMED, openings: Sequence[bytes] = ()) -> dict[str, Any]:
    """The answer of the second checker."""
    try:
        bundle = decode(data)
        opened: list[Opening] = list(map(decode_opening, openings))
        found: dict[str, Any] = msgspec.to_builtins(check(bundle, map(parse_key, keys), opened))
    except EvidenceError as error:
        return {"unreadable": error.code}
    return found


def shipped_checker(
    data: bytes, keys: Sequence[str] = NAMED, openings: Sequence[bytes] = ()
) -> dict[str, Any]:
    """The answer of ``verify_evidence``."""
    try:
        return verify_evidence.check(data, keys, openings)
    except verify_evidence.Unreadable as error:
        return {"unreadable": error.code}


def codes(answer: dict[str, Any]) -> list[str]:
    """The codes of the findings."""
    assert "unreadable" not in answer, answer
    return [finding["code"] for finding in answer["findings"]]


def altered(data: bytes, **fields: Any) -> bytes:
    """The bundle with these fields put in place of its own (None: left out), as its forger would write it."""
    found = json.loads(data) | fields
    return rewritten({name: value for name, value in found.items() if value is not None})


def rewritten(found: dict[str, Any]) -> bytes:
    """A bundle as canonical JSON, with a digest that fits."""
    rest = {name: value for name, value in found.items() if name != "digest"}
    digest = sha256(canonical(rest)).hexdigest()
    return canonical(rest | {"digest": digest}) + b"\n"


def canonical(value: Any) -> bytes:
    """JSON in its one spelling."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
