"""Parts of a store as a key of caches: a part never changes, so what was read of it stays true.

Not here: what is read (``matching_matches``, ``seats_with_card``, ``row_cache``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from analytics.query.cubes.cube_files import mark
from analytics.store.manifest import Part


@dataclass(frozen=True, slots=True)
class PartSet:
    """Some ``parts`` of the store in ``folder``."""

    folder: Path
    parts: Sequence[Part] = field(compare=False)
    marks: tuple[tuple[object, ...], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "marks", tuple(map(mark, self.parts)))
