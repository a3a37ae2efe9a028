"""The manifest of a store: which part files count, and up to where of which log they reach.

It is the commit point: parts are written first, and count from the moment in which a new manifest takes
the place of the old one. Not here: the parts (``parts``), nor how they are made (``projection``).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

import msgspec

from analytics.store.atomic_files import write_atomically

FORMAT = 2
NAME = "manifest.json"
LOCK = ".lock"


class StoreError(Exception):
    """Anything that a store refuses or cannot do. The message is meant for people."""


class NoStore(StoreError):
    """There is no store in the folder."""


class DamagedStore(StoreError):
    """The folder does not hold what its manifest says."""


class OldStore(DamagedStore):
    """The store was made by an earlier version, in another form."""


class OtherLog(StoreError):
    """The store was projected from another log than the one at hand."""


class StoreBusy(StoreError):
    """Another process is projecting into the folder."""


class Part(msgspec.Struct, frozen=True):
    """The rows of some matches of one game, played in one month: a file for each table that has rows.

    ``files``: table → size in bytes · ``rows``: table → number of rows.
    """

    game: str
    month: str
    name: str
    matches: int
    files: dict[str, int]
    rows: dict[str, int]


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a store holds.

    ``position``: how many entries of the log were projected; ``head``: leaf hash (hex) of the last one ·
    ``root``: Merkle root (hex) over them, ``edge``: what is kept of that tree for it to grow · ``code``:
    digest of the code that made the rows; ``judging``: of the code that gave the grades, ``""`` where the
    caller gave them · ``generation`` grows with every projection · ``previous``: parts that no longer
    count, kept one generation longer for whoever is still reading them · ``unreadable``: match → why there
    are no rows of it.
    """

    log: str
    position: int
    head: str
    root: str
    edge: tuple[str, ...]
    code: str
    judging: str
    generation: int
    parts: tuple[Part, ...] = ()
    previous: tuple[Part, ...] = ()
    unreadable: dict[str, str] = {}
    format: int = FORMAT

    @property
    def matches(self) -> int:
        """Number of matches in the store."""
        return sum(part.matches for part in self.parts)

    @property
    def rows(self) -> int:
        """Number of rows in all tables."""
        return sum(sum(part.rows.values()) for part in self.parts)


class _Form(msgspec.Struct):
    format: int


def load(folder: Path) -> Manifest:
    """The manifest of the store in ``folder``. Raises ``NoStore``, ``DamagedStore`` (``OldStore``)."""
    path = folder / NAME
    try:
        content = path.read_bytes()
        if msgspec.json.decode(content, type=_Form).format < FORMAT:
            raise OldStore(f"{path} was made by an earlier version: project the log into it again")
        manifest = msgspec.json.decode(content, type=Manifest)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NoStore(f"there is no projection in {folder}: project a log into it first") from error
    except (OSError, msgspec.DecodeError) as error:
        raise DamagedStore(f"{path} cannot be read ({error}): {REBUILD}") from error
    if manifest.format != FORMAT:
        raise DamagedStore(f"{path} has format {manifest.format}, not {FORMAT}: {REBUILD}")
    return manifest


def save(folder: Path, manifest: Manifest) -> None:
    """Put ``manifest`` in the place of the old one: from here on its parts count."""
    write_atomically(folder / NAME, msgspec.json.format(msgspec.json.encode(manifest)))


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Nobody else projects into ``folder`` meanwhile. Raises ``StoreBusy``, ``StoreError``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("a")
    except OSError as error:
        raise StoreError(f"{folder} cannot be written to: {error.strerror}") from error
    with lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError as error:
            raise StoreBusy(f"another process is projecting into {folder}; nothing was written") from error
        yield


REBUILD = "project the log into it again with a rebuild"
