"""Files beside a log that are called by their SHA-256, by which the log names them: copied with it.

The log is whole without them. Not here: what is in them, and which of them the log names.
"""

import os
import re
import shutil
from collections.abc import Collection
from hashlib import file_digest
from pathlib import Path
from typing import NamedTuple

from events.seal.checkpoint import sync_folder
from events.seal.paths import files_of

_DIGEST = re.compile("[0-9a-f]{64}")


class Attached(NamedTuple):
    """Files by their digests (hex): those that were ``copied``, and ``damaged`` ones, which are not what
    their names say and were left where they are."""

    copied: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()


def copy_attached(log: Path, folder: Path) -> Attached:
    """Copy the files beside the log at ``log`` into ``folder``, which is made if there are any; on disk when
    this returns, each read again. Raises ``OSError``."""
    copied: list[str] = []
    damaged: list[str] = []
    for source in _attached(log):
        folder.mkdir(exist_ok=True)
        copy = folder / source.name
        shutil.copyfile(source, copy)
        with copy.open("rb") as file:
            sound = file_digest(file, "sha256").hexdigest() == source.name
            os.fsync(file.fileno())
        if sound:
            copied.append(source.name)
        else:
            copy.unlink()
            damaged.append(source.name)
    if copied:
        sync_folder(folder / copied[-1])
    elif damaged:
        folder.rmdir()
    return Attached(tuple(copied), tuple(damaged))


def adopt_attached(source: Path, log: Path, digests: Collection[str]) -> Attached:
    """Copy those files beside ``source`` that ``digests`` name into the folder of ``log``, unless it has
    them; each is on disk and read again before it gets its name. Raises ``OSError``."""
    folder = files_of(log)
    copied: list[str] = []
    damaged: list[str] = []
    for path in _attached(source):
        if path.name not in digests or (folder / path.name).exists():
            continue
        folder.mkdir(exist_ok=True)
        draft = folder / f".{path.name}.{os.urandom(6).hex()}"
        try:
            shutil.copyfile(path, draft)
            with draft.open("rb") as file:
                sound = file_digest(file, "sha256").hexdigest() == path.name
                os.fsync(file.fileno())
            if sound:
                draft.replace(folder / path.name)
        finally:
            draft.unlink(missing_ok=True)
        (copied if sound else damaged).append(path.name)
    if copied:
        sync_folder(folder / copied[-1])
    return Attached(tuple(copied), tuple(damaged))


def _attached(log: Path) -> list[Path]:
    """The files beside the log at ``log``; drafts, links and whatever else lies there are none."""
    folder = files_of(log)
    if not folder.is_dir():
        return []
    return sorted(
        path
        for path in folder.iterdir()
        if _DIGEST.fullmatch(path.name) and path.is_file() and not path.is_symlink()
    )
