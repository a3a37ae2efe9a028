"""Makes views of a match as verifiable records, and the entry of the log that binds them.

A record is two lines like an entry: ``[prev, seq, cause, commitment]`` and the event as the viewer sees it.
The first one links to a value that differs for each viewer. The roots over the records of every viewer stand
in one entry after the match. Not here: what a viewer may see (``events.view.view``), bundles
(``make_bundle``).
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.games.registry import find
from engine.kernel.ruleset import Ruleset
from engine.record.timeline import without_retracted
from events.log.contract import Log, Pending, Receipt, Record
from events.model.codec import LINE, encode_event
from events.model.kinds import Derived, Ended, Noted, Opened
from events.model.upcast import upcast
from events.seal.merkle import Edge, Hash, leaf
from events.view.view import PUBLIC as NOBODY
from events.view.view import view
from kifuda.evidence import EvidenceError, view_secret
from kifuda.evidence.bundle import canonical
from kifuda.evidence.commitment import Committed, Salts, commit, in_base64

TOPIC = "views"
PUBLIC = "public"
"""The viewer who has no seat."""


class Views(NamedTuple):
    """A match with bound views: the ``entry`` with the roots, the records before it, and the rules."""

    entry: Record
    records: tuple[Record, ...]
    rules: Ruleset


def viewers(rules: Ruleset) -> tuple[str, ...]:
    """All viewers of a match: the public and each seat."""
    return (PUBLIC, *rules.seats)


def bind(log: Log, path: Path, match: str, at: int) -> Receipt | None:
    """Append the roots of all views of a finished match; None if they are there already.

    ``path`` is that of the log, ``at`` the present time (UTC, microseconds). Raises ``EvidenceError`` for a
    match that has not ended or whose rules are not installed, ``LogError``, ``OSError``.
    """
    records = tuple(log.read(match))
    if _binds(records[-1]):
        return None
    rules = _rules(records)
    derived = _derived(records)
    if not any(type(event) is Ended and event.span == "match" for _, event, _ in without_retracted(derived)):
        raise EvidenceError("unfinished", match=match)
    salts = Salts(view_secret.make(path), match)
    made = _committed(records, salts)
    roots: dict[str, tuple[int, str]] = {}
    for viewer in viewers(rules):
        lines = list(_records(derived, rules, viewer, made, salts))
        roots[viewer] = len(lines), in_base64(root(lines))
    note = Noted(TOPIC, canonical(roots).decode())
    count = len(records)
    return log.append(match, [Pending(note)], expected=count, command=f"{TOPIC}:{match}:{count}", at=at)


def bound_views(log: Log, match: str) -> Views:
    """The match with the last entry that binds its views. Raises ``EvidenceError`` if there is none."""
    records = tuple(log.read(match))
    for place in range(len(records) - 1, 0, -1):
        if _binds(records[place]):
            return Views(records[place], records[:place], _rules(records))
    raise EvidenceError("unbound", match=match)


def records_of(views: Views, viewer: str, key: bytes) -> tuple[list[str], list[Committed]]:
    """The records of a viewer with their commitments; ``key`` is the secret of the log.

    Raises ``EvidenceError`` for an unknown viewer, and if the views were bound with another secret.
    """
    if viewer not in viewers(views.rules):
        raise EvidenceError("no-viewer", viewer=viewer, accepted=", ".join(viewers(views.rules)))
    salts = Salts(key, views.entry.entry.match)
    made = _committed(views.records, salts)
    lines = list(_records(_derived(views.records), views.rules, viewer, made, salts))
    event = views.entry.entry.event
    assert type(event) is Noted
    roots = msgspec.json.decode(event.text)
    if roots[viewer] != [len(lines), in_base64(root(lines))]:
        raise EvidenceError("other-roots", match=views.entry.entry.match)
    return [line.decode() for line in lines], made


def viewed_by(viewer: str) -> str:
    """The name of a viewer in ``events.view.view``."""
    return NOBODY if viewer == PUBLIC else viewer


def root(lines: Sequence[bytes]) -> Hash:
    """The root over records (RFC 6962)."""
    edge = Edge()
    edge.extend([leaf(line) for line in lines])
    return edge.root()


# --- small parts -----------------------------------------------------------------------------------


def _binds(record: Record) -> bool:
    event = record.entry.event
    return type(event) is Noted and event.topic == TOPIC


def _rules(records: Sequence[Record]) -> Ruleset:
    opened = records[0].entry.event
    rules = find(opened.game, opened.edition) if type(opened) is Opened else None
    if rules is None:
        named = f"{opened.game}@{opened.edition}" if type(opened) is Opened else "?"
        raise EvidenceError("no-rules", match=records[0].entry.match, ruleset=named)
    return rules


def _derived(records: Sequence[Record]) -> list[Derived]:
    return [(record.entry.event, record.entry.cause) for record in records]


def _committed(records: Sequence[Record], salts: Salts) -> list[Committed]:
    return [commit(upcast(record.data).partition(LINE)[2], seq, salts) for seq, record in enumerate(records)]


def _records(
    derived: Sequence[Derived], rules: Ruleset, viewer: str, made: Sequence[Committed], salts: Salts
) -> Iterator[bytes]:
    prev = salts.before(viewer)
    seen = view(derived, rules, viewed_by(viewer))
    for seq, ((event, cause), whole) in enumerate(zip(seen, made, strict=True)):
        data = msgspec.json.encode([prev, seq, cause, whole.commitment]) + LINE + encode_event(event)
        prev = sha256(b"\x00" + data).hexdigest()
        yield data
