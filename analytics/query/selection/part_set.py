"""Parts of a store as something that can be compared: what was read of them stays true, for a part never
changes.

Not here: what is read (``matching_matches``, ``seats_with_card``, ``lists``).
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
