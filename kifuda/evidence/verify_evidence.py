#!/usr/bin/env python3
"""Checks a bundle of evidence about one match: python verify_evidence.py BUNDLE --key VKEY

This one file is all that is needed beside Python 3.11 and the package `cryptography`; it imports nothing of
the program that wrote the bundle, which itself calls this module. It checks bytes, order, signatures and
opened faces, not whether what was recorded is true. The exit status is 0 if everything holds, 1 if there are
findings, 2 if the file is not a bundle. Not here: what the rules of the game say of the match.
"""

import argparse
import base64
import binascii
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

FORMAT = "kifuda-evidence/v1"
ENTRY_FORMS: dict[int, Sequence[Any]] = {
    2: (int, str, (int, type(None)), int, int, str, str, int),
    3: (int, str, (int, type(None)), int, str, str, int, str),
}
"""Form of an entry, its first value, → the types of its header: form, link, cause, number, (in form 2 the
position in the log,) match, command, time, (in form 3 the salt)."""
OPENING = "kifuda-opening/v1"
Form = dict[str, type]
FIELDS: Form = {"digest": str, "format": str, "keys": list, "match": str, "origin": str, "pinned": dict}
FIELDS |= {"proof": str}
MATCH_FIELDS: Form = FIELDS | {"entries": list}
VIEW_FIELDS: Form = FIELDS | {"entry": str, "records": list, "viewer": str}
OPTIONAL_FIELDS: dict[str, Form] = {
    "entries": {"slip": str, "sources": list},
    "records": {"slip": str, "private": list},
}
OPENING_FIELDS: Form = {"face": str, "face_salt": str, "format": str, "index": int, "match": str}
OPENING_FIELDS |= {"origin": str, "salt": str, "seq": int, "skeleton": str}
SOURCE_FIELDS: Form = {"entries": int, "proof": str}
PRIVATE_FIELDS: Form = {"faces": list, "salt": str, "seq": int, "skeleton": str}
NOTE_BYTES_MAX, SIGNATURES_MAX, HASHES_MAX, SIZE_MAX = 1_000_000, 100, 63, 2**63 - 1
SIGNATURE_KEY, COSIGNATURE_KEY = 1, 4
PRIVATE_KEY = re.compile(r"""(?:^|\.)["']?_""")
FINDINGS_LISTED = 40

