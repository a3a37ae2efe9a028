"""Slips: the head of one match, signed like a result slip by its keeper, its players and its judge.

A match is a small log of its own: a slip is a checkpoint (C2SP ``tlog-checkpoint``) whose origin is that of
the log, a slash and the percent-encoded id of the match; its tree has the leaf hashes of the match in order.
The keeper of the log (whoever has its key) signs it, all others countersign. Not here: which signatures hold
(``verifiers``).
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple, Self
from urllib.parse import quote, unquote

import apsw

from events.log.collected import collected
from events.log.database import as_log_error, open_database
from events.seal import Malformed, SealError
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read, sync_folder, write
from events.seal.merkle import Edge, Hash
from events.seal.note import MOST_SIGNATURES, Note
from events.seal.paths import slips_of

SUFFIX = ".slip"
LONGEST_NAME = 200
"""Longest part of a file name that comes from the match id; file systems allow 255 bytes."""

State = Literal["holds", "short", "fork"]


class Slip(NamedTuple):
    """The slip of ``match`` in the log ``origin``."""

    origin: str
    match: str
    signed: SignedCheckpoint

    @property
    def size(self) -> int:
        """The number of entries of the match that are signed."""
        return self.signed.checkpoint.size

    @classmethod
    def of(cls, signed: SignedCheckpoint) -> Self:
        """Read a checkpoint as a slip. Raises ``Malformed`` if its origin does not name a match."""
        origin, slash, quoted = signed.checkpoint.origin.rpartition("/")
        match = unquote(quoted)
        if not (slash and origin and match and quote(match, safe="") == quoted):
            raise Malformed(
                f"{signed.checkpoint.origin} is no origin of a slip: accepted is that of the log, '/', and"
                " the percent-encoded id of the match"
            )
        return cls(origin, match, signed)


class Compared(NamedTuple):
    """A slip compared with the match as it is now: it ``holds``, and ``since`` entries came after it; or the
    match has fewer entries than were signed (``short``), or other entries (``fork``)."""

    state: State
    since: int


def head(origin: str, match: str, leaves: Sequence[Hash]) -> Checkpoint:
    """The head of a match with these leaf hashes in the log ``origin``."""
    return Checkpoint(f"{origin}/{quote(match, safe='')}", len(leaves), _root(leaves))


def compare(slip: Slip, leaves: Sequence[Hash]) -> Compared:
    """Compare a slip with the leaf hashes that the match has now."""
    if len(leaves) < slip.size:
        return Compared("short", 0)
    if _root(leaves[: slip.size]) != slip.signed.checkpoint.root:
        return Compared("fork", 0)
    return Compared("holds", len(leaves) - slip.size)


def _root(leaves: Sequence[Hash]) -> Hash:
    edge = Edge()
    edge.extend(leaves)
    return edge.root()


# --- the files -------------------------------------------------------------------------------------


def path_of(log: Path, match: str, *, size: int | None = None) -> Path:
    """The path of a match's slip; with ``size``, of the replaced slip that signed that many entries."""
    name = quote(match, safe="")
    if len(name) > LONGEST_NAME:
        name = f"{name[:LONGEST_NAME]}~{sha256(match.encode()).hexdigest()[:16]}"
    return slips_of(log) / f"{name}{'' if size is None else f'@{size}'}{SUFFIX}"


def paths(log: Path) -> Iterator[Path]:
    """All slips of a log, in the order of their names."""
    yield from sorted(slips_of(log).glob(f"*{SUFFIX}"))


def read_slip(path: Path) -> Slip | None:
    """The slip in a file; None if there is no file. Raises ``Malformed``, ``SealError``."""
    signed = read(path)
    if signed is None:
        return None
    try:
        return Slip.of(signed)
    except Malformed as error:
        raise Malformed(f"{path}: {error}") from error


def slip_of(log: Path, match: str, *, connection: apsw.Connection | None = None) -> Slip | None:
    """The current slip of a match: the one beside the log, or one that was collected with the match if it is
    about more entries. It has the signatures of both if they sign the same; None if there is none.

    ``connection`` is one to the log, where one is open. Raises ``Misfiled``, ``Malformed``,
    ``SealError``, ``LogError``.
    """
    path = path_of(log, match)
    slip = read_slip(path)
    if slip is not None and slip.match != match:
        raise Misfiled(path, match=match, says=slip.match)
    return latest([*([] if slip is None else [slip]), *_collected(log, match, connection)])


def _collected(log: Path, match: str, connection: apsw.Connection | None) -> list[Slip]:
    """The slips that were collected with a match; ``connection`` is one to the log, if there is one."""
    if not log.exists():
        return []
    try:
        if connection is not None:
            rows = collected(connection, match)
        else:
            with closing(open_database(log, writing=False)) as opened:
                rows = collected(opened, match)
    except apsw.Error as error:
        raise as_log_error(error, log) from error
    return [Slip.of(SignedCheckpoint.parse(row.data.encode())) for row in rows if row.kind == "slip"]


def latest(slips: Iterable[Slip]) -> Slip | None:
    """The first of the slips about the most entries, with the signatures of all that have its text."""
    found = list(slips)
    if not found:
        return None
    chosen = max(found, key=lambda slip: slip.size)
    same = [slip.signed.note for slip in found if slip.signed.note.text == chosen.signed.note.text]
    signatures = tuple(dict.fromkeys(made for note in same for made in note.signatures))
    note = chosen.signed.note._replace(signatures=signatures[:MOST_SIGNATURES])
    return chosen._replace(signed=chosen.signed._replace(note=note))


class Misfiled(SealError):
    """The file at ``path`` should be the slip of ``match`` but is the slip of the match ``says``."""

    def __init__(self, path: Path, *, match: str, says: str) -> None:
        super().__init__(f"{path} is the slip of match {says!r}, not of {match!r}")
        self.path, self.match, self.says = path, match, says


def write_slip(log: Path, match: str, note: Note) -> Path:
    """Write a slip atomically; it is on disk when this returns.

    A previous slip with another text stays in a file of its own. Raises ``OSError``, and as ``slip_of`` does.
    """
    path = path_of(log, match)
    if not path.parent.is_dir():
        path.parent.mkdir()
        sync_folder(path.parent)
    before = slip_of(log, match)
    if before is not None and before.signed.note.text != note.text:
        write(path_of(log, match, size=before.size), before.signed.note)
    write(path, note)
    return path
