"""Data derived from the facts and stored beside them, so that pages need not compute it.

Derived data has a name, the code and the parts of the store that it depends on, and a way to compute it. It
is fresh, or it is computed again: its digest covers everything it depends on. Not here: which derived data
there is (``analytics.derived_data``).
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
    ``nothing``: what ``refresh`` gives where there was nothing to compute."""

    name: str
    sources: tuple[str, ...]
    nothing: Done

    def code(self, manifest: Manifest) -> str:
        """Digest (hex) of the code that decides its values: its own, and that of rows and grades."""
        return digest_of(self.sources, manifest.code, manifest.judging)

    def refresh(self, folder: Path) -> Done:
        """Compute what is not fresh in the store in ``folder``; gives what was done.

        Raises ``analytics.store.manifest.StoreError``: there is no store, it is damaged, or another process
        is writing to it.
        """
        if self.is_fresh(folder, load(folder)):
            return self.nothing
        with writing(folder):
            return self.update(folder, load(folder))

    @abstractmethod
    def is_fresh(self, folder: Path, manifest: Manifest) -> bool:
        """Whether all of it is there, computed from the parts of ``manifest`` by the present code."""

    @abstractmethod
    def update(self, folder: Path, manifest: Manifest) -> Done:
        """Compute what is missing, and remove what is out of date. Nobody else writes meanwhile."""
