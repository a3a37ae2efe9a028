"""Opens one face of a view for others, from the openings that the holder of the view has.

Not here: checking an opened face (``verify_evidence``), which faces can be opened (``openable_faces``).
"""

from kifuda.evidence import EvidenceError
from kifuda.evidence.bundle import Opening, ViewBundle, parse_json
from kifuda.evidence.commitment import hidden


def opening(bundle: ViewBundle, seq: int, which: str) -> Opening:
    """One face of the event ``seq``: ``which`` is its index, or the card whose face it is.

    Raises ``EvidenceError`` if the bundle has no opening of it.
    """
    part = next((part for part in bundle.private if part.seq == seq), None)
    if part is None:
        able = ", ".join(str(part.seq) for part in bundle.private if part.faces)
        raise EvidenceError("not-openable", seq=seq, accepted=able or "-")
    names = [hidden_value.where.rpartition(", ")[2] for hidden_value in hidden(parse_json(part.skeleton))]
    for index, salt, face in part.faces:
        if which in (str(index), names[index]):
            return Opening(
                origin=bundle.origin,
                match=bundle.match,
                seq=seq,
                salt=part.salt,
                skeleton=part.skeleton,
                index=index,
                face_salt=salt,
                face=face,
            )
    able = ", ".join(names[index] for index, _, _ in part.faces)
    raise EvidenceError("no-such-face", seq=seq, given=which, accepted=able or "-")
