"""Heads, signatures, findings and signing status, as data (``docs/json.md``) and as text.

Not here: which command shows which of them.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from kifuda.cli.base.language import say

if TYPE_CHECKING:
    from events.collect.origin_check import CheckedOrigin
    from events.seal.checkpoint import Checkpoint
    from events.seal.scan import Finding
    from events.seal.status import SigningStatus
    from events.seal.verifiers import CheckedSignature

Data = dict[str, Any]


def root_text(root: bytes) -> str:
    """A root as checkpoints write it."""
    return base64.b64encode(root).decode()


def head_data(head: Checkpoint) -> Data:
    """A head that is signed."""
    return {"origin": head.origin, "size": head.size, "root": root_text(head.root)}


def signature_data(made: CheckedSignature) -> Data:
    """A signature, and what is known of it."""
    return {
        "by": made.signature.name,
        "id": made.signature.key_id.hex(),
        "role": made.role,
        "time": made.time,
        "state": made.state,
    }


def origin_data(made: CheckedOrigin) -> Data:
    """Where a match was collected, under which signed head, and whether the proof holds."""
    return {
        "match": made.row.match,
        "entries": made.row.entries,
        "source": made.row.source,
        "at": made.row.at,
        "head": head_data(made.head),
        "holds": made.holds,
        "signatures": list(map(signature_data, made.signatures)),
    }


def finding_data(found: Finding) -> Data:
    """A finding of a verification."""
    return {"code": found.code, "text": finding(found).strip(), "facts": found.facts}


def status_data(found: SigningStatus) -> Data:
    """The signing status of a match."""
    head, slip = found.checkpoint, found.slip
    return {
        "checkpoint": head
        and {
            "origin": head.origin,
            "size": head.size,
            "state": head.state,
            "covers": head.covers,
            "signatures": list(map(signature_data, head.signatures)),
        },
        "slip": slip
        and {
            "size": slip.size,
            "state": slip.state,
            "since": slip.since,
            "signatures": list(map(signature_data, slip.signatures)),
        },
        "origins": list(map(origin_data, found.origins)),
        "problems": list(found.problems),
    }


# --- in words --------------------------------------------------------------------------------------


def finding(found: Finding) -> str:
    """A finding of a verification, in words."""
    return say(f"verify.{found.code}", **found.facts)


def signature(made: CheckedSignature) -> str:
    """Who signed, when, and whether it holds."""
    when = "" if made.time is None else moment(made.time)
    return say(f"seal.{made.state}", by=made.signature, when=when)


def moment(seconds: int) -> str:
    """A time as people read it; as a number where no calendar reaches."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (ValueError, OverflowError, OSError):
        return str(seconds)


def status_lines(found: SigningStatus) -> Iterator[str]:
    """The signing status of a match, line by line; empty if nothing is signed."""
    head, slip = found.checkpoint, found.slip
    if head is not None:
        state = "behind" if head.state == "holds" and not head.covers else head.state
        yield say(f"seal.head-{state}", origin=head.origin, size=head.size)
        yield from (f"  {signature(made)}" for made in head.signatures)
    if slip is not None:
        yield say(f"seal.slip-{slip.state}", size=slip.size, since=slip.since or "")
        yield from (f"  {signature(made)}" for made in slip.signatures)
    for made in found.origins:
        head_of = {"origin": made.head.origin, "size": made.head.size}
        how = "holds" if made.holds else "unproven"
        yield say(f"seal.origin-{how}", entries=made.row.entries, **head_of)
        yield from (f"  {signature(one)}" for one in made.signatures)
    yield from found.problems
