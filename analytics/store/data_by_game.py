"""Derived data that is computed from all facts of a game at once.

Each game has a file whose name is the digest of its inputs (the facts of the game, the code), so an existing
file is valid. Not here: what is computed, data that can be summed by part (``cubes``).
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Generic, TypeVar
from urllib.parse import quote

import msgspec
import polars as pl

from analytics.store.atomic_files import write_atomically
from analytics.store.derived import DerivedData
from analytics.store.manifest import REBUILD, DamagedStore, Manifest, Part
from analytics.store.reader import Store

ENDING = ".msgpack"
Value = TypeVar("Value")


@dataclass(frozen=True)
class ByGame(DerivedData[int], Generic[Value]):
    """``compute`` returns the value of a game, of the type ``kind``, from its parts of the store.

    ``refresh`` returns the number of games computed."""

    kind: type[Value]
    compute: Callable[[Path, Sequence[Part]], Value]

    def read(self, folder: Path, manifest: Manifest) -> dict[str, Value]:
        """Game → its value, computed now if there is no file. Raises ``DamagedStore``."""
        paths, found = self._paths(folder, manifest), {}
        for game, parts in _games(manifest).items():
            try:
                found[game] = msgspec.msgpack.decode(paths[game].read_bytes(), type=self.kind)
            except (OSError, msgspec.DecodeError):
                found[game] = self._computed(folder, parts)
        return found

    def of(self, store: Store) -> dict[str, Value]:
        """``read`` for an open store, once more if its parts were replaced meanwhile. Raises
        ``DamagedStore``."""
        try:
            return self.read(store.folder, store.manifest)
        except DamagedStore:
            if not store.refresh():  # the parts were not removed by a newer projection, they are damaged
                raise
            return self.read(store.folder, store.manifest)

    def is_fresh(self, folder: Path, manifest: Manifest) -> bool:
        return all(path.is_file() for path in self._paths(folder, manifest).values())

    def update(self, folder: Path, manifest: Manifest) -> int:
        paths, games = self._paths(folder, manifest), _games(manifest)
        missing = {game: path for game, path in paths.items() if not path.is_file()}
        for game, path in missing.items():
            write_atomically(path, msgspec.msgpack.encode(self._computed(folder, games[game])))
        for path in (folder / self.name).glob("*"):
            if path not in paths.values():
                path.unlink(missing_ok=True)
        return len(missing)

    def _computed(self, folder: Path, parts: Sequence[Part]) -> Value:
        try:
            return self.compute(folder, parts)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise DamagedStore(f"a part of {folder} cannot be read ({error}): {REBUILD}") from error

    def _paths(self, folder: Path, manifest: Manifest) -> dict[str, Path]:
        """Game → its file."""
        code, found = self.code(manifest), {}
        for game, parts in _games(manifest).items():
            parts.sort(key=attrgetter("month", "name"))
            digest = hashlib.sha256(msgspec.msgpack.encode((code, parts))).hexdigest()
            found[game] = folder / self.name / f"{quote(game, safe='')}-{digest}{ENDING}"
        return found


def by_game(
    name: str, kind: type[Value], compute: Callable[[Path, Sequence[Part]], Value], *sources: str
) -> ByGame[Value]:
    """Derived data with one value a game. ``sources``: the code of ``compute``, apart from this module."""
    return ByGame(name, (__file__, *sources), 0, kind, compute)


def _games(manifest: Manifest) -> dict[str, list[Part]]:
    """Game → its parts, in order of the games."""
    games: dict[str, list[Part]] = {game: [] for game in sorted({part.game for part in manifest.parts})}
    for part in manifest.parts:
        games[part.game].append(part)
    return games
