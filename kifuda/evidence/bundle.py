"""The format of bundles and of opened faces: canonical JSON, with exactly one encoding of each.

Not here: checking their content (``verify_evidence``).
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from kifuda.evidence import EvidenceError

FORMAT = "kifuda-evidence/v1"
OPENING = "kifuda-opening/v1"


class _Form(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="format",
):
    """A file with its format in the field ``format``."""


class Pinned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The texts whose digests stand in ``Opened.digests``; None if the bundle does not contain them."""

    clauses: str | None = None
    cards: str | None = None


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The opened part of one event: its skeleton with the salt, and faces as (index, salt, face).

    Salts are 32 bytes in base64.
    """

    seq: int
    salt: str
    skeleton: str
    faces: tuple[tuple[int, str, str], ...]


class SourceProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a match was collected: ``proof``, a ``tlog-proof`` of its entry ``entries - 1`` under the signed
    head of another log."""

    entries: int
    proof: str


class _Common(_Form, frozen=True, kw_only=True, tag=FORMAT):
    """The fields of all bundles.

    ``keys`` are verifier keys that the maker of the bundle names; they are not trusted. ``proof`` is a
    ``tlog-proof`` with its checkpoint, ``slip`` the signed head of the match. ``digest`` is SHA-256 (hex) of
    the bundle without it, against accidents only.
    """

    origin: str
    match: str
    keys: tuple[str, ...]
    pinned: Pinned
    proof: str
    slip: str | None = None
    digest: str = ""


class MatchBundle(_Common, frozen=True, kw_only=True, tag=FORMAT):
    """A whole match: ``entries`` are its stored bytes; ``proof`` is that of the last one; ``sources`` are
    other logs from which it was collected."""

    entries: tuple[str, ...]
    sources: tuple[SourceProof, ...] = ()


class ViewBundle(_Common, frozen=True, kw_only=True, tag=FORMAT):
    """What ``viewer`` may see of a match: ``records``, bound by the log's ``entry``, which ``proof`` is
    about.

    ``private``: openings for the holder; all or some may be left out.
    """

    viewer: str
    entry: str
    records: tuple[str, ...]
    private: tuple[Opened, ...] = ()


class Opening(_Form, frozen=True, kw_only=True, tag=OPENING):
    """One opened face of the event ``seq``, which can be checked against any view of its match."""

    origin: str
    match: str
    seq: int
    salt: str
    skeleton: str
    index: int
    face_salt: str
    face: str


Bundle = MatchBundle | ViewBundle


def encode(bundle: Bundle) -> bytes:
    """The bundle as a file, with its digest."""
    return canonical(msgspec.structs.replace(bundle, digest=digest(bundle))) + b"\n"


def digest(bundle: Bundle) -> str:
    """SHA-256 (hex) of the bundle without its digest."""
    return sha256(canonical(msgspec.structs.replace(bundle, digest=""))).hexdigest()


def encode_opening(opening: Opening) -> bytes:
    """The opened face as a file."""
    return canonical(opening) + b"\n"


def canonical(value: object) -> bytes:
    """The canonical JSON of a value."""
    return msgspec.json.encode(value, order="sorted")


def decode(data: bytes) -> Bundle:
    """The bundle in these bytes, not checked yet. Raises ``EvidenceError`` for a wrong form."""
    found = _object(data, FORMAT)
    if not found.get("digest"):
        raise EvidenceError("form", format=FORMAT, why="digest is missing")
    if "viewer" in found:
        return _convert(found, ViewBundle, data, FORMAT)
    return _convert(found, MatchBundle, data, FORMAT)


def decode_opening(data: bytes) -> Opening:
    """The opened face in these bytes. Raises ``EvidenceError``."""
    return _convert(_object(data, OPENING), Opening, data, OPENING)


def parse_json(text: str) -> Any:
    """The JSON value in a text: whole numbers only, no key twice. Raises ``EvidenceError``, ``ValueError``,
    ``RecursionError``."""
    return json.loads(text, object_pairs_hook=_unique, parse_float=_refuse, parse_constant=_refuse)


def _refuse(text: str) -> None:
    raise ValueError(f"the number {text[:40]} is not whole")


def _object(data: bytes, format: str) -> dict[str, Any]:
    try:
        found = parse_json(data.decode())
    except (ValueError, RecursionError) as error:
        raise EvidenceError("not-json", why=str(error)) from error
    if type(found) is not dict or type(found.get("format")) is not str:
        raise EvidenceError("form", format=format, why="it is no object with a format")
    if found["format"] != format:
        raise EvidenceError("unknown-format", given=found["format"][:80], accepted=format)
    return found


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, unless a key stands in it twice. Raises ``EvidenceError``."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise EvidenceError("duplicate-key", name=key)
        found[key] = value
    return found


F = TypeVar("F", bound=_Form)


def _convert(found: dict[str, Any], form: type[F], data: bytes, format: str) -> F:
    try:
        same = canonical(found) + b"\n" == data
    except (TypeError, UnicodeEncodeError):
        same = False
    if not same:
        raise EvidenceError("not-canonical", format=format)
    try:
        made = msgspec.convert(found, form, strict=True)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise EvidenceError("form", format=format, why=str(error)) from error
    # A written default, or an empty part, would be a second encoding of the same bundle.
    if canonical(made) + b"\n" != data:
        raise EvidenceError("form", format=format, why="a part that is empty is left out")
    return made


__all__ = [
    "Bundle",
    "EvidenceError",
    "MatchBundle",
    "Opened",
    "Opening",
    "Pinned",
    "SourceProof",
    "ViewBundle",
]
