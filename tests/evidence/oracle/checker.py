"""A second checker of bundles, built on ``events`` and ``kifuda.evidence``: the tests' oracle.

It shares no code with ``verify_evidence``, and the tests demand the same answer from both for every bundle.
Not here: the checker that ships (``kifuda.evidence.verify_evidence``).
"""

import base64
import re
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from events.model.codec import LINE, NOT_YET, decode_header
from events.model.upcast import UNDECODED, Unreadable, upcast
from events.seal import Malformed
from events.seal.checkpoint import SignedCheckpoint
from events.seal.merkle import Edge, Hash, included, leaf
from events.seal.note import Note, unbase64
from events.seal.proof import EntryProof
from events.seal.verifiers import AnyKey, check_signatures, forms_of, parse_key
from kifuda.evidence import EvidenceError
from kifuda.evidence.bundle import MatchBundle, Opened, Opening, ViewBundle, digest, parse_json
from tests.evidence.oracle.answer import Answer, Finding, From, Head, Made, Shown
from tests.evidence.oracle.openings import checked_openings

LOG_HEAD, SLIP = "head of the log", "slip"
TOPIC = "views"
HASH_BYTES = 32


class Line(NamedTuple):
    """A record that could be read: the links of its first line, the event of its second (as JSON).

    ``commitment`` is that of a view's record.
    """

    prev: str
    cause: int | None
    seq: int
    event: dict[str, Any]
    commitment: str = ""


def check(
    bundle: MatchBundle | ViewBundle, known: Iterable[AnyKey], openings: Sequence[Opening] = ()
) -> Answer:
    """Check a bundle. Raises ``EvidenceError`` for openings of a whole match."""
    checked = _Check(bundle, list(known))
    if type(bundle) is ViewBundle:
        return checked.view(bundle, openings)
    if openings:
        raise EvidenceError("openings")
    assert type(bundle) is MatchBundle
    return checked.whole(bundle)


