"""A small sealed log, all that can be asked of it, and what becomes of it when its files are changed.

Not here: the changes (``flips``, ``rollback``, ``forgery``).
"""

import shutil
from pathlib import Path
from typing import NamedTuple

from events.log.contract import LogError
from events.log.randomness import seeded
from events.log.sqlite_log import SqliteLog
from events.seal.checkpoint import SignedCheckpoint
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from tests.campaign.child import forked
from tests.campaign.workload import KEY, act, append

LOG = "log.db"
ACTS = 5
SEED = 11
Files = dict[str, bytes]
Answers = tuple[object, ...]


class Untyped(Exception):
    """An error that is none of the log's own reached whoever asked."""


class Outcome(NamedTuple):
    """``answers`` is None where opening or reading said that something is wrong; ``found``: codes of what the
    inspection with the key found."""

    answers: Answers | None
    found: tuple[str, ...]


def sealed_log(
    folder: Path, *, ahead: bool, acts: int = ACTS, seal_after: int = ACTS, seed: int = SEED
) -> Files:
    """The files of a log of so many acts that was signed when it had some of them.

    ``ahead``: it was not closed, and has a write-ahead file.
    """
    folder.mkdir()
    path = folder / LOG

    def work(tell: object) -> None:
        log = SqliteLog(path, writing=True, random=seeded("campaign"))
        for number in range(acts):
            append(log, act(seed, number))
            if number + 1 == seal_after:
                seal(path, KEY)
        if not ahead:
            log.close()

    with forked(work) as child:
        assert child.ended() == 0
    return files(folder)


def files(folder: Path) -> Files:
    """What lies there and matters: no lock, and no memory that SQLite shares."""
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.is_file() and not path.name.endswith(("-shm", ".lock"))
    }


def lay(found: Files, folder: Path) -> Path:
    """Put these files, and nothing else, into a folder; the path of the log."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in found.items():
        (folder / name).write_bytes(data)
    return folder / LOG


def outcome(path: Path) -> Outcome:
    """What whoever reads the log is told, and what the inspection finds."""
    return Outcome(answers(path), inspected(path))


def answers(path: Path) -> Answers | None:
    """Everything that can be asked of a log by its reader; None for a complaint. Raises ``Untyped``."""
    try:
        with SqliteLog(path) as log:
            matches = log.matches()
            return (
                log.size,
                matches,
                list(log.follow()),
                [list(log.read(found.match)) for found in matches],
                [log.history(found.match) for found in matches],
                [log.events(found.match) for found in matches],
                [(log.count(found.match), log.entry(found.match, 0)) for found in matches],
            )
    except LogError:
        return None
    except Exception as error:
        raise Untyped(f"reading: {type(error).__name__}: {error}") from error


def refused(path: Path) -> bool:
    """Whether nobody is let write to the log at ``path``. It may be another one afterwards."""
    try:
        SqliteLog(path, writing=True).close()
    except LogError:
        return True
    except Exception as error:
        raise Untyped(f"opening to write: {type(error).__name__}: {error}") from error
    return False


def inspected(path: Path, head: SignedCheckpoint | None = None) -> tuple[str, ...]:
    """The codes of what the inspection with the key finds; "unopened" where it cannot begin.

    ``head``: one that was kept elsewhere. Raises ``Untyped``.
    """
    try:
        return tuple(found.code for found in inspect(path, [KEY.verifier], head=head).findings)
    except LogError:
        return ("unopened",)
    except Exception as error:
        raise Untyped(f"inspection: {type(error).__name__}: {error}") from error