TEXTS = {
    "unreadable.not-json": "not JSON: {why}",
    "unreadable.duplicate-key": "the key '{name}' stands twice in one JSON object",
    "unreadable.not-canonical": "not written as it should be: sorted keys, no spaces, one newline",
    "unreadable.unknown-format": "the format is '{given}'; accepted: {accepted}",
    "unreadable.form": "not of the form of {format}: {why}",
    "unreadable.key": "no verifier key: {given}; accepted is NAME+ID+KEY of an Ed25519 key (type 01 or 04)",
    "unreadable.openings": "an opened face is checked against a view, not against a whole match",
    "report.match": "match {match} of {origin}: {rehashed} records re-hashed of {records}",
    "report.view": "match {match} of {origin} as seen by {viewer}: {rehashed} records re-hashed of {records}",
    "report.head": "under the head of the log: size {size}, root {root}",
    "report.slip": "slip: of the first {size} records, root {root}",
    "report.slip-view": "slip: of the first {size} records; its root cannot be compared in a view",
    "report.source": "its first {entries} records come from {origin}: size {size}, root {root}",
    "report.holds": "signature by {by}: holds",
    "report.holds-at": "countersigned by {by} at {time}: holds",
    "report.claimed": "signature by {by}: holds for a key that only the bundle names",
    "report.claimed-at": "countersigned by {by} at {time}: holds for a key that only the bundle names",
    "report.unknown": "signature by {by}: unknown, no key for it was named",
    "report.forged": "signature by {by}: does not hold",
    "report.pinned": "{what}: the text has the digest that the match pins",
    "report.absent": "{what}: not in the bundle, so nothing to compare",
    "report.differs": "{what}: not the text that the match pins",
    "report.opened": "opened: event {seq}, {where}: {face}",
    "report.skeleton": "opened: event {seq}, all but its faces",
    "report.fine": "nothing to complain about",
    "report.fine-unsigned": "nothing to complain about, so far as it can be seen without a key",
    "report.findings": "findings: {findings}",
    "report.unlisted": "  … and {findings} more",
    "finding.digest": "the file is not as it was written: its digest does not fit",
    "finding.no-entries": "the bundle has no records",
    "finding.entry-form": "record {index} is no entry of a log",
    "finding.another-match": "record {index} is of the match '{says}', not of '{match}'",
    "finding.duplicate": "record {index} is the same as record {first}",
    "finding.order": "record {index} says that it is number {says}: records are missing or in another order",
    "finding.link": "record {index} does not link to the one before it",
    "finding.cause": "record {index} follows from event {cause}, which is no earlier one",
    "finding.no-signatures": "the {what} has no signatures: its signature block is empty",
    "finding.proof-form": "the proof of inclusion is not of the form tlog-proof@v1",
    "finding.unproven": "the proof does not lead from the record at position {position} to the signed root",
    "finding.origin": "the head is that of the log {says}, not of {origin}",
    "finding.forged": "the {what} bears a signature of {by} that does not hold",
    "finding.unsigned": "none of the keys that were named has signed the head of the log",
    "finding.stranger": "a key that was named has signed, but not the log's own, {origin}",
    "finding.silent": "the key {by} was named, and has signed nothing here",
    "finding.key-form": "the bundle brings a key that is none: {given}",
    "finding.pinned": "the text of the {what} is not the one that the match pins",
    "finding.slip-form": "the slip is no signed checkpoint",
    "finding.slip-origin": "the slip is that of {says}, not of {expected}",
    "finding.slip-size": "the slip is about {size} records, the match has {records}",
    "finding.slip-root": "the slip is about other records: its root is not that of the first {size}",
    "finding.source-form": "a proof of where the match comes from is not of the form tlog-proof@v1",
    "finding.source-unproven": "the proof does not lead from the first {entries} records to {origin}",
    "finding.viewer": "the log says nothing of a view of '{viewer}'",
    "finding.roots-form": "the entry that should hold the roots of the views holds none",
    "finding.count": "the log says that the view has {says} records, the bundle has {records}",
    "finding.root": "the records are not those of the view that the log binds: their root is another one",
    "finding.covers": "the entry with the roots is event {seq}, and the view ends with event {last}",
    "finding.opening-form": "the opening of event {seq} is not of its form",
    "finding.opening-seq": "there is no event {seq} to open",
    "finding.opening": "what is opened of event {seq} is not what the view is committed to",
    "finding.face-index": "event {seq} has no face {index}",
    "finding.face": "face {index} of event {seq} is not the one that the view is committed to",
    "finding.opening-elsewhere": "the opening is of match '{says}' of {log}, not of this one",
}  # fmt: skip


Key = tuple[str, bytes, int, bytes]
Line = tuple[str, int | None, int, dict[str, Any], Any]
"""A record: link, cause, number, event, and its commitment (of a view; None in an entry)."""
Answer = dict[str, Any]


