"""Checks what is opened of a view against the commitments in its records.

Not here: the rest of a bundle (``checker``).
"""

from collections.abc import Iterator, Sequence

from events.seal import Malformed
from events.seal.note import unbase64
from kifuda.evidence import EvidenceError
from kifuda.evidence.bundle import Opened, parse_json
from kifuda.evidence.commitment import hidden, of_face, of_skeleton
from tests.evidence.oracle.answer import Finding, Shown

SALT_BYTES = 32


def checked_openings(part: Opened, commitments: Sequence[str | None]) -> Iterator[Shown | Finding]:
    """What is opened, each face by itself, if the view is committed to it; else what is wrong with it.

    ``commitments`` are those of the view's records, None for one that cannot be read.
    """
    try:
        salt = _salt(part.salt)
        spots = list(hidden(parse_json(part.skeleton)))
        faces = [(index, _salt(salted), face) for index, salted, face in part.faces]
    except (Malformed, EvidenceError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        yield {"code": "opening-form", "seq": part.seq}
        return
    if not 0 <= part.seq < len(commitments) or (committed := commitments[part.seq]) is None:
        yield {"code": "opening-seq", "seq": part.seq}
        return
    if of_skeleton(salt, part.skeleton) != committed:
        yield {"code": "opening", "seq": part.seq}
        return
    if not faces:
        yield Shown(part.seq, "", "")
    for index, salted, face in faces:
        if not 0 <= index < len(spots):
            yield {"code": "face-index", "seq": part.seq, "index": index}
        elif of_face(salted, face) != spots[index].value:
            yield {"code": "face", "seq": part.seq, "index": index}
        else:
            yield Shown(part.seq, spots[index].where, face)


def _salt(text: str) -> bytes:
    salt = unbase64(text, "a salt")
    if len(salt) != SALT_BYTES:
        raise Malformed(f"a salt has {SALT_BYTES} bytes")
    return salt
