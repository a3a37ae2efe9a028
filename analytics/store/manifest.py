"""The manifest of a store: the valid part files, and the log and position up to which they reach.

It is the commit point: parts are written first and become valid when a new manifest replaces the old one.
Not here: the parts (``parts``), how they are made (``projection``).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from hashlib import sha256
from pathlib import Path

import msgspec

from analytics.facts import SCHEMAS
from analytics.store.atomic_files import write_atomically
from events.log.contract import Log

FORMAT = 3
NAME = "manifest.json"
LOCK = ".lock"
UNDATED = "undated"
"""The month of matches without a date of play."""


class StoreError(Exception):
    """Anything that a store refuses or cannot do. The message is meant for people."""


class NoStore(StoreError):
    """There is no store in the folder."""


class DamagedStore(StoreError):
    """The folder does not match its manifest."""


class OldStore(DamagedStore):
    """The store was made by an earlier version, in another form."""


class OtherLog(StoreError):
    """The store was projected from another log."""


class StoreBusy(StoreError):
    """Another process is projecting into the folder."""


class Part(msgspec.Struct, frozen=True):
    """The rows of some matches of one game, played in one month: a file for each table that has rows.

    ``matches``: how many have rows here, with the tournaments among them, whose results are told as a match
    is · ``files``: table → size in bytes · ``rows``: table → number of rows.
    """

    game: str
    month: str
    name: str
    matches: int
    files: dict[str, int]
    rows: dict[str, int]


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a store holds.

    ``position``: number of projected entries of the log; ``head``: leaf hash (hex) of the last one ·
    ``root``: Merkle root (hex) over them, ``edge``: the hashes from which that tree can be extended ·
    ``code``: digest of the code that computed the rows; ``judging``: of the code that computed the grades,
    ``""`` if the caller gave them · ``tables``: digest of the columns of all tables · ``generation`` grows
    with every projection · ``previous``: parts no longer valid, stored one generation longer for open
    readers · ``unreadable``: match → why it has no rows.
    """

    log: str
    position: int
    head: str
    root: str
    edge: tuple[str, ...]
    code: str
    judging: str
    generation: int
    tables: str = ""
    parts: tuple[Part, ...] = ()
    previous: tuple[Part, ...] = ()
    unreadable: dict[str, str] = {}
    format: int = FORMAT

    @property
    def matches(self) -> int:
        """Number of matches in the store; tournaments are none."""
        return sum(part.rows.get("match", 0) for part in self.parts)

    @property
    def rows(self) -> int:
        """Number of rows in all tables."""
        return sum(sum(part.rows.values()) for part in self.parts)


class _Form(msgspec.Struct):
    format: int


def digest_of_tables() -> str:
    """Identifies the tables and their columns: a store of others cannot be asked what is asked now."""
    columns = {
        table: [(name, str(column.type)) for name, column in schema.items()]
        for table, schema in SCHEMAS.items()
    }
    return sha256(repr(columns).encode()).hexdigest()


def head(log: Log, size: int) -> str:
    """Leaf hash (hex) of the last of the first ``size`` entries."""
    return next(log.follow(size - 1, 1)).leaf if size else ""


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
    if manifest.tables != digest_of_tables():
        raise OldStore(f"{folder} was projected by an earlier version: {REBUILD}")
    return manifest


def save(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest; from then on its parts are valid."""
    write_atomically(folder / NAME, msgspec.json.format(msgspec.json.encode(manifest)))


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Hold the lock for writing into ``folder``. Raises ``StoreBusy``, ``StoreError``."""
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