class Unreadable(Exception):
    """The input cannot be checked at all. ``code`` names the message, ``facts`` fill it."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(TEXTS[f"unreadable.{code}"].format(**facts))
        self.code, self.facts = code, facts


class Malformed(Exception):
    """A part of the bundle has the wrong form."""


# --- reading ---------------------------------------------------------------------------------------


def _refuse(text: str) -> None:
    raise ValueError(f"the number {text[:40]} is not whole")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise Unreadable("duplicate-key", name=next(name for name in names if names.count(name) > 1))
    return found


def parse_json(text: str) -> Any:
    """The JSON value in a text: whole numbers only, no key twice."""
    return json.loads(text, object_pairs_hook=_unique, parse_float=_refuse, parse_constant=_refuse)


def canonical(value: object) -> str:
    """The canonical JSON of a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read(data: bytes, format: str) -> Any:
    """The object in a file of ``format``, after a check of its fields and types. Raises ``Unreadable``."""
    try:
        found = parse_json(data.decode())
        same = (canonical(found) + "\n").encode() == data
    except Unreadable:
        raise
    except UnicodeEncodeError:
        same = False
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError is a ValueError.
        raise Unreadable("not-json", why=str(error)) from error
    if type(found) is not dict or type(found.get("format")) is not str:
        raise Unreadable("form", format=format, why="it is no object with a format")
    if found["format"] != format:
        raise Unreadable("unknown-format", given=found["format"][:80], accepted=format)
    if not same:
        raise Unreadable("not-canonical", format=format)
    kind = "records" if "viewer" in found else "entries"
    form = OPENING_FIELDS if format == OPENING else VIEW_FIELDS if kind == "records" else MATCH_FIELDS
    optional = {} if format == OPENING else OPTIONAL_FIELDS[kind]
    why = misfit(found, form, optional) or misfit(found.get("pinned", {}), {}, {"cards": str, "clauses": str})
    for name in ("entries", "records", "keys"):
        if not why and not all(type(text) is str for text in found.get(name, [])):
            why = f"{name} holds something that is no text"
    for part in found.get("private", []) if not why else ():
        why = why or misfit(part, PRIVATE_FIELDS, {})
        for face in part["faces"] if not why else ():
            if type(face) is not list or [*map(type, face)] != [int, str, str]:
                why = "a face is opened by an index, a salt and what it is"
    for part in found.get("sources", []) if not why else ():
        why = why or misfit(part, SOURCE_FIELDS, {})
    for name in ("digest", "private", "sources"):
        if not why and not found.get(name, True):
            why = f"{name} is empty"
    if why:
        raise Unreadable("form", format=format, why=why)
    return found


def misfit(found: Any, form: Form, optional: Form) -> str:
    """Why an object does not have these fields; empty if it does."""
    if type(found) is not dict:
        return "something is no object"
    for name in sorted(form.keys() | found.keys()):
        if name not in found:
            return f"{name} is missing"
        if type(found[name]) is not {**form, **optional}.get(name):
            return f"{name} has no place there, or is of another type"
    return ""


