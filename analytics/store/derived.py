"""Data derived from the facts and stored beside them, so that pages need not compute it.

Derived data has a name, a function to compute it, and a digest over everything that it depends on: code and
parts of the store. If the digest differs, it is computed again. Not here: the list of derived data
(``analytics.derived_data``).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from analytics.store.code_digest import digest_of
from analytics.store.manifest import Manifest, load, writing

Done = TypeVar("Done")


@dataclass(frozen=True)
class DerivedData(ABC, Generic[Done]):
    """``name``: of its folder in the store · ``sources``: files and folders of the code that computes it ·
    ``nothing``: the result of ``refresh`` if there was nothing to compute."""

    name: str
    sources: tuple[str, ...]
    nothing: Done

    def code(self, manifest: Manifest) -> str:
        """Digest (hex) of the code that computes its values, rows and grades included."""
        return digest_of(self.sources, manifest.code, manifest.judging)

    def refresh(self, folder: Path) -> Done:
        """Compute what is out of date in the store in ``folder``; returns what was done.

        Raises ``analytics.store.manifest.StoreError``: there is no store, it is damaged, or another process
        is writing to it.
        """
        if self.is_fresh(folder, load(folder)):
            return self.nothing
        with writing(folder):
            return self.update(folder, load(folder))

    @abstractmethod
    def is_fresh(self, folder: Path, manifest: Manifest) -> bool:
        """Whether all of it was computed from the parts of ``manifest`` by the present code."""

    @abstractmethod
    def update(self, folder: Path, manifest: Manifest) -> Done:
        """Compute what is missing and remove what is out of date. The caller holds the lock for writing."""
