"""What ``kifuda verify BUNDLE`` says: the answer about a bundle in words, and what the rules say of it.

Not here: the checking (``kifuda.evidence.checking``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from events.seal import Malformed
from kifuda.cli import FINDINGS, FINE
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.output import show, show_json
from kifuda.evidence import EvidenceError

if TYPE_CHECKING:
    from events.seal.verifiers import AnyKey
    from kifuda.evidence.answer import Answer
    from kifuda.evidence.bundle import MatchBundle, ViewBundle

DATABASE = b"SQLite format 3\0"
"""What a log begins with, which somebody may have meant with --log."""
LISTED = 40
"""So many findings are listed; of the others only the number is told."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Tell what stands against evidence in the language in use; ``path`` is what it was about."""
    try:
        yield
    except EvidenceError as error:
        raise Misuse(f"evidence-{error.code}", **{"path": path, **error.facts}) from error


def parsed_key(text: str) -> AnyKey:
    """The verifier key in a text. Raises ``Misuse``."""
    from events.seal.verifiers import parse_key

    try:
        return parse_key(text.strip())
    except Malformed as error:
        raise Misuse("verifier-key", detail=str(error)) from error


def answer(path: Path, keys: Sequence[str], openings: Sequence[Path], *, json: bool) -> int:
    """Check the bundle at ``path`` and show what came of it; the exit status."""
    import msgspec

    from kifuda.evidence.bundle import decode, decode_opening
    from kifuda.evidence.checking import check

    known = [parsed_key(key) for key in keys]
    opened = []
    for opening in openings:
        with explained(opening):
            opened.append(decode_opening(opening.read_bytes()))
    data = path.read_bytes()
    if data.startswith(DATABASE):
        raise Misuse("evidence-is-a-log", path=path)
    with explained(path):
        bundle = decode(data)
        found = check(bundle, known, opened)
    if json:
        show_json(msgspec.to_builtins(found) | {"grade": grade(bundle)})
    else:
        show(*told(found, bundle, keyed=bool(keys)))
    return FINDINGS if found.findings else FINE


def told(found: Answer, bundle: MatchBundle | ViewBundle, *, keyed: bool) -> Iterator[str]:
    """The answer in words, line by line."""
    kind = "match" if found.viewer is None else "view"
    yield say(f"evidence.told-{kind}", **_facts(found))
    if found.head is not None:
        yield say("evidence.told-head", size=found.head.size, root=found.head.root)
    if found.slip is not None:
        slip = "slip" if found.viewer is None else "slip-view"
        yield say(f"evidence.told-{slip}", size=found.slip.size, root=found.slip.root)
    for made in found.signatures:
        dated = made.time is not None and made.state in ("holds", "claimed")
        state = f"{made.state}-at" if dated else made.state
        yield say(f"evidence.told-{state}", by=made.by, time=utc(made.time or 0))
    for what, state in found.pinned.items():
        yield say(f"evidence.told-{state}", what=_word(what))
    for shown in found.opened:
        part = "opened" if shown.where else "skeleton"
        yield say(f"evidence.told-{part}", seq=shown.seq, where=shown.where, face=shown.face)
    if judged := grade(bundle):
        yield say("evidence.grade", grade=judged)
    for finding in found.findings[:LISTED]:
        facts = {name: _word(fact) if name == "what" else fact for name, fact in finding.items()}
        yield say(f"evidence.found-{finding['code']}", **facts)
    if len(found.findings) > LISTED:
        yield say("evidence.told-unlisted", findings=len(found.findings) - LISTED)
    if found.findings:
        yield say("evidence.told-findings", findings=len(found.findings))
    else:
        fine = "fine" if keyed else "fine-unsigned"
        yield say(f"evidence.told-{fine}")


def grade(bundle: MatchBundle | ViewBundle) -> str | None:
    """What the rules say of the records of a match; None of a view, and of records that are not a match."""
    from engine.record.match import Match
    from events.model.codec import decode
    from events.model.upcast import Unreadable
    from kifuda.evidence.bundle import MatchBundle

    if type(bundle) is not MatchBundle:
        return None
    try:
        entries = [decode(text.encode()) for text in bundle.entries]
        return Match([(entry.event, entry.cause) for entry in entries], id=bundle.match).verdict.grade
    except (Unreadable, ValueError, LookupError):
        return None  # Findings say more: such records are not what a log holds.


def utc(seconds: int) -> str:
    """A time in words, as the verifier that stands alone says it."""
    from kifuda.evidence.verify_evidence import utc

    return utc(seconds)


def _facts(found: Answer) -> dict[str, object]:
    names = ("match", "origin", "viewer", "rehashed", "records")
    return {name: getattr(found, name) for name in names}


def _word(what: object) -> str:
    return say(f"evidence.word-{str(what).partition(' ')[0]}")