def unbase64(text: str, size: int | None = None) -> bytes:
    """The bytes of a canonical base64 text, ``size`` of them. Raises ``Malformed``."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Malformed from None
    if base64.b64encode(data).decode() != text or size not in (None, len(data)):
        raise Malformed
    return data


def number(text: str) -> int:
    """A size or position in canonical decimal form. Raises ``Malformed``."""
    if not re.fullmatch("0|[1-9][0-9]{0,18}", text, re.ASCII) or int(text) > SIZE_MAX:
        raise Malformed
    return int(text)


# --- signed notes (c2sp.org/signed-note) and keys ----------------------------------------------------


def parse_key(text: str) -> list[Key]:
    """(name, id, type, 32 bytes) of a verifier key NAME+ID+KEY. A signing key gives two: it also
    countersigns, under another id. Raises ``Malformed``."""
    name, _, rest = text.partition("+")
    key_id, _, encoded = rest.partition("+")
    material = unbase64(encoded, 33)
    check_name(name)
    kinds = {SIGNATURE_KEY: (SIGNATURE_KEY, COSIGNATURE_KEY), COSIGNATURE_KEY: (COSIGNATURE_KEY,)}.get(
        material[0], ()
    )
    keys = [
        (name, sha256(f"{name}\n".encode() + bytes([kind]) + material[1:]).digest()[:4]) for kind in kinds
    ]
    if not keys or keys[0][1].hex() != key_id:
        raise Malformed
    return [(*key, kind, material[1:]) for key, kind in zip(keys, kinds, strict=True)]


def check_name(name: str) -> None:
    """Raise ``Malformed`` if the name of a key is not valid."""
    if not name or "+" in name or any(sign.isspace() or sign < " " for sign in name):
        raise Malformed


def parse_note(text: str) -> tuple[str, list[tuple[str, bytes, bytes]]]:
    """(text, signatures as (name, id, value)) of a signed note. Raises ``Malformed``."""
    if len(text.encode()) > NOTE_BYTES_MAX or any(sign < " " and sign != "\n" for sign in text):
        raise Malformed
    body, blank, block = text.rpartition("\n\n")
    lines = block.split("\n")
    if not blank or lines.pop() or not 0 < len(lines) <= SIGNATURES_MAX:
        raise Malformed
    signatures = []
    for line in lines:
        name, space, encoded = line.removeprefix("— ").partition(" ")
        if not line.startswith("— ") or not space:
            raise Malformed
        check_name(name)
        value = unbase64(encoded)
        if len(value) <= 4:
            raise Malformed
        signatures.append((name, value[:4], value[4:]))
    return body + "\n", signatures


def parse_proof(text: str) -> tuple[int, list[bytes], str, list[tuple[str, bytes, bytes]]]:
    """(position, hashes, text, signatures) of the proof of an entry (c2sp.org/tlog-proof). Raises
    ``Malformed``."""
    above, _, note = text.partition("\n\n")
    lines = above.split("\n")
    if not above.isascii() or lines.pop(0) != "c2sp.org/tlog-proof@v1" or not lines:
        raise Malformed
    if lines[0].startswith("extra "):
        unbase64(lines.pop(0).removeprefix("extra "))
    if not lines or not lines[0].startswith("index ") or len(lines) > HASHES_MAX + 1:
        raise Malformed
    position = number(lines[0].removeprefix("index "))
    hashes = [unbase64(line, 32) for line in lines[1:]]
    return position, hashes, *parse_note(note)


def parse_head(text: str) -> tuple[str, int, bytes]:
    """(origin, size, root) of a checkpoint (c2sp.org/tlog-checkpoint). Raises ``Malformed``."""
    lines = text.split("\n")
    if lines.pop() or len(lines) < 3 or not all(lines):
        raise Malformed
    return lines[0], number(lines[1]), unbase64(lines[2], 32)


def verified(kind: int, public: bytes, value: bytes, text: str) -> bool:
    """Whether a key of this type made this signature (without the id) of the text."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    signed, time = text.encode(), time_of(value)
    if kind == COSIGNATURE_KEY:
        if time is None:
            return False
        value, signed = value[8:], f"cosignature/v1\ntime {time}\n".encode() + signed
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(value, signed)
    except InvalidSignature:
        return False
    return True


def time_of(value: bytes) -> int | None:
    """The time in a countersignature (c2sp.org/tlog-cosignature); None if the value is not one."""
    time = int.from_bytes(value[:8], "big")
    return time if len(value) == 72 and time <= SIZE_MAX else None


# --- the tree of RFC 6962 ----------------------------------------------------------------------------


