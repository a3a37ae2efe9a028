"""What is counted of all facts of a game and kept beside them, so that pages need not count it.

Of every game there is a file, called after all that it follows from (the facts of the game, the code): it is
either there and right, or not there. Not here: what is counted, nor what can be added up (``cubes``).
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Generic, TypeVar
from urllib.parse import quote

import msgspec
import polars as pl

from analytics.store.atomic_files import write_atomically
from analytics.store.manifest import REBUILD, DamagedStore, Manifest, Part, load, writing
from analytics.store.reader import Store

ENDING = ".msgpack"
Told = TypeVar("Told")


@dataclass(frozen=True)
class ByGame(Generic[Told]):
    """``count`` tells of the parts of a store what is kept in files of this ``name``, as values of the type
    ``kind``; ``source`` is the file that ``count`` stands in."""

    name: str
    kind: type[Told]
    count: Callable[[Path, Sequence[Part]], Told]
    source: str

    def told(self, folder: Path, manifest: Manifest) -> dict[str, Told]:
        """Game → what is kept of it, or what is counted now where nothing is. Raises ``DamagedStore``."""
        paths, found = self._paths(folder, manifest), {}
        for game, parts in _games(manifest).items():
            try:
                found[game] = msgspec.msgpack.decode(paths[game].read_bytes(), type=self.kind)
            except (OSError, msgspec.DecodeError):
                found[game] = self._counted(folder, parts)
        return found

    def of(self, store: Store) -> dict[str, Told]:
        """The same of what a store reads, or of what has just taken its place. Raises ``DamagedStore``."""
        try:
            return self.told(store.folder, store.manifest)
        except DamagedStore:
            if not store.refresh():  # the parts were not swept away, they are broken
                raise
            return self.told(store.folder, store.manifest)

    def refresh(self, folder: Path) -> int:
        """Count what is new in the store in ``folder``; gives how many games were counted.

        Raises ``analytics.store.manifest.StoreError``: there is no store, it is damaged, or another process
        is writing to it.
        """
        if all(path.is_file() for path in self._paths(folder, load(folder)).values()):
            return 0
        with writing(folder):
            manifest = load(folder)
            paths = self._paths(folder, manifest)
            missing = {game: path for game, path in paths.items() if not path.is_file()}
            games = _games(manifest)
            for game, path in missing.items():
                write_atomically(path, msgspec.msgpack.encode(self._counted(folder, games[game])))
            for path in (folder / self.name).glob("*"):
                if path not in paths.values():
                    path.unlink(missing_ok=True)
            return len(missing)

    def _counted(self, folder: Path, parts: Sequence[Part]) -> Told:
        try:
            return self.count(folder, parts)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise DamagedStore(f"a part of {folder} cannot be read ({error}): {REBUILD}") from error

    def _paths(self, folder: Path, manifest: Manifest) -> dict[str, Path]:
        """Game → its file."""
        code = _digest(__file__), _digest(self.source), manifest.code
        found = {}
        for game, parts in _games(manifest).items():
            parts.sort(key=attrgetter("month", "name"))
            told = hashlib.sha256(msgspec.msgpack.encode((code, parts))).hexdigest()
            found[game] = folder / self.name / f"{quote(game, safe='')}-{told}{ENDING}"
        return found


def _games(manifest: Manifest) -> dict[str, list[Part]]:
    """Game → its parts, in order of the games."""
    games: dict[str, list[Part]] = {game: [] for game in sorted({part.game for part in manifest.parts})}
    for part in manifest.parts:
        games[part.game].append(part)
    return games


@cache
def _digest(source: str) -> str:
    """SHA-256 (hex) of a file of code."""
    return hashlib.sha256(Path(source).read_bytes()).hexdigest()