class _Check:
    """A bundle, and what was found in it so far."""

    def __init__(self, bundle: MatchBundle | ViewBundle, known: list[AnyKey]) -> None:
        self.bundle = bundle
        self.known = known
        self.findings: list[Finding] = []
        self.signatures: list[Made] = []
        self.head: Head | None = None
        self.slip: Head | None = None
        self.sources: list[From] = []
        self.claimed: list[AnyKey] = []
        for text in bundle.keys:
            try:
                self.claimed.append(parse_key(text))
            except Malformed:
                self.find("key-form", given=text)

    def find(self, code: str, **facts: object) -> None:
        self.findings.append({"code": code, **facts})

    # --- the two kinds of bundle -------------------------------------------------------------------

    def whole(self, bundle: MatchBundle) -> Answer:
        """The answer about all of a match."""
        leaves, lines = self.chain(bundle.entries, self.entry)
        if lines and lines[0] and lines[0].prev != NOT_YET:
            self.find("link", index=0)
        last = lines[-1] if lines else None
        self.proof(leaves[-1] if leaves else None)
        self.collected(bundle, leaves)
        self.compare_slip(leaves)
        return self.answer(None, lines, last.seq + 1 if last else len(leaves), [])

    def view(self, bundle: ViewBundle, openings: Sequence[Opening]) -> Answer:
        """The answer about what one viewer may see."""
        leaves, lines = self.chain(bundle.records, self.record)
        if lines and lines[0] and not _OWN.fullmatch(lines[0].prev):
            self.find("link", index=0)
        entry = self.entry(len(leaves), bundle.entry)
        says = self.roots(entry, leaves, bundle.viewer)
        self.proof(leaf(bundle.entry.encode()))
        self.compare_slip(None)
        parts = list(bundle.private)
        for opening in openings:
            if (opening.origin, opening.match) != (bundle.origin, bundle.match):
                self.find("opening-elsewhere", says=opening.match, log=opening.origin)
                continue
            face = (opening.index, opening.face_salt, opening.face)
            parts.append(Opened(opening.seq, opening.salt, opening.skeleton, (face,)))
        commitments = [line.commitment if line else None for line in lines]
        opened = []
        for result in (result for part in parts for result in checked_openings(part, commitments)):
            if isinstance(result, Shown):
                opened.append(result)
            else:
                self.findings.append(result)
        return self.answer(bundle.viewer, lines, says, opened)

    def answer(
        self, viewer: str | None, lines: Sequence[Line | None], records: int, opened: list[Shown]
    ) -> Answer:
        if any(made.state == "holds" for made in self.signatures):
            self.silent()
        if digest(self.bundle) != self.bundle.digest:
            self.find("digest")
        pinned = self.pinned(lines[0].event if lines and lines[0] else {})
        return Answer(
            match=self.bundle.match,
            origin=self.bundle.origin,
            viewer=viewer,
            rehashed=len(lines),
            records=records,
            head=self.head,
            slip=self.slip,
            sources=self.sources,
            signatures=self.signatures,
            pinned=pinned,
            opened=opened,
            findings=self.findings,
        )

    # --- records -----------------------------------------------------------------------------------

    def chain(
        self, texts: Sequence[str], parse: Callable[[int, str], Line | None]
    ) -> tuple[list[Hash], list[Line | None]]:
        """Leaf hashes of the texts, and what was read of each; their order and links are looked at, but for
        what the first one links to."""
        if not texts:
            self.find("no-entries")
        leaves: list[Hash] = []
        lines: list[Line | None] = []
        first: dict[Hash, int] = {}
        for index, text in enumerate(texts):
            prev = leaves[-1].hex() if leaves else None
            leaves.append(leaf(text.encode()))
            lines.append(line := parse(index, text))
            if line is None:
                continue
            same = first.setdefault(leaves[-1], index)
            if same != index:
                self.find("duplicate", index=index, first=same)
                continue
            if line.seq != index:
                self.find("order", index=index, says=line.seq)
            if prev is not None and line.prev != prev:
                self.find("link", index=index)
            if line.cause is not None and not 0 <= line.cause < line.seq:
                self.find("cause", index=index, cause=line.cause)
        return leaves, lines

    def entry(self, index: int, text: str) -> Line | None:
        """An entry as the log stores it."""
        said = text.encode().partition(LINE)[2]
        try:
            if not text.startswith("["):
                raise Malformed("an older form")
            header = decode_header(upcast(text.encode()).partition(LINE)[0])
            salt = msgspec.json.decode(text.partition("\n")[0])[-1]
            if text.startswith("[3,"):
                unbase64(salt, "a salt")
            event = _event(said)
        except (Malformed, Unreadable, *UNDECODED):
            self.find("entry-form", index=index)
            return None
        if header.match != self.bundle.match:
            self.find("another-match", index=index, says=header.match, match=self.bundle.match)
        return Line(header.prev, header.cause, header.seq, event)

    def record(self, index: int, text: str) -> Line | None:
        """A record of a view."""
        written, _, said = text.encode().partition(LINE)
        try:
            prev, seq, cause, commitment = _record_head(written)
            return Line(prev, cause, seq, _event(said), commitment=commitment)
        except (Malformed, *UNDECODED):
            self.find("entry-form", index=index)
            return None

    def roots(self, entry: Line | None, leaves: list[Hash], viewer: str) -> int:
        """Compare the records with what the log's entry says of them; how many it says there are."""
        try:
            if entry is None or (entry.event["kind"], entry.event.get("topic")) != ("Noted", TOPIC):
                raise Malformed("another entry")
            roots = msgspec.convert(parse_json(entry.event["text"]), dict[str, tuple[int, str]])
            if viewer not in roots:
                self.find("viewer", viewer=viewer)
                return len(leaves)
            count, said = roots[viewer]
            root = unbase64(said, "a root")
            if len(root) != HASH_BYTES:
                raise Malformed("no root")
        except (
            Malformed,
            EvidenceError,
            msgspec.MsgspecError,
            ValueError,
            RecursionError,
            KeyError,
            TypeError,
        ):
            self.find("roots-form")
            return len(leaves)
        if count != len(leaves):
            self.find("count", says=count, records=len(leaves))
        elif _root(leaves) != root:
            self.find("root")
        if entry.seq != count:
            self.find("covers", seq=entry.seq, last=count - 1)
        return count

    # --- what is signed ----------------------------------------------------------------------------

    def proof(self, hashed: Hash | None) -> None:
        """Look whether the entry with this leaf hash is in the log, and who signed the log's head."""
        if self.bundle.proof.partition("\n\n")[2].endswith("\n\n"):
            return self.find("no-signatures", what=LOG_HEAD)
        try:
            proof = EntryProof.parse(self.bundle.proof.encode())
            signed = SignedCheckpoint.parse(proof.note.encode())
        except Malformed:
            return self.find("proof-form")
        head = signed.checkpoint
        self.head = _head(signed)
        if head.origin != self.bundle.origin:
            self.find("origin", says=head.origin, origin=self.bundle.origin)
        place = proof.position
        if hashed is None or not included(hashed, place, size=head.size, root=head.root, proof=proof.proof):
            self.find("unproven", position=place)
        holding = self.signed(LOG_HEAD, proof.note)
        if self.known and not any(made.state == "holds" for made in self.signatures):
            self.find("unsigned")
        elif self.known and head.origin not in holding:
            self.find("stranger", origin=head.origin)

    def collected(self, bundle: MatchBundle, leaves: list[Hash]) -> None:
        """Look whether the match, or its beginning, is in the logs that it is said to come from."""
        for part in bundle.sources:
            try:
                proof = EntryProof.parse(part.proof.encode())
                head = SignedCheckpoint.parse(proof.note.encode()).checkpoint
            except Malformed:
                self.find("source-form")
                continue
            place, path = proof.position, proof.proof
            found = leaves[part.entries - 1 : part.entries] if part.entries > 0 else []
            if found and included(found[0], place, size=head.size, root=head.root, proof=path):
                root = base64.b64encode(head.root).decode()
                self.sources.append(From(part.entries, head.origin, head.size, root))
            else:
                self.find("source-unproven", entries=part.entries, origin=head.origin)
            self.signed("source", proof.note)

    def compare_slip(self, leaves: list[Hash] | None) -> None:
        """Look at the slip; ``leaves`` are those of the match, None where a view does not have them."""
        if self.bundle.slip is None:
            return None
        if self.bundle.slip.endswith("\n\n"):
            return self.find("no-signatures", what=SLIP)
        try:
            signed = SignedCheckpoint.parse(self.bundle.slip.encode())
        except Malformed:
            return self.find("slip-form")
        head = signed.checkpoint
        self.slip = _head(signed)
        expected = f"{self.bundle.origin}/{quote(self.bundle.match, safe='')}"
        logs = (self.bundle.origin, *(source.origin for source in self.sources))
        if head.origin not in [f"{log}/{quote(self.bundle.match, safe='')}" for log in logs]:
            self.find("slip-origin", says=head.origin, expected=expected)
        if leaves is not None and head.size > len(leaves):
            self.find("slip-size", size=head.size, records=len(leaves))
        elif leaves is not None and _root(leaves[: head.size]) != head.root:
            self.find("slip-root", size=head.size)
        self.signed(SLIP, signed.note)
        return None

    def signed(self, over: str, note: Note) -> set[str]:
        """Tell of every signature; the names of the known keys that signed, countersignatures apart."""
        holding = set()
        both = zip(check_signatures(note, self.known), check_signatures(note, self.claimed), strict=True)
        for known, claimed in both:
            by, state = str(known.signature), str(known.state)
            if state == "unknown":
                state = "claimed" if claimed.state == "holds" else claimed.state
            if state == "forged":
                self.find("forged", what=over, by=by)
            elif state == "holds" and known.role == "signature":
                holding.add(known.signature.name)
            self.signatures.append(Made(over, by, state, known.time))
        return holding

    def silent(self) -> None:
        """Tell of the known keys that signed nothing."""
        by = {made.by for made in self.signatures}
        owners: dict[tuple[str, bytes], list[AnyKey]] = {}
        for key in self.known:
            owners.setdefault((key.name, key.public), []).extend(forms_of(key))
        for forms in owners.values():
            ids = [f"{form.name}+{form.id.hex()}" for form in forms]
            if by.isdisjoint(ids):
                self.find("silent", by=ids[0])

    def pinned(self, opened: dict[str, Any]) -> dict[str, str]:
        """What became of the texts that the opening of the match pins."""
        said = opened.get("digests") if opened.get("kind") == "Opened" else None
        digests = said if isinstance(said, dict) else {}
        texts = {"clauses": self.bundle.pinned.clauses, "cards": self.bundle.pinned.cards}
        states = {what: _pinned(text, digests.get(what)) for what, text in texts.items()}
        for what, state in states.items():
            if state == "differs":
                self.find("pinned", what=what)
        return states


_OWN = re.compile(r"[0-9a-f]{64}")
"""What the first record of a view links to: a value that only its viewer is given."""
_record_head = msgspec.json.Decoder(tuple[str, int, int | None, str]).decode


def _event(said: bytes) -> dict[str, Any]:
    try:
        event = parse_json(said.decode())
    except (ValueError, RecursionError, EvidenceError) as error:
        raise Malformed("no event") from error
    if not (isinstance(event, dict) and isinstance(event.get("kind"), str)):
        raise Malformed("no event")
    return event


def _head(signed: SignedCheckpoint) -> Head:
    return Head(signed.checkpoint.size, base64.b64encode(signed.checkpoint.root).decode())


def _root(leaves: Sequence[Hash]) -> Hash:
    edge = Edge()
    edge.extend(leaves)
    return edge.root()


def _pinned(text: str | None, digest: object) -> str:
    if text is None:
        return "absent"
    return "pinned" if sha256(text.encode()).hexdigest() == digest else "differs"