def leaf(data: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    """The hash above two others."""
    return sha256(b"\x01" + left + right).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over leaf hashes; an incomplete subtree moves up unchanged, as in the RFC."""
    level = list(leaves)
    while len(level) > 1:
        above = [node(*level[place : place + 2]) for place in range(0, len(level) - 1, 2)]
        level = above + level[len(above) * 2 :]
    return level[0] if level else sha256().digest()


def included(found: bytes, place: int, size: int, root: bytes, path: Sequence[bytes]) -> bool:
    """Whether the path leads from the leaf at ``place`` to the root over ``size`` (RFC 9162, 2.1.3.2)."""
    last = size - 1
    if place > last:
        return False
    for sibling in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node(sibling, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node(found, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


# --- checking ----------------------------------------------------------------------------------------


class Check:
    """Checks one bundle and collects signatures and findings."""

    def __init__(self, bundle: Any, keys: list[Key]) -> None:
        self.bundle, self.known = bundle, keys
        self.findings: list[dict[str, Any]] = []
        self.signatures: list[dict[str, Any]] = []
        self.head: dict[str, Any] | None = None
        self.slip: dict[str, Any] | None = None
        self.sources: list[dict[str, Any]] = []
        self.claimed: list[Key] = []
        for text in bundle["keys"]:
            try:
                self.claimed += parse_key(text)
            except Malformed:
                self.find("key-form", given=text)

    def find(self, code: str, **facts: object) -> None:
        """Add a finding."""
        self.findings.append({"code": code, **facts})

    def digest(self) -> None:
        """Compare the content with the digest in the file."""
        rest = {name: value for name, value in self.bundle.items() if name != "digest"}
        if sha256(canonical(rest).encode()).hexdigest() != self.bundle["digest"]:
            self.find("digest")

    def entry(self, index: int, text: str) -> Line | None:
        """Read an entry as it was stored."""
        header, event = _lines(text)
        form = header[0] if type(header) is list and header else None
        kinds = ENTRY_FORMS.get(form) if type(form) is int else None
        try:
            if event is None or kinds is None or not fits(header, kinds):
                raise Malformed
            if form == 3:
                unbase64(header[7])
        except Malformed:
            self.find("entry-form", index=index)
            return None
        prev, cause, seq = header[1:4]
        match = header[kinds.index(str, 2)]
        if match != self.bundle["match"]:
            self.find("another-match", index=index, says=match, match=self.bundle["match"])
        return prev, cause, seq, event, None

    def record(self, index: int, text: str) -> Line | None:
        """Read a record of a view."""
        header, event = _lines(text)
        if event is None or not fits(header, (str, int, (int, type(None)), str)):
            self.find("entry-form", index=index)
            return None
        prev, seq, cause, commitment = header
        return prev, cause, seq, event, commitment

    def chain(
        self, texts: list[str], parse: Callable[[int, str], Line | None]
    ) -> tuple[list[bytes], list[Line | None]]:
        """Leaf hashes of the texts and what was read of each. Checks their order and links."""
        leaves: list[bytes] = []
        found: list[Line | None] = []
        first: dict[bytes, int] = {}
        if not texts:
            self.find("no-entries")
        for index, text in enumerate(texts):
            hashed = leaf(text.encode())
            prev = leaves[-1].hex() if leaves else None
            leaves.append(hashed)
            read = parse(index, text)
            found.append(read)
            if read is None:
                continue
            link, cause, seq = read[:3]
            if hashed in first:
                self.find("duplicate", index=index, first=first[hashed])
                continue
            first[hashed] = index
            if seq != index:
                self.find("order", index=index, says=seq)
            if prev is not None and link != prev:
                self.find("link", index=index)
            if cause is not None and not 0 <= cause < seq:
                self.find("cause", index=index, cause=cause)
        return leaves, found

    def proof(self, hashed: bytes | None) -> None:
        """Check that the entry with this leaf hash is in the log, and who signed the head of the log."""
        if self.bundle["proof"].partition("\n\n")[2].endswith("\n\n"):
            return self.find("no-signatures", what="head of the log")
        try:
            index, path, body, signatures = parse_proof(self.bundle["proof"])
            origin, size, root = parse_head(body)
        except Malformed:
            return self.find("proof-form")
        self.head = {"size": size, "root": base64.b64encode(root).decode()}
        if origin != self.bundle["origin"]:
            self.find("origin", says=origin, origin=self.bundle["origin"])
        if hashed is None or not included(hashed, index, size, root, path):
            self.find("unproven", position=index)
        holding = self.signed("head of the log", body, signatures)
        if self.known and not any(made["state"] == "holds" for made in self.signatures):
            self.find("unsigned")
        elif self.known and origin not in holding:
            self.find("stranger", origin=origin)

    def check_sources(self, leaves: list[bytes]) -> None:
        """Check the proofs that the match, or its beginning, was collected from other logs."""
        for part in self.bundle.get("sources", []):
            entries = part["entries"]
            try:
                index, path, body, signatures = parse_proof(part["proof"])
                origin, size, root = parse_head(body)
            except Malformed:
                self.find("source-form")
                continue
            known = leaves[entries - 1 : entries] if entries > 0 else []
            if any(included(hashed, index, size, root, path) for hashed in known):
                encoded = base64.b64encode(root).decode()
                self.sources.append({"entries": entries, "origin": origin, "size": size, "root": encoded})
            else:
                self.find("source-unproven", entries=entries, origin=origin)
            self.signed("source", body, signatures)

    def signed(self, what: str, body: str, signatures: list[tuple[str, bytes, bytes]]) -> list[str]:
        """Check every signature. Returns which given keys signed, without countersignatures."""
        holding = []
        for name, key_id, value in signatures:
            by, time = f"{name}+{key_id.hex()}", time_of(value)
            state = self.signature_state((name, key_id), value, body)
            if state == "forged":
                self.find("forged", what=what, by=by)
            elif state == "holds" and time is None:
                holding.append(name)
            self.signatures.append({"over": what, "by": by, "state": state, "time": time})
        return holding

    def signature_state(self, whose: tuple[str, bytes], value: bytes, body: str) -> str:
        """The state of one signature. Keys that the caller names take precedence over those in the bundle."""
        for keys, good in ((self.known, "holds"), (self.claimed, "claimed")):
            same = [key for key in keys if key[:2] == whose]
            if same:
                holds = any(verified(kind, public, value, body) for _, _, kind, public in same)
                return good if holds else "forged"
        return "unknown"

    def named_keys(self) -> None:
        """Check that every key that was named has signed something: a slip may have lost a signature. Where
        none has signed the head of the log, that has been found."""
        if not any(made["state"] == "holds" for made in self.signatures):
            return
        signing = {made["by"] for made in self.signatures}
        ids: dict[tuple[str, bytes], list[str]] = {}  # a key that signs and countersigns has two
        for name, key_id, _, public in self.known:
            ids.setdefault((name, public), []).append(f"{name}+{key_id.hex()}")
        for forms in ids.values():
            if signing.isdisjoint(forms):
                self.find("silent", by=forms[0])

    def compare_slip(self, leaves: list[bytes] | None) -> None:
        """Check the slip that the players signed; ``leaves`` is None for a view, which does not have them."""
        note = self.bundle.get("slip")
        if note is None:
            return
        if note.endswith("\n\n"):
            return self.find("no-signatures", what="slip")
        try:
            body, signatures = parse_note(note)
            origin, size, root = parse_head(body)
        except Malformed:
            return self.find("slip-form")
        expected = f"{self.bundle['origin']}/{quote(self.bundle['match'], safe='')}"
        accepted = [f"{source['origin']}/{quote(self.bundle['match'], safe='')}" for source in self.sources]
        self.slip = {"size": size, "root": base64.b64encode(root).decode()}
        if origin not in (expected, *accepted):
            self.find("slip-origin", says=origin, expected=expected)
        if leaves is not None and size > len(leaves):
            self.find("slip-size", size=size, records=len(leaves))
        elif leaves is not None and root_of(leaves[:size]) != root:
            self.find("slip-root", size=size)
        self.signed("slip", body, signatures)

    def pinned(self, opened: dict[str, Any]) -> dict[str, str]:
        """The state of each text whose digest stands in the first event of the match."""
        digests = opened.get("digests") if opened.get("kind") == "Opened" else None
        states = {}
        for what in ("clauses", "cards"):
            text = self.bundle["pinned"].get(what)
            if text is None:
                states[what] = "absent"
                continue
            said = digests.get(what) if type(digests) is dict else None
            states[what] = "pinned" if sha256(text.encode()).hexdigest() == said else "differs"
            if states[what] == "differs":
                self.find("pinned", what=what)
        return states

    def whole(self) -> Answer:
        """Check a whole match."""
        leaves, found = self.chain(self.bundle["entries"], self.entry)
        if found and found[0] and found[0][0] != "":
            self.find("link", index=0)
        last = found[-1] if found else None
        self.proof(leaves[-1] if leaves else None)
        self.check_sources(leaves)
        self.compare_slip(leaves)
        return self.answer(found, last[2] + 1 if last else len(leaves), [])

    def view(self, openings: Sequence[Any]) -> Answer:
        """Check what one viewer may see of a match."""
        leaves, found = self.chain(self.bundle["records"], self.record)
        if found and found[0] and not re.fullmatch("[0-9a-f]{64}", found[0][0]):
            self.find("link", index=0)
        entry = self.entry(len(leaves), self.bundle["entry"])
        says = self.roots(entry, leaves)
        self.proof(leaf(self.bundle["entry"].encode()))
        self.compare_slip(None)
        parts = list(self.bundle.get("private", []))
        for opening in openings:
            if (opening["origin"], opening["match"]) != (self.bundle["origin"], self.bundle["match"]):
                self.find("opening-elsewhere", says=opening["match"], log=opening["origin"])
                continue
            face = [opening["index"], opening["face_salt"], opening["face"]]
            parts.append({name: opening[name] for name in ("salt", "seq", "skeleton")} | {"faces": [face]})
        return self.answer(found, says, [face for part in parts for face in self.open(part, found)])

    def roots(self, entry: Line | None, leaves: list[bytes]) -> int:
        """Compare the records with the root and number in the log's entry. Returns that number."""
        viewer = self.bundle["viewer"]
        try:
            if entry is None or (entry[3]["kind"], entry[3].get("topic")) != ("Noted", "views"):
                raise Malformed
            roots = parse_json(entry[3]["text"])
            if not all(fits(root, (int, str)) for root in roots.values()):
                raise Malformed
            if viewer not in roots:
                self.find("viewer", viewer=viewer)
                return len(leaves)
            count, root = roots[viewer][0], unbase64(roots[viewer][1], 32)
        except (Malformed, Unreadable, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            self.find("roots-form")
            return len(leaves)
        if count != len(leaves):
            self.find("count", says=count, records=len(leaves))
        elif root_of(leaves) != root:
            self.find("root")
        if entry[2] != count:
            self.find("covers", seq=entry[2], last=count - 1)
        return int(count)

    def open(self, part: Any, found: Sequence[Line | None]) -> Iterator[dict[str, Any]]:
        """Check one opening against the commitments of the view. Yields every face that holds."""
        seq, skeleton = part["seq"], part["skeleton"]
        try:
            salt = unbase64(part["salt"], 32)
            places = list(hidden(parse_json(skeleton)))
            faces = [(index, unbase64(salted, 32), face) for index, salted, face in part["faces"]]
        except (Malformed, Unreadable, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return self.find("opening-form", seq=seq)
        record = found[seq] if 0 <= seq < len(found) else None
        if record is None:
            return self.find("opening-seq", seq=seq)
        if sha256(b"\x02" + salt + skeleton.encode()).hexdigest() != record[4]:
            return self.find("opening", seq=seq)
        if not faces:
            yield {"seq": seq, "where": "", "face": ""}
        for index, salted, face in faces:
            if not 0 <= index < len(places):
                self.find("face-index", seq=seq, index=index)
            elif sha256(b"\x03" + salted + face.encode()).hexdigest() != places[index][1]:
                self.find("face", seq=seq, index=index)
            else:
                yield {"seq": seq, "where": places[index][0], "face": face}

    def answer(self, found: Sequence[Line | None], records: int, opened: list[Any]) -> Answer:
        self.named_keys()
        self.digest()
        pinned = self.pinned(found[0][3] if found and found[0] else {})
        return {
            "match": self.bundle["match"],
            "origin": self.bundle["origin"],
            "viewer": self.bundle.get("viewer"),
            "rehashed": len(found),
            "records": records,
            "head": self.head,
            "slip": self.slip,
            "sources": self.sources,
            "signatures": self.signatures,
            "pinned": pinned,
            "opened": opened,
            "findings": self.findings,
        }


def _lines(text: str) -> tuple[Any, Any]:
    """Header and event of a record; the event is None if a line is not JSON or the second is not an event."""
    first, _, second = text.partition("\n")
    try:
        header, event = parse_json(first), parse_json(second)
    except (ValueError, RecursionError, Unreadable):
        return None, None
    return header, event if type(event) is dict and type(event.get("kind")) is str else None


def fits(values: Any, kinds: Sequence[Any]) -> bool:
    """Whether a value is a list of values of these types."""
    if type(values) is not list or len(values) != len(kinds):
        return False
    return all(
        isinstance(value, kind) and type(value) is not bool for value, kind in zip(values, kinds, strict=True)
    )


def hidden(event: Any) -> Iterator[tuple[str, Any]]:
    """(where, commitment) of each value in the skeleton of an event that can be opened, in order."""
    for at, change in enumerate(event.get("changes", [])):
        if change[0] in ("create", "know"):
            yield f"changes[{at}], {change[1]}", change[2]
    for field in ("faces", "order"):
        for at, face in enumerate(event.get(field, [])):
            yield f"{field}[{at}]" + (f", {event['cards'][at]}" if field == "faces" else ""), face
    for key in sorted(event.get("head", {})):
        if PRIVATE_KEY.search(key):
            yield f"head.{key}", event["head"][key]
    if event.get("kind") == "Noted":
        yield "text", event["text"]


def check(data: bytes, keys: Sequence[str] = (), openings: Sequence[bytes] = ()) -> Answer:
    """Check a bundle (bytes) with verifier keys (texts) and openings (bytes). Raises ``Unreadable``."""
    known = parse_keys(keys)
    return check_bundle(read(data, FORMAT), known, [read(opening, OPENING) for opening in openings])


def parse_keys(texts: Sequence[str]) -> list[Key]:
    """The verifier keys in these texts. Raises ``Unreadable``."""
    keys: list[Key] = []
    for text in texts:
        try:
            keys += parse_key(text.strip())
        except Malformed:
            raise Unreadable("key", given=text) from None
    return keys


def check_bundle(bundle: Any, keys: list[Key], openings: Sequence[Any]) -> Answer:
    """Check a bundle and openings that ``read`` returned. Raises ``Unreadable``."""
    if "viewer" in bundle:
        return Check(bundle, keys).view(openings)
    if openings:
        raise Unreadable("openings")
    return Check(bundle, keys).whole()


# --- output ------------------------------------------------------------------------------------------


def report(answer: Answer, *, keyed: bool) -> Iterator[str]:
    """The lines of text that show an answer; ``keyed``: whether a key was named."""

    def say(code: str, /, **facts: object) -> str:
        return TEXTS[code].format(**facts)

    yield say("report.match" if answer["viewer"] is None else "report.view", **answer)
    if answer["head"]:
        yield say("report.head", **answer["head"])
    if answer["slip"]:
        yield say("report.slip" if answer["viewer"] is None else "report.slip-view", **answer["slip"])
    for source in answer["sources"]:
        yield say("report.source", **source)
    for made in answer["signatures"]:
        dated = made["time"] is not None and made["state"] in ("holds", "claimed")
        yield say(f"report.{made['state']}" + ("-at" if dated else ""), by=made["by"], time=utc(made["time"]))
    for what, state in answer["pinned"].items():
        yield say(f"report.{state}", what=what)
    for opened in answer["opened"]:
        yield say("report.opened" if opened["where"] else "report.skeleton", **opened)
    findings = answer["findings"]
    for finding in findings[:FINDINGS_LISTED]:
        yield "  " + say(f"finding.{finding['code']}", **finding)
    if len(findings) > FINDINGS_LISTED:
        yield say("report.unlisted", findings=len(findings) - FINDINGS_LISTED)
    if findings:
        yield say("report.findings", findings=len(findings))
    else:
        yield say("report.fine" if keyed else "report.fine-unsigned")


def utc(seconds: int | None) -> str:
    """A time as text; as a number where it is outside the calendar."""
    try:
        return datetime.fromtimestamp(seconds or 0, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (ValueError, OverflowError, OSError):
        return f"{seconds} seconds since 1970"


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the bundle that the arguments name. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Checks a bundle of evidence about one match.")
    parser.add_argument("bundle", metavar="BUNDLE")
    parser.add_argument("--key", metavar="VKEY", action="append", default=[], help="who must have signed")
    parser.add_argument("--open", metavar="FILE", action="append", default=[], help="a face that was opened")
    parser.add_argument("--json", action="store_true", help="the answer as JSON")
    given = parser.parse_args(arguments)
    try:
        data, *openings = [Path(path).read_bytes() for path in (given.bundle, *given.open)]
        answer = check(data, given.key, openings)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except Unreadable as error:
        print(f"{given.bundle}: {error}", file=sys.stderr)
        return 2
    except ImportError:
        print("signatures cannot be checked: pip install cryptography", file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        print("\n".join(report(answer, keyed=bool(given.key))))
    return 1 if answer["findings"] else 0


if __name__ == "__main__":
    sys.exit(main())
